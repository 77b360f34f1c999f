// Cuts infra/helm/schemas anew from the sources of Kubernetes and of the Prometheus operator, which Go's module proxy serves:
//   node infra/helm/cut-schemas.ts
// One file for each kind that the chart writes, for kubeconform. Needs Go.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';

const kubernetes = 'k8s.io/kubernetes@v1.36.1';
const operator = 'github.com/prometheus-operator/prometheus-operator@v0.92.1';
/** Each in version v1. */
const kinds = [
  ['', 'ConfigMap'],
  ['', 'Service'],
  ['', 'ServiceAccount'],
  ['apps', 'Deployment'],
  ['apps', 'StatefulSet'],
  ['networking.k8s.io', 'Ingress'],
  ['networking.k8s.io', 'NetworkPolicy'],
  ['policy', 'PodDisruptionBudget'],
] as const;
const resources = { ServiceMonitor: 'servicemonitors', PrometheusRule: 'prometheusrules' } as const;

/** A schema, as OpenAPI and JSON Schema write it. */
type Schema = { readonly [member: string]: unknown };

/** Where the source of a module lies after it was fetched. */
function fetched(module: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-schemas-'));
  try {
    const answer = execFileSync('go', ['mod', 'download', '-json', module], { cwd: folder, encoding: 'utf8' });
    return (JSON.parse(answer) as { readonly Dir: string }).Dir;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Members of objects, which may be called as a keyword is. */
const named = new Set(['properties', 'definitions']);

/** The schema without words, in which an object has no members but those that it names, as the server demands of a client. */
function strict(value: unknown, isNamed = false): unknown {
  if (Array.isArray(value)) return value.map((each) => strict(each));
  if (typeof value !== 'object' || value === null) return value;
  const schema = value as Schema;
  if (isNamed) return Object.fromEntries(Object.entries(schema).map(([name, each]) => [name, strict(each)]));
  if (schema['format'] === 'int-or-string' || schema['x-kubernetes-int-or-string'] === true) {
    return { type: ['integer', 'string'] };
  }
  const kept = Object.entries(schema)
    .filter(([name]) => name !== 'description' && name !== 'format' && !name.startsWith('x-'))
    .map(([name, each]) => [name, strict(each, named.has(name))] as const);
  const closed = 'properties' in schema && !('additionalProperties' in schema);
  return { ...Object.fromEntries(kept), ...(closed ? { additionalProperties: false } : {}) };
}

/** The definitions that a schema needs, itself included. */
function needed(name: string, all: Readonly<Record<string, Schema>>, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, each = ''] of JSON.stringify(all[name]).matchAll(/"#\/definitions\/([^"]+)"/g))
    needed(each, all, found);
  return found;
}

const folder = join(import.meta.dirname, 'schemas');

/** Under the name by which kubeconform looks for it. */
function write(kind: string, group: string, schema: Schema): void {
  const [area = ''] = group.split('.');
  const name = [kind.toLowerCase(), ...(area === '' ? [] : [area]), 'v1'].join('-');
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(schema)}\n`);
}

mkdirSync(folder, { recursive: true });
const { definitions } = JSON.parse(
  readFileSync(join(fetched(kubernetes), 'api', 'openapi-spec', 'swagger.json'), 'utf8'),
) as { readonly definitions: Readonly<Record<string, Schema>> };
// A quantity may be written as a number.
const quantity = 'io.k8s.apimachinery.pkg.api.resource.Quantity';
const all = { ...definitions, [quantity]: { type: ['string', 'number'] } };
for (const [group, kind] of kinds) {
  const mark = JSON.stringify([{ group, kind, version: 'v1' }]);
  const [name] =
    Object.entries(all).find(
      ([, schema]) => JSON.stringify((schema as Schema)['x-kubernetes-group-version-kind']) === mark,
    ) ?? [];
  if (name === undefined) throw new Error(`${kubernetes} has no ${kind}`);
  const cut = [...needed(name, all)].toSorted().map((each) => [each, all[each as keyof typeof all]] as const);
  write(kind, group, { $ref: `#/definitions/${name}`, definitions: strict(Object.fromEntries(cut), true) });
}
const crds = join(fetched(operator), 'example', 'prometheus-operator-crd');
for (const [kind, plural] of Object.entries(resources)) {
  const { spec } = parse(readFileSync(join(crds, `monitoring.coreos.com_${plural}.yaml`), 'utf8')) as {
    readonly spec: { readonly versions: readonly { readonly schema: { readonly openAPIV3Schema: Schema } }[] };
  };
  const schema = spec.versions[0]?.schema.openAPIV3Schema;
  if (schema === undefined) throw new Error(`${operator} has no schema of ${kind}`);
  // Metadata are not described there: they are those of every kind.
  write(
    kind,
    'monitoring.coreos.com',
    strict({ ...schema, properties: { ...(schema['properties'] as Schema), metadata: { type: 'object' } } }) as Schema,
  );
}
