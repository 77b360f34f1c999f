import { RateLimit } from '../limits/rate-limit.ts';
import { Permit, Semaphore, type SemaphoreOptions, type Sharer } from '../limits/semaphore.ts';

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

/** How tenants share the places. */
export type PlaceSharing = Pick<SemaphoreOptions, 'sharePercentMax' | 'hasOthers'>;

/** What a request takes of the limits. */
export interface LimitedRequest {
  /** Whose share of the requests at once it takes. */
  readonly sharer: Pick<Sharer, 'tenantId' | 'keyId'>;
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
  readonly #rates = new RateLimit();
  /** The part of the requests that free ones may be; `null`: any. */
  readonly #freePerMinute: number | null;
  readonly #sharing: PlaceSharing;
  /** `null`: no limit. */
  readonly #places: Semaphore | null = null;
  /** The part of the places that free requests may take. */
  readonly #freePlaces: Semaphore | null = null;

  /** `sharing`: the most places that one tenant may take of those that the others leave, and whether there are others. */
  constructor(settings: CredentialLimitSettings, sharing: PlaceSharing = {}) {
    this.#settings = settings;
    this.#sharing = sharing;
    const { requestsAtOnce, requestsPerMinute } = settings;
    this.#freePerMinute = requestsPerMinute === null ? null : freePartOf(requestsPerMinute);
    if (requestsAtOnce === null) return;
    this.#places = new Semaphore({ ...sharing, permits: requestsAtOnce });
    this.#freePlaces = new Semaphore({ ...sharing, permits: freePartOf(requestsAtOnce) });
  }

  /** Whether its tenant or key holds its share of the places: it waits, and others need not wait behind it. */
  holdsShare({ sharer }: Pick<LimitedRequest, 'sharer'>): boolean {
    return this.#places?.obstacle(sharer) === 'own_share';
  }

  /** Milliseconds until it may be asked; 0: now; infinite: when a running request has ended. */
  waitMs({ sharer, tokens }: LimitedRequest, nowMs: number): number {
    const { requestsPerMinute, tokensPerMinute } = this.#settings;
    if (this.#places !== null && this.#places.obstacle(sharer) !== null) return Number.POSITIVE_INFINITY;
    const forTokensMs = this.#rates.waitMs('tokens', tokensPerMinute, nowMs, tokens);
    return Math.max(this.#rates.waitMs('requests', requestsPerMinute, nowMs), forTokensMs);
  }

  /** The same for the part of the limits that free requests may use. */
  freePartWaitMs({ sharer }: LimitedRequest, nowMs: number): number {
    if (this.#freePlaces !== null && this.#freePlaces.obstacle(sharer) !== null) return Number.POSITIVE_INFINITY;
    const ofTenantMs = this.#rates.waitMs(freeRateOf(sharer), this.#freeShare(), nowMs);
    return Math.max(ofTenantMs, this.#rates.waitMs('free requests', this.#freePerMinute, nowMs));
  }

  /** The most free requests a minute of one tenant. */
  #freeShare(): number | null {
    const { sharePercentMax = 100, hasOthers } = this.#sharing;
    if (this.#freePerMinute === null || hasOthers?.() === false) return this.#freePerMinute;
    return Math.max(1, Math.floor((this.#freePerMinute * sharePercentMax) / 100));
  }

  #countFree(sharer: LimitedRequest['sharer'], nowMs: number, amount: number): void {
    this.#rates.count('free requests', this.#freePerMinute, nowMs, amount);
    this.#rates.count(freeRateOf(sharer), this.#freeShare(), nowMs, amount);
  }

  /** Takes a place. Only for a request that need not wait. */
  enter({ sharer, tokens, isFree = false }: LimitedRequest, nowMs: number): CredentialPlace {
    // A request larger than a minute's share takes the share.
    const { requestsPerMinute, tokensPerMinute } = this.#settings;
    const tokensMax = tokensPerMinute ?? Number.POSITIVE_INFINITY;
    let taken = Math.min(tokens, tokensMax);
    this.#rates.count('requests', requestsPerMinute, nowMs);
    this.#rates.count('tokens', tokensPerMinute, nowMs, taken);
    const permits = [this.#places?.tryAcquire(sharer), isFree ? this.#freePlaces?.tryAcquire(sharer) : undefined];
    if (isFree) this.#countFree(sharer, nowMs, 1);
    let isInside = true;
    const counted = (used: number, atMs: number): void => {
      const before = taken;
      taken = Math.min(used, tokensMax);
      this.#rates.count('tokens', tokensPerMinute, atMs, taken - before);
    };
    const leave = (): void => {
      if (!isInside) return;
      isInside = false;
      for (const permit of permits) if (permit instanceof Permit) permit.release();
    };
    return {
      counted,
      leave,
      giveBack: (atMs) => {
        if (!isInside) return;
        leave();
        counted(0, atMs);
        this.#rates.count('requests', requestsPerMinute, atMs, -1);
        if (isFree) this.#countFree(sharer, atMs, -1);
      },
    };
  }
}

function freePartOf(limit: number): number {
  return Math.max(1, Math.floor(limit * freePart));
}

function freeRateOf({ tenantId }: LimitedRequest['sharer']): string {
  return `free requests of ${tenantId}`;
}
