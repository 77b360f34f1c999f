import type { Candidate } from '../../src/routing/candidate.ts';
import { clippedText, type RoutingQuestion } from '../../src/routing/question.ts';

/** A first turn with nothing but a text. */
export function routingQuestion(text: string, more: Partial<RoutingQuestion> = {}): RoutingQuestion {
  return {
    openingText: clippedText(text),
    latestText: clippedText(text),
    toolResults: [],
    effort: null,
    outputTokensMax: null,
    inputTokens: 100,
    toolCount: 0,
    wantsSchema: false,
    hasAttachments: false,
    isCompacted: false,
    ...more,
  };
}

/** Tariffs 1 : 10. */
export const lightAndAdvanced: readonly Candidate[] = [
  { profile: 'light', target: 'a', qualityRank: 0, expectedCost: 10n },
  { profile: 'advanced', target: 'c', qualityRank: 2, expectedCost: 100n },
];

/** And one between them. */
export const threeCandidates: readonly Candidate[] = [
  ...lightAndAdvanced,
  { profile: 'average', target: 'b', qualityRank: 1, expectedCost: 30n },
];
