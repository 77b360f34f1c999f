import { createHmac, randomBytes } from 'node:crypto';
import type { FoundSpan } from '../../personal-data/casting/known-values.ts';

/** What was found in texts that were seen before. Of a text it keeps a keyed digest alone; the one least asked for goes. */
export class AnalysisCache {
  /** Of this process: what is in memory tells nothing of a text to who does not have it. */
  readonly #key = randomBytes(32);
  readonly #found = new Map<string, readonly FoundSpan[]>();
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

  get(digest: string): readonly FoundSpan[] | undefined {
    const found = this.#found.get(digest);
    if (found !== undefined) {
      this.#found.delete(digest);
      this.#found.set(digest, found);
    }
    return found;
  }

  set(digest: string, spans: readonly FoundSpan[]): void {
    this.#found.set(digest, spans);
    const [eldest] = this.#found.keys();
    if (this.#found.size > this.#textsMax && eldest !== undefined) this.#found.delete(eldest);
  }
}
