import type streams from '@eventstore/db-client/generated/streams_pb.js';
import { status } from '@grpc/grpc-js';
import {
  batchAnswer,
  blankAnswer,
  expectationOf,
  garbledAnswer,
  nameOf,
  notReadyAnswer,
  peerError,
  proposedEvents,
} from './wire.ts';
import type { ServerDuplexStream } from '@grpc/grpc-js';
import type { PeerError, PeerFailure } from './wire.ts';
import type { PeerExpectation, PeerStore, PeerVerdict } from './peer-store.ts';
import type { ProposedEvent } from './peer-version.ts';

/**
 * What becomes of one append, beside being judged:
 * - `unanswered`: written, no answer. `ignored`: neither written nor answered.
 * - `closed`: not written; the batch stream ends with OK.
 * - `slow`: written at once, answered later than appends that come after it.
 * - `delayed`: neither judged nor answered before others that come after it, its own repetition among them.
 * - `doubled`: written, answered twice.
 * - `late`: written; the batch stream breaks, and the answer comes on the next one, whose client has forgotten the question.
 * - `reset`: written; the batch stream is reset.
 * - `timed_out`: written; the answer is a timeout.
 * - `headless`: not written; another node leads, and which is left out: the client stumbles over it.
 * - `garbled`: written; the answer cannot be read.
 * - `blank`: written; the answer says neither that it was nor that it was not.
 * - `not_ready`: not written; the answer says that the server is not ready, as in an election. The stream stays open.
 */
export type AppendFault =
  | 'unanswered'
  | 'ignored'
  | 'closed'
  | 'slow'
  | 'delayed'
  | 'doubled'
  | 'late'
  | 'reset'
  | 'timed_out'
  | 'headless'
  | 'garbled'
  | 'blank'
  | 'not_ready';

export interface IncomingAppend {
  readonly stream: string;
  readonly ids: readonly string[];
  /** Whether the same ids came before: 1 for the first time. */
  readonly attempt: number;
}

type BatchCall = ServerDuplexStream<streams.BatchAppendReq, streams.BatchAppendResp>;

interface Pending {
  readonly stream: string;
  readonly expected: PeerExpectation;
  readonly deadlineMs: number;
  readonly events: ProposedEvent[];
}

/** The appends of a peer, and what is wrong with them. */
export class PeerAppends {
  readonly #store: PeerStore;
  readonly #attempts = new Map<string, number>();
  #late: streams.BatchAppendResp[] = [];
  readonly #open = new Set<BatchCall>();
  readonly #wedged = new Set<BatchCall>();
  readonly #broken = new WeakSet<BatchCall>();
  /** Decides for every append what goes wrong with it. */
  fault: ((append: IncomingAppend) => AppendFault | null) | null = null;
  /** The error that sends a client to the leader, when this node is not it. */
  redirect: () => PeerError | null = () => null;
  /** Whether the user may append to a stream. */
  mayAppend: (stream: string) => boolean = () => true;
  /** How far the server's clock is ahead of everybody else's. */
  clockAheadMs = 0;
  /** How long an append takes that times out, milliseconds. */
  timeoutMs = 50;
  /** How long an append is delayed, or the answer to a slow one, milliseconds. */
  delayMs = 150;
  /** How many delayed appends were not judged yet. */
  delayed = 0;
  /** How long a write to the disk takes: what comes meanwhile is judged and written together after it. 0: at once. */
  flushMs = 0;
  readonly #unflushed: (() => void)[] = [];

  constructor(store: PeerStore) {
    this.#store = store;
  }

  /** The streams of appends that are open now take everything and answer nothing any more; new ones do. */
  wedge(): void {
    for (const call of this.#open) this.#wedged.add(call);
  }

  answerBatch(call: BatchCall): void {
    const pending = new Map<string, Pending>();
    this.#open.add(call);
    call.once('close', () => this.#open.delete(call));
    call.on('data', (request: streams.BatchAppendReq) => {
      // What still comes on a call that broke is lost; an answer there would hide from its client that it did.
      if (this.#broken.has(call) || this.#wedged.has(call)) return;
      for (const late of this.#late.splice(0)) call.write(late);
      const correlation = request.getCorrelationId()?.getString() ?? '';
      const options = request.getOptions();
      if (options !== undefined) pending.set(correlation, pendingOf(options));
      const append = pending.get(correlation);
      if (append === undefined) return;
      append.events.push(...proposedEvents(request.getProposedMessagesList()));
      if (!request.getIsFinal()) return;
      pending.delete(correlation);
      this.#afterFlush(() => this.#answer(call, request, append));
    });
    call.once('close', () => this.#broken.add(call));
    call.on('error', () => this.#broken.add(call));
    call.on('end', () => call.end());
  }

  #afterFlush(work: () => void): void {
    if (this.flushMs === 0) {
      work();
      return;
    }
    this.#unflushed.push(work);
    if (this.#unflushed.length === 1) this.#flushLater();
  }

  /** One writer, as a server has. */
  #flushLater(): void {
    const { length } = this.#unflushed;
    setTimeout(() => {
      for (const work of this.#unflushed.splice(0, length)) work();
      if (this.#unflushed.length > 0) this.#flushLater();
    }, this.flushMs);
  }

  #answer(call: BatchCall, request: streams.BatchAppendReq, append: Pending): void {
    const { stream, expected, events, deadlineMs } = append;
    const say = (verdict: PeerVerdict | PeerFailure): void => {
      if (!this.#broken.has(call)) call.write(batchAnswer(request.getCorrelationId(), stream, verdict));
    };
    // The server counts the time that is left from its own clock.
    if (deadlineMs <= Date.now() + this.clockAheadMs) {
      say({ is: 'timeout' });
      return;
    }
    const redirection = this.redirect();
    if (redirection !== null) {
      call.emit('error', redirection);
      return;
    }
    if (!this.mayAppend(stream)) {
      say({ is: 'denied' });
      return;
    }
    const fault = this.#faultOf(append);
    if (fault === 'ignored') return;
    if (fault === 'not_ready') {
      call.write(notReadyAnswer(request.getCorrelationId(), stream));
      return;
    }
    if (fault === 'headless') {
      call.emit('error', peerError(status.NOT_FOUND, 'No leader info available', { exception: 'not-leader' }));
      return;
    }
    if (fault === 'closed') {
      this.#broken.add(call);
      call.end();
      return;
    }
    if (fault === 'delayed') {
      this.delayed += 1;
      setTimeout(() => {
        this.delayed -= 1;
        say(this.#store.append(stream, expected, events));
      }, this.delayMs);
      return;
    }
    const verdict = this.#store.append(stream, expected, events);
    if (fault === 'slow') setTimeout(() => say(verdict), this.delayMs);
    if (fault === null || fault === 'doubled') say(verdict);
    if (fault === 'doubled') say(verdict);
    if (fault === 'timed_out') setTimeout(() => say({ is: 'timeout' }), this.timeoutMs);
    if (fault === 'late') this.#late.push(batchAnswer(request.getCorrelationId(), stream, verdict));
    if (fault === 'late') call.emit('error', peerError(status.UNAVAILABLE, 'the stream broke'));
    if (fault === 'garbled') call.write(garbledAnswer(request.getCorrelationId(), stream));
    if (fault === 'blank') call.write(blankAnswer(request.getCorrelationId(), stream));
    if (fault === 'reset') call.emit('error', peerError(status.INTERNAL, 'Received RST_STREAM with code 2'));
  }

  #faultOf({ stream, events }: Pending): AppendFault | null {
    if (this.fault === null) return null;
    const ids = events.map(({ id }) => id);
    const key = `${stream} ${ids.join()}`;
    const attempt = (this.#attempts.get(key) ?? 0) + 1;
    this.#attempts.set(key, attempt);
    return this.fault({ stream, ids, attempt });
  }
}

function pendingOf(options: streams.BatchAppendReq.Options): Pending {
  return {
    stream: nameOf(options.getStreamIdentifier()),
    expected: expectationOf(options, options.getStreamPosition()),
    deadlineMs: options.getDeadline()?.toDate().getTime() ?? Infinity,
    events: [],
  };
}
