import type { PairQuality } from './domain-table.ts';
import type { RoutingQuestion } from './question.ts';
import type { TextEstimate } from './text-judge.ts';

/**
 * What may be recorded of a question: a few coarse steps. The domain of a text is not among them, because a subject can
 * be personal.
 */
export function featureBinsOf(
  question: RoutingQuestion,
  { gain, doubt, wordCount }: TextEstimate,
  { gain: meanGain, spread }: PairQuality,
): Readonly<Record<string, string>> {
  return {
    words: stepOf(wordCount, ['0', '1-19', '20-99', '100-499', '500+'], [1, 20, 100, 500]),
    gain: stepOf(gain - meanGain, ['low', 'below_mean', 'above_mean', 'high'], [-spread, 0, spread]),
    domain: stepOf(doubt, ['clear', 'mixed', 'unknown'], [0.3, 0.75]),
    tools: stepOf(question.toolCount, ['0', '1-9', '10+'], [1, 10]),
    tool_results: stepOf(question.toolResults.length, ['0', '1-3', '4+'], [1, 4]),
    effort: question.effort ?? 'unsaid',
  };
}

/** The last step whose bound the value reaches. */
function stepOf(value: number, steps: readonly string[], bounds: readonly number[]): string {
  return steps[bounds.filter((bound) => value >= bound).length] ?? '';
}
