/** How much of the gap between two models' quality is recovered, by the share of requests that go to the better one. */
export interface GapCurve {
  /** The mean over all shares of the part of the gap that is recovered: 0.5 for a random mix. `NaN` where there is no gap. */
  readonly apgr: number;
  /** The bounds between which 95 % of resampled figures are. */
  apgrBounds(): readonly [low: number, high: number];
  /** The least share that recovers a part of the gap; for a random mix it is the part itself. */
  shareFor(part: number): number;
}

const resamples = 400;
const seed = 1;

/** Requests go to the better model in the order of their scores, the highest first; of equal ones in the order they stand in. */
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

/** The part of the gap that is recovered with each request more. */
function partsOf(ordered: Float64Array): Float64Array {
  const gap = ordered.reduce((total, gain) => total + gain, 0);
  let sum = 0;
  return ordered.map((gain) => {
    sum += gain;
    return sum / gap;
  });
}

const meanOf = (figures: Float64Array): number => figures.reduce((total, value) => total + value, 0) / figures.length;

/** By the bootstrap, the same each time: as many requests are drawn again, with chances that a seed gives. */
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

/** Numbers from 0 up to 1: a counter through an avalanche of bits. */
function seededChance(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x9e37_79b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0_aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a_2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}
