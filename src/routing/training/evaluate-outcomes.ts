import { untrainedTable, type DomainTable } from '../domain-table.ts';
import { routingPolicies, type NamedPolicy } from '../routing-policy.ts';
import { createFeatureJudge } from '../text-judge.ts';
import { foldsByPrompt, foldsBySet, foldsBySubject, outOfFold, type Fold } from './folds.ts';
import { gapCurve, type GapCurve } from './gap-curve.ts';
import type { ScannedOutcome } from './scanned-outcome.ts';
import { policyShares, referenceRatio, taughtGain } from './train-table.ts';

/** A mix of both models with its cost: shares, 0 to 1, and costs as a share of always asking the advanced model. */
export interface MixFigures {
  readonly advancedShare: number;
  /** The share of correct answers. */
  readonly quality: number;
  /** The recovered part of the gap between both models. */
  readonly gapRecovered: number;
  readonly cost: number;
  /** The cost of a random mix of the same quality. */
  readonly randomCost: number;
  /** The quality of a random mix of the same cost. */
  readonly randomQuality: number;
}

export type PolicyFigures = MixFigures & { readonly policy: NamedPolicy };

export interface RankFigures {
  readonly apgr: number;
  readonly apgrLow: number;
  readonly apgrHigh: number;
  /** The shares of advanced answers that recover 50, 80 and 95 % of the gap. */
  readonly cpt50: number;
  readonly cpt80: number;
  readonly cpt95: number;
}

/** A set of outcomes, by a table that was trained on all other sets, and by the heuristic. */
export interface SetFigures {
  readonly set: string;
  readonly outcomes: number;
  readonly ranking: RankFigures;
  readonly untrained: RankFigures;
}

export interface Evaluation {
  readonly outcomes: number;
  readonly economicalQuality: number;
  readonly advancedQuality: number;
  /** The advanced model's tariff ÷ the economical one's. */
  readonly tariffRatio: number;
  readonly ranking: RankFigures;
  readonly untrained: RankFigures;
  /** `null` with a table, because what it has learned cannot be left out, and for fewer than two subjects. */
  readonly leaveSubjectOut: RankFigures | null;
  /** Each set as one never seen; empty with a table, and for fewer than two sets. */
  readonly leaveSetOut: readonly SetFigures[];
  readonly policies: readonly PolicyFigures[];
  /** The thresholds that apply where no table is configured. */
  readonly untrainedPolicies: readonly PolicyFigures[];
  /** Thresholds that aim at a part of the gap. */
  readonly atQuality: readonly (MixFigures & { readonly aimedAt: number })[];
}

const parts = [0.5, 0.8, 0.9, 0.95];

export interface EvaluateOptions {
  /** The table to evaluate; `null`: tables fitted to the other folds, five folds by prompt. */
  readonly table: DomainTable | null;
  readonly tariffRatio?: number;
  readonly onFold?: (done: number) => void;
}

/**
 * Evaluates the embedded strategy for quality and cost on outcomes. No fit and no threshold has seen the outcome that
 * it is evaluated on: thresholds are chosen on four folds and applied to the fifth. A table keeps only its policies.
 */
export function evaluateOutcomes(outcomes: readonly ScannedOutcome[], options: EvaluateOptions): Evaluation {
  const { table, tariffRatio = referenceRatio, onFold = () => undefined } = options;
  const gains = Float64Array.from(outcomes, ({ gain }) => gain);
  const folds = foldsByPrompt(outcomes);
  const scores = table === null ? outOfFold(outcomes, folds, taughtGain, onFold) : scoresBy(table, outcomes);
  const subjects = new Set(outcomes.map(({ subject }) => subject)).size;
  const subjectFolds = table === null && subjects > 1 ? foldsBySubject(outcomes) : [];
  const bySubject =
    subjectFolds.length > 0
      ? outOfFold(outcomes, subjectFolds, taughtGain, (done) => onFold(folds.length + done))
      : null;
  const sets = table === null ? setsLeftOut(outcomes, (done) => onFold(folds.length + subjectFolds.length + done)) : [];
  const mix: Mix = { outcomes, gains, scores, folds, tariffRatio };
  const untrained: Mix = { ...mix, scores: scoresBy(untrainedTable, outcomes) };
  return {
    outcomes: outcomes.length,
    economicalQuality: meanOf(outcomes, ({ economical }) => economical),
    advancedQuality: meanOf(outcomes, ({ economical, gain }) => economical + gain),
    tariffRatio,
    ranking: rankFigures(gapCurve(scores, gains)),
    untrained: rankFigures(gapCurve(untrained.scores, gains)),
    leaveSubjectOut: bySubject === null ? null : rankFigures(gapCurve(bySubject, gains)),
    leaveSetOut: sets,
    policies: routingPolicies.map((policy) => {
      const chosen = table === null ? byShare(mix, policyShares[policy]) : byTable(mix, table, policy);
      return Object.assign(figuresOf(mix, chosen), { policy });
    }),
    untrainedPolicies: routingPolicies.map((policy) =>
      Object.assign(figuresOf(mix, byTable(untrained, untrainedTable, policy)), { policy }),
    ),
    atQuality: parts.map((aimedAt) => Object.assign(figuresOf(mix, byPart(mix, aimedAt)), { aimedAt })),
  };
}

/** Each set, judged by what all others teach; empty for fewer than two. */
export function setsLeftOut(
  outcomes: readonly ScannedOutcome[],
  onFold: (done: number) => void = () => undefined,
): readonly SetFigures[] {
  const sets = foldsBySet(outcomes);
  if (sets.size < 2) return [];
  const scores = outOfFold(outcomes, [...sets.values()], taughtGain, onFold);
  const guesses = scoresBy(untrainedTable, outcomes);
  return [...sets].map(([set, places]) => {
    const gains = Float64Array.from(places, (place) => outcomes[place]?.gain ?? 0);
    const ranked = (all: Float64Array): RankFigures =>
      rankFigures(
        gapCurve(
          Float64Array.from(places, (place) => all[place] ?? 0),
          gains,
        ),
      );
    return { set, outcomes: places.length, ranking: ranked(scores), untrained: ranked(guesses) };
  });
}

interface Mix {
  readonly outcomes: readonly ScannedOutcome[];
  readonly gains: Float64Array;
  readonly scores: Float64Array;
  readonly folds: readonly Fold[];
  readonly tariffRatio: number;
}

function scoresBy(table: DomainTable, outcomes: readonly ScannedOutcome[]): Float64Array {
  const judged = createFeatureJudge(table);
  return Float64Array.from(outcomes, ({ features }) => judged(features).gain);
}

function rankFigures({ apgr, apgrBounds, shareFor }: GapCurve): RankFigures {
  const [apgrLow, apgrHigh] = apgrBounds();
  return { apgr, apgrLow, apgrHigh, cpt50: shareFor(0.5), cpt80: shareFor(0.8), cpt95: shareFor(0.95) };
}

/** The outcomes that go to the advanced model. */
type Chosen = ReadonlySet<number>;

function byTable({ scores }: Mix, { lambdas, pair }: DomainTable, policy: NamedPolicy): Chosen {
  if (pair.gain <= 0) return new Set();
  const threshold = lambdas[policy] * (1 - 1 / referenceRatio);
  return new Set(scores.keys().filter((place) => (scores[place] ?? 0) > threshold));
}

function byShare(mix: Mix, share: number): Chosen {
  return byThresholds(mix, (others) => {
    const sorted = Float64Array.from(others, (place) => mix.scores[place] ?? 0).toSorted();
    return sorted[Math.floor((1 - share) * sorted.length)] ?? 0;
  });
}

function byPart(mix: Mix, part: number): Chosen {
  return byThresholds(mix, (others) => {
    const scores = Float64Array.from(others, (place) => mix.scores[place] ?? 0);
    const curve = gapCurve(
      scores,
      Float64Array.from(others, (place) => mix.gains[place] ?? 0),
    );
    const sorted = scores.toSorted();
    return sorted[Math.max(0, sorted.length - Math.round(curve.shareFor(part) * sorted.length))] ?? 0;
  });
}

/** Chooses a threshold on all folds but one, and applies it to that one. */
function byThresholds({ folds, scores }: Mix, thresholdOf: (others: readonly number[]) => number): Chosen {
  return new Set(
    folds.flatMap((fold) => {
      const threshold = thresholdOf(folds.filter((other) => other !== fold).flat());
      return fold.filter((place) => (scores[place] ?? 0) >= threshold);
    }),
  );
}

function figuresOf({ outcomes, gains, tariffRatio }: Mix, chosen: Chosen): MixFigures {
  const advancedShare = chosen.size / outcomes.length;
  const economical = meanOf(outcomes, ({ economical }) => economical);
  const gap = gains.reduce((total, gain) => total + gain, 0) / outcomes.length;
  const gained = [...chosen].reduce((total, place) => total + (gains[place] ?? 0), 0) / outcomes.length;
  const costOf = (share: number): number => share + (1 - share) / tariffRatio;
  return {
    advancedShare,
    quality: economical + gained,
    gapRecovered: gained / gap,
    cost: costOf(advancedShare),
    randomCost: costOf(gained / gap),
    randomQuality: economical + gap * advancedShare,
  };
}

function meanOf(outcomes: readonly ScannedOutcome[], figure: (outcome: ScannedOutcome) => number): number {
  return outcomes.reduce((total, outcome) => total + figure(outcome), 0) / outcomes.length;
}
