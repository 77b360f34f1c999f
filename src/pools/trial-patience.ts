/** How fast the slowest is forgotten where faster ones follow: half of it in so long, milliseconds. */
const halfLifeMs = 60_000;
/** So many times the slowest of late is waited for in a trial, and in each fourth one in a row. */
const factor = 2;
const patientFactor = 16;
const patientEvery = 4;
/** No trial is shorter, milliseconds. */
const patienceMsMin = 250;

/** The slowest of late. Stays as it is where nothing comes. Times are milliseconds of a clock that never goes back. */
export class RecentMaximum {
  #value: number | null = null;
  #atMs = 0;

  add(value: number, nowMs: number): void {
    this.#value = Math.max(value, (this.#value ?? 0) * 0.5 ** ((nowMs - this.#atMs) / halfLifeMs));
    this.#atMs = nowMs;
  }

  /** `null`: there was none. */
  get value(): number | null {
    return this.#value;
  }
}

/** Time to the head of an answer: that of a whole answer is the time of the answer. */
export class SlowestHeads {
  readonly whole = new RecentMaximum();
  readonly streamed = new RecentMaximum();

  of(isStreamed: boolean): RecentMaximum {
    return isStreamed ? this.streamed : this.whole;
  }
}

/**
 * For how long a trial waits for the head of an answer, where another can be asked instead: as long as the target took when it
 * was well, twice over, so that one that hangs costs a caller little. `trial`: which in a row, from 1. `known`: of it, and of the
 * others. `null`: as long as any request, as nobody has answered one like it yet.
 *
 * Each fourth waits longer: what has become slower comes back, too.
 */
export function trialPatienceMs(trial: number, known: readonly (number | null)[]): number | null {
  const slowestMs = known.find((value) => value !== null) ?? null;
  if (slowestMs === null) return null;
  return Math.max(patienceMsMin, slowestMs * (trial % patientEvery === 0 ? patientFactor : factor));
}
