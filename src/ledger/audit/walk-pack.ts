import type { EventLog, Position, RecordedEvent } from '../../ports/event-log.ts';
import type { SheetRow } from '../../ports/workbook.ts';
import { decodeEvent } from '../codec.ts';
import { isThinned } from '../stream-names.ts';
import type { PackBounds } from './pack-bounds.ts';
import type { PackSheet, When } from './pack-sheet.ts';
import type { PackedEvents } from './packed-events.ts';

/** What takes the lines and rows of a pack while the log is read. */
export interface PackTaker {
  line(line: string): void;
  rows(sheet: PackSheet, rows: Iterable<SheetRow>): void;
  /** Called after each event, so that a slow disk holds up the reading; `null`: nothing waits. */
  written(): Promise<void> | null;
}

/** One reading of a log for a pack. */
export interface PackWalk {
  readonly events: AsyncIterable<RecordedEvent>;
  readonly comparePositions: EventLog['comparePositions'];
  readonly bounds: PackBounds;
  readonly sheets: readonly PackSheet[];
  readonly packed: PackedEvents;
}

/**
 * Reads a log from its beginning to the end of the bounds, and hands over each kept event behind the first checkpoint and
 * each row as soon as it is known. Memory grows with accounts, payments and decisions, not with requests. Raises
 * `UnknownEventType` and the errors of the log.
 */
export async function walkPack({ events, comparePositions, bounds, sheets, packed }: PackWalk, to: PackTaker) {
  const { begin, last, fromMs, beforeMs } = bounds;
  const isBehind = ({ position }: RecordedEvent, other: Position | null): boolean =>
    other !== null && comparePositions(position, other) > 0;
  // `as`: the position of a recorded event.
  let opensAfter = begin === null ? null : (begin.position as Position);
  if (opensAfter === null) packed.open();
  for await (const recorded of events) {
    if (last === null || isBehind(recorded, last)) break;
    if (isThinned(recorded.stream)) continue;
    const isPassed = opensAfter !== null && !isBehind(recorded, opensAfter);
    if (isPassed) packed.pass(recorded);
    else {
      if (opensAfter !== null) packed.open();
      opensAfter = null;
      const line = packed.line(recorded);
      to.line(typeof line === 'string' ? line : await line);
    }
    const ms = Date.parse(recorded.recordedAt);
    const when: When = ms < fromMs ? 'before' : ms < beforeMs ? 'within' : 'after';
    const event = { recorded, event: decodeEvent(recorded), when };
    for (const sheet of sheets) to.rows(sheet, sheet.take(event));
    const written = to.written();
    if (written !== null) await written;
  }
  // Nothing came behind the first checkpoint.
  if (opensAfter !== null) packed.open();
  for (const sheet of sheets) {
    for (const row of sheet.end()) {
      to.rows(sheet, [row]);
      const written = to.written();
      if (written !== null) await written;
    }
  }
}
