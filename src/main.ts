import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Gauges, PinoTelemetry } from './adapters/pino-telemetry.ts';
import { createSqliteInstanceLiveness } from './adapters/sqlite-instance-liveness.ts';
import { loadConfig, locate, processEnvironment, type Config, type Environment } from './config.ts';
import { readerWaitMsMax } from './config/time-relations.ts';
import { exitCodes } from './cli/cli-error.ts';
import { configuredAdmission, type ConfiguredAdmission } from './composition/admission.ts';
import { openBlockAccounts } from './composition/block-accounts.ts';
import { configuredClock, type ConfiguredClock } from './composition/clock.ts';
import { configuredContents } from './composition/contents.ts';
import { configuredKeyHasher } from './composition/key-hasher.ts';
import { configuredPersonalData, type ConfiguredPersonalData } from './composition/personal-data.ts';
import { configuredFiles } from './composition/files.ts';
import { adminServerDeps } from './composition/management.ts';
import { startOperations } from './composition/operations.ts';
import { startReactors } from './composition/reactors.ts';
import { ledgerNotices, waitingReport } from './composition/notices.ts';
import { configuredResponses } from './composition/responses.ts';
import { startConfiguration } from './composition/configuration.ts';
import type { EditionBase } from './composition/edition.ts';
import type { Editions } from './composition/editions.ts';
import type { ReloadOutcome } from './composition/reload.ts';
import { drainAndClose, drainTimes } from './composition/drain.ts';
import { configuredDirectory, type ConfiguredDirectory } from './composition/directory.ts';
import { openLedger, type OpenedLedger } from './composition/opened-ledger.ts';
import { listen, type HttpListenerOptions } from './http-listener.ts';
import { IdempotentRequests, type IdempotentRequestsDeps } from './ledger/idempotent-requests.ts';
import { ledgerGauges } from './composition/gauges.ts';
import { measuredLog } from './ledger/measured-log.ts';
import { PendingEndings } from './ledger/pending-endings.ts';
import { ReservationsInHand } from './ledger/reservations-in-hand.ts';
import type { Admission } from './middleware/admission.ts';
import { BulkPace } from './pipeline/bulk-pace.ts';
import { Exchanges, type ExchangeLimits } from './pipeline/exchanges.ts';
import type { EventLog } from './ports/event-log.ts';
import type { LogEndReader } from './ports/log-end.ts';
import type { PiiEngine } from './ports/pii-engine.ts';
import { systemTimer } from './ports/timer.ts';
import type { Upstream } from './ports/upstream.ts';
import { assertNotOfSandbox, prepareSandboxTenant, sandboxCredentialsFile } from './composition/sandbox.ts';
import { startSandboxUpstreams, type SandboxUpstreams } from './composition/sandbox-upstreams.ts';
import { configuredTelemetry } from './composition/telemetry.ts';
import { createServer, dialects } from './server.ts';
import { UnsentBytes } from './surfaces/unsent-bytes.ts';

/** Wrappers around ports with which a test can observe or disturb the gateway. */
export interface Wrappers {
  readonly wrapLog?: (log: EventLog) => EventLog;
  readonly wrapLogEnd?: (end: LogEndReader) => LogEndReader;
  readonly wrapUpstream?: (upstream: Upstream) => Upstream;
  readonly piiEngine?: PiiEngine;
}

export interface RunningGateway {
  /** Ends in `/v1`. */
  readonly baseUrl: string;
  /** URL of the metrics; `null`: the listener is off. */
  readonly metricsUrl: string | null;
  /** URL of the management API, ends in `/admin/v1`; `null`: the listener is off. */
  readonly adminUrl: string | null;
  /** In sandbox mode: the file with the key and wallet of the demo tenant. */
  readonly credentialsPath: string | null;
  /** Reloads `waybill.yaml` completely or not at all; `actor` is recorded as the requester. Never raises. */
  reload(actor: string): Promise<ReloadOutcome>;
  /** Refuses new requests, waits for the running ones, records pending events, and closes everything. */
  stop(): Promise<void>;
}

/** The composition root of `waybill serve`: configuration → adapters → pipeline → server. Raises `ConfigError`. */
export async function startGateway(environment: Environment, wrappers: Wrappers = {}): Promise<RunningGateway> {
  const place = locate(environment);
  const sandbox = place.isSandbox ? await startSandboxUpstreams(place.dataDir, environment) : null;
  try {
    return await compose({ ...environment, ...sandbox?.environment }, sandbox, wrappers);
  } catch (error) {
    await sandbox?.stop();
    throw error;
  }
}

/** Opens everything that requests need. A start without its secrets fails before any request is served. */
async function openParts(environment: Environment, wrappers: Wrappers) {
  const config = loadConfig(environment);
  const { telemetry, tracing, watch, close: closeTelemetry } = await configuredTelemetry(config, environment);
  const ledger = await openConfiguredLedger(config, telemetry, wrappers);
  const directory = configuredDirectory(ledger);
  const keyHasher = await configuredKeyHasher(config, ledger);
  const time = configuredClock(config, telemetry);
  const { contents, prepareKeys: prepareContentKeys } = await configuredContents(config, ledger);
  const kept = { contents, hasher: keyHasher, clock: time.clock };
  const responses = configuredResponses(ledger, kept);
  const files = configuredFiles(config, ledger, kept);
  const liveness = createSqliteInstanceLiveness({ directory: join(config.dataDir, 'instances') });
  const times = drainTimes(config.server.drain_timeout_ms);
  const endings = openEndings(ledger, telemetry);
  const exchanges = new Exchanges(exchangeLimits(config));
  const idempotentRequests = openIdempotentRequests({ ...kept, config, ledger, keyHasher, liveness, telemetry });
  const { admission, limits, stages, surfaces, rooms } = configuredAdmission(config, ledger);
  const { blockAccounts, close: closeBlocks } = openBlockAccounts(
    config.ledger.engine === 'memory' ? null : config.dataDir,
    { clock: time.clock, telemetry },
  );
  const personalData = await configuredPersonalData(config, { ledger, telemetry, instead: wrappers.piiEngine });
  const base: EditionBase = {
    pipeline: {
      ...pipelineLimits(config),
      ...stages,
      directory: directory.directory,
      keyHasher,
      blockAccounts,
      ...time.stages,
      ...personalData.stages,
      wallets: ledger.wallets,
      mintId: randomUUID,
      instanceId: liveness.instanceId,
      ...endings,
      ...told(telemetry),
      tracing,
      storedResponses: responses.stored,
      storedFiles: files.storedFiles,
      idempotentRequests,
      closing: admission.closing,
      exchanges,
      bulkPace: new BulkPace(),
    },
    surfaces: { admission, ...surfaces, ...surfaceLimits(config), ...files, mintResponseId: responses.mintId },
    pools: { timer: systemTimer, telemetry, closing: admission.closing },
    ...(wrappers.wrapUpstream && { wrapUpstream: wrappers.wrapUpstream }),
    watch,
    closeTimeoutMs: times.lastWordsMs,
  };
  const shared = {
    config,
    telemetry,
    tracing,
    closeTelemetry,
    closeBlocks,
    ledger,
    directory,
    keyHasher,
    time,
    kept,
    responses,
    files,
    liveness,
    times,
  };
  const running = { base, limits, prepareContentKeys, log: ledger.log, instanceId: liveness.instanceId, telemetry };
  const configuration = startConfiguration(config, { environment, ...running });
  return { ...shared, base, endings, exchanges, idempotentRequests, admission, rooms, personalData, configuration };
}

async function compose(
  environment: Environment,
  sandbox: SandboxUpstreams | null,
  wrappers: Wrappers,
): Promise<RunningGateway> {
  const parts = await openParts(environment, wrappers);
  const { config, telemetry, tracing, ledger, kept, endings, admission, exchanges, personalData, configuration } =
    parts;
  const { editions } = configuration;
  const { dataDir } = config;
  const writeCredentials = sandbox === null ? null : await prepareSandboxTenant(dataDir, ledger, parts.keyHasher);
  telemetry.addTargets(() => editions.pools.status());
  telemetry.addGauges(gauges({ admission, rooms: parts.rooms, ...endings, ledger, editions }));
  const { write_stall_ms_max: writeStallMsMax } = config.server;
  const application = createServer({ telemetry, tracing, writeStallMsMax, routes: editions.routes });
  const reactors = await startReactors({ ...parts, ...kept, ...endings, current: editions });
  const management = adminServerDeps(config, { ledger, base: parts.base, current: editions });
  const operations = await startOperations(config, health(parts), management);
  await parts.directory.level(directoryWaitMsMax);
  const listener = await listen(application.callback(), { ...listenerOptions(config), telemetry, dialects });
  sandbox?.told((upstreams) =>
    writeCredentials?.({ baseUrl: `${listener.origin}/v1`, adminUrl: operations.adminUrl, upstreams }),
  );
  return {
    baseUrl: `${listener.origin}/v1`,
    metricsUrl: operations.metricsUrl,
    adminUrl: operations.adminUrl,
    credentialsPath: sandbox === null ? null : join(dataDir, sandboxCredentialsFile),
    reload: (actor) => configuration.reload(actor),
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
      parts.closeBlocks();
      await parts.closeTelemetry();
    },
  };
}

/** The telemetry of the stages. */
function told(telemetry: PinoTelemetry) {
  return { telemetry, selectionTelemetry: telemetry };
}

/** How long a start waits for the keys of the ledger to be loaded; after that `/readyz` reports that they are missing. */
const directoryWaitMsMax = 60_000;

/** How long a request waits for its ending to be recorded, and how many endings may wait for an unavailable ledger. */
const endingLimits = { waitMsMax: 5_000, keptMax: 100_000, retryMs: 100 };

function openEndings({ wallets }: OpenedLedger, telemetry: PinoTelemetry) {
  const reservationsInHand = new ReservationsInHand();
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
    queueEventsMax: config.ledger.queue_events_max,
    walletCommandsMax: config.ledger.wallet_commands_max,
    closingTimes: { events: config.ledger.closing_events, milliseconds: config.ledger.closing_ms },
    onClosingFailed: (failure, error) => telemetry.closingFailed(failure, error),
    batchMs: config.ledger.projection_batch_ms,
    clockSettleMs: config.clock.settle_ms,
    wrapLog: (log) => measuredLog(wrapLog?.(log) ?? log, (facts) => telemetry.appendEnded(facts)),
    ...(wrapLogEnd && { wrapLogEnd }),
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
    mintId: randomUUID,
    keptMs: config.idempotency.ttl_ms,
    requestMsMax: config.reservations.ttl_ms,
  });
}

function exchangeLimits({ server }: Config): ExchangeLimits {
  return {
    requestTotalMsMax: server.request_total_ms_max,
    disconnectDrainMsMax: server.disconnect_drain_ms_max ?? null,
  };
}

function surfaceLimits(config: Config) {
  const { server, role } = config;
  return {
    bodyBytesMax: server.body_bytes_max,
    jsonLimits: {
      depthMax: server.json_depth_max,
      membersMax: server.json_members_count_max,
      elementsMax: server.json_elements_count_max,
      numbersMax: server.json_numbers_count_max,
    },
    audioBytesMax: server.audio_bytes_max,
    readerPatience: {
      writeStallMsMax: server.write_stall_ms_max,
      readerWaitMsMax: readerWaitMsMax(config),
      unsent: new UnsentBytes({ bytesMax: server.unsent_bytes_max }),
    },
    servesInference: role !== 'reactors',
  };
}

function pipelineLimits({ server, reservations, ledger, responses, idempotency }: Config) {
  return {
    recordedAnswerBytesMax: idempotency.answer_bytes_max,
    keyWaitMs: idempotency.wait_ms,
    recordWaitMs: endingLimits.waitMsMax,
    contextBytesMax: responses.context_bytes_max,
    responseTtlMs: responses.ttl_ms,
    storeWaitMs: responses.store_wait_ms,
    reserveWaitMs: ledger.reserve_wait_ms,
    reservationTtlMs: reservations.ttl_ms,
    disconnectDrainBytesMax: server.disconnect_drain_bytes_max,
    answerBytesMax: server.answer_bytes_max,
    sseRecordBytesMax: server.sse_record_bytes_max,
    heartbeatMs: server.heartbeat_ms,
  };
}

interface Watched {
  readonly ledger: OpenedLedger;
  readonly directory: ConfiguredDirectory;
  readonly time: ConfiguredClock;
  readonly personalData: ConfiguredPersonalData;
  readonly telemetry: PinoTelemetry;
}

function health({ ledger, directory, time, personalData, telemetry }: Watched) {
  const ofLedger = ledgerNotices(ledger, telemetry);
  return {
    telemetry,
    notReady: async () => [...directory.notReady(), ...(await notReady(ledger))],
    notices: () => [...time.notices(), ...ofLedger(), ...personalData.notices()],
    metrics: () => telemetry.metrics(),
  };
}

function listenerOptions({ host, port, server }: Config): Omit<HttpListenerOptions, 'telemetry'> {
  return {
    host,
    port,
    requestTimeoutMs: server.request_timeout_ms,
    keepAliveTimeoutMs: server.keep_alive_timeout_ms,
    headersTimeoutMs: server.headers_timeout_ms,
    connectionsMax: server.connections_max,
  };
}

interface Measured {
  readonly admission: Admission;
  readonly rooms: ConfiguredAdmission['rooms'];
  readonly pendingEndings: PendingEndings;
  readonly ledger: OpenedLedger;
  readonly editions: Editions;
}

function gauges({ admission, rooms: { requests, bodyBytes }, pendingEndings, ledger, editions }: Measured): Gauges {
  return {
    waybill_requests_in_flight: { help: 'Running inference requests.', read: () => admission.inside },
    waybill_requests_waiting: { help: 'Requests waiting for a place.', read: () => requests.waiting },
    waybill_bodies_bytes: { help: 'Bytes of request bodies in memory.', read: () => bodyBytes.used },
    waybill_bodies_waiting: { help: 'Request bodies waiting for memory.', read: () => bodyBytes.waiting },
    waybill_endings_pending: {
      help: 'Endings of reservations that are not recorded yet.',
      read: () => pendingEndings.size,
    },
    ...ledgerGauges(ledger),
    waybill_circuits_open: {
      help: 'Upstreams with an open circuit, whose requests fail at once.',
      read: () => editions.connections.state().filter(({ circuit }) => circuit === 'open').length,
    },
  };
}

/** The parts that are unavailable or make no progress. */
async function notReady({ assertWritable, watch }: OpenedLedger): Promise<readonly string[]> {
  const stuck = watch.lags().flatMap(({ name, isStuck }) => (isStuck ? [name] : []));
  try {
    await assertWritable();
    return stuck;
  } catch {
    return ['ledger', ...stuck];
  }
}

/** Runs until a signal: the first one drains, a second one exits at once. */
export async function serve(environment: Environment): Promise<void> {
  const gateway = await startGateway(environment);
  const ready = {
    base_url: gateway.baseUrl,
    ...(gateway.metricsUrl && { metrics_url: gateway.metricsUrl }),
    ...(gateway.adminUrl && { admin_url: gateway.adminUrl }),
    ...(gateway.credentialsPath && { credentials: gateway.credentialsPath }),
  };
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    void gateway.stop().then(() => process.exit(0));
  };
  process.on('SIGHUP', () => void gateway.reload('system:sighup'));
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // Printed last, because a reader may send a signal as soon as it appears.
  process.stdout.write(`waybill ready ${JSON.stringify(ready)}\n`);
}

if (import.meta.main) {
  try {
    await serve(processEnvironment());
  } catch (error) {
    process.stderr.write(`waybill: ${error instanceof Error ? error.message : 'the start failed'}\n`);
    process.exit(exitCodes.notUsable);
  }
}
