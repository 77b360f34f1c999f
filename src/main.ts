import { randomUUID } from 'node:crypto';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { apiKeys } from '../projections/api-keys.ts';
import { openReservations } from '../projections/open-reservations.ts';
import { policies } from '../projections/policies.ts';
import { principals } from '../projections/principals.ts';
import { createHmacKeyHasher } from './adapters/hmac-key-hasher.ts';
import { createHttpUpstreamBooks } from './adapters/http-upstream-books.ts';
import { keyPepper } from './adapters/key-pepper-file.ts';
import { createPinoTelemetry } from './adapters/pino-telemetry.ts';
import { createReadModelDirectory } from './adapters/read-model-directory.ts';
import { claimInstance } from './adapters/sqlite-instance-liveness.ts';
import { createUndiciUpstream, type UpstreamSettings } from './adapters/undici-upstream.ts';
import { loadConfig, locate, processEnvironment, type Config, type Environment } from './config.ts';
import { configuredCatalogue } from './configured-catalogue.ts';
import { readUsage } from './domain/usage.ts';
import { openEmbeddedLedger } from './embedded-ledger.ts';
import { PendingEndings } from './ledger/pending-endings.ts';
import { Admission } from './middleware/admission.ts';
import { createCaller, type PipelineDeps } from './pipeline/pipeline.ts';
import type { EventLog } from './ports/event-log.ts';
import { systemClock } from './ports/clock.ts';
import type { Upstream } from './ports/upstream.ts';
import { startReconciler } from './reactors/reconcile-reservations.ts';
import { prepareSandboxTenant, startSandboxUpstream, type SandboxUpstream } from './sandbox.ts';
import { createServer } from './server.ts';
import { expectContinue } from './surfaces/http-exchange.ts';

/** What a test may put between the gateway and the world: the same ports, watched or disturbed. */
export interface Wrappers {
  readonly wrapLog?: (log: EventLog) => EventLog;
  readonly wrapUpstream?: (upstream: Upstream) => Upstream;
}

export interface RunningGateway {
  /** Ends in `/v1`. */
  readonly baseUrl: string;
  /** Takes no new requests, waits for the running ones, records what is pending, closes everything. */
  stop(): Promise<void>;
}

/** The composition root of `waybill serve`: configuration → adapters → pipeline → server. Raises `ConfigError`. */
export async function startGateway(environment: Environment, wrappers: Wrappers = {}): Promise<RunningGateway> {
  const place = locate(environment);
  const sandbox = place.isSandbox ? await startSandboxUpstream(place.dataDir, environment) : null;
  try {
    const config = loadConfig({ ...environment, ...sandbox?.environment });
    return await compose(config, sandbox, wrappers);
  } catch (error) {
    await sandbox?.stop();
    throw error;
  }
}

async function compose(config: Config, sandbox: SandboxUpstream | null, wrappers: Wrappers): Promise<RunningGateway> {
  const telemetry = createPinoTelemetry({ level: config.logLevel });
  const keyHasher = createHmacKeyHasher(keyPepper(config.dataDir, config.keyPepper));
  const ledger = await openEmbeddedLedger({
    dataDir: config.dataDir,
    engine: config.ledger.engine,
    queueEventsMax: config.ledger.queue_events_max,
    walletCommandsMax: config.ledger.wallet_commands_max,
    batchMs: config.ledger.projection_batch_ms,
    ...(wrappers.wrapLog === undefined ? {} : { wrapLog: wrappers.wrapLog }),
    onBatch: (projection) => {
      if (projection.name !== openReservations.name) directory.invalidate();
    },
    onError: (error) => telemetry.warn('projection_failed', {}, error),
  });
  const directory = createReadModelDirectory({
    readModels: ledger.readModels,
    projections: { apiKeys, principals, policies },
    catchUp: () => ledger.follower.caughtUp(),
  });
  const liveness = claimInstance({ directory: join(config.dataDir, 'instances') });
  const settings = upstreamSettings(config);
  const undici = createUndiciUpstream(settings);
  const books = createHttpUpstreamBooks(settings);
  const catalogue = configuredCatalogue(config);
  const pendingEndings = new PendingEndings({
    wallets: ledger.wallets,
    telemetry,
    waitMsMax: 5_000,
    keptMax: 100_000,
    retryMs: 100,
  });
  const pipeline: PipelineDeps = {
    directory,
    keyHasher,
    catalogue,
    clock: systemClock,
    piiEngine: null,
    wallets: ledger.wallets,
    mintId: randomUUID,
    instanceId: liveness.instanceId,
    reservationTtlMs: config.reservations.ttl_ms,
    upstream: wrappers.wrapUpstream?.(undici) ?? undici,
    disconnectDrainMsMax: config.server.disconnect_drain_ms_max,
    disconnectDrainBytesMax: config.server.disconnect_drain_bytes_max,
    answerBytesMax: config.server.answer_bytes_max,
    sseRecordBytesMax: config.server.sse_record_bytes_max,
    heartbeatMs: config.server.heartbeat_ms,
    pendingEndings,
    telemetry,
  };
  const admission = new Admission(config.server.requests_in_flight_max);
  const writeCredentials = sandbox === null ? null : await prepareSandboxTenant(config.dataDir, ledger, keyHasher);
  const reconciler = startReconciler(
    {
      readModels: ledger.readModels,
      openReservations,
      catchUp: () => ledger.follower.caughtUp(),
      wallets: ledger.wallets,
      books,
      liveness,
      clock: systemClock,
      telemetry,
      readUsage: (_surface, json) => readUsage(JSON.parse(json))?.usage ?? null,
      rules: {
        unknownOutcome: config.reservations.unknown_outcome,
        unknownOutcomeGraceMs: config.reservations.unknown_outcome_grace_ms,
        neverSeenGraceMs: config.reservations.never_seen_grace_ms,
      },
    },
    config.reservations.sweep_interval_ms,
  );
  telemetry.addGauges({
    waybill_requests_in_flight: { help: 'Inference requests inside.', read: () => admission.inside },
    waybill_endings_pending: { help: 'Endings not yet recorded.', read: () => pendingEndings.size },
    waybill_ledger_queue_events: { help: 'Events waiting to be written.', read: () => ledger.stats().queueEvents },
    waybill_ledger_appends: { help: 'Appends since the start.', read: () => ledger.stats().appends },
    waybill_ledger_commits: { help: 'Group commits since the start.', read: () => ledger.stats().commits },
    waybill_circuits_open: {
      help: 'Upstreams that are refused at once.',
      read: () => undici.state().filter(({ circuit }) => circuit === 'open').length,
    },
  });
  const application = createServer({
    pipeline,
    telemetry,
    admission,
    catalogue,
    bodyBytesMax: config.server.body_bytes_max,
    jsonDepthMax: config.server.json_depth_max,
    identify: createCaller(pipeline),
    notReady: async () => ((await isAnswering(ledger.log)) ? [] : ['ledger']),
    metrics: () => telemetry.metrics(),
  });
  const server = await listen(application.callback(), config);
  const baseUrl = `http://${hostInUrl(config.host)}:${portOf(server)}/v1`;
  writeCredentials?.(baseUrl);
  return {
    baseUrl,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      const isDrained = await admission.close(config.server.drain_timeout_ms);
      if (!isDrained) telemetry.warn('drain_timed_out', { inside: admission.inside });
      server.closeAllConnections();
      await closed;
      await reconciler.stop();
      await pendingEndings.stop();
      await undici[Symbol.asyncDispose]();
      await ledger.close();
      await liveness.release();
      await sandbox?.stop();
    },
  };
}

function upstreamSettings(config: Config): Record<string, UpstreamSettings> {
  const settings = Object.entries(config.upstreams).map(([name, upstream]): [string, UpstreamSettings] => [
    name,
    {
      baseUrl: upstream.base_url,
      apiKey: upstream.api_key ?? null,
      auth: upstream.auth,
      connectTimeoutMs: upstream.connect_timeout_ms,
      firstByteTimeoutMs: upstream.first_byte_timeout_ms,
      idleTimeoutMs: upstream.idle_timeout_ms,
      totalTimeoutMs: upstream.total_timeout_ms,
      connectionsMax: upstream.connections_max,
      retriesMax: upstream.retries_max,
      retryAfterMaxMs: upstream.retry_after_ms_max,
      circuit: { failuresInARow: upstream.circuit_failures, openMs: upstream.circuit_open_ms },
      books: upstream.books_path === undefined ? null : { path: upstream.books_path },
    },
  ]);
  return Object.fromEntries(settings);
}

async function isAnswering(log: EventLog): Promise<boolean> {
  try {
    await log.readAll({ limit: 1 });
    return true;
  } catch {
    return false;
  }
}

type RequestListener = ReturnType<ReturnType<typeof createServer>['callback']>;

function listen(handle: RequestListener, config: Config): Promise<Server> {
  const server = createHttpServer(
    { requestTimeout: config.server.request_timeout_ms, keepAliveTimeout: config.server.keep_alive_timeout_ms },
    (request, response) => void handle(request, response),
  );
  // `Expect: 100-continue` is answered when the request is known to be welcome, not before.
  server.on('checkContinue', (request, response) => {
    expectContinue(request);
    void handle(request, response);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.port, config.host, () => resolve(server));
  });
}

function portOf(server: Server): number {
  // A server that listens on a host and port has an address record, never a pipe name.
  return (server.address() as AddressInfo).port;
}

function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** Runs until a signal ends it: the first drains, a second ends at once. */
export async function serve(environment: Environment): Promise<void> {
  const gateway = await startGateway(environment);
  process.stdout.write(`waybill ready ${JSON.stringify({ base_url: gateway.baseUrl })}\n`);
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    void gateway.stop().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

if (import.meta.main) {
  try {
    await serve(processEnvironment());
  } catch (error) {
    process.stderr.write(`waybill: ${error instanceof Error ? error.message : 'the start failed'}\n`);
    process.exit(1);
  }
}
