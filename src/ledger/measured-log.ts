import { RevisionConflict, AppendOutcomeUnknown, type EventLog } from '../ports/event-log.ts';
import type { AppendFacts } from '../ports/telemetry.ts';
import { changedLog } from './changed-log.ts';

/** Wraps a log to report each append when it has ended, whatever its outcome. */
export function measuredLog(log: EventLog, onAppend: (facts: AppendFacts) => void): EventLog {
  const append: EventLog['append'] = async (stream, expected, events) => {
    const beganAtMs = performance.now();
    let outcome: AppendFacts['outcome'] = 'written';
    try {
      return await log.append(stream, expected, events);
    } catch (error) {
      outcome = outcomeOf(error);
      throw error;
    } finally {
      onAppend({ outcome, events: events.length, milliseconds: performance.now() - beganAtMs });
    }
  };
  return changedLog(log, { append });
}

function outcomeOf(error: unknown): AppendFacts['outcome'] {
  if (error instanceof RevisionConflict) return 'conflict';
  return error instanceof AppendOutcomeUnknown ? 'unknown' : 'refused';
}
