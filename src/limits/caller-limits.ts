import type { Sharer } from './semaphore.ts';

/** The limits of a tenant or a key. */
export interface CallerLimits {
  readonly requestsAtOnceMax: number;
  readonly requestsPerMinuteMax: number;
  /** `null`: no limit. */
  readonly tokensPerMinuteMax: number | null;
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

/** What a configuration sets. */
export interface ConfiguredLimits {
  readonly everyTenant: TenantLimits;
  /** Of tenants with their own, by id. */
  readonly tenants: ReadonlyMap<string, TenantLimits>;
  readonly everyKey: CallerLimits;
  readonly keys: ReadonlyMap<string, CallerLimits>;
}

/** The current limits: a new configuration replaces them, and they apply from the next look-up on. */
export class LimitsInForce implements LimitsBook {
  #configured: ConfiguredLimits;

  constructor(configured: ConfiguredLimits) {
    this.#configured = configured;
  }

  replace(configured: ConfiguredLimits): void {
    this.#configured = configured;
  }

  ofTenant(tenantId: string): TenantLimits {
    return this.#configured.tenants.get(tenantId) ?? this.#configured.everyTenant;
  }

  ofKey(keyId: string): CallerLimits {
    return this.#configured.keys.get(keyId) ?? this.#configured.everyKey;
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
  readonly tokens_per_minute_max?: number | undefined;
  readonly requests_at_once_max?: number | undefined;
}

/** A key, with the limits set for it, for the keys that made it, and for the scopes above it. */
export interface LimitedCaller {
  readonly key: LimitedKey & { readonly limits?: OwnLimits };
  readonly parents?: readonly { readonly key_id: string; readonly limits?: OwnLimits }[];
  readonly limitsAbove?: readonly { readonly kind: string; readonly id: string; readonly limits: OwnLimits }[];
}

/** Somebody whose requests are counted, with their limits; `null`: no limit. */
export interface Limited {
  /** As errors name it. */
  readonly what: string;
  readonly id: string;
  readonly requestsPerMinute: number | null;
  readonly tokensPerMinute: number | null;
  readonly uploadsPerMinute: number | null;
  readonly requestsAtOnce: number | null;
}

/** The sharer of a place among the requests. */
export function requestSharer(caller: LimitedCaller, limits: LimitsBook): Sharer {
  const { tenant_id: tenantId, key_id: keyId } = caller.key;
  const keyMax = smaller(limits.ofKey(keyId).requestsAtOnceMax, caller.key.limits?.requests_at_once_max);
  const tenantMax = smaller(
    limits.ofTenant(tenantId).requestsAtOnceMax,
    caller.limitsAbove?.find(({ kind }) => kind === 'tenant')?.limits.requests_at_once_max,
  );
  return { tenantId, keyId, tenantMax, keyMax };
}

/**
 * Everybody whose limits a request counts against: its key, the keys that made it, its person, their groups, and its
 * tenant. `ofTenant`: whether the scopes above count too.
 */
export function limitedBy(caller: LimitedCaller, limits: LimitsBook, ofTenant = true): readonly Limited[] {
  const { key, parents = [], limitsAbove = [] } = caller;
  const keys = [key, ...parents].map(({ key_id: id, limits: own }) => limited('key', id, limits.ofKey(id), own));
  if (!ofTenant) return keys;
  const tenant = limitsAbove.find(({ kind }) => kind === 'tenant')?.limits;
  const between = limitsAbove.filter(({ kind }) => kind !== 'tenant');
  return [
    ...keys,
    ...between.map(({ kind, id, limits: own }) => limited(kind === 'user' ? 'person' : kind, id, unlimited, own)),
    limited('tenant', key.tenant_id, limits.ofTenant(key.tenant_id), tenant),
  ];
}

interface Configured {
  readonly requestsAtOnceMax: number | null;
  readonly requestsPerMinuteMax: number | null;
  readonly tokensPerMinuteMax: number | null;
  readonly uploadsPerMinuteMax: number | null;
}

/** What is configured for people and groups. */
const unlimited: Configured = {
  requestsAtOnceMax: null,
  requestsPerMinuteMax: null,
  tokensPerMinuteMax: null,
  uploadsPerMinuteMax: null,
};

function limited(what: string, id: string, configured: Configured, own: OwnLimits = {}): Limited {
  return {
    what,
    id,
    requestsPerMinute: smaller(configured.requestsPerMinuteMax, own.requests_per_minute_max),
    tokensPerMinute: smaller(configured.tokensPerMinuteMax, own.tokens_per_minute_max),
    uploadsPerMinute: configured.uploadsPerMinuteMax,
    requestsAtOnce: smaller(configured.requestsAtOnceMax, own.requests_at_once_max),
  };
}

function smaller<Configured extends number | null>(
  configured: Configured,
  own: number | undefined,
): Configured | number {
  if (own === undefined) return configured;
  return configured === null ? own : Math.min(configured, own);
}

/** The sharer of a place among the uploads. */
export function uploadSharer({ tenant_id: tenantId, key_id: keyId }: LimitedKey, limits: LimitsBook): Sharer {
  const tenantMax = limits.ofTenant(tenantId).uploadsAtOnceMax;
  return { tenantId, keyId, tenantMax, keyMax: limits.ofKey(keyId).uploadsAtOnceMax };
}
