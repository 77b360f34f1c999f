import { createHmac, randomBytes } from 'node:crypto';

/**
 * What was found in texts that were analysed before. Keeps only a keyed digest of each text; the least recently used
 * entry is evicted.
 */
export class AnalysisCache<Found> {
  /** Known to this process only: digests in memory reveal nothing about a text without it. */
  readonly #key = randomBytes(32);
  readonly #found = new Map<string, Found>();
  readonly #textsMax: number;

  constructor(textsMax: number) {
    this.#textsMax = textsMax;
  }

  /** The digest of a text, including who asked about it and how. */
  digest(parts: readonly string[]): string {
    const hmac = createHmac('sha256', this.#key);
    for (const part of parts) hmac.update(`${part.length}:`).update(part);
    return hmac.digest('latin1');
  }

  get(digest: string): Found | undefined {
    const found = this.#found.get(digest);
    if (found !== undefined) {
      this.#found.delete(digest);
      this.#found.set(digest, found);
    }
    return found;
  }

  set(digest: string, found: Found): void {
    this.#found.set(digest, found);
    const [eldest] = this.#found.keys();
    if (this.#found.size > this.#textsMax && eldest !== undefined) this.#found.delete(eldest);
  }
}
