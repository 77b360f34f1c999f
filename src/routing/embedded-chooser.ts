import type { Candidate } from './candidate.ts';
import type { CandidateScore, ReasonCode, RouteChoice } from './choice.ts';
import type { DomainTable } from './domain-table.ts';
import type { RoutingQuestion } from './question.ts';
import type { RoutingPolicy } from './routing-policy.ts';

/** The strategy that needs nobody: plain arithmetic over a table. */
export interface EmbeddedChooser {
  /** Of the table; it is the version of the strategy in events. */
  readonly version: string;
  /**
   * Chooses among candidates, one at least. The same question, candidates and policy give the same choice. It reads at most 24 KB
   * of text and 32 KB of tool results, once. Raises `RangeError` when there is no candidate.
   */
  choose(question: RoutingQuestion, candidates: readonly Candidate[], policy: RoutingPolicy): RouteChoice;
}

const economicalQuality = 0.65;
const gainMost = 0.4;

export function createEmbeddedChooser(table: DomainTable): EmbeddedChooser {
  return {
    version: table.version,
    choose(question, candidates, policy) {
      const lambda = typeof policy === 'string' ? table.lambdas[policy] : policy.lambda;
      return chosen(candidates, expectedGain(question), lambda);
    },
  };
}

/** By length: a long question is a hard one more often than not. */
function expectedGain({ openingText, latestText }: RoutingQuestion): number {
  const length = Math.max(openingText.length, latestText.length);
  return Math.min(gainMost, Math.log2(1 + length) / 25);
}

function chosen(candidates: readonly Candidate[], gain: number, lambda: number): RouteChoice {
  const dearest = candidates.reduce((most, { expectedCost }) => (expectedCost > most ? expectedCost : most), 0n);
  const rankMost = candidates.reduce((most, { qualityRank }) => Math.max(most, qualityRank), 0);
  const scores = candidates
    .map((candidate): CandidateScore => {
      const quality = economicalQuality + (rankMost === 0 ? 0 : (gain * candidate.qualityRank) / rankMost);
      const cost = dearest === 0n ? 0 : Number(candidate.expectedCost) / Number(dearest);
      return {
        profile: candidate.profile,
        expectedQuality: fourDigits(quality),
        expectedCost: candidate.expectedCost,
        score: fourDigits(quality - lambda * cost),
      };
    })
    .toSorted((a, b) => b.score - a.score || Number(a.expectedCost - b.expectedCost));
  const [best, next] = scores;
  if (best === undefined) throw new RangeError('there is no candidate to choose from');
  const margin = next === undefined ? 1 : fourDigits(best.score - next.score);
  const reason: ReasonCode =
    next === undefined
      ? 'only_candidate'
      : best.expectedCost > next.expectedCost
        ? 'worth_its_price'
        : 'not_worth_its_price';
  return {
    selected: best.profile,
    fallbackOrder: scores.slice(1).map(({ profile }) => profile),
    scores,
    score: best.score,
    confidence: fourDigits(0.5 + 0.5 * Math.tanh(margin * 10)),
    margin,
    threshold: lambda,
    reasonCodes: [reason],
    bins: {},
  };
}

function fourDigits(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
