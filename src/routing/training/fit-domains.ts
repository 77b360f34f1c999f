import type { Domain, DomainWeights } from '../domain-prior.ts';
import { bucketCount } from '../text-features.ts';
import type { DomainLabels } from './domain-labels.ts';
import { sixDigits } from './six-digits.ts';
import type { ScannedOutcome } from './scanned-outcome.ts';

/** The count of a word that a domain never had. */
const smoothing = 0.08;
/** A domain with this many outcomes counts as much as the mean. */
const shrinkage = 30;

/**
 * Naive Bayes over hashed words, and the figures of each domain, shrunk to those of all. Requires at least one outcome.
 */
export function fitDomains(outcomes: readonly ScannedOutcome[], labels: DomainLabels): DomainWeights {
  const count = labels.names.length;
  const words = new Float64Array(bucketCount * count);
  const wordSums = new Float64Array(count);
  const members: ScannedOutcome[][] = labels.names.map(() => []);
  for (const [index, outcome] of outcomes.entries()) {
    const domain = labels.of[index] ?? 0;
    members[domain]?.push(outcome);
    for (const bucket of outcome.features.buckets) {
      words[bucket * count + domain] = (words[bucket * count + domain] ?? 0) + 1;
      wordSums[domain] = (wordSums[domain] ?? 0) + 1;
    }
  }
  const figures = members.map((list, index) => domainOf(labels.names[index] ?? '', list, outcomes));
  return { domains: figures, ...quantised(logShares(words, wordSums)) };
}

function domainOf(name: string, members: readonly ScannedOutcome[], all: readonly ScannedOutcome[]): Domain {
  const shrunk = (figure: (outcome: ScannedOutcome) => number): number =>
    sixDigits((sum(members, figure) + shrinkage * (sum(all, figure) / all.length)) / (members.length + shrinkage));
  return {
    name,
    logShare: sixDigits(Math.min(0, Math.log((members.length + 0.5) / all.length))),
    economicalQuality: shrunk(({ economical }) => economical),
    gain: shrunk(({ gain }) => gain),
  };
}

function sum(outcomes: readonly ScannedOutcome[], figure: (outcome: ScannedOutcome) => number): number {
  return outcomes.reduce((total, outcome) => total + figure(outcome), 0);
}

/**
 * The logarithm of the share of each bucket and domain, minus the bucket's mean, because only differences between
 * domains matter.
 */
function logShares(words: Float64Array, wordSums: Float64Array): Float64Array {
  const count = wordSums.length;
  const logs = words.map((times, place) => {
    const all = wordSums[place % count] ?? 0;
    return Math.log((times + smoothing) / (all + smoothing * bucketCount));
  });
  for (let row = 0; row < logs.length; row += count) {
    const cells = logs.subarray(row, row + count);
    const mean = cells.reduce((total, value) => total + value, 0) / count;
    for (let index = 0; index < count; index += 1) cells[index] = (cells[index] ?? 0) - mean;
  }
  return logs;
}

/** Quantises to whole steps of a unit, the largest being 127. */
function quantised(logs: Float64Array): Pick<DomainWeights, 'weights' | 'weightUnit'> {
  const most = logs.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  const weightUnit = sixDigits(Math.max(most / 127, 0.000_001));
  return {
    weightUnit,
    weights: Int8Array.from(logs, (value) => Math.max(-127, Math.min(127, Math.round(value / weightUnit)))),
  };
}
