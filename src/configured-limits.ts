import type { Config } from './config.ts';
import type { CallerLimits, LimitsBook } from './domain/caller-limits.ts';

type Limits = Config['limits'];
type Settings = Limits['tenants'][string];

/** The limits of the configuration, each tenant's and key's own filled up from those of all. */
export function configuredLimits({ tenant, key, tenants, keys }: Limits): LimitsBook {
  const [everyTenant, everyKey] = [limitsFrom(tenant, tenant), limitsFrom(key, key)];
  const ofTenants = resolved(tenants, tenant);
  const ofKeys = resolved(keys, key);
  return {
    ofTenant: (tenantId) => ofTenants.get(tenantId) ?? everyTenant,
    ofKey: (keyId) => ofKeys.get(keyId) ?? everyKey,
  };
}

function resolved(own: Limits['tenants'], all: Limits['tenant']): ReadonlyMap<string, CallerLimits> {
  return new Map(Object.entries(own).map(([id, settings]) => [id, limitsFrom(settings, all)]));
}

function limitsFrom(own: Settings, all: Limits['tenant']): CallerLimits {
  return {
    requestsAtOnceMax: own.requests_at_once_max ?? all.requests_at_once_max,
    requestsPerMinuteMax: own.requests_per_minute_max ?? all.requests_per_minute_max,
    uploadsAtOnceMax: own.uploads_at_once_max ?? all.uploads_at_once_max,
    uploadsPerMinuteMax: own.uploads_per_minute_max ?? all.uploads_per_minute_max,
  };
}
