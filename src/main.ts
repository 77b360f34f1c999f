import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto';
import { join } from 'node:path';
import type { PinoTelemetry } from './adapters/pino-telemetry.ts';
import { createSqliteInstanceLiveness } from './adapters/sqlite-instance-liveness.ts';
import { loadConfig, locate, processEnvironment, type Config, type Environment } from './config.ts';
import { exitCodes, explained, inOneLine } from './cli/cli-error.ts';
import { closingTimesOf } from './config/ledger-section.ts';
import { configuredAdmission } from './composition/admission.ts';
import { openBlockAccounts } from './composition/block-accounts.ts';
import { configuredClock } from './composition/clock.ts';
import { configuredContents } from './composition/contents.ts';
import { configuredKeyHasher } from './composition/key-hasher.ts';
import { configuredPersonalData } from './composition/personal-data.ts';
import { configuredCharges } from './composition/configuration/charges.ts';
import { configuredFiles } from './composition/files.ts';
import { adminServerDeps } from './composition/management.ts';
import { operationsDeps, startOperations } from './composition/operations.ts';
import { startReactors } from './composition/reactors.ts';
import { waitingReport } from './composition/notices.ts';
import { configuredResponses } from './composition/responses.ts';
import { startConfiguration, type RunningConfiguration } from './composition/configuration/running-configuration.ts';
import type { EditionBase } from './composition/configuration/edition.ts';
import { drainAndClose, drainTimes } from './composition/drain.ts';
import { configuredDirectory } from './composition/directory.ts';
import { listenerLimits } from './composition/limits/listener-limits.ts';
import { endingLimits, exchangeLimits, pipelineLimits } from './composition/limits/pipeline-limits.ts';
import { surfaceLimits } from './composition/limits/surface-limits.ts';
import { serveUntilSignalled } from './composition/processes/serve-until-signalled.ts';
import type { RunningGateway } from './composition/processes/running-gateway.ts';
import { openLedger, type OpenedLedger } from './composition/opened-ledger.ts';
import { listen } from './http/http-listener.ts';
import { DerivedLists } from './ledger/derived-lists.ts';
import { IdempotentRequests, type IdempotentRequestsDeps } from './ledger/idempotent-requests.ts';
import { gatewayGauges } from './composition/gauges.ts';
import { measuredLog } from './ledger/measured-log.ts';
import { PendingEndings } from './ledger/pending-endings.ts';
import { BulkPace } from './pipeline/delivery/bulk-pace.ts';
import { DoubtfulRequests } from './pipeline/flow/doubtful-requests.ts';
import { Exchanges } from './pipeline/exchanges.ts';
import type { CallerCounting } from './limits/caller-counting.ts';
import type { EventLog } from './ports/event-log.ts';
import type { LogEndReader } from './ports/log-end.ts';
import type { PiiEngine } from './ports/pii-engine.ts';
import { systemTimer } from './time/timer.ts';
import type { Upstream } from './ports/upstream.ts';
import { assertNotOfSandbox, prepareSandboxTenant, sandboxCredentialsFile } from './composition/sandbox.ts';
import { startSandboxUpstreams, type SandboxUpstreams } from './composition/sandbox-upstreams.ts';
import { configuredTelemetry } from './composition/telemetry.ts';
import { createServer, dialects } from './http/server.ts';

/** Wrappers around ports with which a test can observe or disturb the gateway. */
export interface Wrappers {
  readonly wrapLog?: (log: EventLog) => EventLog;
  readonly wrapLogEnd?: (end: LogEndReader) => LogEndReader;
  readonly wrapUpstream?: (upstream: Upstream) => Upstream;
  readonly piiEngine?: PiiEngine;
  /** Counts shared with other processes; absent: those of this process. */
  readonly counting?: CallerCounting;
}

/**
 * The composition root of `waybill serve`: configuration → adapters → pipeline → server. `loaded`: the configuration of the
 * environment, if it was read already. Raises `ConfigError`.
 */
export async function startGateway(
  environment: Environment,
  wrappers: Wrappers = {},
  loaded: Config | null = null,
): Promise<RunningGateway> {
  const place = locate(environment);
  const sandbox = place.isSandbox ? await startSandboxUpstreams(place.dataDir, environment) : null;
  try {
    const served = { ...environment, ...sandbox?.environment };
    return await compose(await openParts(served, loaded ?? loadConfig(served), wrappers), {
      environment: served,
      sandbox,
      wrappers,
    });
  } catch (error) {
    await sandbox?.stop();
    throw error;
  }
}

/** Opens everything that requests need. A start without its secrets fails before any request is served. */
async function openParts(environment: Environment, config: Config, wrappers: Wrappers) {
  const { telemetry, tracing, watch, close: closeTelemetry } = await configuredTelemetry(config, environment);
  const ledger = await openConfiguredLedger(config, telemetry, wrappers);
  const directory = configuredDirectory(ledger);
  const keyHasher = await configuredKeyHasher(config, ledger);
  const time = configuredClock(config, telemetry);
  const { contents, cipher, prepareKeys: prepareContentKeys } = await configuredContents(config, ledger);
  const contentDeps = { contents, hasher: keyHasher, clock: time.clock };
  const liveness = createSqliteInstanceLiveness({ directory: join(config.dataDir, 'instances') });
  const blocksDir = config.ledger.engine === 'memory' ? null : config.dataDir;
  return {
    config,
    telemetry,
    tracing,
    watch,
    closeTelemetry,
    ledger,
    directory,
    keyHasher,
    time,
    cipher,
    prepareContentKeys,
    contentDeps,
    responses: configuredResponses(ledger, contentDeps),
    files: configuredFiles(config, ledger, contentDeps),
    liveness,
    times: drainTimes(config.server.drain_timeout_ms),
    endings: openEndings(ledger, telemetry),
    exchanges: new Exchanges(exchangeLimits(config)),
    idempotentRequests: openIdempotentRequests({ ...contentDeps, config, ledger, keyHasher, liveness, telemetry }),
    admitting: configuredAdmission(config, ledger, {
      clock: time.clock,
      ...(wrappers.counting && { counting: wrappers.counting }),
    }),
    blocks: openBlockAccounts(blocksDir, { clock: time.clock, telemetry }),
    personalData: await configuredPersonalData(config, { ledger, telemetry, instead: wrappers.piiEngine }),
  };
}

type Parts = Awaited<ReturnType<typeof openParts>>;

/** What stages and surfaces get of the parts, in every edition of the configuration. */
function editionBase(parts: Parts, { wrapUpstream }: Wrappers): EditionBase {
  const { config, telemetry, files, responses } = parts;
  const { admission, stages, surfaces } = parts.admitting;
  return {
    pipeline: {
      ...pipelineLimits(config),
      ...stages,
      directory: parts.directory.directory,
      keyHasher: parts.keyHasher,
      blockAccounts: parts.blocks.blockAccounts,
      ...parts.time.stages,
      ...parts.personalData.stages,
      wallets: parts.ledger.wallets,
      derivedLists: new DerivedLists({ log: parts.ledger.log, createId: randomUUID }),
      // Ids of reservations begin with their time: read models keep those of one time side by side.
      createId: randomUUIDv7,
      instanceId: parts.liveness.instanceId,
      ...parts.endings,
      telemetry,
      selectionTelemetry: telemetry,
      tracing: parts.tracing,
      storedResponses: responses.stored,
      storedFiles: files.storedFiles,
      idempotentRequests: parts.idempotentRequests,
      closing: admission.closing,
      exchanges: parts.exchanges,
      bulkPace: new BulkPace(),
      doubtfulRequests: new DoubtfulRequests(randomBytes(32)),
    },
    surfaces: {
      admission,
      ...surfaces,
      ...surfaceLimits(config),
      ...files,
      ...configuredCharges(parts.ledger, parts.time.clock),
      createResponseId: responses.createResponseId,
    },
    pools: { timer: systemTimer, telemetry, closing: admission.closing, hasOthers: parts.directory.hasSeveralTenants },
    ...(wrapUpstream && { wrapUpstream }),
    watch: parts.watch,
    closeTimeoutMs: parts.times.lastWordsMs,
  };
}

function runConfiguration(parts: Parts, base: EditionBase, environment: Environment): RunningConfiguration {
  const { config, telemetry, prepareContentKeys } = parts;
  return startConfiguration(config, {
    environment,
    base,
    limits: parts.admitting.limits,
    prepareContentKeys,
    log: parts.ledger.log,
    instanceId: parts.liveness.instanceId,
    telemetry,
  });
}

interface Started {
  readonly environment: Environment;
  readonly sandbox: SandboxUpstreams | null;
  readonly wrappers: Wrappers;
}

async function compose(parts: Parts, { environment, sandbox, wrappers }: Started): Promise<RunningGateway> {
  const { config, telemetry, tracing, ledger, contentDeps, endings, exchanges, personalData } = parts;
  const { admission, shared } = parts.admitting;
  const base = editionBase(parts, wrappers);
  const configuration = runConfiguration(parts, base, environment);
  const { editions } = configuration;
  const { dataDir } = config;
  const writeCredentials = sandbox === null ? null : await prepareSandboxTenant(dataDir, ledger, parts.keyHasher);
  telemetry.addTargets(() => editions.pools.status());
  telemetry.addGauges(gatewayGauges({ admission, shared, ...endings, ledger, editions }));
  const { write_stall_ms_max: writeStallMsMax } = config.server;
  const application = createServer({ telemetry, tracing, writeStallMsMax, routes: editions.routes });
  const reactors = await startReactors({ ...parts, ...contentDeps, ...endings, current: editions });
  const { directory } = parts.directory;
  const management = adminServerDeps(config, { ledger, cipher: parts.cipher, directory, base, current: editions });
  const watched = operationsDeps({ ...parts, reactors });
  const operations = await startOperations(config, watched, management);
  await parts.directory.caughtUp(directoryWaitMsMax);
  await configuration.started;
  const listener = await listen(application.callback(), { ...listenerLimits(config), telemetry, dialects });
  sandbox?.onPlaces((upstreams) =>
    writeCredentials?.({ baseUrl: `${listener.origin}/v1`, adminUrl: operations.adminUrl, upstreams }),
  );
  return {
    baseUrl: `${listener.origin}/v1`,
    metricsUrl: operations.metricsUrl,
    adminUrl: operations.adminUrl,
    consoleLink: (actor) => operations.consoleLink(actor),
    credentialsPath: sandbox === null ? null : join(dataDir, sandboxCredentialsFile),
    reload: (actor) => configuration.reload(actor),
    report: async () => {
      const { text: metrics, contentType } = await watched.metrics();
      return { missing: await watched.notReady(), notices: watched.notices(), metrics, contentType };
    },
    retire: () => {
      operations.shut();
      listener.shut();
    },
    stop: async () => {
      operations.shut();
      // This waits for the disk; no new requests are admitted meanwhile.
      const settled = configuration.stop();
      const closing = { close: () => settled.then(() => editions.close()) };
      const open = { ...parts, ...endings, reactors, editions: closing, sandbox };
      await Promise.all([
        settled,
        drainAndClose({ listener, admission, exchanges, telemetry, times: parts.times }, open),
      ]);
      await Promise.all([personalData.stop(), operations.close()]);
      parts.blocks.close();
      await parts.closeTelemetry();
    },
  };
}

/**
 * How long a start waits for the keys of the ledger to be loaded; after that `/readyz` reports that they are missing.
 */
const directoryWaitMsMax = 60_000;

function openEndings({ wallets }: OpenedLedger, telemetry: PinoTelemetry) {
  const reservationsInHand = new Set<string>();
  const options = { wallets, inHand: reservationsInHand, telemetry, ...endingLimits };
  return { reservationsInHand, pendingEndings: new PendingEndings(options) };
}

function openConfiguredLedger(config: Config, telemetry: PinoTelemetry, wrappers: Wrappers): Promise<OpenedLedger> {
  assertNotOfSandbox(config);
  const { connection_string: connectionString } = config.ledger;
  const { wrapLog, wrapLogEnd } = wrappers;
  return openLedger({
    dataDir: config.dataDir,
    engine: config.ledger.engine,
    ...(connectionString === undefined ? {} : { connectionString }),
    awayMs: config.ledger.away_ms,
    callTimeoutMs: config.ledger.call_timeout_ms,
    closingTimes: closingTimesOf(config.ledger),
    onClosingFailed: (failure, error) => telemetry.closingFailed(failure, error),
    batchMs: config.ledger.projection_batch_ms,
    clockSettleMs: config.clock.settle_ms,
    wrapLog: (log) => measuredLog(wrapLog?.(log) ?? log, (facts) => telemetry.appendEnded(facts)),
    ...(wrapLogEnd && { wrapLogEnd }),
    onRewound: (problem) => telemetry.warn('ledger_rewound', { problem }),
    onStuck: (follower, stuckMs) => telemetry.warn('follower_stuck', { follower, stuck_ms: Math.round(stuckMs) }),
    ...waitingReport(telemetry),
    onError: (error, projection) => {
      telemetry.warn('projection_failed', { projection: projection?.name ?? null }, error);
    },
  });
}

type Keyed = Pick<IdempotentRequestsDeps, 'clock' | 'contents' | 'keyHasher' | 'liveness' | 'telemetry'> & {
  readonly config: Config;
  readonly ledger: OpenedLedger;
};

function openIdempotentRequests({ config, ledger, ...deps }: Keyed): IdempotentRequests {
  return new IdempotentRequests({
    ...deps,
    log: ledger.log,
    retention: ledger.retention,
    createId: randomUUIDv7,
    keptMs: config.idempotency.ttl_ms,
    requestMsMax: config.reservations.ttl_ms,
  });
}

/** Runs until a signal: the first one drains, a second one exits at once. */
export async function serve(environment: Environment): Promise<void> {
  await serveUntilSignalled(environment, { script: import.meta.filename, start: startGateway });
}

if (import.meta.main) {
  try {
    await serve(processEnvironment());
  } catch (error) {
    const { message } = explained(error) ?? (error instanceof Error ? error : { message: 'the start failed' });
    process.stderr.write(`waybill: ${inOneLine(message)}\n`);
    process.exit(exitCodes.notUsable);
  }
}
