/**
 * A tree of comparisons that is full down to its leaves: of `depth` d there are 2ᵈ − 1 comparisons, the root first, the children
 * of comparison i at 2i + 1 (below the cut) and 2i + 2, and 2ᵈ leaves from left to right.
 */
export interface GainTree {
  /** Which feature is compared. */
  readonly features: readonly number[];
  /** A value goes right from here on. */
  readonly cuts: readonly number[];
  readonly leaves: readonly number[];
}

/** A sum of trees: what the shape of a text says of the gain. */
export interface GainTrees {
  readonly mean: number;
  readonly trees: readonly GainTree[];
}

export function gainByTrees({ mean, trees }: GainTrees, shape: Float64Array): number {
  let gain = mean;
  for (const tree of trees) gain += leafOf(tree, shape);
  return gain;
}

function leafOf({ features, cuts, leaves }: GainTree, shape: Float64Array): number {
  let node = 0;
  while (node < cuts.length) {
    const value = shape[features[node] ?? 0] ?? 0;
    node = 2 * node + (value >= (cuts[node] ?? 0) ? 2 : 1);
  }
  return leaves[node - cuts.length] ?? 0;
}
