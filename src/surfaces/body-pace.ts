import type { IncomingMessage } from 'node:http';
import { Slots } from '../limits/slots.ts';

/** A body that is being received. */
export interface PacedBody {
  /** Bytes received from the body or its connection since the reading began. */
  bytesRead(): number;
  /** Whether the gateway itself delays the body. */
  isHeld(): boolean;
  /** Called once, when the body has been too slow for too long. */
  tooSlow(): void;
}

interface Watched extends PacedBody {
  sinceMs: number;
  isOver: boolean;
}

const givenUp = new WeakSet<IncomingMessage>();

/** Marks a body as too slow: the refusal closes its connection without waiting for the rest. */
export function giveUpBody(request: IncomingMessage): void {
  givenUp.add(request);
}

export function isBodyGivenUp(request: IncomingMessage): boolean {
  return givenUp.has(request);
}

/** Time during which a body may be arbitrarily slow, milliseconds. */
const paceGraceMs = 10_000;

/**
 * Ends slow bodies: after the first {@link paceGraceMs} their average rate must reach the minimum, bytes per second. One
 * timer checks all of them.
 */
export class BodyPace {
  readonly #bytesPerMsMin: number;
  readonly #tickMs: number;
  readonly #graceMs: number;
  readonly #watched = new Slots<Watched>();
  readonly #now: () => number;
  #timer: NodeJS.Timeout | null = null;
  #lookedAtMs = 0;

  constructor(
    bytesPerSecondMin: number,
    { graceMs = paceGraceMs, tickMs = 1_000, now = (): number => performance.now() } = {},
  ) {
    this.#bytesPerMsMin = bytesPerSecondMin / 1_000;
    this.#graceMs = graceMs;
    this.#tickMs = tickMs;
    this.#now = now;
  }

  /** Watches a body until the returned function is called. */
  watch(body: PacedBody): () => void {
    const nowMs = this.#now();
    if (this.#timer === null) {
      this.#timer = setInterval(() => this.#tick(), this.#tickMs).unref();
      this.#lookedAtMs = nowMs;
    }
    const watched: Watched = {
      bytesRead: () => body.bytesRead(),
      isHeld: () => body.isHeld(),
      tooSlow: () => body.tooSlow(),
      sinceMs: nowMs,
      isOver: false,
    };
    return this.#watched.add(watched);
  }

  #tick(): void {
    if (this.#watched.size === 0) return this.#rest();
    const nowMs = this.#now();
    // Not the time between two looks: a busy process looks late.
    const passedMs = nowMs - this.#lookedAtMs;
    this.#lookedAtMs = nowMs;
    for (const body of this.#watched.members()) {
      if (body.isOver) continue;
      if (body.isHeld()) body.sinceMs = Math.min(nowMs, body.sinceMs + passedMs);
      else if (body.bytesRead() < this.#bytesPerMsMin * (nowMs - body.sinceMs - this.#graceMs)) {
        body.isOver = true;
        body.tooSlow();
      }
    }
  }

  #rest(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }
}
