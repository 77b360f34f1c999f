import { createHmac, randomBytes } from 'node:crypto';

/** What was found out of texts that were seen before. Of a text it keeps a keyed digest alone; the one least asked for goes. */
export class AnalysisCache<Found> {
  /** Of this process: what is in memory tells nothing of a text to who does not have it. */
  readonly #key = randomBytes(32);
  readonly #found = new Map<string, Found>();
  readonly #textsMax: number;

  constructor(textsMax: number) {
    this.#textsMax = textsMax;
  }

  /** What names a text, asked about by whom and in which way. */
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
