import { contentDigest, noDigest } from '../../src/domain/event-digest.ts';
import type { EventLog } from '../../src/ports/event-log.ts';

/** The digest of a sealed content as it lies in its stream. */
export async function contentDigestOf(log: EventLog, stream: string): Promise<string> {
  const parts = await log.readStream(stream);
  // A stream of content holds its parts only.
  return parts.reduce(
    (digest, { data }) => contentDigest(digest, (JSON.parse(data) as { readonly sealed: string }).sealed),
    noDigest,
  );
}
