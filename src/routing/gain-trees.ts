/**
 * A complete tree of comparisons: with `depth` d it has 2ᵈ − 1 comparisons, the root first, the children of comparison
 * i at 2i + 1 (below the cut) and 2i + 2, and 2ᵈ leaves from left to right.
 */
export interface GainTree {
  /** The index of the feature that is compared. */
  readonly features: readonly number[];
  /** Values from here on go right. */
  readonly cuts: readonly number[];
  readonly leaves: readonly number[];
}

/** A sum of trees: the gain predicted by the shape of a text. */
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
