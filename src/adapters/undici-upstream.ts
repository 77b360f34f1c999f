import { systemTimer, type Timer } from '../ports/timer.ts';
import type { Clock } from '../ports/clock.ts';
import { type Upstream, type UpstreamAnswer, UpstreamFailure, type UpstreamRequest } from '../ports/upstream.ts';
import { hasNoContentCoding } from '../wire/content-coding.ts';
import type { AttemptOutcome } from './undici-upstream/attempt.ts';
import { UndiciUpstreamDeadlines } from './undici-upstream/deadlines.ts';
import { decodableCoding, UndiciUpstreamDecodedBody } from './undici-upstream/decoded-body.ts';
import { closeEndpoint, takeEndpoint, type Endpoint, type UpstreamSettings } from './undici-upstream/endpoint.ts';
import type { ExchangeHead, UndiciUpstreamExchange } from './undici-upstream/exchange.ts';
import { answerHeaders } from './undici-upstream/headers.ts';
import { attemptWithRetries, type UpstreamAttempt } from './undici-upstream/retries.ts';

export interface UndiciUpstreamOptions {
  /** For `retry-after` dates only. */
  readonly clock?: Clock;
  /** For deadlines, the length of attempts and pauses before retries. */
  readonly timer?: Timer;
  /** Called after every attempt; must not throw. */
  readonly onAttempt?: (attempt: UpstreamAttempt) => void;
  /** How long `dispose` lets running exchanges finish before it aborts them, milliseconds. Default 5,000. */
  readonly closeTimeoutMs?: number;
  /** The adapter whose connections and circuits this one takes over, for every upstream with unchanged settings. */
  readonly predecessor?: UndiciUpstreams;
}

/**
 * The upstreams of the configuration behind the port, in three ways that share their connections; disposing closes every
 * connection.
 */
export interface UndiciUpstreams extends AsyncDisposable {
  /** One attempt for each request. For callers that judge the health of an upstream and repeat by themselves. */
  readonly single: Upstream;
  /** One attempt for each request, unless the circuit is open. For callers to whom a late answer is useless. */
  readonly guarded: Upstream;
  /** Guarded by the circuit, and repeated as often as the upstream's settings allow. */
  readonly retrying: Upstream;
  /** Every upstream with the state of its circuit breaker, for health pages and metrics. */
  state(): readonly { readonly upstream: string; readonly circuit: 'closed' | 'open' | 'half_open' }[];
}

/** The endpoints of each adapter, for its successors. */
const endpointsOf = new WeakMap<UndiciUpstreams, ReadonlyMap<string, Endpoint>>();

const tickMsMax = 250;
const tickMsMin = 5;

/**
 * Upstreams over HTTP/1.1 with undici's `dispatch`.
 *
 * A request is written at most once per attempt, and attempted again only when it is certain that the upstream did no
 * work for it, see {@link attemptWithRetries}. HTTP/2 stays off, because a shared connection would blur what was
 * written for which request.
 *
 * `send` raises a `TypeError` for an upstream that is not configured.
 */
export function createUndiciUpstreams(
  upstreams: Readonly<Record<string, UpstreamSettings>>,
  options: UndiciUpstreamOptions = {},
): UndiciUpstreams {
  const inherited = options.predecessor === undefined ? undefined : endpointsOf.get(options.predecessor);
  const endpoints = new Map(
    Object.entries(upstreams).map(([name, settings]) => [name, takeEndpoint(name, settings, inherited)]),
  );
  const { closeTimeoutMs = 5_000, clock, timer = systemTimer, onAttempt } = options;
  const deadlines = new UndiciUpstreamDeadlines(tickMsFor([...endpoints.values()]), timer);
  const attempting = { deadlines, timer, ...(clock && { clock }), ...(onAttempt && { onAttempt }) };
  const upstreamOf = (isGuarded: boolean, retriesMaxOf: (endpoint: Endpoint) => number): Upstream => ({
    async send(request: UpstreamRequest): Promise<UpstreamAnswer> {
      const endpoint = endpoints.get(request.upstream);
      if (endpoint === undefined) throw new TypeError(`unknown upstream "${request.upstream}"`);
      const totalBy = deadlines.after(endpoint.limits.totalTimeoutMs);
      const retriesMax = retriesMaxOf(endpoint);
      const within = { ...attempting, totalBy, isGuarded, retriesMax };
      return answerOf(await attemptWithRetries(endpoint, request, within), endpoint);
    },
  });
  let isDisposed = false;
  const adapter: UndiciUpstreams = {
    single: upstreamOf(false, () => 0),
    guarded: upstreamOf(true, () => 0),
    retrying: upstreamOf(true, ({ limits }) => limits.retriesMax),
    state: () => [...endpoints.values()].map(({ name, circuit }) => ({ upstream: name, circuit: circuit.state })),
    async [Symbol.asyncDispose]() {
      if (isDisposed) return;
      isDisposed = true;
      const unused = [...endpoints.values()].filter((endpoint) => --endpoint.users <= 0);
      await Promise.all(unused.map((endpoint) => closeEndpoint(endpoint, closeTimeoutMs)));
      deadlines.rest();
    },
  };
  endpointsOf.set(adapter, endpoints);
  return adapter;
}

function answerOf(outcome: AttemptOutcome, { secret }: Endpoint): UpstreamAnswer {
  if (outcome.failure !== null) throw outcome.failure;
  const { exchange, head } = outcome;
  const body = secret.inBody(bodyOf(exchange, head));
  return { status: head.status, headers: answerHeaders(head.headers, secret), body };
}

/** The body without a content coding. `identity` was requested, but some proxies compress all the same. */
function bodyOf(exchange: UndiciUpstreamExchange, { headers }: ExchangeHead): AsyncIterableIterator<Buffer> {
  const header = headers['content-encoding'];
  if (hasNoContentCoding(header)) return exchange;
  const coding = decodableCoding(header);
  if (coding !== null) return new UndiciUpstreamDecodedBody(exchange, coding);
  exchange.discard();
  throw new UpstreamFailure('reset', 'unknown', {
    cause: new Error(`answered with content-encoding ${String(header)}`),
  });
}

/** A quarter of the shortest configured timeout, within bounds. */
function tickMsFor(endpoints: readonly Endpoint[]): number {
  const shortestMs = Math.min(
    ...endpoints.flatMap(({ limits }) => [limits.firstByteTimeoutMs, limits.idleTimeoutMs, limits.totalTimeoutMs]),
  );
  return Math.max(tickMsMin, Math.min(tickMsMax, shortestMs / 4));
}
