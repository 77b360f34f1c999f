import type { RequestFacts } from './telemetry.ts';

/** The headers of trace propagation: W3C Trace Context and B3. No other header of a caller is read for tracing. */
export const traceHeaders: ReadonlySet<string> = new Set([
  'traceparent',
  'tracestate',
  'b3',
  'x-b3-traceid',
  'x-b3-spanid',
  'x-b3-parentspanid',
  'x-b3-sampled',
  'x-b3-flags',
]);

/** A request whose head has arrived. */
export interface ArrivedRequest {
  readonly requestId: string;
  readonly method: string;
  /** Decides whether the request is traced. Not recorded in the trace, because paths contain ids. */
  readonly path: string;
  /** Only {@link traceHeaders} are read. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** One request in a trace, from its head to the end of its answer. */
export interface RequestTrace {
  /** Runs a part of its work in the context of the trace. */
  run<Result>(work: () => Result): Result;
  /** Ends the trace. */
  end(facts: RequestFacts): void;
}

/**
 * Reports where the time of a request goes. Names of the configuration, numbers and ids: never content, secrets or
 * personal data. Never raises, and never delays a request.
 */
export interface Tracing {
  /** Starts to trace a request, in the trace that its headers name, if any. `end` it once, traced or not. */
  open(arrived: ArrivedRequest): RequestTrace;
  /** Runs a stage of the current request, by its name in the list of stages. */
  stage<Result>(name: string, work: () => Result | Promise<Result>): Result | Promise<Result>;
}
