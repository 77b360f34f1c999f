import { TokenBucket } from './token-bucket.ts';

/** The limits of a provider for one credential; `null`: no limit is set. */
export interface CredentialLimitSettings {
  readonly requestsPerMinute: number | null;
  readonly tokensPerMinute: number | null;
  readonly requestsAtOnce: number | null;
}

/**
 * The part of a limit by requests that free ones may use, such as token counting: an empty wallet ends paid requests, but
 * not these.
 */
const freePart = 1 / 4;

/** What a request takes of the limits. */
export interface LimitedRequest {
  /** Estimated. */
  readonly tokens: number;
  /** Whether it costs nothing. */
  readonly isFree?: boolean;
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
  readonly #freeRequests: TokenBucket | null;
  #running = 0;
  #freeRunning = 0;

  constructor(settings: CredentialLimitSettings) {
    this.#settings = settings;
    const { requestsPerMinute, tokensPerMinute } = settings;
    this.#requests = requestsPerMinute === null ? null : new TokenBucket(requestsPerMinute);
    this.#tokens = tokensPerMinute === null ? null : new TokenBucket(tokensPerMinute);
    this.#freeRequests = requestsPerMinute === null ? null : new TokenBucket(freePartOf(requestsPerMinute));
  }

  get running(): number {
    return this.#running;
  }

  /** Milliseconds until it may be asked; 0: now; infinite: when a running request has ended. */
  waitMs({ tokens }: LimitedRequest, nowMs: number): number {
    const { requestsAtOnce } = this.#settings;
    if (requestsAtOnce !== null && this.#running >= requestsAtOnce) return Number.POSITIVE_INFINITY;
    return Math.max(this.#requests?.waitMs(1, nowMs) ?? 0, this.#tokens?.waitMs(tokens, nowMs) ?? 0);
  }

  /** The same for the part of the limits that free requests may use; 0 for any other request. */
  freePartWaitMs({ isFree = false }: LimitedRequest, nowMs: number): number {
    if (!isFree) return 0;
    const { requestsAtOnce } = this.#settings;
    if (requestsAtOnce !== null && this.#freeRunning >= freePartOf(requestsAtOnce)) return Number.POSITIVE_INFINITY;
    return this.#freeRequests?.waitMs(1, nowMs) ?? 0;
  }

  /** Takes a place. Only for a request that need not wait. */
  enter({ tokens, isFree = false }: LimitedRequest, nowMs: number): CredentialPlace {
    this.#requests?.take(1, nowMs);
    this.#tokens?.take(tokens, nowMs);
    this.#running++;
    if (isFree) {
      this.#freeRequests?.take(1, nowMs);
      this.#freeRunning++;
    }
    let isInside = true;
    let taken = tokens;
    const counted = (used: number, atMs: number): void => {
      this.#tokens?.correct(taken, used, atMs);
      taken = used;
    };
    const leave = (): void => {
      if (!isInside) return;
      isInside = false;
      this.#running--;
      if (isFree) this.#freeRunning--;
    };
    return {
      counted,
      leave,
      giveBack: (atMs) => {
        if (!isInside) return;
        leave();
        counted(0, atMs);
        this.#requests?.correct(1, 0, atMs);
        if (isFree) this.#freeRequests?.correct(1, 0, atMs);
      },
    };
  }
}

function freePartOf(limit: number): number {
  return Math.max(1, Math.floor(limit * freePart));
}
