import { EventLogBusy, EventLogUnavailable, type EventLog } from '../ports/event-log.ts';
import type { EventLogRetention } from '../ports/event-log-retention.ts';
import type { LogEndReader } from '../ports/log-end.ts';
import { systemTimer, type Timer } from '../ports/timer.ts';
import { retryPause, type RetryPolicy } from './retry.ts';

export interface Patience {
  /** For how long one question is asked again while the engine is away or busy; milliseconds. */
  readonly waitMsMax: number;
  /** Told before each further try how long the engine has been waited for. */
  readonly onWait: (waitedMs: number) => void;
  readonly timer?: Timer;
}

const retries: RetryPolicy = { pauseMs: 200, pauseMsMax: 1_000 };

/**
 * Asks a log again while it is away or busy, so that long work goes on from where it was when the engine comes back. An
 * append is made again only when nothing of it was recorded. Raises what the log raised last; a doubt at once.
 */
export function patientLog(log: EventLog, patience: Patience): EventLog {
  return {
    append: (stream, expected, events) => patiently(() => log.append(stream, expected, events), patience),
    readStream: (stream, options) => patiently(() => log.readStream(stream, options), patience),
    readAll: (options) => patiently(() => log.readAll(options), patience),
    follow: (options) => log.follow(options),
    comparePositions: (a, b) => log.comparePositions(a, b),
  };
}

/** The same for the end of a log. */
export function patientLogEnd(logEnd: LogEndReader, patience: Patience): LogEndReader {
  return { end: (options) => patiently(() => logEnd.end(options), patience) };
}

/** The same for what hides events; deleting what is deleted already does nothing. */
export function patientRetention(retention: EventLogRetention, patience: Patience): EventLogRetention {
  return {
    deleteStream: (stream, expected) => patiently(() => retention.deleteStream(stream, expected), patience),
    tombstoneStream: (stream, expected) => patiently(() => retention.tombstoneStream(stream, expected), patience),
    setRetention: (stream, rules) => patiently(() => retention.setRetention(stream, rules), patience),
    compact: () => retention.compact(),
  };
}

/** Tells how many events were read of the whole log so far. */
export function countedLog(log: EventLog, onRead: (events: number) => void): EventLog {
  let events = 0;
  return {
    append: (stream, expected, batch) => log.append(stream, expected, batch),
    readStream: (stream, options) => log.readStream(stream, options),
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
    comparePositions: (a, b) => log.comparePositions(a, b),
  };
}

async function patiently<Answer>(ask: () => Promise<Answer>, patience: Patience): Promise<Answer> {
  const timer = patience.timer ?? systemTimer;
  const beganAtMs = timer.monotonic();
  for (let failures = 1; ; failures += 1) {
    try {
      return await ask();
    } catch (error) {
      const isAway = error instanceof EventLogUnavailable || error instanceof EventLogBusy;
      const waitedMs = timer.monotonic() - beganAtMs;
      if (!isAway || waitedMs >= patience.waitMsMax) throw error;
      patience.onWait(waitedMs);
      await retryPause(retries, failures, { timer, leftMs: patience.waitMsMax - waitedMs });
    }
  }
}
