import { pino, type DestinationStream, type Logger } from 'pino';
import { Gauge, Registry } from 'prom-client';
import { bufferedStderr } from './pino-telemetry/buffered-stderr.ts';
import { ledgerCountersIn } from './pino-telemetry/ledger-counters.ts';
import { pinoPersonalDataTelemetry } from './pino-telemetry/personal-data-telemetry.ts';
import { pinoPoolTelemetry, type PinoPoolTelemetry } from './pino-telemetry/pool-telemetry.ts';
import { pinoRequestTelemetry } from './pino-telemetry/request-telemetry.ts';
import { pinoSelectionTelemetry } from './pino-telemetry/selection-telemetry.ts';
import type {
  AppendFacts,
  CastTelemetry,
  ClosingFacts,
  DetectorTelemetry,
  SelectionTelemetry,
  Telemetry,
} from '../ports/telemetry.ts';

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
  const { append, closingsFailed } = ledgerCountersIn(registry);
  return {
    ...pinoRequestTelemetry(registry, logger),
    ...pinoPersonalDataTelemetry(registry, logger),
    ...pinoSelectionTelemetry(registry),
    ...pinoPoolTelemetry(registry, logger),
    addGauges: (gauges) => addGauges(registry, gauges),
    appendEnded: append,
    closingFailed: ({ walletId, failures, retriedAfterEvents }, error) => {
      closingsFailed.inc();
      const retried = { retried_after_events: retriedAfterEvents, err: briefError(error) };
      logger.warn({ wallet_id: walletId, failures, ...retried }, 'closing_failed');
    },
    warn: (what, facts, error) =>
      logger.warn({ ...facts, ...(error === undefined ? {} : { err: briefError(error) }) }, what),
    info: (what, facts) => logger.info(facts, what),
    metrics: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
    close,
  };
}

function addGauges(registry: Registry, gauges: Gauges): void {
  for (const [name, { help, read }] of Object.entries(gauges)) {
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
}

function openLog({ level, destination, lineFacts }: TelemetryOptions): {
  readonly logger: Logger;
  readonly close: () => void;
} {
  const stderr = destination === undefined ? bufferedStderr() : null;
  // pino's own serializer would repeat the messages and stacks of all causes.
  const serializers = { err: (error: unknown) => error };
  const base = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers };
  const mixin = lineFacts && { mixin: () => ({ ...lineFacts() }) };
  const logger = pino({ ...base, ...mixin }, stderr?.destination ?? destination);
  return { logger, close: () => stderr?.close() };
}

/** Names of errors that point to a defect, unless the operating system raised them. Others are told by their messages. */
const unexpectedErrors: ReadonlySet<string> = new Set([
  'Error',
  'TypeError',
  'RangeError',
  'SyntaxError',
  'ReferenceError',
]);

/** An error without attached objects. An outage is logged many times, so only an unexpected error has its stack. */
function briefError(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, message } = error;
  const code = 'code' in error ? error.code : undefined;
  const stack = unexpectedErrors.has(name) && !('syscall' in error) ? error.stack : undefined;
  const cause = error.cause === undefined ? undefined : briefError(error.cause);
  return { name, message, code, stack, cause };
}
