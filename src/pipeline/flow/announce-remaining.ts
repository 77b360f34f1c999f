import type { LimitsBook } from '../../limits/caller-limits.ts';
import type { CallerCounting, Left } from '../../limits/caller-counting.ts';
import type { Exceeded } from '../../limits/caller-counts.ts';
import { GatewayError } from '../../errors.ts';
import type { Clock } from '../../time/clock.ts';
import { remainingHeaders } from '../../protocols/answers/remaining-headers.ts';
import type { Announced, Surface } from '../records.ts';

/** What counts requests and tokens against the limits of callers. */
export interface CountDeps {
  readonly limits: LimitsBook;
  readonly counts: CallerCounting;
  readonly clock: Pick<Clock, 'now'>;
}

/** Tells what is left of the limits of the caller, also beside an error. `surface`: absent for one without inferences. */
export function announceRemaining(
  { client, surface }: { readonly client?: Announced; readonly surface?: Pick<Surface, 'name'> },
  left: Left,
  { clock }: Pick<CountDeps, 'clock'>,
): void {
  const isAnthropic = client?.isAnthropic === true || surface?.name === 'messages';
  const headers = remainingHeaders(isAnthropic, left, clock.now());
  for (const [name, value] of Object.entries(headers)) client?.announce(name, value);
}

/** The error for a rate that is exceeded. */
export function tooMany(what: 'requests' | 'uploads' | 'tokens', { by, max, waitMs }: Exceeded): GatewayError {
  return new GatewayError('rate_limit_exceeded', {
    detail: `This ${by.what} may ${what === 'tokens' ? 'use' : 'send'} ${max} ${what} a minute.`,
    retryAfterSeconds: Math.ceil(waitMs / 1_000),
  });
}
