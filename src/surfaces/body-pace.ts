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
  #timer: NodeJS.Timeout | null = null;

  constructor(bytesPerSecondMin: number, { graceMs = paceGraceMs, tickMs = 1_000 } = {}) {
    this.#bytesPerMsMin = bytesPerSecondMin / 1_000;
    this.#graceMs = graceMs;
    this.#tickMs = tickMs;
  }

  /** Watches a body until the returned function is called. */
  watch(body: PacedBody): () => void {
    this.#timer ??= setInterval(() => this.#tick(), this.#tickMs).unref();
    const watched: Watched = {
      bytesRead: () => body.bytesRead(),
      isHeld: () => body.isHeld(),
      tooSlow: () => body.tooSlow(),
      sinceMs: performance.now(),
      isOver: false,
    };
    return this.#watched.add(watched);
  }

  #tick(): void {
    if (this.#watched.size === 0) return this.#rest();
    const nowMs = performance.now();
    for (const body of this.#watched.members()) {
      if (body.isOver) continue;
      if (body.isHeld()) body.sinceMs += this.#tickMs;
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
