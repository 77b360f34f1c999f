import { pino, type DestinationStream, type Logger } from 'pino';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { pinoPoolTelemetry, type PinoPoolTelemetry } from './pino-telemetry/pool-telemetry.ts';
import { approximateEur } from '../domain/money.ts';
import { PiiDetectorUnavailable } from '../ports/pii-detector.ts';
import type {
  AppendFacts,
  CastTelemetry,
  ClosingFacts,
  DetectorTelemetry,
  InferenceFacts,
  RequestFacts,
  SelectionTelemetry,
  Telemetry,
} from '../ports/telemetry.ts';

/** Must stay below the 16 KiB that the writer passes to the system in one call. */
const logBytesGathered = 8_192;
const logGatheredMs = 500;

/** Numbers read at each scrape, by metric name. */
export type Gauges = Readonly<Record<string, { readonly help: string; readonly read: () => number }>>;

export interface TelemetryOptions {
  readonly level: string;
  /** Where JSON lines go. Absent: stderr, written in the background. */
  readonly destination?: DestinationStream;
  /** Fields added to every line. */
  readonly lineFacts?: () => Readonly<Record<string, string>>;
}

export interface PinoTelemetry
  extends Telemetry, CastTelemetry, DetectorTelemetry, SelectionTelemetry, PinoPoolTelemetry {
  /** Counts an append to the ledger. */
  appendEnded(facts: AppendFacts): void;
  /** Counts and logs a closing of a wallet that failed. */
  closingFailed(facts: ClosingFacts, error: unknown): void;
  /** All metrics as Prometheus text. */
  metrics(): Promise<{ readonly contentType: string; readonly text: string }>;
  /** Writes the buffered lines. */
  close(): void;
  /** Adds metrics that are read at each scrape. One that cannot be read is missing from it. */
  addGauges(gauges: Gauges): void;
}

/**
 * Logs by pino, metrics by prom-client. An error is logged as its name, message and code, never with attached objects,
 * which may contain requests.
 */
export function createPinoTelemetry(options: TelemetryOptions): PinoTelemetry {
  const { logger, close } = openLog(options);
  const registry = new Registry();
  const count = countersIn(registry);
  const countAppend = appendCountersIn(registry);
  const closingsFailed = failedClosingsIn(registry);
  const personalData = personalDataCountersIn(registry);
  const selection = selectionCountersIn(registry);
  const ofPools = pinoPoolTelemetry(registry, logger);
  const addGauges: PinoTelemetry['addGauges'] = (added) => {
    for (const [name, { help, read }] of Object.entries(added)) {
      registry.registerMetric(
        new Gauge({
          name,
          help,
          registers: [],
          collect() {
            try {
              this.set(read());
            } catch {
              // What it reads is unavailable, and `/readyz` says so. All other metrics are still wanted.
              this.remove();
            }
          },
        }),
      );
    }
  };
  return {
    ...ofPools,
    addGauges,
    appendEnded: countAppend,
    closingFailed: ({ walletId, failures, retriedAfterEvents }, error) => {
      closingsFailed.inc();
      const retried = { retried_after_events: retriedAfterEvents, err: brief(error) };
      logger.warn({ wallet_id: walletId, failures, ...retried }, 'closing_failed');
    },
    inferenceEnded: (facts) => {
      count.inference(facts);
      if (!facts.isRecorded) logger.warn({ ...facts, cost: undefined, usage: undefined }, 'ending_pending');
    },
    requestEnded: (facts) => {
      count.request(facts);
      logger.info(facts, 'request');
    },
    routeChosen: ({ strategy, outcome, target, cost }) => {
      selection.choices.labels(strategy, outcome, target).inc();
      selection.cost.inc(approximateEur(cost));
    },
    routeSaved: (saved) =>
      saved < 0n ? selection.lost.inc(approximateEur(-saved)) : selection.saved.inc(approximateEur(saved)),
    personalDataCast: (counts) => {
      for (const [kind, count] of counts) personalData.cast.labels(kind).inc(count);
    },
    personalDataLeft: (kinds) => {
      for (const kind of kinds) personalData.left.labels(kind).inc();
      logger.error({ kinds }, 'personal_data_left');
    },
    detectorAsked: ({ detector, hasAnswered, milliseconds }, error) => {
      personalData.calls.labels(detector, hasAnswered ? 'answered' : 'failed').inc();
      personalData.seconds.labels(detector).inc(milliseconds / 1000);
      if (!hasAnswered) logger.warn({ detector, reason: reasonOf(error) }, 'personal_data_detector_failed');
    },
    warn: (what, facts, error) =>
      logger.warn({ ...facts, ...(error === undefined ? {} : { err: brief(error) }) }, what),
    info: (what, facts) => logger.info(facts, what),
    metrics: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
    close,
  };
}

function openLog({ level, destination, lineFacts }: TelemetryOptions): {
  readonly logger: Logger;
  readonly close: () => void;
} {
  const stderr = destination === undefined ? bufferedStderr() : null;
  const base = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const mixin = lineFacts && { mixin: () => ({ ...lineFacts() }) };
  const logger = pino({ ...base, ...mixin }, stderr?.destination ?? destination);
  return { logger, close: () => stderr?.close() };
}

/** Lines are written in groups: a system call for each line would cost a request more than its authentication. */
function bufferedStderr(): { readonly destination: DestinationStream; close(): void } {
  const destination = pino.destination({ fd: 2, sync: false, minLength: logBytesGathered });
  const flushing = setInterval(() => destination.flush(), logGatheredMs).unref();
  const flushLast = (): void => destination.flushSync();
  flushAtExit(flushLast);
  return {
    destination,
    close: () => {
      clearInterval(flushing);
      flushNoLonger(flushLast);
      flushLast();
    },
  };
}

/** Writers to flush when the process ends, with one listener for all of them. */
const lastFlushes = new Set<() => void>();

function flushAll(): void {
  for (const flush of lastFlushes) flush();
}

function flushAtExit(flush: () => void): void {
  if (lastFlushes.size === 0) process.once('exit', flushAll);
  lastFlushes.add(flush);
}

function flushNoLonger(flush: () => void): void {
  if (lastFlushes.delete(flush) && lastFlushes.size === 0) process.off('exit', flushAll);
}

/**
 * Only the detector's own error is logged with its message; others may repeat the texts, and only their name is logged.
 */
function reasonOf(error: unknown): string {
  if (error instanceof PiiDetectorUnavailable) return error.message;
  return error instanceof Error ? error.name : 'unknown';
}

function failedClosingsIn(registry: Registry): Counter {
  return new Counter({
    name: 'waybill_wallet_closings_failed_total',
    help: 'Closings of wallets that could not be recorded; each is tried again after some more events of its wallet.',
    registers: [registry],
  });
}

function selectionCountersIn(registry: Registry) {
  const registers = [registry];
  const choices = new Counter({
    name: 'waybill_selections_total',
    help: 'Choices of who answers, by strategy, what became of the choosing, and the target that was chosen.',
    labelNames: ['strategy', 'outcome', 'target'],
    registers,
  });
  const cost = new Counter({
    name: 'waybill_selection_eur_total',
    help: 'What choosing who answers has cost.',
    registers,
  });
  const saved = new Counter({
    name: 'waybill_selection_saved_eur_total',
    help: 'What chosen answers cost less than by the dearest that might have given them, choosing paid; where they did.',
    registers,
  });
  const lost = new Counter({
    name: 'waybill_selection_lost_eur_total',
    help: 'What they cost more, where they did.',
    registers,
  });
  return { choices, cost, saved, lost };
}

function personalDataCountersIn(registry: Registry) {
  const registers = [registry];
  const cast = new Counter({
    name: 'waybill_personal_data_cast_total',
    help: 'Values of personal data that were cast, each once a request, by kind.',
    labelNames: ['kind'],
    registers,
  });
  const left = new Counter({
    name: 'waybill_personal_data_left_total',
    help: 'Requests that were not sent because casting had left personal data in them, by kind.',
    labelNames: ['kind'],
    registers,
  });
  const calls = new Counter({
    name: 'waybill_personal_data_detector_calls_total',
    help: 'Calls of a detector of personal data, by its name and whether it answered.',
    labelNames: ['detector', 'outcome'],
    registers,
  });
  const seconds = new Counter({
    name: 'waybill_personal_data_detector_seconds_total',
    help: 'Time that the calls of a detector of personal data took together.',
    labelNames: ['detector'],
    registers,
  });
  return { cast, left, calls, seconds };
}

function countersIn(registry: Registry) {
  const registers = [registry];
  const requests = new Counter({
    name: 'waybill_http_requests_total',
    help: 'HTTP requests by route and status.',
    labelNames: ['route', 'status'],
    registers,
  });
  const refused = new Counter({
    name: 'waybill_refused_requests_total',
    help: 'Requests answered with an error record, by route and error code.',
    labelNames: ['route', 'code'],
    registers,
  });
  const seconds = new Histogram({
    name: 'waybill_http_request_seconds',
    help: 'Time from request to end of answer, by route.',
    labelNames: ['route'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  });
  const inferences = new Counter({
    name: 'waybill_inferences_total',
    help: 'Reservations ended by requests, by outcome.',
    labelNames: ['surface', 'profile', 'target', 'outcome'],
    registers,
  });
  const settled = new Counter({
    name: 'waybill_settled_eur_total',
    help: 'Approximate sum of settled costs, for graphs; the ledger has the exact one.',
    labelNames: ['surface', 'profile', 'target'],
    registers,
  });
  // A series is looked up by its labels once instead of for every request: the look-up costs more than the count.
  const requestSeries = remembered((route: string, status: string) => ({
    count: requests.labels(route, status),
    time: seconds.labels(route),
  }));
  const refusalSeries = remembered((route: string, code: string) => refused.labels(route, code));
  const inferenceSeries = remembered((surface: string, profile: string, target: string, outcome: string) => ({
    count: inferences.labels(surface, profile, target, outcome),
    sum: settled.labels(surface, profile, target),
  }));
  return {
    request: ({ route, status, refusal, milliseconds }: RequestFacts) => {
      const { count, time } = requestSeries(route, String(status));
      count.inc();
      time.observe(milliseconds / 1000);
      if (refusal !== null) refusalSeries(route, refusal).inc();
    },
    inference: ({ surface, profile, target, outcome, cost }: InferenceFacts) => {
      const { count, sum } = inferenceSeries(surface, profile, target, outcome);
      count.inc();
      if (cost > 0n) sum.inc(approximateEur(cost));
    },
  };
}

function appendCountersIn(registry: Registry): (facts: AppendFacts) => void {
  const registers = [registry];
  const seconds = new Histogram({
    name: 'waybill_ledger_append_seconds',
    help: 'Time of an append to the ledger, by outcome: written, conflict, unknown, refused.',
    labelNames: ['outcome'],
    buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers,
  });
  const events = new Histogram({
    name: 'waybill_ledger_append_events',
    help: 'Events of an append that was written: how many commands of a wallet share one.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_000],
    registers,
  });
  const series = remembered((outcome: AppendFacts['outcome']) => seconds.labels(outcome));
  return ({ outcome, events: size, milliseconds }) => {
    series(outcome).observe(milliseconds / 1000);
    if (outcome === 'written') events.observe(size);
  };
}

/** The names come from configuration and routes, so there are few. */
function remembered<Labels extends readonly string[], Series>(find: (...labels: Labels) => Series) {
  const known = new Map<string, Series>();
  return (...labels: Labels): Series => {
    const key = labels.join('\n');
    const series = known.get(key) ?? find(...labels);
    known.set(key, series);
    return series;
  };
}

function brief(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, message, stack } = error;
  const code = 'code' in error ? error.code : undefined;
  const cause = error.cause === undefined ? undefined : brief(error.cause);
  return { name, message, code, stack, cause };
}
