import { systemTimer, type Timer } from '../time/timer.ts';
import {
  type Upstream,
  type UpstreamAnswer,
  type UpstreamAttempt,
  UpstreamFailure,
  type UpstreamRequest,
} from '../ports/upstream.ts';
import { hasNoContentCoding } from '../wire/content-coding.ts';
import { attempt, type AttemptOutcome } from './undici-upstream/attempt.ts';
import { UndiciUpstreamDeadlines } from './undici-upstream/deadlines.ts';
import { decodableCoding, UndiciUpstreamDecodedBody } from './undici-upstream/decoded-body.ts';
import { closeEndpoint, takeEndpoint, type Endpoint, type UpstreamSettings } from './undici-upstream/endpoint.ts';
import type { ExchangeHead, UndiciUpstreamExchange } from './undici-upstream/exchange.ts';
import { answerHeaders } from './undici-upstream/headers.ts';

export interface UndiciUpstreamOptions {
  /** For deadlines and the length of attempts. */
  readonly timer?: Timer;
  /** Called after every attempt; must not throw. */
  readonly onAttempt?: (attempt: UpstreamAttempt) => void;
  /** How long `dispose` lets running exchanges finish before it aborts them, milliseconds. Default 5,000. */
  readonly closeTimeoutMs?: number;
  /** The adapter whose connections this one takes over, for every upstream with unchanged settings. */
  readonly predecessor?: UndiciUpstreams;
  /** Whether several tenants may ask; absent: they may. Without another one, a tenant takes every connection. */
  readonly hasOthers?: () => boolean;
}

/** The upstreams of the configuration behind the port; disposing closes every connection. */
export interface UndiciUpstreams extends Upstream, AsyncDisposable {}

/** The endpoints of each adapter, for its successors. */
const endpointsOf = new WeakMap<UndiciUpstreams, ReadonlyMap<string, Endpoint>>();

const tickMsMax = 250;
const tickMsMin = 5;

/**
 * Upstreams over HTTP/1.1 with undici's `dispatch`.
 *
 * Each request is one attempt, and written at most once. Pools decide what is repeated. HTTP/2 stays off, because a
 * shared connection would blur what was written for which request.
 *
 * `send` raises a `TypeError` for an upstream that is not configured.
 */
export function createUndiciUpstreams(
  upstreams: Readonly<Record<string, UpstreamSettings>>,
  options: UndiciUpstreamOptions = {},
): UndiciUpstreams {
  const { predecessor, hasOthers } = options;
  const inherited = predecessor === undefined ? undefined : endpointsOf.get(predecessor);
  const endpoints = new Map(
    Object.entries(upstreams).map(([name, settings]) => [name, takeEndpoint(name, settings, { inherited, hasOthers })]),
  );
  const { closeTimeoutMs = 5_000, timer = systemTimer, onAttempt } = options;
  const deadlines = new UndiciUpstreamDeadlines(tickMsFor([...endpoints.values()]), timer);
  let isDisposed = false;
  const adapter: UndiciUpstreams = {
    async send(request: UpstreamRequest): Promise<UpstreamAnswer> {
      const endpoint = endpoints.get(request.upstream);
      if (endpoint === undefined) throw new TypeError(`unknown upstream "${request.upstream}"`);
      const startedAtMs = timer.monotonic();
      const outcome = await attempt(endpoint, request, deadlines);
      onAttempt?.({
        upstream: endpoint.name,
        status: outcome.head?.status ?? null,
        failure: outcome.failure,
        durationMs: timer.monotonic() - startedAtMs,
      });
      return answerOf(outcome, endpoint);
    },
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
