import { AppendOutcomeUnknown, EventLogBusy, EventLogUnavailable } from '../ports/event-log.ts';
import { systemTimer, type Timer } from '../time/timer.ts';
import { retry, type RetryPolicy } from './retry.ts';

const policy: RetryPolicy = { pauseMs: 100, pauseMsMax: 100, attemptsMax: 5 };
/** No retry begins after this time: one attempt with EventStoreDB can take 14 seconds by itself. Milliseconds. */
const knownMsMax = 10_000;

/**
 * Runs an operation of the log, and repeats it unchanged while the log is busy or the outcome is unknown: at most five
 * times, and for ten seconds. Raises what the last attempt raises; `AppendOutcomeUnknown` when the outcome of an
 * earlier one is unknown and the last does not settle it.
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
