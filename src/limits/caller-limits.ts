import type { Sharer } from './fair-room.ts';

/** What a tenant or a key may do, of each kind. */
export interface CallerLimits {
  readonly requestsAtOnceMax: number;
  readonly requestsPerMinuteMax: number;
  readonly uploadsAtOnceMax: number;
  readonly uploadsPerMinuteMax: number;
}

/** What a tenant may do beside that. What is kept belongs to people and outlives keys, so that a key has no such limit. */
export interface TenantLimits extends CallerLimits {
  /** Bytes of stored responses and files together. */
  readonly keptBytesMax: number;
}

/** The limits of everybody, and of those who have others. */
export interface LimitsBook {
  ofTenant(tenantId: string): TenantLimits;
  ofKey(keyId: string): CallerLimits;
}

/** The limits that hold now: a new configuration brings others, and they count from the next look on. */
export class LimitsInForce implements LimitsBook {
  #book: LimitsBook;

  constructor(book: LimitsBook) {
    this.#book = book;
  }

  replace(book: LimitsBook): void {
    this.#book = book;
  }

  ofTenant(tenantId: string): TenantLimits {
    return this.#book.ofTenant(tenantId);
  }

  ofKey(keyId: string): CallerLimits {
    return this.#book.ofKey(keyId);
  }
}

/** The part of a key that tells who is counted. */
interface LimitedKey {
  readonly tenant_id: string;
  readonly key_id: string;
}

/** Who something is counted for where only fairness bounds it. */
export function sharerOf({ tenant_id: tenantId, key_id: keyId }: LimitedKey): Sharer {
  return { tenantId, keyId };
}

/** How much may be asked, below what is configured; absent members: as configured. */
interface OwnLimits {
  readonly requests_per_minute_max?: number | undefined;
  readonly requests_at_once_max?: number | undefined;
}

/** A key, and what was set for it and its tenant. */
interface LimitedCaller {
  readonly key: LimitedKey & { readonly limits?: OwnLimits };
  readonly tenantLimits?: OwnLimits;
}

/** Who a place among the requests is counted for. */
export function requestSharer({ key, tenantLimits = {} }: LimitedCaller, limits: LimitsBook): Sharer {
  const { tenant_id: tenantId, key_id: keyId } = key;
  const tenantMax = smaller(limits.ofTenant(tenantId).requestsAtOnceMax, tenantLimits.requests_at_once_max);
  const keyMax = smaller(limits.ofKey(keyId).requestsAtOnceMax, key.limits?.requests_at_once_max);
  return { tenantId, keyId, tenantMax, keyMax };
}

/** How many requests a minute a key and its tenant may send. */
export function requestRates(
  { key, tenantLimits = {} }: LimitedCaller,
  limits: LimitsBook,
): { readonly keyMax: number; readonly tenantMax: number } {
  return {
    keyMax: smaller(limits.ofKey(key.key_id).requestsPerMinuteMax, key.limits?.requests_per_minute_max),
    tenantMax: smaller(limits.ofTenant(key.tenant_id).requestsPerMinuteMax, tenantLimits.requests_per_minute_max),
  };
}

function smaller(configured: number, own: number | undefined): number {
  return own === undefined ? configured : Math.min(configured, own);
}

/** Who a place among the uploads is counted for. */
export function uploadSharer({ tenant_id: tenantId, key_id: keyId }: LimitedKey, limits: LimitsBook): Sharer {
  const tenantMax = limits.ofTenant(tenantId).uploadsAtOnceMax;
  return { tenantId, keyId, tenantMax, keyMax: limits.ofKey(keyId).uploadsAtOnceMax };
}
