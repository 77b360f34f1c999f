import { Readable } from 'node:stream';
import type { Sharer } from '../../limits/fair-room.ts';
import { UpstreamFailure, type UpstreamRequest } from '../../ports/upstream.ts';
import type { CircuitPass } from './circuit.ts';
import { UndiciUpstreamConnection } from './connection.ts';
import type { UndiciUpstreamDeadlines } from './deadlines.ts';
import type { Endpoint } from './endpoint.ts';
import { UndiciUpstreamExchange, type ExchangeHead } from './exchange.ts';
import { appendForwardedHeaders } from './headers.ts';

/** Result of one attempt; a failure is a value here because the next step decides on it. */
export type AttemptOutcome =
  | { readonly exchange: UndiciUpstreamExchange; readonly head: ExchangeHead; readonly failure: null }
  | { readonly exchange: null; readonly head: null; readonly failure: UpstreamFailure };

/** The limits of an attempt that depend on who makes it. Times are those of the deadline clock. */
export interface AttemptLimits {
  readonly deadlines: UndiciUpstreamDeadlines;
  /** Deadline of the whole exchange, which may have several attempts. */
  readonly totalBy: number;
  /** Whether the circuit is asked before the attempt and told its result. */
  readonly isGuarded: boolean;
}

/** The sharer of connections that no caller asked for. */
const gatewayItself: Sharer = { tenantId: '', keyId: '' };
const tooManyWait = new UpstreamFailure('crowded', 'not_sent');
/** For attempts that neither ask the circuit nor tell it anything. */
const freePass: CircuitPass = { isProbe: false, settle: () => undefined };

/** Makes one attempt, to the head of the answer or the failure. */
export async function attempt(
  endpoint: Endpoint,
  request: UpstreamRequest,
  limits: AttemptLimits,
): Promise<AttemptOutcome> {
  if (request.signal.aborted) return failed(new UpstreamFailure('aborted', 'not_sent'));
  if (endpoint.onIdle !== null) return failed(new UpstreamFailure('aborted', 'not_sent'));
  const pass = limits.isGuarded ? endpoint.circuit.enter(request.sharer) : freePass;
  if (pass === null) return failed(new UpstreamFailure('circuit_open', 'not_sent'));
  const exchange = start(endpoint, request, { ...limits, pass });
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
  within: AttemptLimits & { readonly pass: CircuitPass },
): UndiciUpstreamExchange {
  const { idleTimeoutMs, consumerWaitMsMax } = endpoint.limits;
  const connection = new UndiciUpstreamConnection(endpoint.connections, request.sharer ?? gatewayItself);
  const exchange = new UndiciUpstreamExchange({
    deadlines: within.deadlines,
    signal: request.signal,
    firstByteTimeoutMs: Math.min(endpoint.limits.firstByteTimeoutMs, request.firstByteTimeoutMs ?? Infinity),
    idleTimeoutMs,
    totalBy: within.totalBy,
    consumerWaitMsMax,
    heldMs: () => request.held?.ms ?? 0,
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

const failed = (failure: UpstreamFailure): AttemptOutcome => ({ exchange: null, head: null, failure });
