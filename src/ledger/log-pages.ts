import type { EventLog, Position, ReadAllOptions, RecordedEvent } from '../ports/event-log.ts';

const pageEvents = 500;

/** The whole log in pages, from its beginning to the end reached by then. Raises what the log raises. */
export async function* logPages(
  log: Pick<EventLog, 'readAll'>,
  reading: Pick<ReadAllOptions, 'streamPrefixes'> = {},
): AsyncGenerator<readonly RecordedEvent[], void> {
  for (let after: Position | undefined; ;) {
    const page = await log.readAll({ ...reading, ...(after === undefined ? {} : { after }), limit: pageEvents });
    if (page.length > 0) yield page;
    if (page.length < pageEvents) return;
    after = page.at(-1)?.position;
  }
}
