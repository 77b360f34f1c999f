import type { EventLog } from '../../src/ports/event-log.ts';
import { logWith } from './recorded-log.ts';

/** What a process meets that is gone. */
export class Crash extends Error {}

/** The log as a process sees it that ends at its n-th append: before it is written, or after. */
export function endingLog(log: EventLog, appendsLeft: number, isWritten: boolean): EventLog {
  let left = appendsLeft;
  return logWith(log, {
    append: async (stream, expected, events) => {
      left -= 1;
      if (left < 0) throw new Crash('gone');
      if (left > 0) return await log.append(stream, expected, events);
      if (isWritten) await log.append(stream, expected, events);
      throw new Crash('gone');
    },
  });
}
