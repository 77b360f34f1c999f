import type { IncomingMessage } from 'node:http';
import { Slots } from '../limits/slots.ts';

/** A body on its way. */
export interface PacedBody {
  /** Bytes of it, or of its connection, that have come since the reading began. */
  bytesRead(): number;
  /** It is we who hold it up. */
  isHeld(): boolean;
  /** Called once, when it has been too slow for too long. */
  tooSlow(): void;
}

interface Watched extends PacedBody {
  sinceMs: number;
  isOver: boolean;
}

const givenUp = new WeakSet<IncomingMessage>();

/** The rest of a body that trickles is not waited for: its connection ends with the refusal. */
export function giveUpBody(request: IncomingMessage): void {
  givenUp.add(request);
}

export function isBodyGivenUp(request: IncomingMessage): boolean {
  return givenUp.has(request);
}

/** A body may be as slow as it likes for so long, milliseconds. */
const paceGraceMs = 10_000;

/**
 * Ends bodies that trickle: on average after the first {@link paceGraceMs} so many bytes must come a second. One timer
 * looks at all of them.
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

  /** Watches a body until the function that is returned is called. */
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
