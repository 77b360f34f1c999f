import { isCounters, readUsage, type UsageReading } from '../../domain/usage.ts';

/**
 * Reads the `usage` of embeddings, parsed: as that of chat, but nothing is generated unless `completion_tokens` says so,
 * and a total is input where the parts are missing, and says nothing where they are there.
 */
export function readEmbeddingsUsage(usageJson: unknown): UsageReading | null {
  if (!isCounters(usageJson)) return null;
  return readUsage({
    ...usageJson,
    prompt_tokens: usageJson['prompt_tokens'] ?? usageJson['total_tokens'],
    completion_tokens: usageJson['completion_tokens'] ?? 0,
    total_tokens: undefined,
  });
}
