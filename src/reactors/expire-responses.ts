import type { StoredResponses } from '../ledger/stored-responses.ts';
import type { AgeClock } from '../ports/clock.ts';
import type { ResponseIndex } from '../ports/response-index.ts';
import type { Telemetry } from '../ports/telemetry.ts';

export interface ExpireResponsesDeps {
  readonly index: ResponseIndex;
  readonly responses: Pick<StoredResponses, 'expire'>;
  readonly clock: AgeClock;
  readonly telemetry: Telemetry;
}

/** Removed in one sweep at most; the next goes on. */
const sweepMax = 1_000;

/**
 * One sweep: removes the responses whose time is over, and answers how many. None while nobody knows whether the clock is
 * right. Several processes may sweep at once: each response is removed once. One that cannot be removed holds up no
 * other. Raises what the index raises.
 */
export async function expireResponses(deps: ExpireResponsesDeps, signal?: AbortSignal): Promise<number> {
  if (!deps.clock.isSettled) return 0;
  let removed = 0;
  for (const { responseId } of await deps.index.expired(new Date(deps.clock.now()), sweepMax)) {
    if (signal?.aborted === true) break;
    try {
      if (await deps.responses.expire(responseId)) removed += 1;
    } catch (error) {
      deps.telemetry.warn('response_not_expired', {}, error);
    }
  }
  return removed;
}
