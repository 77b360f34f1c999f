import type { ExecutionContext } from 'ava';

/** Numbers that look random and follow from a seed. */
export interface SeededRandom {
  readonly seed: number;
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  oneOf<Item>(items: readonly [Item, ...Item[]]): Item;
}

/** The generator "mulberry32": 32 bits of state are plenty for a test. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return { seed, whole, oneOf: (items) => items[whole(0, items.length - 1)] ?? items[0] };
}

/** A seed of the test's own, printed with its result; `WAYBILL_TEST_SEED` repeats a run. */
export function randomOf(t: ExecutionContext): SeededRandom {
  const seed = Number(process.env['WAYBILL_TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 32));
  t.log(`WAYBILL_TEST_SEED=${seed}`);
  return seededRandom(seed);
}
