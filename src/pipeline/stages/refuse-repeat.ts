import { GatewayError } from '../../errors.ts';
import type { Timer } from '../../time/timer.ts';
import type { DoubtfulRequests } from '../flow/doubtful-requests.ts';
import type { Resolved, Settled, Unrepeated } from '../records.ts';

export interface RefuseRepeatDeps {
  readonly doubtfulRequests: DoubtfulRequests;
  readonly timer: Timer;
}

/**
 * Refuses what repeats a request of the same key whose outcome has just become unknown, as that was refused: most
 * clients send no idempotency key, and some repeat whatever they are told (ADR 0057). A request with an idempotency key
 * passes. Behind the files, which the body then names as it is remembered. Raises 503.
 */
export function refuseRepeat(resolved: Resolved, { doubtfulRequests, timer }: RefuseRepeatDeps): Unrepeated {
  const doubtful = resolved.unclaimedKey === null ? doubtfulRequests.repeatedBy(resolved, timer.monotonic()) : null;
  if (doubtful === null) return { ...resolved, isRepeat: false };
  resolved.client.announce('x-waybill-reservation', doubtful);
  throw new GatewayError('upstream_outcome_unknown', {
    detail:
      'This request repeats one whose outcome at the upstream is being checked, with its credit reserved. It is not forwarded again, and reserves nothing.',
    next: 'If you want it to run a second time, and be charged for both, send it with a new `Idempotency-Key`, change it, or wait three minutes.',
  });
}

/**
 * Remembers a request that leaves credit in doubt, before its caller is told: nothing of an answer came, not even of a
 * stream. What the caller is told instead does not matter. A caller who hung up was told nothing.
 */
export function noteDoubt(settled: Settled, { doubtfulRequests, timer }: RefuseRepeatDeps): Settled {
  const { claim, client, reservationId } = settled;
  if (isUnanswered(settled) && reservationId !== null && claim === null && !client.isGone) {
    doubtfulRequests.note(settled, reservationId, timer.monotonic());
  }
  return settled;
}

function isUnanswered({ conclusion, outcome, inDoubt }: Settled): boolean {
  if (outcome.kind === 'release' && inDoubt.size === 0) return false;
  if (conclusion.kind === 'error') return true;
  return conclusion.kind === 'tail' && conclusion.cutAs === 'upstream_cut' && conclusion.isUnbegun === true;
}
