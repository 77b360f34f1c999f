/** Which strings of a body a template writes as JSON, by the hashes of the keys that lead to them. */

/** What a member of the outermost object holds. */
export type JsonArea = 'texts' | 'answer' | 'json';

/** As keys are hashed while they are scanned. */
function hashOf(key: string): number {
  return Buffer.from(key).reduce((hash, byte) => (Math.imul(hash, 31) + byte) | 0, 0) & 0x3fffffff;
}

/**
 * What is not JSON that a template writes: texts of a request, but for calls in them; and answers, of which nobody asks.
 * What is JSON in such a string counts all the same.
 */
export const areas: ReadonlyMap<number, JsonArea> = new Map([
  ...['messages', 'input', 'system', 'instructions', 'prompt'].map((key) => [hashOf(key), 'texts'] as const),
  ...['choices', 'content', 'delta', 'output', 'response', 'item', 'data'].map(
    (key) => [hashOf(key), 'answer'] as const,
  ),
]);

/** Objects of a text that are no calls, and long. */
export const mediaHashes: ReadonlySet<number> = new Set(['image_url', 'source', 'input_audio', 'file'].map(hashOf));

/** The key `description`, by whose lines templates write comments. */
export const descriptionHash = hashOf('description');

/** Lists of tools, also in the middle of a conversation. */
export const toolsHash = hashOf('tools');
