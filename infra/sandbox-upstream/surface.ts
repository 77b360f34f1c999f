// What a surface of the sandbox is: a pure function from a request to an answer, in the protocol it speaks.
import type { Directions } from './misbehaviour.ts';
import type { Usage } from './usage.ts';

/** A request, read whole. */
export interface SurfaceCall {
  /** Its number in the billing records, from which ids are made. */
  readonly n: number;
  /** The key it came with: the account. */
  readonly apiKey: string;
  readonly body: Buffer;
  /** Of the body; empty when none was sent. */
  readonly contentType: string;
  /** What the queue holds for it. */
  readonly queued: Directions;
}

/** An error to tell in the dialect of the surface. */
export interface Fault {
  readonly status: number;
  readonly message: string;
  readonly code: string | null;
  readonly param: string | null;
}

/** The request was not taken: nothing is charged. */
export interface RefusedReply {
  readonly kind: 'refused';
  readonly model: string | null;
  readonly fault: Fault;
}

interface TakenReply {
  readonly model: string;
  /** The tier that served, under the name it is billed by; null when the answer names none. */
  readonly serviceTier: string | null;
  readonly directions: Directions;
  /** The caller's text, for errors that quote it. */
  readonly input: string;
  /** What the finished work costs. */
  readonly usage: Usage;
  /** What the work costs when it stops after the first `framesSent` frames; none sent: the prompt alone. */
  usageAfter(framesSent: number): Usage;
}

export interface JsonReply extends TakenReply {
  readonly kind: 'json';
  readonly body: string | Buffer;
  /** Content type; absent: JSON. */
  readonly type?: string;
}

export interface StreamReply extends TakenReply {
  readonly kind: 'stream';
  /** Complete records, each closed by its blank line. */
  readonly frames: readonly string[];
  /** The record with which a stream of this surface tells an error after its first `framesSent` frames. */
  errorFrame(framesSent: number): string;
}

export type Reply = RefusedReply | JsonReply | StreamReply;

export interface Surface {
  /** Its name in the billing records. */
  readonly name: string;
  readonly path: string;
  reply(call: SurfaceCall): Reply;
  /** An error body. */
  error(fault: Fault): string;
}
