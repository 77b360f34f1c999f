import { AppendOutcomeUnknown, EventLogBusy, EventLogUnavailable } from '../ports/event-log.ts';
import { systemTimer, type Timer } from '../ports/timer.ts';
import { retry, type RetryPolicy } from './retry.ts';

const policy: RetryPolicy = { pauseMs: 100, pauseMsMax: 100, attemptsMax: 5 };
/** After so long nothing is tried again: an attempt of EventStoreDB can take 14 seconds by itself. */
const knownMsMax = 10_000;

/**
 * Does what is asked of the log, and the identical thing again while the log is busy or does not say what became of it:
 * at most five times, and for ten seconds. Raises what the last attempt raises; `AppendOutcomeUnknown` when an earlier one
 * was in doubt and the last says nothing of it.
 */
export async function untilKnown<Answer>(ask: () => Promise<Answer>, timer: Timer = systemTimer): Promise<Answer> {
  const beganAtMs = timer.monotonic();
  let isInDoubt = false;
  const isWorthAnother = (error: unknown): boolean => {
    const isUnknown = error instanceof AppendOutcomeUnknown;
    isInDoubt ||= isUnknown;
    return (isUnknown || error instanceof EventLogBusy) && timer.monotonic() - beganAtMs <= knownMsMax;
  };
  try {
    return await retry(ask, { policy, mayRetry: isWorthAnother, timer });
  } catch (error) {
    if (!isInDoubt || !(error instanceof EventLogBusy || error instanceof EventLogUnavailable)) throw error;
    throw new AppendOutcomeUnknown('an earlier attempt may have been written', { cause: error });
  }
}
