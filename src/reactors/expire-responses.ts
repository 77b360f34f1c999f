import type { StoredResponses } from '../ledger/stored-responses.ts';
import type { AgeClock } from '../time/clock.ts';
import type { ResponseIndex } from '../ports/response-index.ts';
import type { Telemetry } from '../ports/telemetry.ts';

export interface ExpireResponsesDeps {
  readonly index: ResponseIndex;
  readonly responses: Pick<StoredResponses, 'expire'>;
  readonly clock: AgeClock;
  readonly telemetry: Telemetry;
}

const pageMax = 1_000;

/**
 * Sweeps once: removes all expired responses, and returns their number. Does nothing until the clock has settled.
 * Several processes may sweep at once: each response is removed once. A response that cannot be removed does not block
 * others. Raises what the index raises.
 */
export async function expireResponses(deps: ExpireResponsesDeps, signal?: AbortSignal): Promise<number> {
  if (!deps.clock.isSettled) return 0;
  const now = new Date(deps.clock.now());
  let removed = 0;
  for (let afterKey: string | null = null; ;) {
    const page = await deps.index.expired(now, { afterKey, limit: pageMax });
    for (const { responseId } of page) {
      if (signal?.aborted === true) return removed;
      try {
        if (await deps.responses.expire(responseId)) removed += 1;
      } catch (error) {
        deps.telemetry.warn('response_not_expired', {}, error);
      }
    }
    const last = page.at(-1);
    if (last === undefined || page.length < pageMax) return removed;
    afterKey = last.key;
  }
}
