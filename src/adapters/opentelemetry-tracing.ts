import {
  context,
  isSpanContextValid,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { eurFromNano } from '../domain/money.ts';
import type { RouteJudge } from '../ports/route-judge.ts';
import type {
  CastTelemetry,
  DetectorTelemetry,
  InferenceFacts,
  RequestFacts,
  SelectionTelemetry,
  Telemetry,
} from '../ports/telemetry.ts';
import { traceHeaders, type ArrivedRequest, type RequestTrace, type Tracing } from '../ports/tracing.ts';
import type { Upstream, UpstreamAttempt } from '../ports/upstream.ts';
import { errorType, usageAttributes, type UpstreamAddress } from './opentelemetry-tracing/attributes.ts';
import { createGenAiMetrics, type GenAiMetrics } from './opentelemetry-tracing/genai-metrics.ts';
import { RunningSpans } from './opentelemetry-tracing/running-spans.ts';
import { startSdk, type SdkOptions } from './opentelemetry-tracing/sdk.ts';
import { triedSpan } from './opentelemetry-tracing/tried-span.ts';
import { watchedUpstream } from './opentelemetry-tracing/upstream-spans.ts';

/** The telemetry that traces also receive. */
type TracedTelemetry = Pick<Telemetry, 'inferenceEnded'> &
  Pick<CastTelemetry, 'personalDataCast'> &
  Pick<SelectionTelemetry, 'routeChosen'> &
  Pick<DetectorTelemetry, 'detectorAsked'>;

/** Traces and metrics by OpenTelemetry, exported over OTLP. */
export interface OpenTelemetryTracing extends Tracing, AsyncDisposable {
  readonly telemetry: TracedTelemetry;
  /** Wraps upstreams so that requests to them are spans of the current request. */
  watchUpstream(upstream: Upstream, addresses: ReadonlyMap<string, UpstreamAddress>): Upstream;
  /** The same for questions to route judges. */
  watchJudge(judge: RouteJudge): RouteJudge;
  /** Reports a finished attempt at an upstream. */
  tried(request: UpstreamAttempt): void;
  /** Ids that link log lines and traces. */
  logIds(): Readonly<Record<string, string>>;
}

/**
 * Starts the official SDK with the standard environment variables. Spans contain names of the configuration, numbers
 * and ids. A span that cannot be exported is dropped: the SDK buffers only a few, and no request waits for it.
 */
export function createOpenTelemetryTracing(options: SdkOptions): OpenTelemetryTracing {
  const shutDown = startSdk(options);
  const tracer = trace.getTracer('waybill');
  const metrics = createGenAiMetrics();
  return {
    open: (arrived) => openTrace(tracer, arrived),
    stage: (name, work) => inSpan(tracer, name, work),
    telemetry: tracedTelemetry(tracer, metrics),
    watchUpstream: (upstream, addresses) => watchedUpstream(upstream, { tracer, metrics, addresses }),
    watchJudge: (judge) => watchedJudge(judge, tracer),
    tried: (request) => triedSpan(tracer, request),
    logIds: () => {
      const ids = trace.getActiveSpan()?.spanContext();
      return ids !== undefined && isSpanContextValid(ids) ? { trace_id: ids.traceId, span_id: ids.spanId } : {};
    },
    [Symbol.asyncDispose]: shutDown,
  };
}

const untraced: RequestTrace = { run: (work) => work(), end: () => undefined };

/** Only requests of callers are traced, not health checks. */
function openTrace(tracer: Tracer, { requestId, method, path, headers }: ArrivedRequest): RequestTrace {
  if (!path.startsWith('/v1/')) return untraced;
  const outer = propagation.extract(context.active(), headers, {
    keys: () => [...traceHeaders],
    get: (carrier, name) => {
      // The packages parse them with bounded patterns, and read at most 512 characters of `tracestate`.
      const value = traceHeaders.has(name) ? carrier[name] : undefined;
      return typeof value === 'string' ? value : undefined;
    },
  });
  const attributes = { 'http.request.method': method, 'waybill.request_id': requestId };
  const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, outer);
  const spans = new RunningSpans(span);
  const here = spans.within(trace.setSpan(outer, span));
  return {
    run: (work) => context.with(here, work),
    end: (facts) => {
      describeRequest(span, facts);
      spans.end();
    },
  };
}

function describeRequest(
  span: Span,
  { method, route, status, isComplete, reservationId, refusal }: RequestFacts,
): void {
  span.updateName(`${method} ${route}`);
  span.setAttributes({
    'http.route': route,
    'http.response.status_code': status,
    ...(reservationId !== null && { 'waybill.reservation_id': reservationId }),
    ...(!isComplete && { 'waybill.is_complete': false }),
    ...(refusal !== null && { 'error.type': refusal }),
  });
  // By the semantic conventions for HTTP, a fault of the caller is not an error of the server.
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}

async function inSpan<Result>(tracer: Tracer, name: string, work: () => Result | Promise<Result>): Promise<Result> {
  const span = tracer.startSpan(name);
  try {
    return await context.with(trace.setSpan(context.active(), span), work);
  } catch (error) {
    span.setAttribute('error.type', errorType(error));
    throw error;
  } finally {
    span.end();
  }
}

function tracedTelemetry(tracer: Tracer, metrics: GenAiMetrics): TracedTelemetry {
  return {
    inferenceEnded: (facts) => describeInference(facts, metrics),
    personalDataCast: (counts) => {
      const attributes = [...counts].map(([kind, count]) => [`waybill.personal_data.${kind}`, count]);
      RunningSpans.active()?.own.setAttributes(Object.fromEntries(attributes) as Record<string, number>);
    },
    routeChosen: ({ strategy, outcome, target, cost }) => {
      RunningSpans.active()?.own.setAttributes({
        'waybill.selection.strategy': strategy,
        'waybill.selection.outcome': outcome,
        'waybill.selection.target': target,
        'waybill.selection.cost_eur': eurFromNano(cost),
      });
    },
    detectorAsked: ({ detector, hasAnswered, milliseconds }, error) => {
      const span = tracer.startSpan(`detect ${detector}`, { startTime: performance.now() - milliseconds });
      if (!hasAnswered) span.setAttribute('error.type', errorType(error)).setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

function describeInference(facts: InferenceFacts, metrics: GenAiMetrics): void {
  const spans = RunningSpans.active();
  if (spans === null) return;
  const { usage } = facts;
  spans.own.setAttributes({
    'waybill.surface': facts.surface,
    'waybill.profile': facts.profile,
    'waybill.target': facts.target,
    'waybill.outcome': facts.outcome,
    'waybill.cost_eur': eurFromNano(facts.cost),
    ...(!facts.isRecorded && { 'waybill.is_recorded': false }),
  });
  spans.settled(({ span, measured }) => {
    if (usage === null) return;
    span.setAttributes(usageAttributes(usage));
    metrics.used(usage, measured);
  });
}

function watchedJudge(judge: RouteJudge, tracer: Tracer): RouteJudge {
  return {
    get version() {
      return judge.version;
    },
    bound: judge.bound,
    expected: (asked) => judge.expected(asked),
    ask: (asked) => inSpan(tracer, 'ask_judge', () => judge.ask(asked)),
  };
}
