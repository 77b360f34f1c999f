import type { OpenTelemetryTracing } from '../adapters/opentelemetry-tracing.ts';
import { createPinoTelemetry, type PinoTelemetry } from '../adapters/pino-telemetry.ts';
import type { UpstreamSettings } from '../adapters/undici-upstream/endpoint.ts';
import type { Config, Environment } from '../config.ts';
import { collectorOf } from '../config/collector.ts';
import { withinMs } from '../ledger/within-ms.ts';
import type { RouteJudge } from '../ports/route-judge.ts';
import type { Tracing } from '../ports/tracing.ts';
import type { Upstream } from '../ports/upstream.ts';

/** How long a stopping process waits for the collector, milliseconds. */
const lastExportMsMax = 5_000;
/** Shortest interval between log lines about errors of the SDK; each line has their number. */
const complaintsMs = 3_600_000;
const complaintCharsMax = 200;

/** Metrics, logs and traces. */
export interface ConfiguredTelemetry {
  readonly telemetry: PinoTelemetry;
  /** `null`: no tracing. */
  readonly tracing: Tracing | null;
  /** Wraps the ports whose calls are parts of traces; `null` as above. */
  readonly watch: Watch | null;
  /** Sends the last traces and writes the last log lines. */
  close(): Promise<void>;
}

/** Ports whose calls are parts of the trace of the request that makes them. */
export interface Watch {
  upstream(upstream: Upstream, settings: Readonly<Record<string, UpstreamSettings>>): Upstream;
  judge(judge: RouteJudge): RouteJudge;
  readonly tried: OpenTelemetryTracing['tried'];
}

/**
 * Logs and metrics, and traces if the environment names a collector. Only then the OpenTelemetry packages are loaded;
 * they read the other standard variables from the environment themselves.
 */
export async function configuredTelemetry(config: Config, environment: Environment): Promise<ConfiguredTelemetry> {
  const collector = collectorOf(environment);
  if (collector === null) {
    const telemetry = createPinoTelemetry({ level: config.logLevel });
    return { telemetry, tracing: null, watch: null, close: async () => telemetry.close() };
  }
  const { createOpenTelemetryTracing } = await import('../adapters/opentelemetry-tracing.ts');
  let tracing: OpenTelemetryTracing | null = null;
  const lines = createPinoTelemetry({ level: config.logLevel, lineFacts: () => tracing?.logIds() ?? {} });
  tracing = createOpenTelemetryTracing({ ...collector, onComplaint: complaintLog(lines) });
  const watching = tracing;
  return {
    telemetry: logsAndTraces(lines, watching.telemetry),
    tracing: watching,
    watch: watchedBy(watching),
    close: async () => {
      await withinMs(closeQuietly(watching), lastExportMsMax);
      lines.close();
    },
  };
}

async function closeQuietly(tracing: OpenTelemetryTracing): Promise<void> {
  try {
    await tracing[Symbol.asyncDispose]();
  } catch {
    // The error was logged, and a stopping process does not wait for a collector.
  }
}

function watchedBy(tracing: OpenTelemetryTracing): Watch {
  return {
    upstream: (upstream, settings) => {
      const addresses = Object.entries(settings).map(([name, { baseUrl }]) => [name, addressOf(baseUrl)] as const);
      return tracing.watchUpstream(upstream, new Map(addresses));
    },
    judge: (judge) => tracing.watchJudge(judge),
    tried: (request) => tracing.tried(request),
  };
}

function addressOf(baseUrl: string): { readonly host: string; readonly port: number } {
  const { hostname, port, protocol } = new URL(baseUrl);
  return { host: hostname, port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) };
}

/** Telemetry that sends the same events to logs, metrics and traces. */
function logsAndTraces(telemetry: PinoTelemetry, traced: OpenTelemetryTracing['telemetry']): PinoTelemetry {
  return {
    ...telemetry,
    inferenceEnded: (facts) => {
      telemetry.inferenceEnded(facts);
      traced.inferenceEnded(facts);
    },
    personalDataCast: (counts) => {
      telemetry.personalDataCast(counts);
      traced.personalDataCast(counts);
    },
    routeChosen: (facts) => {
      telemetry.routeChosen(facts);
      traced.routeChosen(facts);
    },
    detectorAsked: (facts, error) => {
      telemetry.detectorAsked(facts, error);
      traced.detectorAsked(facts, error);
    },
  };
}

/** Logs the first error of the SDK, then one line an hour while errors continue. */
function complaintLog(telemetry: PinoTelemetry): (what: string) => void {
  let count = 0;
  let unlogged = 0;
  let loggedAtMs: number | null = null;
  telemetry.addGauges({
    waybill_trace_export_complaints: {
      help: 'Errors of the OpenTelemetry SDK, mostly failed exports.',
      read: () => count,
    },
  });
  return (what) => {
    count += 1;
    unlogged += 1;
    const nowMs = performance.now();
    if (loggedAtMs !== null && nowMs - loggedAtMs < complaintsMs) return;
    telemetry.warn('traces_not_exported', { reason: reasonOf(what), complaints: unlogged });
    [loggedAtMs, unlogged] = [nowMs, 0];
  };
}

/**
 * Name, code and message of an error that the SDK writes as JSON, without the answer of the collector and the stack.
 */
function reasonOf(what: string): string {
  let text = what;
  try {
    const { name, code, message } = JSON.parse(what) as Readonly<Record<string, unknown>>;
    text = [name, code, message].filter((part) => typeof part === 'string').join(' ');
  } catch {
    // Not JSON: a plain message.
  }
  return text.slice(0, complaintCharsMax);
}
