/** No sound has more samples a second. */
export const rateMax = 768_000;

/** How much of a recording a decoder would play: samples, added up at each sample rate. */
export class HeardLength {
  readonly #samplesAt = new Map<number, number>();
  /** The longest that was added at once, seconds. */
  longest = 0;

  /** `statedRate` is in samples a second, above 0. */
  add(samples: number, statedRate: number): void {
    const rate = Math.min(statedRate, rateMax);
    this.longest = Math.max(this.longest, samples / rate);
    this.#samplesAt.set(rate, (this.#samplesAt.get(rate) ?? 0) + samples);
  }

  addAll(other: HeardLength): void {
    for (const [rate, samples] of other.#samplesAt) this.add(samples, rate);
  }

  /** Rounded up; digits beyond microseconds are floating-point noise. */
  get milliseconds(): number {
    let seconds = 0;
    for (const [rate, samples] of this.#samplesAt) seconds += samples / rate;
    return Math.ceil(Math.trunc(seconds * 1_000_000 + 0.5) / 1_000);
  }
}
