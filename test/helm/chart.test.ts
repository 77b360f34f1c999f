import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { parse } from 'yaml';
import { environmentSchema } from '../../src/config/environment-schema.ts';
import { startGateway } from '../../src/main.ts';
import { read } from '../house/_project-files.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { judge, lint, manifestsOf, packed, render, type Container, type Manifest } from './_chart.ts';

const distributed = parse(read('infra/distributed.yaml'), { merge: true }) as Readonly<Record<string, unknown>>;
const embedded = parse(`
upstreams: { main: { base_url: https://models.example/v1, api_key: '\${file:/run/secrets/waybill/upstream-key}' } }
targets:
  small:
    upstream: main
    model: small
    surfaces: [chat_completions]
    context_tokens_max: 1048576
    output_tokens_max: 8192
    prices: { id: small, version: '2026-11-01', eur_per_million_tokens: { input: '0.10', output: '0.40' } }
profiles: { light: { targets: [small], public: true } }
server: { drain_timeout_ms: 45500 }
`) as Readonly<Record<string, unknown>>;

const base = { image: { repository: 'images.example/waybill' }, secretName: 'waybill', config: embedded };
const several = { ...base, config: distributed };
const everything = {
  management: { enabled: true },
  metrics: { serviceMonitor: true, alerts: true },
  ingress: {
    enabled: true,
    className: 'nginx',
    host: 'waybill.example',
    tlsSecretName: 'tls',
    annotations: { a: 'b' },
  },
  networkPolicy: {
    administrators: [{ podSelector: { matchLabels: { role: 'administration' } } }],
    monitoring: [{ namespaceSelector: { matchLabels: { name: 'monitoring' } } }],
  },
  env: [{ name: 'WAYBILL_EVENTSTOREDB_URL', valueFrom: { secretKeyRef: { name: 'waybill', key: 'eventstoredb' } } }],
  image: { repository: 'images.example/waybill', tag: 'sha', pullSecrets: [{ name: 'registry' }] },
  nodeSelector: { disk: 'local' },
  tolerations: [{ key: 'gateway', operator: 'Exists' }],
  affinity: { nodeAffinity: {} },
  podAnnotations: { a: 'b' },
  podLabels: { c: 'd' },
  service: { type: 'LoadBalancer', annotations: { e: 'f' } },
  ledger: { storageClassName: 'fast', accessMode: 'ReadWriteOnce' },
  logLevel: 'debug',
  reload: false,
};

const of = (manifests: readonly Manifest[], kind: string): readonly Manifest[] =>
  manifests.filter((manifest) => manifest.kind === kind);
const one = (manifests: readonly Manifest[], kind: string): Manifest => {
  const [found, ...more] = of(manifests, kind);
  if (found === undefined || more.length > 0) throw new Error(`${more.length + (found ? 1 : 0)} of ${kind}`);
  return found;
};
const containerOf = (workload: Manifest): Container => workload.spec.template.spec.containers[0];

for (const [title, values] of [
  ['one machine', base],
  ['one machine, every value set', { ...base, ...everything }],
  ['several machines', several],
  ['several machines, every value set', { ...several, ...everything }],
  [
    'names that YAML reads as something else',
    {
      ...base,
      ...everything,
      secretName: '1e3',
      ledger: { storageClassName: 'true' },
      ingress: { enabled: true, className: 'null', host: 'waybill.example', tlsSecretName: '0123' },
    },
  ],
  ['nobody may connect', { ...base, networkPolicy: { callers: [] } }],
  ['no network policy', { ...base, networkPolicy: { enabled: false } }],
] as const) {
  test(`Helm and the schemas of Kubernetes accept: ${title}`, (t) => {
    const linted = lint(values);
    t.true(linted.isGood, linted.output);
    const rendered = render(values);
    t.true(rendered.isGood, rendered.output);
    const judged = judge(rendered.output);
    t.true(judged.isGood, judged.output);
    t.regex(judged.output, /Valid: [1-9]\d*, Invalid: 0, Errors: 0, Skipped: 0/);
  });
}

test('the schemas know what a manifest may say', (t) => {
  const { output } = render({ ...base, ...everything });
  for (const [right, wrong] of [
    ['readOnlyRootFilesystem', 'readOnlyRootFilesytem'],
    ['terminationGracePeriodSeconds: ', 'terminationGracePeriodSeconds: about '],
    ['jobLabel', 'jobsLabel'],
    ['pathType: Prefix', 'pathKind: Prefix'],
    ['annotations:\n            summary', 'annotation:\n            summary'],
  ] as const) {
    t.true(output.includes(right), right);
    t.false(judge(output.replaceAll(right, wrong)).isGood, wrong);
  }
});

for (const [title, values, named] of [
  ['no Secret', { ...base, secretName: '' }, 'secretName'],
  ['no image', { ...base, image: {} }, 'repository'],
  ['no configuration', { ...base, config: {} }, 'upstreams'],
  ['an engine that nobody has', { ...base, config: { ...embedded, ledger: { engine: 'postgres' } } }, 'engine'],
  ['a misspelt value', { ...base, replicas: 3 }, 'replicas'],
  ['a misspelt value within', { ...base, management: { enable: true } }, 'enable'],
  ['an ingress without a host', { ...base, ingress: { enabled: true, tlsSecretName: 'tls' } }, 'host'],
  ['an ingress without TLS', { ...base, ingress: { enabled: true, host: 'waybill.example' } }, 'tlsSecretName'],
  ['two listeners on one port', { ...base, management: { enabled: true, port: 8080 } }, 'port'],
  ['management where metrics are', { ...several, management: { port: 9464 } }, 'port'],
  ['a label that selectors go by', { ...base, podLabels: { 'app.kubernetes.io/component': 'other' } }, 'podLabels'],
  ['a place that the chart mounts', { ...base, env: [{ name: 'WAYBILL_DATA_DIR', value: '/data' }] }, 'env'],
  ['a port that the chart names', { ...base, env: [{ name: 'WAYBILL_METRICS_PORT', value: '9000' }] }, 'env'],
  ['a variable that is a number', { ...base, env: [{ name: 'LIMIT', value: 5 }] }, 'env'],
  ['a text for a number', { ...base, preStopSeconds: 'long' }, 'preStopSeconds'],
] as const) {
  test(`the values are refused: ${title}`, (t) => {
    const { isGood, output } = render(values);
    t.false(isGood);
    t.true(output.includes(named), output);
  });
}

test('an embedded ledger has one pod and a volume that stays', (t) => {
  const manifests = manifestsOf({ ...base, gateways: 5 });
  const { spec } = one(manifests, 'StatefulSet');
  t.is(spec.replicas, 1);
  t.deepEqual(spec.persistentVolumeClaimRetentionPolicy, { whenDeleted: 'Retain', whenScaled: 'Retain' });
  t.deepEqual(spec.volumeClaimTemplates[0].spec.accessModes, ['ReadWriteOncePod']);
  t.deepEqual(containerOf(one(manifests, 'StatefulSet')).args, ['serve', '--role', 'all']);
  t.deepEqual([...of(manifests, 'Deployment'), ...of(manifests, 'PodDisruptionBudget')], []);
});

test('with EventStoreDB gateways and reactors are Deployments, each with a budget of disruptions', (t) => {
  const manifests = manifestsOf({ ...several, gateways: 5 });
  t.deepEqual(
    of(manifests, 'Deployment').map((workload) => [workload.spec.replicas, containerOf(workload).args[2]]),
    [
      [5, 'gateway'],
      [2, 'reactors'],
    ],
  );
  for (const budget of of(manifests, 'PodDisruptionBudget')) t.is(budget.spec.maxUnavailable, 1);
  t.deepEqual(of(manifests, 'StatefulSet'), []);
});

test('each selector finds the pods that it means, and no others', (t) => {
  for (const values of [
    { ...base, ...everything },
    { ...several, ...everything },
  ]) {
    const manifests = manifestsOf(values);
    const pods = [...of(manifests, 'StatefulSet'), ...of(manifests, 'Deployment')].map(({ spec }) => spec.template);
    const found = (selector: Readonly<Record<string, string>>): readonly string[] =>
      pods
        .filter(({ metadata: { labels } }) => Object.entries(selector).every(([name, value]) => labels[name] === value))
        .map(({ spec }) => spec.containers[0].args[2] ?? '');
    const serving = values.config === embedded ? ['all'] : ['gateway'];
    for (const { metadata, spec } of of(manifests, 'Service')) {
      const all = metadata.name.endsWith('-metrics');
      t.is(found(spec.selector).length, all ? pods.length : 1, metadata.name);
      if (!all) t.deepEqual(found(spec.selector), serving, metadata.name);
    }
    const { selector } = one(manifests, 'ServiceMonitor').spec;
    const [watched, ...more] = of(manifests, 'Service').filter(({ metadata: { labels } }) =>
      Object.entries(selector.matchLabels).every(([name, value]) => labels[name] === value),
    );
    t.deepEqual([watched?.metadata.name.endsWith('-metrics'), more], [true, []]);
    t.is(found(one(manifests, 'NetworkPolicy').spec.podSelector.matchLabels).length, pods.length);
  }
});

test('a pod may end its requests: the pause before, the drain and ten seconds', (t) => {
  const { terminationGracePeriodSeconds: seconds } = one(manifestsOf(base), 'StatefulSet').spec.template.spec;
  t.is(seconds, 10 + 46 + 10);
});

test('nobody reaches management and metrics unless the values name who', (t) => {
  const ports = (values: object) =>
    (one(manifestsOf(values), 'NetworkPolicy').spec.ingress ?? []).map((rule) => {
      t.true(rule.from.length > 0);
      return rule.ports.map(({ port }) => port).join();
    });
  t.deepEqual(ports(base), ['http']);
  t.deepEqual(ports({ ...base, management: { enabled: true } }), ['http']);
  t.deepEqual(ports({ ...base, networkPolicy: { callers: [] } }), []);
  t.deepEqual(ports({ ...base, ...everything }), ['http', 'management', 'metrics']);
  t.deepEqual(ports({ ...base, ...everything, management: { enabled: false } }), ['http', 'metrics']);
  const paths = one(manifestsOf({ ...base, ...everything }), 'Ingress').spec.rules[0].http.paths;
  t.deepEqual(
    paths.map(({ path }) => path),
    ['/v1'],
  );
});

test('a container may do nothing but serve', (t) => {
  for (const workload of of(manifestsOf(several), 'Deployment')) {
    const { spec } = workload.spec.template;
    t.is(spec.automountServiceAccountToken, false);
    t.is(spec.securityContext.runAsNonRoot, true);
    t.deepEqual(containerOf(workload).securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  }
});

test('the configuration arrives as it was written: texts of digits, large numbers, variables', (t) => {
  for (const config of [embedded, distributed]) {
    const written = one(manifestsOf({ ...base, config }), 'ConfigMap').data?.['waybill.yaml'] ?? '';
    t.deepEqual(parse(written), JSON.parse(JSON.stringify(config)));
  }
});

test('a changed configuration restarts pods only where they do not take it by themselves', (t) => {
  const annotations = (values: object) =>
    one(manifestsOf(values), 'StatefulSet').spec.template.metadata.annotations ?? {};
  const other = { ...embedded, server: { drain_timeout_ms: 60_000 } };
  t.deepEqual(annotations(base), {});
  t.not(
    annotations({ ...base, reload: false })['checksum/config'],
    annotations({ ...base, reload: false, config: other })['checksum/config'],
  );
});

test('a gateway with the variables, files and probes of a pod becomes ready', async (t) => {
  const folder = scratchFolder(t);
  const manifests = manifestsOf(base);
  const workload = one(manifests, 'StatefulSet');
  const container = containerOf(workload);
  // Paths of the pod lie in a folder of this test; its Secret has these files.
  const here = (path: string): string => join(folder, path);
  const secrets = { 'key-pepper': 'ab'.repeat(32), 'checkpoint-key': 'cd'.repeat(32), 'upstream-key': 'key' };
  for (const path of container.volumeMounts.map(({ mountPath }) => mountPath)) {
    mkdirSync(here(path), { recursive: true });
  }
  for (const [name, value] of Object.entries(secrets)) writeFileSync(here(`/run/secrets/waybill/${name}`), value);
  const text = one(manifests, 'ConfigMap').data?.['waybill.yaml'] ?? '';
  writeFileSync(here('/etc/waybill/waybill.yaml'), text.replaceAll('/run/secrets', here('/run/secrets')));
  const variables = container.env.map(({ name, value, valueFrom }) => {
    t.true(name in environmentSchema.shape, name);
    const given = value ?? secrets[valueFrom?.secretKeyRef.key as keyof typeof secrets];
    return [name, given.startsWith('/') ? here(given) : given] as const;
  });
  const free = { WAYBILL_PORT: '0', WAYBILL_METRICS_PORT: '0', WAYBILL_ADMIN_PORT: '0', WAYBILL_LOG_LEVEL: 'silent' };
  const gateway = await startGateway({ ...Object.fromEntries(variables), ...free });
  t.teardown(() => gateway.stop());
  for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
    const { status } = await fetch(new URL(container[probe].httpGet.path, gateway.metricsUrl ?? ''));
    t.is(status, 200, probe);
  }
  t.true(readdirSync(here('/var/lib/waybill/data')).includes('ledger.db'));
});

test('the chart is packed as one file, alerts included', (t) => {
  const folder = scratchFolder(t);
  t.true(packed(folder).isGood);
  const { version } = JSON.parse(read('package.json')) as { readonly version: string };
  t.deepEqual(readdirSync(folder), [`waybill-${version}.tgz`]);
});
