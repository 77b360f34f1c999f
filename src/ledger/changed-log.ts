import type { EventLog } from '../ports/event-log.ts';

/** A log of which some methods are others. */
export function changedLog(log: EventLog, methods: Partial<EventLog>): EventLog {
  return {
    append: (stream, expected, events) => log.append(stream, expected, events),
    readStream: (stream, options) => log.readStream(stream, options),
    readAll: (options) => log.readAll(options),
    follow: (options) => log.follow(options),
    comparePositions: (a, b) => log.comparePositions(a, b),
    ...methods,
  };
}
