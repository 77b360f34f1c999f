import type { GainTree, GainTrees } from '../gain-trees.ts';
import { shapeNames } from '../text-features.ts';
import { sixDigits } from './six-digits.ts';
import type { ScannedOutcome } from './scanned-outcome.ts';

const treeCount = 150;
const depth = 2;
const splits = 2 ** depth - 1;
/** How much of the remaining error a tree explains. */
const learningRate = 0.05;
/** A leaf with this many outcomes gets half of its weight. */
const leafShrinkage = 20;
const leafOutcomesMax = 80;
const cutsMax = 31;
/** Larger than any value: everything goes left. */
const noCut = 1_000_000;

interface Sheet {
  readonly count: number;
  readonly cuts: readonly Float64Array[];
  /** By feature and outcome: how many cuts the value has reached. */
  readonly steps: readonly Uint8Array[];
  /** The remaining error. */
  readonly rests: Float64Array;
  readonly leafOutcomesMin: number;
}

/**
 * Boosted trees over the shape of texts: each explains a part of the gain that the earlier ones left. Requires at least
 * one outcome.
 */
export function growTrees(outcomes: readonly ScannedOutcome[]): GainTrees {
  const mean = sixDigits(outcomes.reduce((total, { gain }) => total + gain, 0) / outcomes.length);
  const sheet = sheetOf(outcomes, mean);
  const trees: GainTree[] = [];
  while (trees.length < treeCount) trees.push(growTree(sheet));
  return { mean, trees };
}

function sheetOf(outcomes: readonly ScannedOutcome[], mean: number): Sheet {
  const columns = shapeNames.map((_, feature) =>
    Float64Array.from(outcomes, ({ features }) => features.shape[feature] ?? 0),
  );
  const cuts = columns.map(cutsOf);
  return {
    count: outcomes.length,
    cuts,
    steps: columns.map((column, feature) => Uint8Array.from(column, (value) => stepOf(value, cuts[feature]))),
    rests: Float64Array.from(outcomes, ({ gain }) => gain - mean),
    leafOutcomesMin: Math.max(5, Math.min(leafOutcomesMax, Math.floor(outcomes.length / 50))),
  };
}

/** Values that divide the outcomes into groups of about the same size. */
function cutsOf(column: Float64Array): Float64Array {
  const sorted = column.toSorted();
  const places = Array.from({ length: cutsMax }, (_, place) => ((place + 1) * sorted.length) / (cutsMax + 1));
  const values = places.map((place) => sixDigits(sorted[Math.floor(place)] ?? 0));
  return Float64Array.from(new Set(values.filter((value) => value > (sorted[0] ?? 0))));
}

function stepOf(value: number, cuts: Float64Array = new Float64Array()): number {
  let step = 0;
  while (step < cuts.length && value >= (cuts[step] ?? 0)) step += 1;
  return step;
}

/**
 * Level by level: each node takes the cut that explains most. The values of the leaves are subtracted from the
 * remaining error.
 */
function growTree(sheet: Sheet): GainTree {
  const features: number[] = [];
  const cuts: number[] = [];
  const nodes = new Int32Array(sheet.count);
  for (let node = 0; node < splits; node += 1) {
    const split = bestSplit(sheet, nodes, node);
    features.push(split?.feature ?? 0);
    cuts.push(split === null ? noCut : (sheet.cuts[split.feature]?.[split.step] ?? noCut));
    const steps = sheet.steps[split?.feature ?? 0];
    for (let index = 0; index < sheet.count; index += 1) {
      if (nodes[index] !== node) continue;
      const goesRight = split !== null && (steps?.[index] ?? 0) > split.step;
      nodes[index] = 2 * node + (goesRight ? 2 : 1);
    }
  }
  return { features, cuts, leaves: settleLeaves(sheet, nodes) };
}

function settleLeaves({ rests, count }: Sheet, nodes: Int32Array): readonly number[] {
  const sums = new Float64Array(splits + 1);
  const counts = new Float64Array(splits + 1);
  for (let index = 0; index < count; index += 1) {
    const leaf = (nodes[index] ?? 0) - splits;
    sums[leaf] = (sums[leaf] ?? 0) + (rests[index] ?? 0);
    counts[leaf] = (counts[leaf] ?? 0) + 1;
  }
  const leaves = Array.from(sums, (sum, leaf) =>
    sixDigits((learningRate * sum) / ((counts[leaf] ?? 0) + leafShrinkage)),
  );
  for (let index = 0; index < count; index += 1) {
    rests[index] = (rests[index] ?? 0) - (leaves[(nodes[index] ?? 0) - splits] ?? 0);
  }
  return leaves;
}

interface Split {
  readonly feature: number;
  /** Outcomes of later steps go right. */
  readonly step: number;
}

function bestSplit(sheet: Sheet, nodes: Int32Array, node: number): Split | null {
  let best: Split | null = null;
  let most = 0;
  for (const [feature, steps] of sheet.steps.entries()) {
    const { sums, counts } = histogramOf(sheet, steps, nodes, node);
    const sum = sums.reduce((total, value) => total + value, 0);
    const count = counts.reduce((total, value) => total + value, 0);
    let [leftSum, leftCount] = [0, 0];
    for (let step = 0; step < (sheet.cuts[feature]?.length ?? 0); step += 1) {
      leftSum += sums[step] ?? 0;
      leftCount += counts[step] ?? 0;
      const rightCount = count - leftCount;
      if (leftCount < sheet.leafOutcomesMin || rightCount < sheet.leafOutcomesMin) continue;
      const explained = leftSum ** 2 / leftCount + (sum - leftSum) ** 2 / rightCount - sum ** 2 / count;
      // Rounding errors must not decide between two equal splits.
      if (explained > most + 1e-9) {
        most = explained;
        best = { feature, step };
      }
    }
  }
  return best;
}

interface Histogram {
  readonly sums: Float64Array;
  readonly counts: Float64Array;
}

function histogramOf({ rests, count }: Sheet, steps: Uint8Array, nodes: Int32Array, node: number): Histogram {
  const sums = new Float64Array(cutsMax + 1);
  const counts = new Float64Array(cutsMax + 1);
  for (let index = 0; index < count; index += 1) {
    if (nodes[index] !== node) continue;
    const step = steps[index] ?? 0;
    sums[step] = (sums[step] ?? 0) + (rests[index] ?? 0);
    counts[step] = (counts[step] ?? 0) + 1;
  }
  return { sums, counts };
}
