import { firstNotBelow } from '../../wire/first-not-below.ts';
import type { TextRange } from './united-spans.ts';

/** The overlaps with ranges in any order. */
export function spanOverlaps(ranges: readonly TextRange[]): SpanOverlaps {
  return new SpanOverlaps(ranges.toSorted((a, b) => a.start - b.start));
}

/** Tells in logarithmic time whether any of many ranges overlaps another. */
class SpanOverlaps {
  /** In ascending order. */
  readonly #starts: readonly number[];
  /** The largest end of the ranges up to each. */
  readonly #endsUpTo: readonly number[];

  /** In order. */
  constructor(ordered: readonly TextRange[]) {
    this.#starts = ordered.map(({ start }) => start);
    let largest = 0;
    this.#endsUpTo = ordered.map(({ end }) => (largest = Math.max(largest, end)));
  }

  overlap({ start, end }: TextRange): boolean {
    const before = firstNotBelow(this.#starts, end);
    return before > 0 && (this.#endsUpTo[before - 1] ?? 0) > start;
  }
}
