import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { root } from '../house/_project-files.ts';

const chart = join(root, 'infra', 'helm', 'waybill');

type Texts = Readonly<Record<string, string>>;

export interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef: { readonly key: string } };
}

interface Probe {
  readonly httpGet: { readonly path: string };
}

export interface Container {
  readonly args: readonly string[];
  readonly env: readonly Variable[];
  readonly securityContext: unknown;
  readonly volumeMounts: readonly { readonly mountPath: string }[];
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
}

export interface Pod {
  readonly metadata: { readonly labels: Texts; readonly annotations?: Texts };
  readonly spec: {
    readonly automountServiceAccountToken: boolean;
    readonly terminationGracePeriodSeconds: number;
    readonly securityContext: { readonly runAsNonRoot: boolean };
    readonly containers: readonly [Container];
  };
}

/** The members that tests look at, of whichever kind has them. */
interface Spec {
  readonly replicas: number;
  readonly template: Pod;
  readonly persistentVolumeClaimRetentionPolicy: unknown;
  readonly volumeClaimTemplates: readonly [{ readonly spec: { readonly accessModes: readonly string[] } }];
  readonly maxUnavailable: number;
  readonly selector: Texts & { readonly matchLabels: Texts };
  readonly podSelector: { readonly matchLabels: Texts };
  readonly ingress?: readonly {
    readonly ports: readonly { readonly port: string }[];
    readonly from: readonly unknown[];
  }[];
  readonly rules: readonly [{ readonly http: { readonly paths: readonly { readonly path: string }[] } }];
}

/** An object of Kubernetes, as the chart writes it. */
export interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Texts };
  readonly spec: Spec;
  readonly data?: Texts;
}

export interface Outcome {
  readonly isGood: boolean;
  readonly output: string;
}

/** What a program of the suite says about a text, which it reads from a file. */
function outcomeOf(program: string, args: readonly string[], input = ''): Outcome {
  const { status, stdout, stderr } = spawnSync(program, args, { input, encoding: 'utf8', maxBuffer: 64 << 20 });
  return { isGood: status === 0, output: status === 0 ? stdout : `${stdout}${stderr}` };
}

function withValues<Result>(values: object, use: (path: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-values-'));
  try {
    mkdirSync(folder, { recursive: true });
    const path = join(folder, 'values.yaml');
    writeFileSync(path, stringify(values));
    return use(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const helm = process.env['HELM'] ?? 'helm';

export function lint(values: object): Outcome {
  return withValues(values, (path) => outcomeOf(helm, ['lint', '--strict', '--values', path, chart]));
}

export function render(values: object): Outcome {
  return withValues(values, (path) => outcomeOf(helm, ['template', 'first', chart, '--values', path]));
}

/** Packs the chart into a folder, as `helm push` takes it. */
export function packed(folder: string): Outcome {
  return outcomeOf(helm, ['package', chart, '--destination', folder]);
}

/** Judges manifests by the schemas of Kubernetes and of the Prometheus operator. */
export function judge(manifests: string): Outcome {
  const schemas = join(root, 'infra', 'helm', 'schemas', '{{.ResourceKind}}{{.KindSuffix}}.json');
  return outcomeOf(
    process.env['KUBECONFORM'] ?? 'kubeconform',
    ['-strict', '-summary', '-schema-location', schemas, '-'],
    manifests,
  );
}

export function manifestsOf(values: object): readonly Manifest[] {
  const { isGood, output } = render(values);
  if (!isGood) throw new Error(output);
  return parseAllDocuments(output)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
}
