/** Half-life of the maximum when faster answers follow, milliseconds. */
const halfLifeMs = 60_000;
/** A trial waits `factor` times the slowest recent time, and every fourth one in a row `patientFactor` times. */
const factor = 2;
const patientFactor = 16;
const patientEvery = 4;
/** The shortest wait of a trial, milliseconds. */
const patienceMsMin = 250;

/** The slowest recent time. Does not change without new values. Times are milliseconds of a monotonic clock. */
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

/** The slowest times to the head of an answer. An unstreamed answer has its head only when it is complete. */
export class SlowestHeads {
  readonly whole = new RecentMaximum();
  readonly streamed = new RecentMaximum();
}

/**
 * How long a trial waits for the head of an answer if another member can be asked instead: twice the recent time of the
 * target, so that a hanging trial costs its caller little. Each fourth trial waits longer, so that a target that has become
 * slower can come back too. `trial`: its number in a row, from 1. `known`: recent times of this member and then of the
 * others, of which the first known one counts. `null`: as long as any request, because no time is known.
 */
export function trialPatienceMs(trial: number, known: readonly (number | null)[]): number | null {
  const slowestMs = known.find((value) => value !== null) ?? null;
  if (slowestMs === null) return null;
  return Math.max(patienceMsMin, slowestMs * (trial % patientEvery === 0 ? patientFactor : factor));
}
