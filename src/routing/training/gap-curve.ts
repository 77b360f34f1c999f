/** How much of the gap between two models' quality is recovered, by the share of requests that go to the better one. */
export interface GapCurve {
  /** The mean recovered part of the gap over all shares: 0.5 for a random mix. `NaN` when there is no gap. */
  readonly apgr: number;
  /** The bounds that contain 95 % of resampled figures. */
  apgrBounds(): readonly [low: number, high: number];
  /** The smallest share that recovers a part of the gap; for a random mix it is the part itself. */
  shareFor(part: number): number;
}

const resamples = 400;
const seed = 1;

/**
 * Sends requests to the better model in the order of their scores, the highest first; equal ones in their given order.
 */
export function gapCurve(scores: Float64Array, gains: Float64Array): GapCurve {
  const order = Uint32Array.from(scores.keys()).toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  const ordered = Float64Array.from(order, (index) => gains[index] ?? 0);
  const parts = partsOf(ordered);
  return {
    apgr: meanOf(parts),
    apgrBounds: () => boundsOf(ordered),
    shareFor(part) {
      const place = parts.findIndex((reached) => reached >= part);
      return place === -1 ? 1 : (place + 1) / parts.length;
    },
  };
}

/** The recovered part of the gap after each further request. */
function partsOf(ordered: Float64Array): Float64Array {
  const gap = ordered.reduce((total, gain) => total + gain, 0);
  let sum = 0;
  return ordered.map((gain) => {
    sum += gain;
    return sum / gap;
  });
}

const meanOf = (figures: Float64Array): number => figures.reduce((total, value) => total + value, 0) / figures.length;

/** Bootstrap bounds, the same each time: resampling uses random numbers from a fixed seed. */
function boundsOf(ordered: Float64Array): readonly [number, number] {
  const chance = seededChance(seed);
  const drawn = new Float64Array(resamples);
  for (let round = 0; round < resamples; round += 1) {
    const places = Uint32Array.from(ordered, () => Math.floor(chance() * ordered.length)).toSorted();
    drawn[round] = meanOf(partsOf(Float64Array.from(places, (place) => ordered[place] ?? 0)));
  }
  const sorted = drawn.toSorted();
  return [sorted[Math.floor(0.025 * resamples)] ?? 0, sorted[Math.ceil(0.975 * resamples) - 1] ?? 0];
}

/** Numbers in [0, 1): a counter with its bits mixed. */
function seededChance(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x9e37_79b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0_aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a_2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}
