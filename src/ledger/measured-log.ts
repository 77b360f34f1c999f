import { RevisionConflict, AppendOutcomeUnknown, type EventLog } from '../ports/event-log.ts';
import type { AppendFacts } from '../ports/telemetry.ts';

/** Wraps a log to report each append when it has ended, whatever its outcome. */
export function measuredLog(log: EventLog, onAppend: (facts: AppendFacts) => void): EventLog {
  const append: EventLog['append'] = async (stream, expected, events) => {
    const beganAtMs = performance.now();
    const reportAppend = (outcome: AppendFacts['outcome']): void =>
      onAppend({ outcome, events: events.length, milliseconds: performance.now() - beganAtMs });
    try {
      const result = await log.append(stream, expected, events);
      reportAppend('written');
      return result;
    } catch (error) {
      reportAppend(outcomeOf(error));
      throw error;
    }
  };
  return {
    append,
    readStream: (stream, options) => log.readStream(stream, options),
    readAll: (options) => log.readAll(options),
    follow: (options) => log.follow(options),
    comparePositions: (a, b) => log.comparePositions(a, b),
  };
}

function outcomeOf(error: unknown): AppendFacts['outcome'] {
  if (error instanceof RevisionConflict) return 'conflict';
  return error instanceof AppendOutcomeUnknown ? 'unknown' : 'refused';
}
