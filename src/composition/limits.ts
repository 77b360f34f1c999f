import type { Config } from '../config.ts';
import type { CallerLimits, ConfiguredLimits, TenantLimits } from '../limits/caller-limits.ts';

type Limits = Config['limits'];
type Settings = Limits['keys'][string];
type TenantSettings = Limits['tenants'][string];

/** The configured limits; limits missing for a single tenant or key come from the general ones. */
export function configuredLimits({ tenant, key, tenants, keys }: Limits): ConfiguredLimits {
  return {
    everyTenant: tenantLimitsFrom(tenant, tenant),
    tenants: resolved(tenants, (settings) => tenantLimitsFrom(settings, tenant)),
    everyKey: limitsFrom(key, key),
    keys: resolved(keys, (settings) => limitsFrom(settings, key)),
  };
}

function resolved<Own, Full>(
  own: Readonly<Record<string, Own>>,
  fill: (settings: Own) => Full,
): ReadonlyMap<string, Full> {
  return new Map(Object.entries(own).map(([id, settings]) => [id, fill(settings)]));
}

function tenantLimitsFrom(own: TenantSettings, all: Limits['tenant']): TenantLimits {
  return { ...limitsFrom(own, all), keptBytesMax: own.kept_bytes_max ?? all.kept_bytes_max };
}

function limitsFrom(own: Settings, all: Limits['key']): CallerLimits {
  return {
    requestsAtOnceMax: own.requests_at_once_max ?? all.requests_at_once_max,
    requestsPerMinuteMax: own.requests_per_minute_max ?? all.requests_per_minute_max,
    tokensPerMinuteMax: own.tokens_per_minute_max ?? all.tokens_per_minute_max ?? null,
    uploadsAtOnceMax: own.uploads_at_once_max ?? all.uploads_at_once_max,
    uploadsPerMinuteMax: own.uploads_per_minute_max ?? all.uploads_per_minute_max,
  };
}
