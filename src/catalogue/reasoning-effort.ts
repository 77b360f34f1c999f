/** How much a model is asked to reason, from least to most. A level's rank is its position. */
export const reasoningEfforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

export type ReasoningEffort = (typeof reasoningEfforts)[number];

export function isReasoningEffort(value: unknown): value is ReasoningEffort {
  return reasoningEfforts.some((effort) => effort === value);
}

/**
 * The supported level nearest in rank to the requested one; of two equally near ones the higher. `null` when the target
 * supports none: then the request contains no effort.
 */
export function nearestEffort(wanted: ReasoningEffort, supported: readonly ReasoningEffort[]): ReasoningEffort | null {
  let nearest: ReasoningEffort | null = null;
  for (const effort of supported) {
    if (nearest === null || isNearer(effort, nearest, wanted)) nearest = effort;
  }
  return nearest;
}

function isNearer(candidate: ReasoningEffort, best: ReasoningEffort, wanted: ReasoningEffort): boolean {
  const [candidateRank, bestRank, rank] = [rankOf(candidate), rankOf(best), rankOf(wanted)];
  const gain = Math.abs(bestRank - rank) - Math.abs(candidateRank - rank);
  return gain > 0 || (gain === 0 && candidateRank > bestRank);
}

function rankOf(effort: ReasoningEffort): number {
  return reasoningEfforts.indexOf(effort);
}
