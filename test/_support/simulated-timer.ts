import type { Timer } from '../../src/time/timer.ts';

interface Due {
  readonly atMs: number;
  readonly run: () => void;
}

/** Time that passes when it is told to. */
export class SimulatedTimer implements Timer {
  #nowMs = 0;
  readonly #due: Due[] = [];
  readonly #chance: number;

  /** `chance`: what every draw gives. */
  constructor(chance = 0) {
    this.#chance = chance;
  }

  monotonic(): number {
    return this.#nowMs;
  }

  chance(): number {
    return this.#chance;
  }

  after(milliseconds: number, run: () => void): () => void {
    const due = { atMs: this.#nowMs + Math.max(0, milliseconds), run };
    this.#due.push(due);
    return () => {
      const place = this.#due.indexOf(due);
      if (place >= 0) this.#due.splice(place, 1);
    };
  }

  /** Lets so much time pass; what waits runs when it is due, and so does what follows from it. */
  async pass(milliseconds: number): Promise<void> {
    const endMs = this.#nowMs + milliseconds;
    await settled();
    for (let next = this.#next(endMs); next !== null; next = this.#next(endMs)) {
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      this.#due.splice(this.#due.indexOf(next), 1);
      next.run();
      await settled();
    }
    this.#nowMs = endMs;
  }

  /** Lets so much time pass in which nothing runs, as of a process that stands still. */
  stand(milliseconds: number): void {
    this.#nowMs += milliseconds;
  }

  #next(untilMs: number): Due | null {
    const due = this.#due.filter(({ atMs }) => atMs <= untilMs).toSorted((a, b) => a.atMs - b.atMs);
    return due[0] ?? null;
  }
}

/** Promises that are kept already have been heard of. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}
