import type { DomainTable, LearnedGain, PairQuality, ThumbFit } from '../domain-table.ts';
import { gainByTrees, type GainTrees } from '../gain-trees.ts';
import { createFeatureJudge } from '../text-judge.ts';
import { guessPlace } from '../text-features.ts';
import { labelDomains } from './domain-labels.ts';
import { fitDomains } from './fit-domains.ts';
import { foldsByPrompt, outOfFold } from './folds.ts';
import { growTrees } from './grow-trees.ts';
import type { ScannedOutcome } from './scanned-outcome.ts';
import { sixDigits } from './six-digits.ts';

/** Fewer outcomes cannot be distinguished from chance. */
export const outcomesMin = 200;

/** The share of requests that each policy sends to the advanced model, for prompts like those of the outcomes. */
export const policyShares = { economy: 0.3, balanced: 0.6, quality: 0.85 } as const;

/** The price ratio for which λ is calibrated: the advanced model costs this many times the economical one. */
export const referenceRatio = 10;

/** A table without its version, which is the digest of its bytes. */
export type TrainedTable = Omit<DomainTable, 'version'>;

/**
 * Fits a table. The same outcomes in the same order give the same table. λ and the spread of gains are measured on
 * prompts that the fit has not seen. Raises `RangeError` for fewer than {@link outcomesMin} outcomes.
 */
export function trainTable(outcomes: readonly ScannedOutcome[]): TrainedTable {
  if (outcomes.length < outcomesMin) throw new RangeError(`at least ${outcomesMin} outcomes are needed`);
  const gains = outOfFold(outcomes, foldsByPrompt(outcomes), taughtGain);
  const { spread } = meanAndSpread(gains);
  const lambdaOf = (share: number): number => lambdaFor(gains, share);
  return {
    pair: { ...pairOf(outcomes), spread: sixDigits(spread) },
    lambdas: {
      economy: lambdaOf(policyShares.economy),
      balanced: lambdaOf(policyShares.balanced),
      quality: lambdaOf(policyShares.quality),
    },
    learned: learn(outcomes),
  };
}

/** Learns domains and shapes from outcomes. Requires at least one. */
function learn(outcomes: readonly ScannedOutcome[]): LearnedGain {
  const labels = labelDomains(outcomes);
  const trees = growTrees(outcomes);
  return { outcomes: outcomes.length, domains: fitDomains(outcomes, labels), trees, thumb: thumbOf(outcomes, trees) };
}

/** The share of outcomes that counts as short. */
const shortShare = 0.1;

/** A smaller spread of guesses is a rounding error. */
const spreadMin = 1e-6;

/** Scales heuristics to the spread of the trees. */
function thumbOf(outcomes: readonly ScannedOutcome[], trees: GainTrees): ThumbFit {
  const guesses = Float64Array.from(outcomes, ({ features }) => features.shape[guessPlace] ?? 0);
  const gains = Float64Array.from(outcomes, ({ features }) => gainByTrees(trees, features.shape));
  const [guessed, gained] = [meanAndSpread(guesses), meanAndSpread(gains)];
  const scale = guessed.spread < spreadMin ? 0 : gained.spread / guessed.spread;
  const sizes = outcomes.map(({ features }) => features.bucketsUsed).toSorted((a, b) => a - b);
  const bucketsMin = Math.max(1, sizes[Math.floor(shortShare * sizes.length)] ?? 1);
  return { mean: sixDigits(guessed.mean), scale: sixDigits(scale), bucketsMin };
}

function meanAndSpread(figures: Float64Array): { readonly mean: number; readonly spread: number } {
  const mean = figures.reduce((total, value) => total + value, 0) / figures.length;
  const variance = figures.reduce((total, value) => total + (value - mean) ** 2, 0) / figures.length;
  return { mean, spread: Math.sqrt(variance) };
}

/** The expected gain of an outcome's prompt, by what other outcomes teach. */
export function taughtGain(taught: readonly ScannedOutcome[]): (outcome: ScannedOutcome) => number {
  const learned = learn(taught);
  const pair: PairQuality = { economical: 0, gain: learned.trees.mean, spread: 0 };
  const judged = createFeatureJudge({ version: '', pair, lambdas: { economy: 0, balanced: 0, quality: 0 }, learned });
  return ({ features }) => judged(features).gain;
}

function pairOf(outcomes: readonly ScannedOutcome[]): Omit<PairQuality, 'spread'> {
  const economical = outcomes.reduce((total, outcome) => total + outcome.economical, 0) / outcomes.length;
  const gain = outcomes.reduce((total, outcome) => total + outcome.gain, 0) / outcomes.length;
  return { economical: sixDigits(economical), gain: sixDigits(gain) };
}

/** The λ with which this share of the gains is above its price, at the prices of {@link referenceRatio}. */
function lambdaFor(gains: Float64Array, share: number): number {
  const sorted = gains.toSorted();
  const gain = sorted[Math.min(sorted.length - 1, Math.floor((1 - share) * sorted.length))] ?? 0;
  return sixDigits(Math.max(0, gain) / (1 - 1 / referenceRatio));
}
