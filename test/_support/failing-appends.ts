import { AppendOutcomeUnknown, EventLogBusy, EventLogUnavailable, type EventLog } from '../../src/ports/event-log.ts';
import { logWith } from './recorded-log.ts';

/** How an append fails: refused, or without an answer, in which case it may have been written all the same. */
export const appendFaults = ['busy', 'unavailable', 'unknown', 'unknown_but_written'] as const;
export type AppendFault = (typeof appendFaults)[number];

/**
 * The same log, whose appends fail as `faultFor` says by the types of their events; `null`: they do not. What a gateway records
 * as it starts never fails, and is not asked about.
 */
export function logFailing(log: EventLog, faultFor: (types: readonly string[]) => AppendFault | null): EventLog {
  return logWith(log, {
    append: async (stream, expected, events) => {
      const types = events.map(({ type }) => type);
      const fault = types.includes('PriceListsLoaded') ? null : faultFor(types);
      switch (fault) {
        case null:
          return await log.append(stream, expected, events);
        case 'busy':
          throw new EventLogBusy('a fault of the test');
        case 'unavailable':
          throw new EventLogUnavailable('a fault of the test');
        case 'unknown':
          throw new AppendOutcomeUnknown('a fault of the test');
        case 'unknown_but_written':
          await log.append(stream, expected, events);
          throw new AppendOutcomeUnknown('a fault of the test');
      }
    },
  });
}
