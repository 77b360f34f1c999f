import { DomainPrior, type DomainEstimate } from './domain-prior.ts';
import type { DomainTable } from './domain-table.ts';
import { gainByTrees } from './gain-trees.ts';
import { clippedText } from './question.ts';
import { guessPlace, TextScanner, type TextFeatures } from './text-features.ts';

/** The expected result of a pair of models on one text. */
export interface TextEstimate extends DomainEstimate {
  readonly wordCount: number;
}

export interface TextJudge {
  estimate(text: string): TextEstimate;
}

export function createTextJudge(table: DomainTable): TextJudge {
  const scanner = new TextScanner();
  const judged = createFeatureJudge(table);
  return { estimate: (text) => judged(scanner.scan(clippedText(text))) };
}

const thumbShareMin = 0.1;
const thumbGainMax = 0.5;

/**
 * The gains of domain and shape are learned separately and have equal weight. Heuristics have a weight of a tenth, and
 * more when a text is shorter than the outcomes were, or its domain is uncertain.
 */
export function createFeatureJudge({ learned, pair }: DomainTable): (features: TextFeatures) => TextEstimate {
  const prior = learned === null ? null : new DomainPrior(learned.domains);
  return (features) => {
    const { wordCount, shape } = features;
    const nothing = { gain: pair.gain, economicalQuality: pair.economical, doubt: 1, wordCount };
    if (features.bucketsUsed === 0) return nothing;
    const guess = shape[guessPlace] ?? 0;
    if (prior === null || learned === null) return { ...nothing, gain: guess };
    const { gain, economicalQuality, doubt } = prior.estimate(features);
    const byOutcomes = (gain + gainByTrees(learned.trees, shape)) / 2;
    const { mean, scale, bucketsMin } = learned.thumb;
    const byThumb = Math.max(0, Math.min(thumbGainMax, learned.trees.mean + (guess - mean) * scale));
    const thumbShare = Math.max(thumbShareMin, doubt, 1 - features.bucketsUsed / bucketsMin);
    return { gain: byOutcomes + (byThumb - byOutcomes) * thumbShare, economicalQuality, doubt, wordCount };
  };
}
