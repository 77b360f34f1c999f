import { isCounters, readChatUsage, type UsageReading } from '../../domain/usage.ts';

/**
 * Reads the parsed `usage` of embeddings: like that of chat, but there is no output unless `completion_tokens` says so. A
 * total without its parts is all input; beside them it says nothing.
 */
export function readEmbeddingsUsage(usageJson: unknown): UsageReading | null {
  if (!isCounters(usageJson)) return null;
  return readChatUsage({
    ...usageJson,
    prompt_tokens: usageJson['prompt_tokens'] ?? usageJson['total_tokens'],
    completion_tokens: usageJson['completion_tokens'] ?? 0,
    total_tokens: undefined,
  });
}
