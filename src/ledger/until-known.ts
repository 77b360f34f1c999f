import { setTimeout as pause } from 'node:timers/promises';
import { AppendOutcomeUnknown, EventLogBusy } from '../ports/event-log.ts';

const attemptsMax = 5;
const pauseMs = 100;

/**
 * Does what is asked of the log, and the identical thing again while the log is busy or does not say what became of it:
 * at most five times. Raises what the last attempt raises.
 */
export async function untilKnown<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      const mayHelp = error instanceof EventLogBusy || error instanceof AppendOutcomeUnknown;
      if (!mayHelp || attempt >= attemptsMax) throw error;
      await pause(pauseMs);
    }
  }
}
