import { createHash } from 'node:crypto';
import { readFileSync, existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse, YAMLParseError } from 'yaml';
import { z } from 'zod';
import { configFileSchema, sectionsSchema, type ConfigFile, type TargetConfig } from './config/config-file.ts';
import { archiveSection, type ArchiveConfig } from './config/archive-section.ts';
import { contentKeysSection } from './config/content-keys-section.ts';
import { configProblems } from './config/config-problems.ts';
import { interpolate, type Sources } from './config/interpolate.ts';
import { environmentSchema, type EnvironmentSettings } from './config/environment-schema.ts';
import { idempotencySection } from './config/idempotency-section.ts';
import { ledgerSection, type LedgerConfig } from './config/ledger-section.ts';
import { brokenSectionRelation } from './config/section-relations.ts';

/**
 * The only reader of the environment and of `waybill.yaml`. Everything is read once, checked whole, and frozen.
 * Each key states its unit in its name; relations between limits are checked; every error names the key and says what
 * to write instead.
 */

export interface Config extends Omit<ConfigFile, 'targets'> {
  readonly targets: Readonly<Record<string, TargetConfig>>;
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  /** Address of the listener for metrics and readiness; `null` port: no such listener. */
  readonly metricsHost: string;
  readonly metricsHosts: readonly string[];
  readonly metricsPort: number | null;
  /** Address of the management API; `null` port: no such listener. */
  readonly adminHost: string;
  readonly adminPort: number | null;
  readonly logLevel: string;
  /** Whether a start may use a data directory that the sandbox made. */
  readonly usesSandboxData: boolean;
  /** Whether the built-in sandbox serves as configuration, upstream and demo tenant. */
  readonly isSandbox: boolean;
  /** What this process does: serve requests, act on recorded facts, or both. */
  readonly role: 'gateway' | 'reactors' | 'all';
  /** Secret that keys the hashes of API keys, 64 hex digits; `null`: it is in a file of the data directory. */
  readonly keyPepper: string | null;
  /** Secret of the key that signs checkpoints, 64 hex digits; `null`: it is in the data directory. */
  readonly checkpointKey: string | null;
  /** Whether changes of the file, and of the files it references, are loaded automatically. */
  readonly watchesConfig: boolean;
}

/** The configuration is invalid. The message says what is wrong, where, and what to write instead. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Environment variables by name, not yet checked. */
export type Environment = Readonly<Record<string, string | undefined>>;

const infraPath = join(import.meta.dirname, '..', 'infra');
const sandboxConfigPath = join(infraPath, 'sandbox.yaml');

/** What the sandbox upstreams run. An image may be without it. */
export const sandboxScriptPath = join(infraPath, 'sandbox-upstream', 'main.ts');

/** File that marks a data directory as the sandbox's. It is written before any other file. */
export const sandboxMark = '.sandbox';

/** The process's environment: the only place where it is read. */
export function processEnvironment(): Environment {
  return process.env;
}

/** The data directory and the configuration file: all that commands other than `serve` need. */
export interface Location {
  readonly dataDir: string;
  readonly configPath: string;
  readonly isSandbox: boolean;
}

/**
 * Raises {@link ConfigError} where there is no configuration, and the data directory belongs to something else or no
 * sandbox is installed.
 */
export function locate(environment: Environment): Location {
  const { WAYBILL_CONFIG, WAYBILL_DATA_DIR } = readEnvironment(environment);
  const dataDir = resolve(WAYBILL_DATA_DIR);
  if (WAYBILL_CONFIG !== undefined) return { dataDir, configPath: resolve(WAYBILL_CONFIG), isSandbox: false };
  if (!existsSync(sandboxConfigPath) || !existsSync(sandboxScriptPath)) {
    throw new ConfigError('this image has no sandbox: set WAYBILL_CONFIG to a mounted waybill.yaml');
  }
  const isEmpty = !existsSync(dataDir) || readdirSync(dataDir).length === 0;
  if (!isEmpty && !existsSync(join(dataDir, sandboxMark))) {
    throw new ConfigError(
      `${dataDir} holds data that the sandbox did not make. Set WAYBILL_CONFIG to your waybill.yaml, or WAYBILL_DATA_DIR to an empty directory.`,
    );
  }
  return { dataDir, configPath: sandboxConfigPath, isSandbox: true };
}

/** Reads only the section `ledger`, for commands that need no other secrets. Raises {@link ConfigError}. */
export function loadLedgerConfig(environment: Environment): LedgerConfig {
  const path = readEnvironment(environment).WAYBILL_CONFIG;
  return path === undefined ? ledgerSection.parse({}) : sectionOf('ledger', ledgerSection, { path, environment });
}

function sectionOf<Section extends z.ZodType>(
  name: keyof ConfigFile,
  schema: Section,
  { path, environment }: { readonly path: string; readonly environment: Environment },
): z.infer<Section> {
  const whole = parseYaml(readConfigText(path), path);
  // A misspelled `ledger` must not lead a command to the embedded ledger.
  const file = sectionsSchema.safeParse(whole);
  if (!file.success) throw unusable(path, file.error, { schema: configFileSchema, value: whole });
  const value = interpolate(file.data[name], sourcesOf(environment, path));
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw unusable(`${path}: ${name}`, parsed.error, { schema, value });
}

/** Reads only the section `content_keys`; `undefined`: there is none, or no file. Raises {@link ConfigError}. */
export function loadContentKeys(environment: Environment): ConfigFile['content_keys'] {
  const path = readEnvironment(environment).WAYBILL_CONFIG;
  return path === undefined
    ? undefined
    : sectionOf('content_keys', contentKeysSection.optional(), { path, environment });
}

/** Reads only the section `archive`; `undefined`: there is none, or no file. Raises {@link ConfigError}. */
export function loadArchiveConfig(environment: Environment): ArchiveConfig | undefined {
  const path = readEnvironment(environment).WAYBILL_CONFIG;
  return path === undefined ? undefined : sectionOf('archive', archiveSection.optional(), { path, environment });
}

/** How long an idempotency key is kept, milliseconds. Raises {@link ConfigError}. */
export function loadIdempotencyMs(environment: Environment): number {
  const path = readEnvironment(environment).WAYBILL_CONFIG;
  const section =
    path === undefined
      ? idempotencySection.parse({})
      : sectionOf('idempotency', idempotencySection, { path, environment });
  return section.ttl_ms;
}

/** The ids under `content_keys`, for commands without secrets; `null`: no such section. Raises {@link ConfigError}. */
export function contentKeyIds(environment: Environment): readonly string[] | null {
  const path = readEnvironment(environment).WAYBILL_CONFIG;
  if (path === undefined) return null;
  const section = z.object({ content_keys: z.array(z.object({ id: z.string() })) });
  return section.safeParse(parseYaml(readConfigText(path), path)).data?.content_keys.map(({ id }) => id) ?? null;
}

/** A configuration as it was read. */
export interface ReadConfig {
  readonly config: Config;
  /** SHA-256 of the file as it is written, hex. */
  readonly digest: string;
  /** The configuration file and the files it references as `${file:…}`. */
  readonly files: readonly string[];
}

/** Reads and checks the whole configuration. Raises {@link ConfigError}. */
export function loadConfig(environment: Environment): Config {
  return readConfig(environment).config;
}

/** {@link loadConfig}, with digest and files. Raises {@link ConfigError}. */
export function readConfig(environment: Environment): ReadConfig {
  const place = locate(environment);
  const settings = readEnvironment(environment);
  const text = readConfigText(place.configPath);
  const files = [place.configPath];
  const file = parseConfigFile(text, environment, place.configPath, (path) => files.push(path));
  const digest = createHash('sha256').update(text).digest('hex');
  const config = assembledConfig(file, place, settings);
  assertOwnPorts(config);
  return { config, digest, files };
}

function assembledConfig(
  file: ReturnType<typeof parseConfigFile>,
  place: Location,
  settings: EnvironmentSettings,
): Config {
  return Object.freeze({
    ...file,
    dataDir: place.dataDir,
    host: settings.WAYBILL_HOST,
    port: settings.WAYBILL_PORT,
    metricsHost: settings.WAYBILL_METRICS_HOST,
    metricsHosts: settings.WAYBILL_METRICS_HOSTS,
    metricsPort: portBeside(settings.WAYBILL_METRICS_PORT, metricsPortDefault, settings),
    adminHost: settings.WAYBILL_ADMIN_HOST,
    adminPort: portBeside(settings.WAYBILL_ADMIN_PORT, adminPortDefault, settings),
    logLevel: settings.WAYBILL_LOG_LEVEL,
    role: settings.WAYBILL_ROLE,
    usesSandboxData: settings.WAYBILL_SANDBOX_DATA === 'use',
    isSandbox: place.isSandbox,
    keyPepper: settings.WAYBILL_KEY_PEPPER ?? null,
    checkpointKey: settings.WAYBILL_CHECKPOINT_KEY ?? null,
    watchesConfig: settings.WAYBILL_CONFIG_WATCH === 'on',
  });
}

const metricsPortDefault = 9_464;
const adminPortDefault = 8_081;

/** The port of a further listener: without a setting, any free port if the public port is any free port. */
function portBeside(
  port: number | 'off' | undefined,
  otherwise: number,
  { WAYBILL_PORT }: EnvironmentSettings,
): number | null {
  if (port === 'off') return null;
  return port ?? (WAYBILL_PORT === 0 ? 0 : otherwise);
}

/** Each listener needs a port of its own, also where two are left to their defaults. Raises {@link ConfigError}. */
function assertOwnPorts({ host, port, metricsHost, metricsPort, adminHost, adminPort }: Config): void {
  const takenBy = new Map<string, string>();
  for (const [variable, place, number] of [
    ['WAYBILL_PORT', host, port],
    ['WAYBILL_METRICS_PORT', metricsHost, metricsPort],
    ['WAYBILL_ADMIN_PORT', adminHost, adminPort],
  ] as const) {
    if (number === null || number === 0) continue;
    const address = `${place}:${number}`;
    const other = takenBy.get(address);
    if (other !== undefined)
      throw new ConfigError(`${other} and ${variable} are both ${address}: set one of them to another port`);
    takenBy.set(address, variable);
  }
}

/** The environment variables, checked. Raises {@link ConfigError}. */
export function readEnvironment(environment: Environment): EnvironmentSettings {
  const empty = Object.keys(environmentSchema.shape).find((variable) => environment[variable] === '');
  if (empty !== undefined) throw new ConfigError(`${empty} is empty: give it a value, or leave it out`);
  const parsed = environmentSchema.safeParse(environment);
  if (parsed.success) return parsed.data;
  const checked = { schema: environmentSchema, value: environment };
  throw new ConfigError(`the environment cannot be used:\n${configProblems(parsed.error, checked)}`);
}

/** The text of a file. Raises {@link ConfigError}, which names the setting, if the path is from one. */
export function readConfigText(path: string, setting = ''): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const named = setting === '' ? path : `${setting}: ${path}`;
    throw new ConfigError(`${named} cannot be read: ${error instanceof Error ? error.message : 'unknown'}`);
  }
}

/** Parses and checks the text of a `waybill.yaml`. Raises {@link ConfigError}. */
export function parseConfigFile(
  text: string,
  environment: Environment,
  path: string,
  onFile?: (path: string) => void,
): Omit<ConfigFile, 'targets'> & { readonly targets: Readonly<Record<string, TargetConfig>> } {
  const document = parseYaml(text, path);
  if (document === null) throw new ConfigError(`${path} is empty: \`waybill init\` writes a first configuration`);
  const value = interpolate(document, sourcesOf(environment, path, onFile));
  const parsed = configFileSchema.safeParse(value);
  if (!parsed.success) throw unusable(path, parsed.error, { schema: configFileSchema, value });
  const targets = pricedTargets(parsed.data.targets, path);
  const conflict = brokenSectionRelation(parsed.data);
  if (conflict !== null) throw new ConfigError(`${path}: ${conflict}`);
  return { ...parsed.data, targets };
}

function unusable(what: string, error: z.ZodError, checked: Parameters<typeof configProblems>[1]): ConfigError {
  return new ConfigError(`${what} cannot be used:\n${configProblems(error, checked)}`);
}

function sourcesOf(environment: Environment, path: string, onFile?: (path: string) => void): Sources {
  return { environment, path, ...(onFile && { onFile }), problem: (message) => new ConfigError(message) };
}

function parseYaml(text: string, path: string): unknown {
  try {
    return parse(text, { maxAliasCount: 100, merge: true });
  } catch (error) {
    // The first line says what and where; the excerpt below it may hold a credential.
    const isSeveral = error instanceof YAMLParseError && error.code === 'MULTIPLE_DOCS';
    const [what] = isSeveral
      ? ['it has more than one document: leave out the line --- and what follows it']
      : error instanceof Error
        ? error.message.split('\n')
        : [];
    throw new ConfigError(`${path} is not YAML: ${what?.replace(/:$/, '') ?? 'unknown'}`);
  }
}

function pricedTargets(targets: ConfigFile['targets'], path: string): Record<string, TargetConfig> {
  return Object.fromEntries(
    Object.entries(targets).map(([target, settings]) => {
      if (settings.prices === undefined) {
        throw new ConfigError(
          `${path}: targets.${target} has no prices. Add prices with id, version and eur_per_million_tokens (use "0" for free usage).`,
        );
      }
      assertAudioIsPriced({ target, path, surfaces: settings.surfaces, prices: settings.prices });
      return [target, { ...settings, prices: settings.prices }];
    }),
  );
}

interface PricedSurfaces {
  readonly target: string;
  readonly path: string;
  readonly surfaces: TargetConfig['surfaces'];
  readonly prices: TargetConfig['prices'];
}

/** Answers of audio bytes or plain text carry no token counters: without these prices they would be free. */
function assertAudioIsPriced({ target, path, surfaces, prices }: PricedSurfaces): void {
  const needs = [
    { price: 'eur_per_million_characters', surface: surfaces.find((name) => name === 'audio_speech') },
    { price: 'eur_per_audio_hour', surface: surfaces.find((name) => name.startsWith('audio_trans')) },
  ] as const;
  for (const { price, surface } of needs) {
    if (surface === undefined || prices[price] !== undefined) continue;
    throw new ConfigError(
      `${path}: targets.${target}.prices has no ${price}. ${surface} needs it for answers without token counts: add it (use "0" for free usage).`,
    );
  }
}
