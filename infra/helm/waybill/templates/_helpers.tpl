{{- define "waybill.fullname" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{- define "waybill.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "waybill.labels" -}}
{{ include "waybill.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "waybill.engine" -}}
{{ ((.Values.config).ledger).engine | default "sqlite" }}
{{- end }}

{{- /* A pod, for its role: gateway, reactors or all. Called with (dict "top" $ "role" ROLE "labels" LABELS). */}}
{{- define "waybill.pod" -}}
{{- $top := .top }}
{{- $values := $top.Values }}
{{- $sqlite := eq (include "waybill.engine" $top) "sqlite" }}
metadata:
  labels:
    {{- include "waybill.labels" $top | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
    {{- with $values.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- $annotations := ternary (dict) (dict "checksum/config" (toYaml $values.config | sha256sum)) $values.reload }}
  {{- with merge $annotations $values.podAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  serviceAccountName: {{ include "waybill.fullname" $top }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  {{- with $values.image.pullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  # The pause of preStop, server.drain_timeout_ms, and ten seconds more.
  terminationGracePeriodSeconds: {{ add $values.preStopSeconds (div (add (int64 (((($values.config).server).drain_timeout_ms) | default 30000)) 999) 1000) 10 }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile: { type: RuntimeDefault }
  containers:
    - name: waybill
      image: {{ printf "%s:%s" $values.image.repository ($values.image.tag | default $top.Chart.AppVersion) | quote }}
      imagePullPolicy: {{ $values.image.pullPolicy }}
      args: [serve, --role, {{ .role }}]
      env:
        - { name: WAYBILL_CONFIG, value: /etc/waybill/waybill.yaml }
        - { name: WAYBILL_CONFIG_WATCH, value: {{ ternary "on" "off" $values.reload | quote }} }
        # A folder of its own: that of the volume belongs to root.
        - { name: WAYBILL_DATA_DIR, value: /var/lib/waybill/data }
        - { name: WAYBILL_HOST, value: 0.0.0.0 }
        - { name: WAYBILL_METRICS_HOST, value: 0.0.0.0 }
        - { name: WAYBILL_LOG_LEVEL, value: {{ $values.logLevel }} }
        {{- if ne .role "reactors" }}
        {{- if $values.management.enabled }}
        - { name: WAYBILL_ADMIN_HOST, value: 0.0.0.0 }
        {{- end }}
        - { name: WAYBILL_ADMIN_PORT, value: {{ $values.management.port | quote }} }
        {{- else }}
        - { name: WAYBILL_ADMIN_PORT, value: 'off' }
        {{- end }}
        - name: WAYBILL_KEY_PEPPER
          valueFrom: { secretKeyRef: { name: {{ $values.secretName | quote }}, key: key-pepper } }
        - name: WAYBILL_CHECKPOINT_KEY
          valueFrom: { secretKeyRef: { name: {{ $values.secretName | quote }}, key: checkpoint-key } }
        {{- with $values.env }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      ports:
        {{- if ne .role "reactors" }}
        - { name: http, containerPort: 8080 }
        - { name: management, containerPort: {{ $values.management.port }} }
        {{- end }}
        - { name: metrics, containerPort: 9464 }
      # A long log is read at the first start: ten minutes.
      startupProbe:
        httpGet: { path: /healthz, port: metrics }
        periodSeconds: 5
        failureThreshold: 120
      # Says nothing of the ledger: a restart would not bring it back.
      livenessProbe:
        httpGet: { path: /healthz, port: metrics }
        periodSeconds: 10
        timeoutSeconds: 5
      readinessProbe:
        httpGet: { path: /readyz, port: metrics }
        periodSeconds: 5
        timeoutSeconds: 5
        failureThreshold: 2
      lifecycle:
        preStop:
          sleep: { seconds: {{ $values.preStopSeconds }} }
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      resources:
        {{- toYaml $values.resources | nindent 8 }}
      volumeMounts:
        - { name: config, mountPath: /etc/waybill, readOnly: true }
        - { name: secrets, mountPath: /run/secrets/waybill, readOnly: true }
        - { name: data, mountPath: /var/lib/waybill }
        - { name: tmp, mountPath: /tmp }
  volumes:
    - name: config
      configMap: { name: {{ include "waybill.fullname" $top }} }
    - name: secrets
      secret: { secretName: {{ $values.secretName | quote }}, defaultMode: 288 }
    - name: tmp
      emptyDir: {}
    {{- if not $sqlite }}
    - name: data
      emptyDir: { sizeLimit: {{ $values.readModels.sizeLimit }} }
    {{- end }}
  {{- with $values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- if not $sqlite }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "waybill.selector" $top | nindent 10 }}
          app.kubernetes.io/component: {{ .role }}
  {{- end }}
{{- end }}
