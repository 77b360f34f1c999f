import { isCounters, readChatUsage, type UsageReading } from '../../domain/usage.ts';

/**
 * Reads the parsed `usage` of a System One answer. Output may be 0, one or several tokens per question, so a missing
 * counter does not count as 0.
 */
export function readSystemOneUsage(usageJson: unknown): UsageReading | null {
  if (!isCounters(usageJson)) return null;
  return readChatUsage({ prompt_tokens: usageJson['input_tokens'], completion_tokens: usageJson['output_tokens'] });
}
