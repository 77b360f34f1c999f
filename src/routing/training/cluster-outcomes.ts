import { bucketCount } from '../text-features.ts';
import type { ScannedOutcome } from './scanned-outcome.ts';

const clustersMax = 24;
const outcomesPerCluster = 60;
const rounds = 8;

/**
 * Clusters outcomes without a subject by their words: k-means over directions, with rare words weighing more. Returns a
 * cluster for each outcome. The initial centres are chosen by hashes, so the same outcomes give the same clusters.
 */
export function clusterOutcomes(outcomes: readonly ScannedOutcome[]): Int32Array {
  const count = Math.max(1, Math.min(clustersMax, Math.floor(outcomes.length / outcomesPerCluster)));
  const weights = rarity(outcomes);
  const byHash = outcomes.toSorted((a, b) => a.promptHash - b.promptHash);
  const centres = Array.from({ length: count }, (_, cluster) => {
    const first = byHash[Math.floor((cluster * byHash.length) / count)];
    return centreOf(first === undefined ? [] : [first], weights);
  });
  const clusters = new Int32Array(outcomes.length);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, outcome] of outcomes.entries()) clusters[index] = nearest(outcome, centres, weights);
    for (const cluster of centres.keys()) {
      const members = outcomes.filter((_, index) => clusters[index] === cluster);
      if (members.length > 0) centres[cluster] = centreOf(members, weights);
    }
  }
  return clusters;
}

/** log of how many outcomes there are for each that has a bucket. */
function rarity(outcomes: readonly ScannedOutcome[]): Float64Array {
  const having = new Float64Array(bucketCount);
  for (const { features } of outcomes)
    for (const bucket of features.buckets) having[bucket] = (having[bucket] ?? 0) + 1;
  return having.map((count) => Math.log((outcomes.length + 1) / (count + 1)));
}

function centreOf(members: readonly ScannedOutcome[], weights: Float64Array): Float64Array {
  const sum = new Float64Array(bucketCount);
  for (const { features } of members) {
    for (const bucket of features.buckets) sum[bucket] = (sum[bucket] ?? 0) + (weights[bucket] ?? 0);
  }
  const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0));
  return length === 0 ? sum : sum.map((value) => value / length);
}

function nearest({ features }: ScannedOutcome, centres: readonly Float64Array[], weights: Float64Array): number {
  let best = 0;
  let most = -Infinity;
  for (const [cluster, centre] of centres.entries()) {
    let likeness = 0;
    for (const bucket of features.buckets) likeness += (centre[bucket] ?? 0) * (weights[bucket] ?? 0);
    if (likeness > most) {
      most = likeness;
      best = cluster;
    }
  }
  return best;
}
