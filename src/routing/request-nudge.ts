import type { RoutingQuestion } from './question.ts';

const shortAnswerTokens = 64;
const manyTools = 10;

/**
 * What a request asks for in addition to its text, in standard deviations of the expected gain. The values are chosen
 * by hand, because public outcomes say nothing about it; they are small, and 0 for a plain question.
 */
export function requestNudge(question: RoutingQuestion): number {
  const { effort, outputTokensMax, toolCount, hasAttachments } = question;
  let nudge = 0;
  if (effort === 'high' || effort === 'xhigh' || effort === 'max') nudge += 0.5;
  if (effort === 'none' || effort === 'minimal') nudge -= 0.5;
  if (outputTokensMax !== null && outputTokensMax <= shortAnswerTokens) nudge -= 0.25;
  if (toolCount >= manyTools) nudge += 0.25;
  if (hasAttachments) nudge += 0.25;
  return nudge;
}
