import { TokenBucket } from './token-bucket.ts';

/** What a provider lets one credential do; `null`: nobody has set a limit. */
export interface CredentialLimitSettings {
  readonly requestsPerMinute: number | null;
  readonly tokensPerMinute: number | null;
  readonly requestsAtOnce: number | null;
}

/** A place that a credential has given. */
export interface CredentialPlace {
  /** What it really took. */
  counted(tokens: number, nowMs: number): void;
  leave(): void;
}

/** What one credential may still do. */
export class CredentialLimits {
  readonly #settings: CredentialLimitSettings;
  readonly #requests: TokenBucket | null;
  readonly #tokens: TokenBucket | null;
  #running = 0;

  constructor(settings: CredentialLimitSettings) {
    this.#settings = settings;
    const { requestsPerMinute, tokensPerMinute } = settings;
    this.#requests = requestsPerMinute === null ? null : new TokenBucket(requestsPerMinute);
    this.#tokens = tokensPerMinute === null ? null : new TokenBucket(tokensPerMinute);
  }

  get running(): number {
    return this.#running;
  }

  /** After how many milliseconds it may be asked; 0: now; infinite: when one that runs has ended. */
  waitMs(tokens: number, nowMs: number): number {
    const { requestsAtOnce } = this.#settings;
    if (requestsAtOnce !== null && this.#running >= requestsAtOnce) return Number.POSITIVE_INFINITY;
    return Math.max(this.#requests?.waitMs(1, nowMs) ?? 0, this.#tokens?.waitMs(tokens, nowMs) ?? 0);
  }

  /** For one who need not wait. */
  enter(tokens: number, nowMs: number): CredentialPlace {
    this.#requests?.take(1, nowMs);
    this.#tokens?.take(tokens, nowMs);
    this.#running++;
    let isInside = true;
    let taken = tokens;
    return {
      counted: (used, atMs) => {
        this.#tokens?.correct(taken, used, atMs);
        taken = used;
      },
      leave: () => {
        if (isInside) this.#running--;
        isInside = false;
      },
    };
  }
}
