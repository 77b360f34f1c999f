import type { RequestFacts } from './telemetry.ts';

/** The headers in which a trace travels: of W3C Trace Context and of B3. No other header of a caller is read for it. */
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

/** A request of which the head has come. */
export interface ArrivedRequest {
  readonly requestId: string;
  readonly method: string;
  /** Decides whether it is traced, and is not told: paths carry ids. */
  readonly path: string;
  /** Of which {@link traceHeaders} alone are read. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** One request in a trace, from its head to the end of its answer. */
export interface RequestTrace {
  /** Does a part of its work, which knows by itself what it belongs to. */
  run<Result>(work: () => Result): Result;
  /** It is over. */
  end(facts: RequestFacts): void;
}

/**
 * Tells those who watch where the time of a request goes. Names of the configuration, numbers and ids: never what is said, a
 * secret, or personal data. Never raises, and nothing waits for it.
 */
export interface Tracing {
  /** Begins to trace a request, in the trace that its headers name where they name one. `end` it once, traced or not. */
  open(arrived: ArrivedRequest): RequestTrace;
  /** Does a stage of the request under way, by the name that it has in the list of stages. */
  stage<Result>(name: string, work: () => Result | Promise<Result>): Result | Promise<Result>;
}

const noTrace: RequestTrace = { run: (work) => work(), end: () => undefined };

/** Nobody watches. */
export const noTracing: Tracing = { open: () => noTrace, stage: (_name, work) => work() };
