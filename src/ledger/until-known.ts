import { AppendOutcomeUnknown, EventLogBusy, EventLogUnavailable } from '../ports/event-log.ts';
import { systemTimer, type Timer } from '../ports/timer.ts';
import { pause } from './pause.ts';

const attemptsMax = 5;
const pauseMs = 100;
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
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      const isUnknown = error instanceof AppendOutcomeUnknown;
      const isBusy = error instanceof EventLogBusy;
      isInDoubt ||= isUnknown;
      const isOver = attempt >= attemptsMax || timer.monotonic() - beganAtMs > knownMsMax;
      if ((isUnknown || isBusy) && !isOver) {
        await pause(pauseMs, undefined, timer);
        continue;
      }
      if (!isInDoubt || !(isBusy || error instanceof EventLogUnavailable)) throw error;
      throw new AppendOutcomeUnknown('an earlier attempt may have been written', { cause: error });
    }
  }
}
