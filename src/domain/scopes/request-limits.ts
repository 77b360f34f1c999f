import { z } from 'zod';

const limit = (description: string) => z.int().min(1).max(1_000_000).optional().describe(description);

/** Request limits of a key or a tenant, below those configured for all. */
export const requestLimitsSchema = {
  requests_per_minute_max: limit('Most requests per minute; absent: only the configured limit applies.'),
  requests_at_once_max: limit('Most concurrent requests; absent: only the configured limit applies.'),
};

/** An absent member means the configured limit. Plain JSON. */
export interface RequestLimits {
  readonly requests_per_minute_max?: number | undefined;
  readonly requests_at_once_max?: number | undefined;
}

export function areSameLimits(one: RequestLimits | undefined, other: RequestLimits): boolean {
  return (
    one?.requests_per_minute_max === other.requests_per_minute_max &&
    one?.requests_at_once_max === other.requests_at_once_max
  );
}
