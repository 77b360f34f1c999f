import { EventLogBusy, EventLogDenied, EventLogUnavailable, type EventLog } from '../ports/event-log.ts';
import type { EventLogRetention } from '../ports/event-log-retention.ts';
import type { LogEndReader } from '../ports/log-end.ts';
import { changedLog } from './changed-log.ts';
import { systemTimer, type Timer } from '../time/timer.ts';
import { retryPause, type RetryPolicy } from './retry.ts';

export interface Patience {
  /** How long one operation is retried while the engine is unavailable or busy; milliseconds. */
  readonly waitMsMax: number;
  /** Called before each retry with the time waited so far, milliseconds, and the error that is waited out. */
  readonly onWait: (waitedMs: number, error: EventLogUnavailable | EventLogBusy) => void;
  readonly timer?: Timer;
}

const retries: RetryPolicy = { pauseMs: 200, pauseMsMax: 1_000 };

/**
 * Retries the operations of a log while it is unavailable or busy, so that long work resumes when the engine is back.
 * An append is retried only when none of it was recorded; one whose outcome is unknown raises at once. Raises the last
 * error of the log, and at once that it denies access.
 */
export function patientLog(log: EventLog, patience: Patience): EventLog {
  return changedLog(log, {
    append: (stream, expected, events) => patiently(() => log.append(stream, expected, events), patience),
    readStream: (stream, options) => patiently(() => log.readStream(stream, options), patience),
    readAll: (options) => patiently(() => log.readAll(options), patience),
  });
}

/** Like {@link patientLog}, for the end of a log. */
export function patientLogEnd(logEnd: LogEndReader, patience: Patience): LogEndReader {
  return { end: (options) => patiently(() => logEnd.end(options), patience) };
}

/** Like {@link patientLog}, for retention. Deleting a deleted stream does nothing, so that retries are safe. */
export function patientRetention(retention: EventLogRetention, patience: Patience): EventLogRetention {
  return {
    deleteStream: (stream, expected) => patiently(() => retention.deleteStream(stream, expected), patience),
    tombstoneStream: (stream, expected) => patiently(() => retention.tombstoneStream(stream, expected), patience),
    setRetention: (stream, rules) => patiently(() => retention.setRetention(stream, rules), patience),
    compact: () => retention.compact(),
  };
}

/** Reports how many events of the whole log have been read so far. */
export function countedLog(log: EventLog, onRead: (events: number) => void): EventLog {
  let events = 0;
  return changedLog(log, {
    readAll: async (options) => {
      const page = await log.readAll(options);
      onRead((events += page.length));
      return page;
    },
    async *follow(options) {
      for await (const step of log.follow(options)) {
        if (step.kind === 'events') onRead((events += step.events.length));
        yield step;
      }
    },
  });
}

async function patiently<Answer>(ask: () => Promise<Answer>, patience: Patience): Promise<Answer> {
  const timer = patience.timer ?? systemTimer;
  const beganAtMs = timer.monotonic();
  for (let failures = 1; ; failures += 1) {
    try {
      return await ask();
    } catch (error) {
      const isAway = error instanceof EventLogUnavailable || error instanceof EventLogBusy;
      const mayPass = isAway && !(error instanceof EventLogDenied);
      const waitedMs = timer.monotonic() - beganAtMs;
      if (!mayPass || waitedMs >= patience.waitMsMax) throw error;
      patience.onWait(waitedMs, error);
      await retryPause(retries, failures, { timer, leftMs: patience.waitMsMax - waitedMs });
    }
  }
}
