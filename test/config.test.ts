import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { stringify } from 'yaml';
import {
  ConfigError,
  loadConfig,
  loadLedgerConfig,
  locate,
  parseConfigFile,
  sandboxMark,
  type Environment,
} from '../src/config.ts';
import { dataDirectory, testConfig, unauditedDirectory } from './_support/gateway.ts';

type Section = Readonly<Record<string, unknown>>;

const prices = { id: 'plain', version: '1', eur_per_million_tokens: { input: '1', output: '2' } };
const target = { upstream: 'there', model: 'its-model', surfaces: ['chat_completions'], prices };
const upstream = { base_url: 'https://there.example/v1', api_key: 'secret' };
const least = {
  upstreams: { there: upstream },
  targets: { one: target },
  profiles: { light: { targets: ['one'] } },
};

const parse = (document: Section, environment: Environment = {}) =>
  parseConfigFile(stringify(document), environment, 'waybill.yaml');

test('the smallest configuration has a default for everything else', (t) => {
  const { ledger, reservations, upstreams, targets, profiles, aliases, default_profile } = parse(least);
  t.deepEqual(ledger, {
    engine: 'sqlite',
    away_ms: 5_000,
    call_timeout_ms: 5_000,
    checkpoint_minutes: 15,
    closing_events: 256,
    closing_ms: 86_400_000,
    reserve_wait_ms: 3_000,
    projection_batch_ms: 100,
  });
  t.deepEqual(reservations, {
    ttl_ms: 3_600_000,
    sweep_interval_ms: 2_000,
    never_seen_grace_ms: 10_000,
    unknown_outcome: 'keep',
    unknown_outcome_grace_ms: 900_000,
  });
  t.deepEqual(upstreams, {
    there: {
      ...upstream,
      auth: 'bearer',
      connect_timeout_ms: 5_000,
      first_byte_timeout_ms: 600_000,
      idle_timeout_ms: 120_000,
      total_timeout_ms: 1_800_000,
      connections_max: 256,
      retries_max: 2,
      retry_after_ms_max: 5_000,
      tags_header: 'drop',
      circuit_failures: 10,
      circuit_open_ms: 5_000,
    },
  });
  t.deepEqual(targets, {
    one: {
      ...target,
      context_tokens_max: 128_000,
      output_tokens_max: 16_384,
      output_tokens_per_second_max: 1_000,
      cached_tokens: 'within',
      prices_cover_providers: false,
      hosted_tool_uses_max: 5,
      tool_prompt_tokens_max: 1_000,
      answers_max: 128,
      unknown_members: 'pass',
      efforts: [],
      thinking: 'adaptive',
      opaque_reasoning: true,
      trace_headers: 'drop',
      trusted: false,
      systemone: { questions_max: 1_000, prompt_per_question: true },
      audio: { seconds_max: 14_400, bytes_per_second_min: 500 },
    },
  } as typeof targets);
  t.deepEqual(profiles, {
    light: {
      default_effort: 'medium',
      description: '',
      released: '2026-01-01',
      targets: ['one'],
      balance: 'weighted',
      affinity: true,
    },
  });
  t.deepEqual(aliases, {});
  t.is(default_profile, undefined);
});

test('the environment variables have defaults', (t) => {
  const directory = dataDirectory(t);
  const path = join(directory, 'waybill.yaml');
  writeFileSync(path, stringify(least));
  const config = loadConfig({ WAYBILL_CONFIG: path });
  t.like(config, { host: '127.0.0.1', port: 8080, logLevel: 'info', keyPepper: null, isSandbox: false });
  t.is(config.dataDir, join(process.cwd(), 'data'));
  t.true(Object.isFrozen(config));
});

const refuses = (title: string, document: Section, message: RegExp): void => {
  test(title, (t) => {
    t.throws(() => parse(document), { instanceOf: ConfigError, message });
  });
};

refuses(
  'an unknown key is reported with its place',
  { ...least, server: { heartbeat: 1 } },
  /"heartbeat"\s+→ at server/,
);
refuses('an unknown section is reported', { ...least, sever: {} }, /"sever"/);
refuses(
  'an unknown nested key is reported with its place',
  { ...least, targets: { one: { ...target, prices: { ...prices, eur_per_milion_tokens: {} } } } },
  /"eur_per_milion_tokens"\s+→ at targets\.one\.prices/,
);
refuses(
  'a limit below its range is reported',
  { ...least, server: { heartbeat_ms: 0 } },
  />=1\s+→ at server\.heartbeat_ms/,
);
refuses(
  'a limit above its range is reported',
  { ...least, upstreams: { there: { ...upstream, retries_max: 6 } } },
  /<=5\s+→ at upstreams\.there\.retries_max/,
);
refuses('a missing section is reported', { upstreams: {} }, /→ at targets\n.*\n\s*→ at profiles/);
refuses(
  'a target without a price is refused with what to add',
  { ...least, targets: { one: { ...target, prices: undefined } } },
  /targets\.one has no prices\. Add prices with id, version and eur_per_million_tokens/,
);
refuses(
  'a price that is a number is refused: it would not be exact',
  {
    ...least,
    targets: { one: { ...target, prices: { ...prices, eur_per_million_tokens: { input: 0.1, output: '1' } } } },
  },
  /in quotes.*\s+→ at targets\.one\.prices\.eur_per_million_tokens\.input/,
);
for (const price of ['-1', '0.0000000001', '1e3', '1,5', '']) {
  refuses(
    `a price of ${JSON.stringify(price)} is refused`,
    {
      ...least,
      targets: { one: { ...target, prices: { ...prices, eur_per_million_tokens: { input: price, output: '1' } } } },
    },
    /an amount in euro/,
  );
}
refuses(
  'an upstream that is not configured is refused',
  { ...least, targets: { one: { ...target, upstream: 'elsewhere' } } },
  /targets\.one\.upstream names elsewhere, which upstreams does not list/,
);
refuses(
  'a name inherited by every object does not count as configured',
  { ...least, targets: { one: { ...target, upstream: 'constructor' } } },
  /names constructor/,
);
refuses(
  'a target that is not configured is refused',
  { ...least, profiles: { light: { targets: ['two'] } } },
  /profiles\.light\.targets names two/,
);
refuses(
  'a profile without a target is refused',
  { ...least, profiles: { light: { targets: [] } } },
  /→ at profiles\.light\.targets/,
);
refuses(
  'a profile name of other characters is refused',
  { ...least, profiles: { 'li ght': { targets: ['one'] } } },
  /a profile name/,
);
refuses(
  'a profile may not be called switchyard',
  { ...least, profiles: { switchyard: { targets: ['one'] } } },
  /reserved for routing/,
);
refuses(
  'an alias may not be called switchyard',
  { ...least, aliases: { switchyard: 'light' } },
  /reserved for routing/,
);
refuses(
  'an alias may not hide a profile',
  { ...least, aliases: { light: 'light' } },
  /aliases\.light is also the name of a profile/,
);
refuses(
  'an alias of nothing is refused',
  { ...least, aliases: { dark: 'constructor' } },
  /aliases\.dark names constructor/,
);
refuses(
  'a default profile that is not configured is refused',
  { ...least, default_profile: 'dark' },
  /default_profile dark/,
);
refuses(
  'a surface that is not served is refused',
  { ...least, targets: { one: { ...target, surfaces: ['telepathy'] } } },
  /→ at targets\.one\.surfaces\[0\]/,
);
refuses(
  'an upstream without its credential is refused',
  { ...least, upstreams: { there: { base_url: upstream.base_url } } },
  /upstreams\.there has no api_key; set one, or auth: none/,
);
refuses(
  'an upstream address that is not HTTP is refused',
  { ...least, upstreams: { there: { ...upstream, base_url: 'ftp://there' } } },
  /→ at upstreams\.there\.base_url/,
);
refuses(
  'a billing records path without a place for the reservation is refused',
  { ...least, upstreams: { there: { ...upstream, billing_records_path: '/billingRecords' } } },
  /→ at upstreams\.there\.billing_records_path/,
);

refuses(
  'a reservation time shorter than a request may run is refused',
  { ...least, reservations: { ttl_ms: 3_000_000 } },
  /reservations\.ttl_ms must exceed server\.request_total_ms_max by a tenth/,
);

test('a variable in braces is replaced by the environment, anywhere in a text', (t) => {
  const document = {
    ...least,
    upstreams: { there: { base_url: 'http://${HOST}:${PORT}/v1', api_key: '${KEY}' } },
  };
  const { upstreams } = parse(document, { HOST: 'there', PORT: '1234', KEY: 'a $& ${KEY} b' });
  t.like(upstreams['there'], { base_url: 'http://there:1234/v1', api_key: 'a $& ${KEY} b' });
});

test('a variable that is not set is reported', (t) => {
  const document = { ...least, upstreams: { there: { ...upstream, api_key: '${SECRET_OF_MINE}' } } };
  t.throws(() => parse(document, {}), { instanceOf: ConfigError, message: /\$\{SECRET_OF_MINE\}, which is not set/ });
});

test('invalid YAML is refused with its place, without quoting a line that may contain a credential', (t) => {
  for (const text of ['upstreams: [', 'api_key: canary\napi_key: canary', 'api_key: "canary', '\tapi_key: canary: x']) {
    const error = t.throws(() => parseConfigFile(text, {}, 'waybill.yaml'), { instanceOf: ConfigError });
    t.regex(error.message, /^waybill\.yaml (is not YAML: .* at line \d+|cannot be used)/);
    t.false(error.message.includes('canary'));
    t.notRegex(error.message, /:$/);
  }
});

test('no refusal contains the value of a credential', (t) => {
  const document = {
    ...least,
    upstreams: { there: { ...upstream, api_key: '${KEY}', base_url: '${KEY}', typo: '${KEY}' } },
  };
  const error = t.throws(() => parse(document, { KEY: 'canary' }), { instanceOf: ConfigError });
  t.false(error.message.includes('canary'));
});

for (const [variable, value, message] of [
  ['WAYBILL_PORT', '70000', /WAYBILL_PORT/],
  ['WAYBILL_PORT', 'http', /WAYBILL_PORT/],
  ['WAYBILL_PORT', '', /WAYBILL_PORT is empty/],
  ['WAYBILL_CONFIG', '', /WAYBILL_CONFIG is empty/],
  ['WAYBILL_DATA_DIR', '', /WAYBILL_DATA_DIR is empty/],
  ['WAYBILL_LOG_LEVEL', 'loud', /WAYBILL_LOG_LEVEL/],
  ['WAYBILL_KEY_PEPPER', 'pepper', /64 hex digits/],
] as const) {
  test(`${variable} may not be ${JSON.stringify(value)}`, (t) => {
    const error = t.throws(() => loadConfig({ WAYBILL_CONFIG: '/nowhere', [variable]: value }), {
      instanceOf: ConfigError,
    });
    t.regex(error.message, message);
    if (variable === 'WAYBILL_KEY_PEPPER') t.false(error.message.includes('pepper\n'));
  });
}

test('a missing file is reported', (t) => {
  t.throws(() => loadConfig({ WAYBILL_CONFIG: '/nowhere/waybill.yaml' }), {
    instanceOf: ConfigError,
    message: /^\/nowhere\/waybill\.yaml cannot be read: ENOENT/,
  });
});

test('an empty or missing directory without a configuration becomes the sandbox', (t) => {
  const directory = dataDirectory(t);
  t.true(locate({ WAYBILL_DATA_DIR: directory }).isSandbox);
  t.true(locate({ WAYBILL_DATA_DIR: join(directory, 'none') }).isSandbox);
});

test('the directory of the sandbox stays the sandbox', (t) => {
  const directory = unauditedDirectory(t);
  writeFileSync(join(directory, sandboxMark), '');
  writeFileSync(join(directory, 'ledger.db'), '');
  t.true(locate({ WAYBILL_DATA_DIR: directory }).isSandbox);
});

test('a directory with other contents never becomes the sandbox', (t) => {
  const directory = unauditedDirectory(t);
  writeFileSync(join(directory, 'ledger.db'), 'precious');
  t.throws(() => locate({ WAYBILL_DATA_DIR: directory }), {
    instanceOf: ConfigError,
    message:
      /holds data that the sandbox did not make\. Set WAYBILL_CONFIG .* or WAYBILL_DATA_DIR to an empty directory/,
  });
  const configured = locate({ WAYBILL_DATA_DIR: directory, WAYBILL_CONFIG: 'waybill.yaml' });
  t.false(configured.isSandbox);
  t.is(readFileSync(join(directory, 'ledger.db'), 'utf8'), 'precious');
});

test('the configuration of the sandbox can be loaded', (t) => {
  const directory = dataDirectory(t);
  mkdirSync(join(directory, 'data'));
  const config = loadConfig({
    WAYBILL_DATA_DIR: join(directory, 'data'),
    WAYBILL_SANDBOX_URL: 'http://127.0.0.1:1/v1',
    WAYBILL_SANDBOX_KEY: 'key',
    WAYBILL_SPARE_URL: 'http://127.0.0.1:2/v1',
    WAYBILL_SPARE_KEY: 'key',
  });
  t.deepEqual(Object.keys(config.profiles), ['light', 'average', 'advanced']);
  t.is(config.default_profile, 'average');
  t.notThrows(() => parse(testConfig({ baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'key' })));
});

const contentKeys = [
  { id: '2027', key: '${NEW_KEY}' },
  { id: '2026', key: 'ab'.repeat(32) },
];

const remote = { engine: 'eventstoredb', connection_string: 'esdb://u:${PASSWORD}@db.example' };

test('EventStoreDB is configured with a connection string, with its password from the environment', (t) => {
  const { ledger } = parse({ ...least, ledger: remote, content_keys: contentKeys.slice(1) }, { PASSWORD: 's3cret' });
  t.like(ledger, { engine: 'eventstoredb', connection_string: 'esdb://u:s3cret@db.example' });
});

refuses(
  'EventStoreDB without a connection string is refused',
  { ...least, ledger: { engine: 'eventstoredb' } },
  /eventstoredb needs a connection_string\n.*ledger\.connection_string/,
);
refuses(
  'a connection string for another engine is refused',
  { ...least, ledger: { connection_string: 'esdb://localhost' } },
  /for engine eventstoredb only/,
);
refuses(
  'a connection string of something else is refused',
  { ...least, ledger: { ...remote, connection_string: 'postgres://localhost' } },
  /esdb:\/\/…/,
);

test('commands read only the ledger section, and need no other secrets', (t) => {
  const path = join(dataDirectory(t), 'waybill.yaml');
  writeFileSync(path, stringify({ upstreams: { there: { api_key: '${NOT_SET}' } }, ledger: remote }));
  t.is(loadLedgerConfig({ WAYBILL_CONFIG: path, PASSWORD: 'p' }).connection_string, 'esdb://u:p@db.example');
  t.throws(() => loadLedgerConfig({ WAYBILL_CONFIG: path }), { instanceOf: ConfigError, message: /PASSWORD/ });
  t.is(loadLedgerConfig({}).engine, 'sqlite');
});

test('content keys are read from the environment, the newest first', (t) => {
  const { content_keys: keys } = parse({ ...least, content_keys: contentKeys }, { NEW_KEY: 'cd'.repeat(32) });
  t.deepEqual(keys, [
    { id: '2027', key: 'cd'.repeat(32) },
    { id: '2026', key: 'ab'.repeat(32) },
  ]);
  t.is(parse(least).content_keys, undefined);
});

test('an invalid content key is refused without quoting it', (t) => {
  const document = { ...least, content_keys: contentKeys };
  const error = t.throws(() => parse(document, { NEW_KEY: 's3cret' }), { instanceOf: ConfigError });
  t.regex(error.message, /64 hex digits, as `openssl rand -hex 32` prints them\n.*content_keys\[0\]\.key/);
  t.false(error.message.includes('s3cret'));
});

refuses(
  'two content keys with one id are refused',
  { ...least, content_keys: [contentKeys[1], { id: '2026', key: 'ef'.repeat(32) }] },
  /two keys have the same id/,
);
refuses('an empty list of content keys is refused', { ...least, content_keys: [] }, /content_keys/);
refuses(
  'an engine of several gateways without content keys is refused',
  { ...least, ledger: { engine: 'eventstoredb', connection_string: 'esdb://db.example' } },
  /eventstoredb needs content_keys.*openssl rand -hex 32/,
);
