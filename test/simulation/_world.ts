import type { SeededRandom } from '../_support/seeded-random.ts';

/** 2026-11-01T12:00:00Z: what a right clock shows when a run begins. */
const beginning = Date.parse('2026-11-01T12:00:00Z');

interface Appointment {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/**
 * True time, which nobody in the simulation sees, and everything that is going to happen in it, in one order. Whatever a
 * step sets off by itself is over before the next step begins.
 */
export class World {
  readonly random: SeededRandom;
  #now = 0;
  #order = 0;
  #minted = 0;
  /** A binary heap: the first is the next. */
  readonly #appointments: Appointment[] = [];

  constructor(random: SeededRandom) {
    this.random = random;
  }

  /** Milliseconds since the run began. */
  get now(): number {
    return this.#now;
  }

  /** What a right clock shows. */
  get trueTime(): number {
    return beginning + this.#now;
  }

  /** An id in the form of a UUID: the same ones in every run. */
  readonly createId = (): string => {
    this.#minted += 1;
    return `00000000-0000-4000-8000-${this.#minted.toString(16).padStart(12, '0')}`;
  };

  /** Returns what takes it back. A wait ends on a whole microsecond, so that time moves on however short it is. */
  after(milliseconds: number, run: () => void): () => void {
    let isWanted = true;
    const waitMs = Math.ceil(Math.max(0, milliseconds) * 1_000) / 1_000;
    this.#add({ at: this.#now + waitMs, order: (this.#order += 1), run: () => isWanted && run() });
    return () => {
      isWanted = false;
    };
  }

  /** True for `chance` of a hundred. */
  happens(chance: number): boolean {
    return this.random.whole(1, 100) <= chance;
  }

  /** Lets everything happen up to this moment. */
  async runUntil(end: number): Promise<void> {
    for (;;) {
      const next = this.#appointments[0];
      if (next === undefined || next.at > end) break;
      this.#takeFirst();
      this.#now = next.at;
      next.run();
      await settled();
    }
    this.#now = end;
  }

  #add(appointment: Appointment): void {
    const heap = this.#appointments;
    let place = heap.push(appointment) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!isBefore(appointment, heap[parent])) break;
      heap[place] = heap[parent] as Appointment;
      place = parent;
    }
    heap[place] = appointment;
  }

  #takeFirst(): void {
    const heap = this.#appointments;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let place = 0;
    for (;;) {
      const left = place * 2 + 1;
      const child = left + 1 < heap.length && isBefore(heap[left + 1] as Appointment, heap[left]) ? left + 1 : left;
      if (child >= heap.length || !isBefore(heap[child] as Appointment, last)) break;
      heap[place] = heap[child] as Appointment;
      place = child;
    }
    heap[place] = last;
  }
}

function isBefore(a: Appointment, b: Appointment | undefined): boolean {
  return b === undefined || a.at < b.at || (a.at === b.at && a.order < b.order);
}

/** Resolves when no promise has anything left to do: nothing in a run waits for anything but the world. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
