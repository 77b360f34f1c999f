// One request that is being answered, from the moment its head arrived until its connection is done with it.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BillingRecord, BillingRecords } from './billing-records.ts';
import type { Fault, JsonReply, StreamReply, Surface } from './surface.ts';

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly surface: Surface;
  readonly billingRecords: BillingRecords;
  readonly entry: BillingRecord;
  /** Null until the body was read and taken. */
  reply: JsonReply | StreamReply | null;
  /** Frames handed to the socket so far. */
  framesSent: number;
}

/** Charges what the work has cost so far, unless the directions say that nobody pays. */
export function chargeSoFar(exchange: Exchange): void {
  const { reply, billingRecords, entry, framesSent } = exchange;
  if (reply === null) return billingRecords.waive(entry);
  const { behaviours } = reply.directions;
  if (behaviours.has('uncharged') || behaviours.has('reset_before_first_byte_uncharged'))
    return billingRecords.waive(entry);
  billingRecords.charge(entry, reply.usageAfter(framesSent));
}

/** Charges the finished work, unless the directions say that nobody pays. */
export function chargeWhole(exchange: Exchange): void {
  // More frames than any answer has: the work is done, whatever of it is sent.
  exchange.framesSent = Number.MAX_SAFE_INTEGER;
  chargeSoFar(exchange);
}

export function openExchange(parts: Omit<Exchange, 'reply' | 'framesSent'>): Exchange {
  const exchange: Exchange = { ...parts, reply: null, framesSent: 0 };
  // A caller that hangs up ends the work: it pays for what was done. After a normal end this changes nothing.
  exchange.response.once('close', () => {
    chargeSoFar(exchange);
  });
  // A write that meets a closed connection is told by 'close'.
  exchange.response.on('error', () => {});
  return exchange;
}

/** Answers with a whole body. */
export function sendBody(
  exchange: Exchange,
  answer: {
    readonly status: number;
    readonly type: string;
    readonly body: string | Buffer;
    readonly headers?: Readonly<Record<string, string>>;
  },
): void {
  exchange.response.writeHead(answer.status, {
    'content-type': answer.type,
    'content-length': Buffer.byteLength(answer.body),
    'x-request-id': requestId(exchange),
    ...answer.headers,
  });
  exchange.response.end(answer.body);
}

/** Answers with an error of the surface; nothing is charged. */
export function refuse(exchange: Exchange, fault: Fault, headers: Readonly<Record<string, string>> = {}): void {
  exchange.billingRecords.waive(exchange.entry);
  const body = exchange.surface.error(fault);
  sendBody(exchange, { status: fault.status, type: 'application/json', body, headers });
}

export const requestId = (exchange: Exchange): string => `req_sandbox_${exchange.entry.n}`;
