import type { DomainWeights } from './domain-prior.ts';
import type { GainTrees } from './gain-trees.ts';
import type { NamedPolicy } from './routing-policy.ts';

/** What was learned from the outcomes of an economical and an advanced model on the same prompts. */
export interface LearnedGain {
  /** How many outcomes it was learned from. */
  readonly outcomes: number;
  readonly domains: DomainWeights;
  readonly trees: GainTrees;
  readonly thumb: ThumbFit;
}

/** How the guesses of `untrainedGain` are scaled to what was learned. */
export interface ThumbFit {
  /** Their average over the outcomes. */
  readonly mean: number;
  /** How much gain a difference of 1 from the mean stands for. */
  readonly scale: number;
  /** Distinct words, numbers and marks that all but the shortest outcomes had. */
  readonly bucketsMin: number;
}

/** Figures of the pair as a whole, 0 to 1. */
export interface PairQuality {
  /** The economical model's share of right answers. */
  readonly economical: number;
  /** How much larger the advanced model's share is; 0 or less: the more expensive model is no better. */
  readonly gain: number;
  /** The standard deviation of expected gains, on prompts that were not learned from. */
  readonly spread: number;
}

/** The table that the embedded strategy uses. */
export interface DomainTable {
  /** Names the table in events: a digest of its bytes; `untrained` where there is none. */
  readonly version: string;
  readonly pair: PairQuality;
  /** λ of each policy. */
  readonly lambdas: Readonly<Record<NamedPolicy, number>>;
  /** `null`: nothing was learned, and the shape of a text is judged by heuristics. */
  readonly learned: LearnedGain | null;
}

/** The table without any outcomes: the gain of a long question, a calculation or a proof is a guess. */
export const untrainedTable: DomainTable = {
  version: 'untrained',
  pair: { economical: 0.65, gain: 0.15, spread: 0.05 },
  lambdas: { economy: 0.2, balanced: 0.15, quality: 0.11 },
  learned: null,
};
