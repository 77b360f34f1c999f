import { limitedBy, type LimitsBook } from '../../limits/caller-limits.ts';
import type { CallerCounts, Exceeded } from '../../limits/caller-counts.ts';
import { GatewayError } from '../../errors.ts';
import type { Clock } from '../../time/clock.ts';
import { remainingHeaders, type RemainingOfEach } from '../../protocols/answers/remaining-headers.ts';
import type { Authenticated, Client, Surface } from '../records.ts';

/** What counts requests and tokens against the limits of callers. */
export interface CountDeps {
  readonly limits: LimitsBook;
  readonly counts: CallerCounts;
  readonly clock: Pick<Clock, 'now'>;
}

/** Tells what is left of the limits of the caller, also beside an error. `surface`: absent for one without inferences. */
export function announceRemaining(
  {
    client,
    surface,
    caller,
  }: Pick<Authenticated, 'caller'> & {
    readonly client: Pick<Client, 'announce'>;
    readonly surface?: Pick<Surface, 'name'>;
  },
  deps: CountDeps,
): void {
  const headers = remainingHeaders(surface?.name ?? '', remainingOf(caller, deps), deps.clock.now());
  for (const [name, value] of Object.entries(headers)) client.announce(name, value);
}

/** What is left of the limits that are nearest to their end, of all that a request of the caller counts against. */
export function remainingOf(
  caller: Authenticated['caller'],
  { limits, counts }: Pick<CountDeps, 'limits' | 'counts'>,
): RemainingOfEach {
  const [limited, nowMs] = [limitedBy(caller, limits), performance.now()];
  return {
    requests: counts.left('requestsPerMinute', limited, nowMs),
    tokens: counts.left('tokensPerMinute', limited, nowMs),
  };
}

/** The error for a limit of requests or of tokens a minute. */
export function tooMany(what: 'requests' | 'tokens', { by, max, waitMs }: Exceeded): GatewayError {
  return tooOften({ whose: by.what, what, max, waitMs });
}

interface TooOften {
  readonly whose: string;
  readonly what: 'requests' | 'uploads' | 'tokens';
  readonly max: number;
  readonly waitMs: number;
}

/** The error for a rate that is exceeded. */
export function tooOften({ whose, what, max, waitMs }: TooOften): GatewayError {
  return new GatewayError('rate_limit_exceeded', {
    detail: `This ${whose} may ${what === 'tokens' ? 'use' : 'send'} ${max} ${what} a minute.`,
    retryAfterSeconds: Math.ceil(waitMs / 1_000),
  });
}
