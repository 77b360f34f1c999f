import type { EventLog, Position, RecordedEvent } from '../ports/event-log.ts';
import { wrongUsage } from './cli-error.ts';

const pageEvents = 1_000;

/** The position in an option. Raises wrong usage for a text that is not a position of this log. */
export function positionIn(log: EventLog, option: string, text: string): Position {
  const position = text as Position;
  try {
    log.comparePositions(position, position);
  } catch {
    throw wrongUsage(`${option} ${text} is not a position of this log: use one that ledger tail printed`);
  }
  return position;
}

export type LogReading = { readonly after?: Position; readonly streamPrefixes?: readonly string[] };

/** The events of the log to its end. The next page is read while the caller takes the events of one. */
export async function* recordedEvents(log: EventLog, reading: LogReading): AsyncGenerator<RecordedEvent, void> {
  const pageAfter = (after: Position | undefined): Promise<readonly RecordedEvent[]> => {
    const page = log.readAll({ ...reading, ...(after === undefined ? {} : { after }), limit: pageEvents });
    // A failure is raised where the page is awaited, which may never be.
    page.catch(() => undefined);
    return page;
  };
  for (let next = pageAfter(reading.after); ;) {
    const page = await next;
    const isLast = page.length < pageEvents;
    if (!isLast) next = pageAfter(page.at(-1)?.position);
    yield* page;
    if (isLast) return;
  }
}

/** The events of one stream to its end. */
export async function* streamEvents(log: EventLog, stream: string): AsyncGenerator<RecordedEvent, void> {
  for (let fromRevision = 0; ;) {
    const page = await log.readStream(stream, { fromRevision, limit: pageEvents });
    yield* page;
    if (page.length < pageEvents) return;
    fromRevision = (page.at(-1)?.revision ?? 0) + 1;
  }
}

/** The events of the log, followed by new events until interrupted. */
export async function* followedEvents(log: EventLog, reading: LogReading): AsyncGenerator<RecordedEvent, void> {
  const interrupted = new AbortController();
  const stop = (): void => interrupted.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  for await (const step of log.follow({ ...reading, signal: interrupted.signal })) {
    if (step.kind === 'events') yield* step.events;
  }
}
