import { ratioOf } from '../domain/money.ts';
import type { Candidate } from './candidate.ts';
import type { CandidateScore, ReasonCode, RouteChoice } from './choice.ts';
import type { PairQuality } from './domain-table.ts';

/** The expected quality of the most economical and the most capable candidate, and the price of quality. */
export interface CandidateJudgement {
  readonly lambda: number;
  readonly gain: number;
  readonly economicalQuality: number;
  readonly pair: PairQuality;
}

type Decision = Omit<RouteChoice, 'bins'>;

/**
 * Scores of all candidates, the best first; of equal ones the cheaper first. Ranks between the lowest and the highest
 * are expected to gain in proportion. A cost counts as a share of the highest, so that the length of a request alone
 * decides nothing.
 */
export function candidateScoresOf(
  candidates: readonly Candidate[],
  judgement: CandidateJudgement,
): readonly CandidateScore[] {
  const dearest = costMost(candidates);
  const ranks = candidates.map(({ qualityRank }) => qualityRank);
  const [lowest, highest] = [Math.min(...ranks), Math.max(...ranks)];
  return candidates
    .map((candidate): CandidateScore => {
      const height = highest === lowest ? 0 : (candidate.qualityRank - lowest) / (highest - lowest);
      const quality = Math.min(1, Math.max(0, judgement.economicalQuality)) + judgement.gain * height;
      return {
        profile: candidate.profile,
        expectedQuality: fourDigits(Math.min(1, Math.max(0, quality))),
        expectedCost: candidate.expectedCost,
        score: fourDigits(quality - judgement.lambda * ratioOf(candidate.expectedCost, dearest)),
      };
    })
    .toSorted((a, b) => b.score - a.score || compared(a.expectedCost, b.expectedCost));
}

/** The choice by score among the candidates worth their price. Raises `RangeError` when there is no candidate. */
export function choiceByScore(
  candidates: readonly Candidate[],
  scores: readonly CandidateScore[],
  judgement: CandidateJudgement,
  notes: readonly ReasonCode[],
): Decision {
  const left = undominated(candidates, judgement.pair);
  const ordered = scores.filter(({ profile }) => left.includes(profile));
  const [best, next] = ordered;
  if (best === undefined) throw new RangeError('there is no candidate to choose from');
  const others = scores.filter(({ profile }) => !left.includes(profile));
  const dearest = costMost(candidates);
  const cheapest = candidates.reduce(
    (least, { expectedCost }) => (expectedCost < least ? expectedCost : least),
    dearest,
  );
  const decision = {
    selected: best.profile,
    fallbackOrder: [...ordered.slice(1), ...others].map(({ profile }) => profile),
    scores,
    score: best.score,
    threshold: fourDigits(judgement.lambda * (1 - ratioOf(cheapest, dearest))),
  };
  if (next === undefined) {
    const reason = candidates.length === 1 ? 'only_candidate' : 'dominated';
    return { ...decision, confidence: 1, margin: 1, reasonCodes: [reason] };
  }
  const margin = fourDigits(best.score - next.score);
  const isDearer = ordered.some(({ expectedCost }) => expectedCost < best.expectedCost);
  return {
    ...decision,
    margin,
    confidence: fourDigits(0.5 + 0.5 * Math.tanh(margin / Math.max(judgement.pair.spread, 0.001))),
    reasonCodes: [isDearer ? 'worth_its_price' : 'not_worth_its_price', ...notes],
  };
}

/** The most economical candidate finishes a settled run; the most capable takes everything else that a rule decides. */
export function choiceByRule(
  candidates: readonly Candidate[],
  scores: readonly CandidateScore[],
  rule: ReasonCode,
): Decision {
  const isUp = rule !== 'settled_run';
  const [first, ...rest] = candidates.toSorted((a, b) =>
    isUp ? b.qualityRank - a.qualityRank : a.qualityRank - b.qualityRank,
  );
  if (first === undefined) throw new RangeError('there is no candidate to choose from');
  return {
    selected: first.profile,
    fallbackOrder: rest.map(({ profile }) => profile),
    scores,
    score: scores.find(({ profile }) => profile === first.profile)?.score ?? 0,
    confidence: 1,
    margin: 1,
    threshold: 0,
    reasonCodes: [rest.length === 0 ? 'only_candidate' : rule],
  };
}

/**
 * The profiles for which there is no better one that costs no more. If outcomes say that the advanced model of the pair
 * is no better than the economical one, only the cheapest is left.
 */
function undominated(candidates: readonly Candidate[], pair: PairQuality): readonly string[] {
  if (pair.gain <= 0) {
    const byCost = candidates.toSorted(
      (a, b) => compared(a.expectedCost, b.expectedCost) || a.qualityRank - b.qualityRank,
    );
    return byCost.slice(0, 1).map(({ profile }) => profile);
  }
  const isDominated = (one: Candidate): boolean =>
    candidates.some((other) => other.qualityRank > one.qualityRank && other.expectedCost <= one.expectedCost);
  return candidates.filter((candidate) => !isDominated(candidate)).map(({ profile }) => profile);
}

function costMost(candidates: readonly Candidate[]): bigint {
  return candidates.reduce((most, { expectedCost }) => (expectedCost > most ? expectedCost : most), 0n);
}

const compared = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

function fourDigits(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
