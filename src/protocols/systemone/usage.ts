import { isCounters, readUsage, type UsageReading } from '../../domain/usage.ts';

/**
 * Reads the `usage` of a System One answer, parsed. Output may be 0, one or several tokens a question: a counter that is
 * missing is not taken for 0.
 */
export function readSystemOneUsage(usageJson: unknown): UsageReading | null {
  if (!isCounters(usageJson)) return null;
  return readUsage({ prompt_tokens: usageJson['input_tokens'], completion_tokens: usageJson['output_tokens'] });
}
