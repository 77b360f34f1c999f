import { TokenBucket } from './token-bucket.ts';

/** The limits of a provider for one credential; `null`: no limit is set. */
export interface CredentialLimitSettings {
  readonly requestsPerMinute: number | null;
  readonly tokensPerMinute: number | null;
  readonly requestsAtOnce: number | null;
}

/** A place taken at a credential. */
export interface CredentialPlace {
  /** Replaces the estimate by the tokens really used. */
  counted(tokens: number, nowMs: number): void;
  leave(): void;
  /** Leaves without a request: what was taken of the rates is free again. */
  giveBack(nowMs: number): void;
}

/** The remaining capacity of one credential. */
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

  /** Milliseconds until it may be asked; 0: now; infinite: when a running request has ended. */
  waitMs(tokens: number, nowMs: number): number {
    const { requestsAtOnce } = this.#settings;
    if (requestsAtOnce !== null && this.#running >= requestsAtOnce) return Number.POSITIVE_INFINITY;
    return Math.max(this.#requests?.waitMs(1, nowMs) ?? 0, this.#tokens?.waitMs(tokens, nowMs) ?? 0);
  }

  /** Takes a place. Only for a request that need not wait. */
  enter(tokens: number, nowMs: number): CredentialPlace {
    this.#requests?.take(1, nowMs);
    this.#tokens?.take(tokens, nowMs);
    this.#running++;
    let isInside = true;
    let taken = tokens;
    const counted = (used: number, atMs: number): void => {
      this.#tokens?.correct(taken, used, atMs);
      taken = used;
    };
    const leave = (): void => {
      if (isInside) this.#running--;
      isInside = false;
    };
    return {
      counted,
      leave,
      giveBack: (atMs) => {
        if (!isInside) return;
        leave();
        counted(0, atMs);
        this.#requests?.correct(1, 0, atMs);
      },
    };
  }
}
