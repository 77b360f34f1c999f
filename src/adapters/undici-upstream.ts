import { Readable } from 'node:stream';
import { type Clock, systemClock } from '../ports/clock.ts';
import { pause } from '../ports/pause.ts';
import { systemTimer, type Timer } from '../ports/timer.ts';
import { type Upstream, type UpstreamAnswer, UpstreamFailure, type UpstreamRequest } from '../ports/upstream.ts';
import type { Sharer } from '../limits/fair-room.ts';
import type { CircuitPass } from './undici-upstream/circuit.ts';
import { UndiciUpstreamConnection } from './undici-upstream/connection.ts';
import { UndiciUpstreamDeadlines } from './undici-upstream/deadlines.ts';
import { closeEndpoint, takeEndpoint, type Endpoint, type UpstreamSettings } from './undici-upstream/endpoint.ts';
import { type ExchangeHead, UndiciUpstreamExchange } from './undici-upstream/exchange.ts';
import { answerHeaders, appendForwardedHeaders } from './undici-upstream/headers.ts';
import { retryAfterMs, undiciUpstreamRetryDelay } from './undici-upstream/retry-delay.ts';

/** One attempt, for metrics and traces. */
export interface UpstreamAttempt {
  readonly upstream: string;
  readonly reservationId: string | null;
  /** From 1. */
  readonly attempt: number;
  /** `null` when no answer came. */
  readonly status: number | null;
  /** `null` when an answer came. */
  readonly failure: UpstreamFailure | null;
  /** Milliseconds to the head of the answer or to the failure. */
  readonly durationMs: number;
  /** Milliseconds until the next attempt; `null` when this one was the last. */
  readonly retryInMs: number | null;
}

export interface UndiciUpstreamOptions {
  /** For `retry-after` dates only. */
  readonly clock?: Clock;
  /** Measures attempts and jitters retries. */
  readonly timer?: Timer;
  /** Called after every attempt; must not throw. */
  readonly onAttempt?: (attempt: UpstreamAttempt) => void;
  /** How long `dispose` lets running exchanges finish before it aborts them, milliseconds. Default 5,000. */
  readonly closeTimeoutMs?: number;
  /** The adapter whose connections and circuits this one takes over, for every upstream with unchanged settings. */
  readonly predecessor?: UndiciUpstream;
}

/** The upstreams of the configuration behind the port; disposing closes every connection. */
export interface UndiciUpstream extends Upstream, AsyncDisposable {
  /** Every upstream with the state of its circuit breaker, for health pages and metrics. */
  state(): readonly { readonly upstream: string; readonly circuit: 'closed' | 'open' | 'half_open' }[];
}

/** The endpoints of each adapter, for its successors. */
const endpointsOf = new WeakMap<UndiciUpstream, ReadonlyMap<string, Endpoint>>();

/** Result of one attempt; a failure is a value here because the next step decides on it. */
type Outcome =
  | { readonly exchange: UndiciUpstreamExchange; readonly head: ExchangeHead; readonly failure: null }
  | { readonly exchange: null; readonly head: null; readonly failure: UpstreamFailure };

/** The sharer of connections that no caller asked for. */
const gatewayItself: Sharer = { tenantId: '', keyId: '' };
const tooManyWait = new UpstreamFailure('crowded', 'not_sent');
/** For attempts whose health the target pools track instead of the circuit. */
const freePass: CircuitPass = { isProbe: false, settle: () => undefined };
const tickMsMax = 250;
const tickMsMin = 5;

/**
 * Upstreams over HTTP/1.1 with undici's `dispatch`.
 *
 * A request is written at most once per attempt, and attempted again only when it is certain that the upstream did no
 * work for it: no connection could be made, or the answer was 429 or 503. HTTP/2 stays off, because a shared
 * connection would blur what was written for which request.
 *
 * `send` raises a `TypeError` for an upstream that is not configured.
 */
export function createUndiciUpstream(
  upstreams: Readonly<Record<string, UpstreamSettings>>,
  options: UndiciUpstreamOptions = {},
): UndiciUpstream {
  const inherited = options.predecessor === undefined ? undefined : endpointsOf.get(options.predecessor);
  const endpoints = new Map(
    Object.entries(upstreams).map(([name, settings]) => [name, takeEndpoint(name, settings, inherited)]),
  );
  const deadlines = new UndiciUpstreamDeadlines(tickMsFor([...endpoints.values()]));
  let isDisposed = false;
  const adapter: UndiciUpstream = {
    send(request) {
      const endpoint = endpoints.get(request.upstream);
      if (endpoint === undefined) return Promise.reject(new TypeError(`unknown upstream "${request.upstream}"`));
      return send(endpoint, request, deadlines, options);
    },
    state: () => [...endpoints.values()].map(({ name, circuit }) => ({ upstream: name, circuit: circuit.state })),
    async [Symbol.asyncDispose]() {
      if (isDisposed) return;
      isDisposed = true;
      const timeoutMs = options.closeTimeoutMs ?? 5_000;
      const unused = [...endpoints.values()].filter((endpoint) => --endpoint.users <= 0);
      await Promise.all(unused.map((endpoint) => closeEndpoint(endpoint, timeoutMs)));
    },
  };
  endpointsOf.set(adapter, endpoints);
  return adapter;
}

async function send(
  endpoint: Endpoint,
  request: UpstreamRequest,
  deadlines: UndiciUpstreamDeadlines,
  options: UndiciUpstreamOptions,
): Promise<UpstreamAnswer> {
  const { timer = systemTimer } = options;
  const totalBy = deadlines.after(endpoint.limits.totalTimeoutMs);
  for (let attempt = 1; ; attempt += 1) {
    const startedAtMs = timer.monotonic();
    const outcome = await tryOnce(endpoint, request, deadlines, totalBy);
    const leftMs = totalBy - deadlines.now;
    const { pooled, isTriedOnce = false } = request;
    const isOver = pooled !== undefined || isTriedOnce || attempt > endpoint.limits.retriesMax;
    const retryInMs = isOver ? null : retryDelay(endpoint, outcome, attempt, options);
    const isLast = retryInMs === null || retryInMs >= leftMs;
    options.onAttempt?.({
      upstream: endpoint.name,
      reservationId: request.reservationId,
      attempt,
      status: outcome.head?.status ?? null,
      failure: outcome.failure,
      durationMs: timer.monotonic() - startedAtMs,
      retryInMs: isLast ? null : retryInMs,
    });
    if (isLast) return answerOf(outcome);
    outcome.exchange?.discard();
    await pause(retryInMs, request.signal, timer);
    // Between attempts no request is in flight.
    if (request.signal.aborted) throw new UpstreamFailure('aborted', 'not_sent');
  }
}

async function tryOnce(
  endpoint: Endpoint,
  request: UpstreamRequest,
  deadlines: UndiciUpstreamDeadlines,
  totalBy: number,
): Promise<Outcome> {
  if (request.signal.aborted) return failed(new UpstreamFailure('aborted', 'not_sent'));
  if (endpoint.onIdle !== null) return failed(new UpstreamFailure('aborted', 'not_sent'));
  const pass = request.pooled === undefined ? endpoint.circuit.enter() : freePass;
  if (pass === null) return failed(new UpstreamFailure('circuit_open', 'not_sent'));
  const exchange = start(endpoint, request, { deadlines, totalBy, pass });
  try {
    return { exchange, head: await exchange.head, failure: null };
  } catch (error) {
    if (error instanceof UpstreamFailure) return failed(error);
    throw error;
  }
}

function start(
  endpoint: Endpoint,
  request: UpstreamRequest,
  within: { readonly deadlines: UndiciUpstreamDeadlines; readonly totalBy: number; readonly pass: CircuitPass },
): UndiciUpstreamExchange {
  const { idleTimeoutMs, consumerWaitMsMax } = endpoint.limits;
  const patienceMs = request.pooled?.firstByteTimeoutMs ?? Number.POSITIVE_INFINITY;
  const connection = new UndiciUpstreamConnection(endpoint.connections, request.sharer ?? gatewayItself);
  const exchange = new UndiciUpstreamExchange({
    deadlines: within.deadlines,
    signal: request.signal,
    firstByteTimeoutMs: Math.min(endpoint.limits.firstByteTimeoutMs, patienceMs),
    idleTimeoutMs,
    totalBy: within.totalBy,
    consumerWaitMsMax,
    onStatus: (status) => {
      if (status >= 500) within.pass.settle('failed');
      else if (within.pass.isProbe) within.pass.settle('ok');
    },
    onEnd: (failure) => {
      connection.stopWaiting();
      within.pass.settle(verdictOf(failure));
      left();
    },
    onReleased: () => {
      connection.leave();
      left();
    },
  });
  const left = (): void => {
    endpoint.waiting.delete(exchange);
    if (endpoint.connections.used + endpoint.connections.waiting === 0) endpoint.onIdle?.();
  };
  const headers = [...endpoint.ownHeaders];
  if (request.reservationId !== null) headers.push('x-waybill-reservation', request.reservationId);
  appendForwardedHeaders(headers, request.headers);
  endpoint.waiting.add(exchange);
  const isTaken = connection.take(() => {
    endpoint.waiting.delete(exchange);
    const path = endpoint.pathPrefix + request.path;
    endpoint.pool.dispatch(
      { path, method: request.method ?? 'POST', headers, body: bodyOf(request, headers), idempotent: false },
      exchange,
    );
  });
  if (!isTaken) exchange.onResponseError(null, tooManyWait);
  return exchange;
}

/** The body in undici's form. Adds the `content-length` of a body that is read while it is sent. */
function bodyOf({ body }: UpstreamRequest, headers: string[]): Buffer | Readable | null {
  if (body === null || Buffer.isBuffer(body)) return body;
  headers.push('content-length', String(body.bytes));
  return Readable.from(body.open(), { objectMode: false });
}

/** Milliseconds to wait before another attempt; `null` when there must be none. */
function retryDelay(
  endpoint: Endpoint,
  outcome: Outcome,
  attempts: number,
  { clock = systemClock, timer = systemTimer }: UndiciUpstreamOptions,
): number | null {
  const { failure, head } = outcome;
  const isSafe = failure === null ? head.status === 429 || head.status === 503 : isConnectFailure(failure);
  if (!isSafe) return null;
  const askedMs = head === null ? null : retryAfterMs(head.headers, clock.now());
  const { retryDelayMs, retryAfterMaxMs } = endpoint.limits;
  return undiciUpstreamRetryDelay({ attempts, retryDelayMs, retryAfterMaxMs, askedMs, chance: timer.chance() });
}

const isConnectFailure = (failure: UpstreamFailure): boolean =>
  (failure.reason === 'connect' || failure.reason === 'crowded') && failure.outcome === 'not_sent';

function answerOf(outcome: Outcome): UpstreamAnswer {
  if (outcome.failure !== null) throw outcome.failure;
  const { exchange, head } = outcome;
  const coding = head.headers['content-encoding'];
  if (coding !== undefined && coding !== 'identity') {
    // `identity` was requested: no caller of this port can decode the bytes.
    exchange.discard();
    throw new UpstreamFailure('reset', 'unknown', {
      cause: new Error(`answered with content-encoding ${String(coding)}`),
    });
  }
  return { status: head.status, headers: answerHeaders(head.headers), body: exchange };
}

/** What an ended exchange says about the upstream's health. A caller that left or a long answer says nothing. */
function verdictOf(failure: UpstreamFailure | null): 'ok' | 'failed' | 'unjudged' {
  if (failure === null) return 'ok';
  switch (failure.reason) {
    case 'connect':
    case 'reset':
    case 'too_large':
    case 'first_byte_timeout':
    case 'idle_timeout':
      return 'failed';
    case 'aborted':
    case 'crowded':
    case 'total_timeout':
    case 'circuit_open':
      return 'unjudged';
  }
}

const failed = (failure: UpstreamFailure): Outcome => ({ exchange: null, head: null, failure });

/** A quarter of the shortest configured timeout, within bounds. */
function tickMsFor(endpoints: readonly Endpoint[]): number {
  const shortestMs = Math.min(
    ...endpoints.flatMap(({ limits }) => [limits.firstByteTimeoutMs, limits.idleTimeoutMs, limits.totalTimeoutMs]),
  );
  return Math.max(tickMsMin, Math.min(tickMsMax, shortestMs / 4));
}
