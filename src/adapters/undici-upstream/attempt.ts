import { Readable } from 'node:stream';
import type { NoPermit, Permit, Sharer } from '../../limits/semaphore.ts';
import { UpstreamFailure, type UpstreamRequest } from '../../ports/upstream.ts';
import type { UndiciUpstreamDeadlines } from './deadlines.ts';
import type { Endpoint } from './endpoint.ts';
import { UndiciUpstreamExchange, type ExchangeHead } from './exchange.ts';
import { appendForwardedHeaders } from './headers.ts';

/** Result of one attempt. */
export type AttemptOutcome =
  | { readonly exchange: UndiciUpstreamExchange; readonly head: ExchangeHead; readonly failure: null }
  | { readonly exchange: null; readonly head: null; readonly failure: UpstreamFailure };

/** The sharer of connections that no caller asked for. */
const gatewayItself: Sharer = { tenantId: '', keyId: '' };
const tooManyWait = new UpstreamFailure('crowded', 'not_sent');

/** Makes one attempt, to the head of the answer or the failure. */
export async function attempt(
  endpoint: Endpoint,
  request: UpstreamRequest,
  deadlines: UndiciUpstreamDeadlines,
): Promise<AttemptOutcome> {
  if (request.signal.aborted) return failed(new UpstreamFailure('aborted', 'not_sent'));
  if (endpoint.onIdle !== null) return failed(new UpstreamFailure('aborted', 'not_sent'));
  const exchange = start(endpoint, request, deadlines);
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
  deadlines: UndiciUpstreamDeadlines,
): UndiciUpstreamExchange {
  const { idleTimeoutMs, totalTimeoutMs, consumerWaitMsMax } = endpoint.limits;
  const { connections, waiting } = endpoint;
  const sharer = request.sharer ?? gatewayItself;
  let permit: Permit | null = null;
  let wait: AbortController | null = null;
  let isOver = false;
  const exchange = new UndiciUpstreamExchange({
    deadlines,
    signal: request.signal,
    firstByteTimeoutMs: Math.min(endpoint.limits.firstByteTimeoutMs, request.firstByteTimeoutMs ?? Infinity),
    idleTimeoutMs,
    totalBy: deadlines.after(Math.min(totalTimeoutMs, request.totalTimeoutMs ?? Infinity)),
    consumerWaitMsMax,
    heldMs: () => request.held?.ms ?? 0,
    onEnd: () => {
      isOver = true;
      wait?.abort();
      left();
    },
    onReleased: () => {
      permit?.release();
      left();
    },
  });
  const left = (): void => {
    waiting.delete(exchange);
    if (connections.used + connections.waiting === 0) endpoint.onIdle?.();
  };
  const headers = [...endpoint.ownHeaders];
  if (request.reservationId !== null) headers.push('x-waybill-reservation', request.reservationId);
  appendForwardedHeaders(headers, request.headers);
  waiting.add(exchange);
  const begin = (acquired: Permit | NoPermit): void => {
    if (typeof acquired === 'string') return exchange.onResponseError(null, tooManyWait);
    if (isOver) {
      // It ended in the turn in which its permit came.
      acquired.release();
      return left();
    }
    permit = acquired;
    waiting.delete(exchange);
    const path = endpoint.pathPrefix + request.path;
    endpoint.pool.dispatch(
      { path, method: request.method ?? 'POST', headers, body: bodyOf(request, headers), idempotent: false },
      exchange,
    );
  };
  const acquired = connections.acquire(sharer, 1, {
    // Read only when it has to wait.
    get signal() {
      wait = new AbortController();
      return wait.signal;
    },
  });
  if (acquired instanceof Promise) void acquired.then(begin);
  else begin(acquired);
  return exchange;
}

/** The body in undici's form. Adds the `content-length` of a body that is read while it is sent. */
function bodyOf({ body }: UpstreamRequest, headers: string[]): Buffer | Readable | null {
  if (body === null || Buffer.isBuffer(body)) return body;
  headers.push('content-length', String(body.bytes));
  return Readable.from(body.open(), { objectMode: false });
}

const failed = (failure: UpstreamFailure): AttemptOutcome => ({ exchange: null, head: null, failure });
