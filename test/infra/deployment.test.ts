import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { parse } from 'yaml';
import { parseConfigFile } from '../../src/config.ts';
import { askedTargets } from '../../src/config/pools-section.ts';
import { read, root, sources } from '../house/_project-files.ts';

interface Service {
  readonly command?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, unknown>>;
}

const compose = parse(read('infra/compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, null>>;
};
const settings = {
  WAYBILL_EVENTSTOREDB_URL: 'esdb://eventstoredb:2113?tls=false',
  WAYBILL_KAFKA_BROKER: 'kafka:9092',
  WAYBILL_SOURCE: 'waybill',
  WAYBILL_PRESIDIO_URL: 'http://presidio:3000',
  WAYBILL_UPSTREAM_URL: 'https://models.example/v1',
  WAYBILL_UPSTREAM_KEY: 'key',
  WAYBILL_CONTENT_KEY: 'ab'.repeat(32),
};
const config = parseConfigFile(read('infra/distributed.yaml'), settings, 'infra/distributed.yaml');

test('the configuration of the compose file is valid with the variables that the compose file sets', (t) => {
  t.deepEqual(config.kafka?.brokers, ['kafka:9092']);
  t.is(config.ledger.engine, 'eventstoredb');
  const given = compose.services['gateway']?.environment ?? {};
  for (const name of Object.keys(settings)) t.true(name in given, name);
  t.is(given['WAYBILL_EVENTSTOREDB_URL'], settings.WAYBILL_EVENTSTOREDB_URL);
  t.true(new URL(settings.WAYBILL_EVENTSTOREDB_URL).hostname in compose.services);
  t.is(given['WAYBILL_PRESIDIO_URL'], settings.WAYBILL_PRESIDIO_URL);
  t.true(new URL(config.personal_data?.presidio?.url ?? 'http://none').hostname in compose.services);
  t.is(given['WAYBILL_ROLE'], 'gateway');
  t.is(compose.services['reactors']?.environment?.['WAYBILL_ROLE'], 'reactors');
});

test('the compose file serves the same profiles, surfaces, limits and prices as sandbox mode', (t) => {
  const sandbox = {
    WAYBILL_SANDBOX_URL: 'http://sandbox.example/v1',
    WAYBILL_SANDBOX_KEY: 'key',
    WAYBILL_SPARE_URL: 'http://spare.example/v1',
    WAYBILL_SPARE_KEY: 'key',
  };
  const expected = parseConfigFile(read('infra/sandbox.yaml'), sandbox, 'infra/sandbox.yaml');
  const offered = ({ profiles, targets }: typeof expected) =>
    Object.entries(profiles).map(([name, { targets: names, ...profile }]) => {
      const served = askedTargets(names).map((target) => {
        const { upstream: _, prices, ...settings } = targets[target] ?? t.fail(target);
        return { settings, prices: { ...prices, id: '' } };
      });
      // Who stands in for another offers the same.
      const each = new Map(served.map((offer) => [JSON.stringify(offer), offer]));
      return { name, profile, served: [...each.values()] };
    });
  t.deepEqual(offered(config), offered(expected));
  t.deepEqual(config.aliases, expected.aliases);
  t.is(config.default_profile, expected.default_profile);
});

test('the topics that are created are those that are declared', (t) => {
  const commands = compose.services['kafka-topics']?.command?.join('') ?? '';
  const made = [...commands.matchAll(/--topic (\S+) --partitions (\d+)/g)].map(([, name, partitions]) => ({
    name,
    partitions: Number(partitions),
  }));
  t.deepEqual(made, Object.values(config.kafka?.topics ?? {}));
});

test('Kafka advertises an address on this machine that the compose file publishes', (t) => {
  const { environment = {}, ports = [] } = compose.services['kafka'] ?? {};
  const listeners = (name: string): Readonly<Record<string, string>> =>
    Object.fromEntries((environment[name] ?? '').split(',').map((entry) => entry.split(/:(.*)/).slice(0, 2)));
  const advertised = listeners('KAFKA_ADVERTISED_LISTENERS');
  t.is(advertised['PLAINTEXT'], `//${settings.WAYBILL_KAFKA_BROKER}`);
  t.deepEqual(ports, [`${(advertised['HOST'] ?? '').replace('//', '')}:19092`]);
  t.is(listeners('KAFKA_LISTENERS')['HOST'], '//:19092');
  t.deepEqual(Object.keys(listeners('KAFKA_LISTENERS')), ['PLAINTEXT', 'HOST', 'CONTROLLER']);
  t.is(listeners('KAFKA_LISTENER_SECURITY_PROTOCOL_MAP')['HOST'], 'PLAINTEXT');
});

test('services, volumes and files that the compose file names exist', (t) => {
  for (const { depends_on: needed = {}, volumes = [] } of Object.values(compose.services)) {
    for (const service of Object.keys(needed)) t.true(service in compose.services, service);
    for (const volume of volumes) {
      const [from = ''] = volume.split(':');
      t.true(from.startsWith('./') ? existsSync(join(root, 'infra', from)) : from in compose.volumes, volume);
    }
  }
});

test('the image runs on Node 26 as user node, and has a health check', (t) => {
  const dockerfile = read('infra/Dockerfile');
  t.regex(dockerfile, /^USER node$/m);
  t.regex(dockerfile, /^HEALTHCHECK /m);
  t.deepEqual(
    [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image),
    ['node:26-slim', 'node:26-slim'],
  );
});

for (const [what, path] of [
  ['on the dashboard', 'infra/grafana/dashboard.json'],
  ['of the alerts', 'infra/alerts.yaml'],
] as const) {
  test(`every metric ${what} is one that Waybill has`, (t) => {
    const code = sources('src').map(read).join('\n');
    const named = new Set([...read(path).matchAll(/waybill_[a-z_]+/g)].map(([name]) => name));
    t.true(named.size >= 10);
    for (const name of named) t.true(code.includes(name.replace(/_(bucket|count|sum)$/, '')), name);
  });
}

test('every metric that Waybill has is on a page for operators', (t) => {
  const pages = ['docs/operations.md', 'docs/eventstoredb.md', 'docs/switchyard.md', 'docs/upstreams.md']
    .map(read)
    .join('\n');
  const named = new Set(sources('src').flatMap((path) => read(path).match(/\bwaybill_[a-z_]+/g) ?? []));
  // Members of answers, which are described where callers look.
  for (const member of ['waybill_code', 'waybill_cost_eur']) named.delete(member);
  t.true(named.size >= 40);
  t.deepEqual(
    [...named].filter((name) => !pages.includes(`\`${name}\``)),
    [],
    'docs/operations.md says what each metric means: add the row',
  );
});

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}

test('each alert has its own name, a condition, a severity and a sentence', (t) => {
  const { groups } = parse(read('infra/alerts.yaml')) as { readonly groups: readonly { rules: readonly Alert[] }[] };
  const alerts = groups.flatMap(({ rules }) => rules);
  t.is(new Set(alerts.map(({ alert }) => alert)).size, alerts.length);
  for (const { alert, expr, labels, annotations } of alerts) {
    t.regex(alert, /^Waybill[A-Z][A-Za-z]+$/);
    t.regex(expr, /waybill_|^up\{job="waybill"\}/, alert);
    t.regex(labels.severity, /^(page|ticket)$/, alert);
    t.regex(annotations.summary, /\.$/, alert);
  }
});

test('Prometheus reads the alerts where the compose file mounts them', (t) => {
  const { rule_files: files } = parse(read('infra/prometheus.yaml')) as { readonly rule_files: readonly string[] };
  t.deepEqual(files, ['alerts.yaml']);
  t.true(compose.services['prometheus']?.volumes?.includes('./alerts.yaml:/etc/prometheus/alerts.yaml:ro'));
});

test('every target of Prometheus is a service of the compose file', (t) => {
  const targets = [...read('infra/prometheus.yaml').matchAll(/'([a-z]+):9464'/g)].map(([, name]) => name ?? '');
  t.deepEqual(targets, ['gateway', 'reactors']);
  for (const target of targets) t.true(target in compose.services);
});

test('the chart has the version of the package', (t) => {
  const { version, appVersion } = parse(read('infra/helm/waybill/Chart.yaml')) as {
    readonly version: string;
    readonly appVersion: string;
  };
  const expected = (JSON.parse(read('package.json')) as { readonly version: string }).version;
  t.deepEqual([version, appVersion], [expected, expected]);
});

interface ValueSchema {
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  readonly additionalProperties?: unknown;
}

test('each value of the chart has a schema, and each schema a value with its default', (t) => {
  const compare = (value: unknown, schema: ValueSchema, path: string): void => {
    if (schema.properties === undefined || schema.additionalProperties !== false) return;
    const names = Object.keys(schema.properties).filter((name) => name !== 'global');
    t.deepEqual(Object.keys(value as object).toSorted(), names.toSorted(), path);
    for (const name of names) {
      compare((value as Readonly<Record<string, unknown>>)[name], schema.properties[name] ?? {}, `${path}.${name}`);
    }
  };
  const schema = JSON.parse(read('infra/helm/waybill/values.schema.json')) as ValueSchema;
  compare(parse(read('infra/helm/waybill/values.yaml')), schema, 'values');
});
