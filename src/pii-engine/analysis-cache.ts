import { createHmac, randomBytes } from 'node:crypto';
import { RecentMap } from '../limits/recent-map.ts';

/**
 * What was found in texts that were analysed before. Keeps only a keyed digest of each text; the least recently used
 * entry is evicted.
 */
export class AnalysisCache<Found extends object> extends RecentMap<string, Found> {
  /** Known to this process only: digests in memory reveal nothing about a text without it. */
  readonly #key = randomBytes(32);

  /** The digest of a text, including who asked about it and how. */
  digest(parts: readonly string[]): string {
    const hmac = createHmac('sha256', this.#key);
    for (const part of parts) hmac.update(`${part.length}:`).update(part);
    return hmac.digest('latin1');
  }
}
