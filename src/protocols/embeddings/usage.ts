import { isCounters, readUsage, type UsageReading } from '../../domain/usage.ts';

/**
 * Reads the `usage` of embeddings, parsed: as that of chat, but nothing is generated unless `completion_tokens` says so,
 * and a total without its parts is all input.
 */
export function readEmbeddingsUsage(usageJson: unknown): UsageReading | null {
  if (!isCounters(usageJson)) return null;
  return readUsage({
    ...usageJson,
    prompt_tokens: usageJson['prompt_tokens'] ?? usageJson['total_tokens'],
    completion_tokens: usageJson['completion_tokens'] ?? 0,
  });
}
