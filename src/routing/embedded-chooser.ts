import type { Candidate } from './candidate.ts';
import { choiceByRule, choiceByScore, candidateScoresOf, type CandidateJudgement } from './candidate-scores.ts';
import type { ReasonCode, RouteChoice } from './choice.ts';
import type { DomainTable } from './domain-table.ts';
import { featureBinsOf } from './feature-bins.ts';
import { createTextJudge, type TextEstimate, type TextJudge } from './text-judge.ts';
import type { RoutingQuestion } from './question.ts';
import { requestNudge } from './request-nudge.ts';
import type { RoutingPolicy } from './routing-policy.ts';
import { trajectoryOf, type Trajectory } from './trajectory.ts';

/** The strategy without calls to a model: plain arithmetic, over a table if one is configured. */
export interface EmbeddedChooser {
  /** The version of the table, or `untrained`, which is recorded as that of the strategy. */
  readonly version: string;
  /**
   * Chooses among candidates, at least one. The same question, candidates and policy give the same choice. Reads at
   * most 24 KB of text and 32 KB of tool results, a fixed number of times. Raises `RangeError` when there is no
   * candidate.
   */
  choose(question: RoutingQuestion, candidates: readonly Candidate[], policy: RoutingPolicy): RouteChoice;
}

/**
 * A trajectory counts from this strain on, in either direction. Below it the turns of a tool loop are treated alike,
 * whatever their tools say.
 */
const decisiveStrain = 0.5;
/** In standard deviations of the expected gain. */
const strainNudge = 2;
const doubtMax = 0.75;
/** Most words that count for the weight of the latest turn or the opening. */
const weighedWordsMax = 50;

/**
 * Rules decide first, in this order: a critical failure, a compacted conversation, a settled run. If none applies, the
 * candidate with the highest quality minus λ × cost is chosen among those worth their price. The quality is estimated
 * from the opening task and the latest turn.
 */
export function createEmbeddedChooser(table: DomainTable): EmbeddedChooser {
  const judge = createTextJudge(table);
  return {
    version: table.version,
    choose(question, candidates, policy) {
      const lambda = typeof policy === 'string' ? table.lambdas[policy] : policy.lambda;
      const trajectory = trajectoryOf(question.toolResults);
      const estimate = estimateOf(judge, question);
      const strain = Math.abs(trajectory.strain) < decisiveStrain ? 0 : Math.sign(trajectory.strain);
      const nudge = requestNudge(question) + strain * strainNudge;
      const gain = estimate.gain + nudge * table.pair.spread;
      const judgement: CandidateJudgement = {
        lambda,
        gain,
        economicalQuality: estimate.economicalQuality,
        pair: table.pair,
      };
      const scores = candidateScoresOf(candidates, judgement);
      const bins = featureBinsOf(question, { ...estimate, gain }, table.pair);
      const rule = ruleFor(question, trajectory);
      if (rule !== null) return { ...choiceByRule(candidates, scores, rule), bins };
      return { ...choiceByScore(candidates, scores, judgement, notesOn(estimate, strain)), bins };
    },
  };
}

/** Weighs the latest turn, which is a new question, and the opening, which states the subject, by their words. */
function estimateOf(judge: TextJudge, { openingText, latestText }: RoutingQuestion): TextEstimate {
  const latest = judge.estimate(latestText);
  if (openingText === latestText) return latest;
  const opening = judge.estimate(openingText);
  const [ours, its] = [latest, opening].map(({ wordCount }) => Math.min(wordCount, weighedWordsMax));
  const sum = (ours ?? 0) + (its ?? 0);
  if (sum === 0) return latest;
  const mixed = (a: number, b: number): number => (a * (ours ?? 0) + b * (its ?? 0)) / sum;
  return {
    gain: mixed(latest.gain, opening.gain),
    economicalQuality: mixed(latest.economicalQuality, opening.economicalQuality),
    doubt: mixed(latest.doubt, opening.doubt),
    wordCount: latest.wordCount + opening.wordCount,
  };
}

function ruleFor({ isCompacted }: RoutingQuestion, { isCritical, isSettled }: Trajectory): ReasonCode | null {
  if (isCritical) return 'critical_failure';
  if (isCompacted) return 'compacted';
  return isSettled ? 'settled_run' : null;
}

function notesOn({ wordCount, doubt }: TextEstimate, strain: number): readonly ReasonCode[] {
  const notes: ReasonCode[] = [];
  if (strain > 0) notes.push('struggling_run');
  if (strain < 0) notes.push('progressing_run');
  if (wordCount === 0) notes.push('no_text');
  else if (doubt > doubtMax) notes.push('domain_unknown');
  return notes;
}
