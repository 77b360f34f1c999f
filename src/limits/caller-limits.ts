import type { Sharer } from './fair-room.ts';

/** The limits of a tenant or a key. */
export interface CallerLimits {
  readonly requestsAtOnceMax: number;
  readonly requestsPerMinuteMax: number;
  readonly uploadsAtOnceMax: number;
  readonly uploadsPerMinuteMax: number;
}

/** Further limits of a tenant. Stored data belongs to people and outlives keys, so that a key has no such limit. */
export interface TenantLimits extends CallerLimits {
  /** Bytes of stored responses and files together. */
  readonly keptBytesMax: number;
}

/** The default limits, and those of tenants and keys with their own. */
export interface LimitsBook {
  ofTenant(tenantId: string): TenantLimits;
  ofKey(keyId: string): CallerLimits;
}

/** The current limits: a new configuration replaces them, and they apply from the next look-up on. */
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

/** The part of a key that identifies its tenant and itself. */
interface LimitedKey {
  readonly tenant_id: string;
  readonly key_id: string;
}

/** The sharer of something that only fairness limits. */
export function sharerOf({ tenant_id: tenantId, key_id: keyId }: LimitedKey): Sharer {
  return { tenantId, keyId };
}

/** Own limits below the configured ones; absent members: as configured. */
interface OwnLimits {
  readonly requests_per_minute_max?: number | undefined;
  readonly requests_at_once_max?: number | undefined;
}

/** A key, with the limits set for it and its tenant. */
interface LimitedCaller {
  readonly key: LimitedKey & { readonly limits?: OwnLimits };
  readonly tenantLimits?: OwnLimits;
}

/** The sharer of a place among the requests. */
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

/** The sharer of a place among the uploads. */
export function uploadSharer({ tenant_id: tenantId, key_id: keyId }: LimitedKey, limits: LimitsBook): Sharer {
  const tenantMax = limits.ofTenant(tenantId).uploadsAtOnceMax;
  return { tenantId, keyId, tenantMax, keyMax: limits.ofKey(keyId).uploadsAtOnceMax };
}
