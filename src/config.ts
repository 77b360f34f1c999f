import { readFileSync, existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { priceListSchema } from './domain/price-list.ts';
import { profileNameSchema, switchyardProfile } from './domain/profile-name.ts';
import { reasoningEfforts } from './domain/reasoning-effort.ts';
import { systemOneTargetSchema } from './domain/systemone-target.ts';
import { thinkingControlSchema } from './domain/thinking-control.ts';
import { ledgerSchema, type LedgerConfig } from './ledger-config.ts';

/**
 * The only reader of the environment and of `waybill.yaml`. Everything is read once, checked whole, and frozen.
 * Each key states its unit in its name; relations between limits are asserted; every refusal names the key and says
 * what to write instead.
 */

const milliseconds = (fallback: number, max = 86_400_000) => z.number().int().min(1).max(max).default(fallback);
const count = (fallback: number, max: number) => z.number().int().min(1).max(max).default(fallback);
const name = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'letters, digits, dot, underscore, dash');

const surfaceNames = ['chat_completions', 'messages', 'embeddings', 'systemone'] as const;

const serverSchema = z
  .strictObject({
    body_bytes_max: count(8_388_608, 536_870_912).describe('Largest request body of a JSON surface, bytes.'),
    json_depth_max: count(128, 1_000).describe('Deepest nesting of a JSON body, levels.'),
    answer_bytes_max: count(33_554_432, 536_870_912).describe('Largest unstreamed answer of an upstream, bytes.'),
    sse_record_bytes_max: count(4_194_304, 67_108_864).describe('Largest single record of an event stream, bytes.'),
    requests_in_flight_max: count(10_000, 1_000_000).describe('Most inference requests at once.'),
    request_timeout_ms: milliseconds(60_000).describe('Time for a request with its body to arrive.'),
    keep_alive_timeout_ms: milliseconds(75_000).describe('How long an idle client connection is kept.'),
    drain_timeout_ms: milliseconds(30_000).describe('How long a stopping process waits for running requests.'),
    disconnect_drain_ms_max: milliseconds(120_000).describe(
      'How long an upstream is still read, for its counters, after the client has hung up.',
    ),
    disconnect_drain_bytes_max: count(16_777_216, 536_870_912).describe('How much of it is still read then.'),
    heartbeat_ms: milliseconds(15_000, 60_000).describe('Longest silence in a stream before a comment is sent.'),
  })
  .prefault({});

const reservationsSchema = z
  .strictObject({
    ttl_ms: milliseconds(3_600_000).describe('Life of a hold; must exceed the longest total time of an upstream.'),
    sweep_interval_ms: milliseconds(2_000, 3_600_000).describe('How often open reservations are looked over.'),
    never_seen_grace_ms: milliseconds(10_000, 3_600_000).describe(
      'How long "never seen" in the books of an upstream is not believed: a request may still be on its way.',
    ),
    unknown_outcome: z
      .enum(['release', 'settle_hold', 'keep'])
      .default('keep')
      .describe('What becomes of a flagged reservation whose upstream keeps no books, after the grace.'),
    unknown_outcome_grace_ms: milliseconds(900_000).describe('How long a flagged reservation waits for a person.'),
  })
  .prefault({});

const kafkaTopic = (fallback: string, partitions: number) =>
  z
    .strictObject({
      name: z
        .string()
        .regex(/^[A-Za-z0-9._-]{1,249}$/, 'a name that Kafka takes')
        .default(fallback)
        .describe('Its name. It must exist.'),
      partitions: count(partitions, 10_000).describe('How many it has: another number is refused at start.'),
    })
    .prefault({});

const kafkaSchema = z.strictObject({
  brokers: z
    .array(z.string().regex(/^[^\s:/]+:\d{1,5}$/, 'host:port'))
    .min(1)
    .max(100)
    .describe('Where to begin, `host:port`.'),
  client_id: name.default('waybill').describe('What brokers call this client.'),
  source: z.string().min(1).max(200).default('waybill').describe('`ce_source`: names this installation to consumers.'),
  topics: z
    .strictObject({
      ledger: kafkaTopic('waybill.ledger.v1', 12),
      responses: kafkaTopic('waybill.responses.v1', 12),
      identity: kafkaTopic('waybill.identity.v1', 3),
    })
    .prefault({}),
  sasl: z
    .strictObject({
      mechanism: z.enum(['plain', 'scram-sha-256', 'scram-sha-512']).describe('How to log in.'),
      username: z.string().min(1).describe('The user; write `${NAME}`.'),
      password: z.string().min(1).describe('The password; write `${NAME}`.'),
    })
    .optional(),
  tls: z
    .strictObject({
      enabled: z.boolean().default(false).describe('Whether connections are encrypted.'),
      ca_file: z.string().min(1).optional().describe('PEM file of the authority; absent: those of the system.'),
      cert_file: z.string().min(1).optional().describe('PEM file of a certificate of our own.'),
      key_file: z.string().min(1).optional().describe('PEM file of its key.'),
    })
    .prefault({}),
  publish_timeout_ms: milliseconds(5_000, 60_000).describe('Longest publication, with all its retries.'),
  checkpoint_ms: milliseconds(1_000, 60_000).describe('Least time between two moves of the checkpoint.'),
  batch_events_max: count(1_000, 10_000).describe('Most events of one publication.'),
  lease_ms: milliseconds(15_000, 600_000).describe(
    'A relay that has work and does not move on for so long loses its seat to another gateway.',
  ),
});

const upstreamSchema = z.strictObject({
  base_url: z.url({ protocol: /^https?$/ }).describe('Base URL, usually ending in /v1.'),
  api_key: z.string().min(1).optional().describe('Credential of the gateway at this upstream; write `${NAME}`.'),
  auth: z.enum(['bearer', 'x-api-key', 'none']).default('bearer').describe('How the credential is sent.'),
  connect_timeout_ms: milliseconds(5_000).describe('Time to connect.'),
  first_byte_timeout_ms: milliseconds(600_000).describe('Time from request to the head of the answer.'),
  idle_timeout_ms: milliseconds(120_000).describe('Longest silence within an answer.'),
  total_timeout_ms: milliseconds(1_800_000).describe('Longest exchange.'),
  connections_max: count(256, 10_000).describe('Most connections at once.'),
  retries_max: z.number().int().min(0).max(5).default(2).describe('Further attempts, before the first byte only.'),
  retry_after_ms_max: milliseconds(5_000, 60_000).describe('Longest `retry-after` that is waited for.'),
  circuit_failures: count(10, 1_000).describe('Failures in a row that open the circuit.'),
  circuit_open_ms: milliseconds(5_000, 600_000).describe('How long an open circuit refuses at once.'),
  books_path: z
    .string()
    .startsWith('/')
    .includes('{reservation_id}')
    .optional()
    .describe('Path below base_url where this upstream tells what it charged a request of ours.'),
});

const targetSchema = z.strictObject({
  upstream: name.describe('A name of `upstreams`.'),
  model: z.string().min(1).max(200).describe('The model as the upstream calls it.'),
  surfaces: z.array(z.enum(surfaceNames)).min(1).describe('The protocols this target speaks.'),
  context_tokens_max: count(128_000, 100_000_000).describe('Context window, tokens: bounds the input of a hold.'),
  output_tokens_max: count(16_384, 10_000_000).describe('Most tokens of one answer; larger wishes are clamped.'),
  efforts: z.array(z.enum(reasoningEfforts)).default([]).describe('Reasoning levels it takes; the nearest is chosen.'),
  thinking: thinkingControlSchema,
  trusted: z.boolean().default(false).describe('May see personal data that cannot be inspected.'),
  systemone: systemOneTargetSchema,
  prices: priceListSchema.optional(),
});

const profileSchema = z.strictObject({
  display_name: z.string().min(1).max(200).optional().describe('For people; absent: the name.'),
  description: z.string().max(1_000).default('').describe('What GET /v1/models says of it.'),
  released: z.iso.date().default('2026-01-01').describe('What GET /v1/models tells as creation date.'),
  targets: z.array(name).min(1).describe('Targets in order of preference; the first that maps the surface serves.'),
});

const fileSchema = z.strictObject({
  server: serverSchema,
  ledger: ledgerSchema,
  reservations: reservationsSchema,
  kafka: kafkaSchema.optional(),
  upstreams: z.record(name, upstreamSchema),
  targets: z.record(name, targetSchema),
  profiles: z.record(profileNameSchema, profileSchema),
  aliases: z.record(profileNameSchema, profileNameSchema).default({}).describe('Further names of profiles.'),
  default_profile: profileNameSchema.optional().describe('Used when a request names no model and no policy does.'),
});

/** How Kafka is set when nothing is said but its address: the names that messages get then. */
export const kafkaDefaults = Object.freeze(kafkaSchema.parse({ brokers: ['127.0.0.1:9092'] }));

export type ConfigFile = z.infer<typeof fileSchema>;
export type KafkaConfig = NonNullable<ConfigFile['kafka']>;
export type TargetConfig = ConfigFile['targets'][string] & { readonly prices: z.infer<typeof priceListSchema> };

/** The schema of `waybill.yaml`, for the generated table of settings. */
export const configFileSchema = fileSchema;

export interface Config extends Omit<ConfigFile, 'targets'> {
  readonly targets: Readonly<Record<string, TargetConfig>>;
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  readonly logLevel: string;
  /** Whether the built-in sandbox serves as configuration, upstream and demo tenant. */
  readonly isSandbox: boolean;
  /** What this process does: serve requests, act on recorded facts, or both. */
  readonly role: 'gateway' | 'reactors' | 'all';
  /** Secret that keys the hashes of API keys, 64 hex digits; `null`: a file of the data directory keeps it. */
  readonly keyPepper: string | null;
}

/** The configuration cannot be used. The message names what, where, and what to write instead. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment variables that are read, for the README's table. */
export const environmentSchema = z.object({
  WAYBILL_CONFIG: z.string().optional().describe('Path of `waybill.yaml`. Absent: sandbox mode.'),
  WAYBILL_DATA_DIR: z.string().default('data').describe('Where the ledger, read models and secrets live.'),
  WAYBILL_HOST: z.string().default('127.0.0.1').describe('Address to listen on.'),
  WAYBILL_PORT: z.coerce.number().int().min(0).max(65_535).default(8080).describe('Port; 0 = any free one.'),
  WAYBILL_LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug'])
    .default('info')
    .describe('Least level that is logged, as JSON lines on stderr.'),
  WAYBILL_ROLE: z
    .enum(['gateway', 'reactors', 'all'])
    .default('all')
    .describe('What the process does: answer requests, sweep and relay what was recorded, or both.'),
  WAYBILL_KEY_PEPPER: z
    .string()
    .regex(/^[0-9a-f]{64}$/, '64 hex digits')
    .optional()
    .describe('Keys the hashes of API keys. Absent: `key-pepper` in the data directory, made at first start.'),
});

const sandboxConfigPath = join(import.meta.dirname, '..', 'infra', 'sandbox.yaml');

/** A file that says: this data directory is the sandbox's. Written before anything else is. */
export const sandboxMark = '.sandbox';

/** The process's environment: the only place where it is read. */
export function processEnvironment(): Environment {
  return process.env;
}

/** Where the data is, and whether the sandbox serves: all that a command needs that does not serve. */
export interface Place {
  readonly dataDir: string;
  readonly configPath: string;
  readonly isSandbox: boolean;
}

/** Raises {@link ConfigError} when there is no configuration, and the data directory belongs to something else. */
export function locate(environment: Environment): Place {
  const { WAYBILL_CONFIG, WAYBILL_DATA_DIR } = readEnvironment(environment);
  const dataDir = resolve(WAYBILL_DATA_DIR);
  if (WAYBILL_CONFIG !== undefined) return { dataDir, configPath: resolve(WAYBILL_CONFIG), isSandbox: false };
  const isEmpty = !existsSync(dataDir) || readdirSync(dataDir).length === 0;
  if (!isEmpty && !existsSync(join(dataDir, sandboxMark))) {
    throw new ConfigError(
      `${dataDir} holds data that the sandbox did not make. Set WAYBILL_CONFIG to your waybill.yaml, or WAYBILL_DATA_DIR to an empty directory.`,
    );
  }
  return { dataDir, configPath: sandboxConfigPath, isSandbox: true };
}

/** The ledger's section alone, for commands that need no other secrets. Raises {@link ConfigError}. */
export function loadLedgerConfig(environment: Environment): LedgerConfig {
  const path = readEnvironment(environment).WAYBILL_CONFIG;
  if (path === undefined) return ledgerSchema.parse({});
  const file = z.object({ ledger: z.unknown() }).safeParse(parseYaml(readConfigText(path), path));
  const parsed = ledgerSchema.safeParse(interpolate(file.data?.ledger, environment, path));
  if (!parsed.success) throw new ConfigError(`${path}: ledger cannot be used:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** Reads and checks everything. Raises {@link ConfigError}. */
export function loadConfig(environment: Environment): Config {
  const place = locate(environment);
  const settings = readEnvironment(environment);
  const file = parseConfigFile(readConfigText(place.configPath), environment, place.configPath);
  return Object.freeze({
    ...file,
    dataDir: place.dataDir,
    host: settings.WAYBILL_HOST,
    port: settings.WAYBILL_PORT,
    logLevel: settings.WAYBILL_LOG_LEVEL,
    role: settings.WAYBILL_ROLE,
    isSandbox: place.isSandbox,
    keyPepper: settings.WAYBILL_KEY_PEPPER ?? null,
  });
}

function readEnvironment(environment: Environment): z.infer<typeof environmentSchema> {
  const empty = Object.keys(environmentSchema.shape).find((variable) => environment[variable] === '');
  if (empty !== undefined) throw new ConfigError(`${empty} is empty: give it a value, or leave it out`);
  const parsed = environmentSchema.safeParse(environment);
  if (!parsed.success) throw new ConfigError(`the environment cannot be used:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

function readConfigText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(`${path} cannot be read: ${error instanceof Error ? error.message : 'unknown'}`);
  }
}

/** Parses and checks the text of a `waybill.yaml`. Raises {@link ConfigError}. */
export function parseConfigFile(
  text: string,
  environment: Environment,
  path: string,
): Omit<ConfigFile, 'targets'> & { readonly targets: Readonly<Record<string, TargetConfig>> } {
  const parsed = fileSchema.safeParse(interpolate(parseYaml(text, path), environment, path));
  if (!parsed.success) throw new ConfigError(`${path} cannot be used:\n${problems(parsed.error)}`);
  const targets = pricedTargets(parsed.data.targets, path);
  assertRelations(parsed.data, path);
  return { ...parsed.data, targets };
}

/** One problem a line, each with its place; of a name that does not fit, what would. */
function problems({ issues }: z.ZodError): string {
  return z.prettifyError({
    issues: issues.map((issue) => {
      const rule = issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined;
      return rule === undefined ? issue : { ...issue, message: `The name does not fit: ${rule}` };
    }),
  });
}

function parseYaml(text: string, path: string): unknown {
  try {
    return parse(text, { maxAliasCount: 100 });
  } catch (error) {
    // The first line says what and where; the excerpt below it may hold a credential.
    const [what] = error instanceof Error ? error.message.split('\n') : [];
    throw new ConfigError(`${path} is not YAML: ${what ?? 'unknown'}`);
  }
}

/** Replaces `${NAME}` in every string by the environment's value; a name that is not set is refused. */
function interpolate(value: unknown, environment: Environment, path: string): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, variable: string) => {
      const replacement = environment[variable];
      if (replacement === undefined) throw new ConfigError(`${path} names \${${variable}}, which is not set`);
      return replacement;
    });
  }
  if (Array.isArray(value)) return value.map((item) => interpolate(item, environment, path));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, interpolate(item, environment, path)]));
  }
  return value;
}

function pricedTargets(targets: ConfigFile['targets'], path: string): Record<string, TargetConfig> {
  return Object.fromEntries(
    Object.entries(targets).map(([target, settings]) => {
      if (settings.prices === undefined) {
        throw new ConfigError(
          `${path}: targets.${target} has no prices. Everything that is forwarded is priced: add prices with id, version and eur_per_million_tokens (use "0" for what is free).`,
        );
      }
      return [target, { ...settings, prices: settings.prices }];
    }),
  );
}

function assertRelations(file: ConfigFile, path: string): void {
  const assert = (holds: boolean, problem: string): void => {
    if (!holds) throw new ConfigError(`${path}: ${problem}`);
  };
  for (const [target, { upstream }] of Object.entries(file.targets)) {
    assert(
      has(file.upstreams, upstream),
      `targets.${target}.upstream names ${upstream}, which upstreams does not list`,
    );
  }
  for (const [profile, { targets }] of Object.entries(file.profiles)) {
    assert(profile !== switchyardProfile, `profiles.${switchyardProfile}: the name is reserved for routing`);
    for (const target of targets) {
      assert(has(file.targets, target), `profiles.${profile}.targets names ${target}, which targets does not list`);
    }
  }
  for (const [alias, profile] of Object.entries(file.aliases)) {
    assert(alias !== switchyardProfile, `aliases.${switchyardProfile}: the name is reserved for routing`);
    assert(!has(file.profiles, alias), `aliases.${alias} is also the name of a profile`);
    assert(has(file.profiles, profile), `aliases.${alias} names ${profile}, which profiles does not list`);
  }
  const { kafka } = file;
  assert(
    kafka === undefined || kafka.lease_ms >= 3 * kafka.publish_timeout_ms,
    'kafka.lease_ms must be at least three times kafka.publish_timeout_ms: a relay must know its fate before its seat is taken',
  );
  assert(
    kafka === undefined || new Set(Object.values(kafka.topics).map((topic) => topic.name)).size === 3,
    'kafka.topics must have names of their own',
  );
  assert(
    (kafka?.tls.cert_file === undefined) === (kafka?.tls.key_file === undefined),
    'kafka.tls needs cert_file and key_file, or neither',
  );
  const fallback = file.default_profile;
  assert(fallback === undefined || has(file.profiles, fallback), `default_profile ${fallback} is not among profiles`);
  for (const [upstream, settings] of Object.entries(file.upstreams)) {
    const longest = settings.total_timeout_ms + file.server.disconnect_drain_ms_max;
    assert(
      file.reservations.ttl_ms > longest,
      `reservations.ttl_ms must exceed upstreams.${upstream}.total_timeout_ms + server.disconnect_drain_ms_max (${longest}): a hold may not expire under a running request`,
    );
    assert(
      settings.auth === 'none' || settings.api_key !== undefined,
      `upstreams.${upstream} has no api_key; set one, or auth: none`,
    );
  }
}

/** Of its own: every object also answers to names like `constructor`. */
function has(section: object, key: string): boolean {
  return Object.hasOwn(section, key);
}
