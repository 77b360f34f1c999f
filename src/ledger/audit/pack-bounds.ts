import { spanOf, type ZoneDays } from '../../domain/charges/calendar.ts';
import type { Position, RecordedEvent } from '../../ports/event-log.ts';
import { checkpointIn, type RecordedCheckpoint } from '../checkpoints/recorded-checkpoints.ts';
import { checkpointStream } from '../stream-names.ts';

/** The part of a log that the papers of some days are made from. */
export interface PackBounds {
  /** Milliseconds since 1970: the first instant of the days, and the first one after them. */
  readonly fromMs: number;
  readonly beforeMs: number;
  /** The last checkpoint that covers nothing of the days; `null`: there is none, and the log is told from its beginning. */
  readonly begin: RecordedCheckpoint | null;
  /** The first checkpoint that covers all of the days; `null`: none does yet. */
  readonly end: RecordedCheckpoint | null;
  /** The last event that is told: the last of the days, or the last that `end` covers. `null`: the log is empty. */
  readonly last: Position | null;
  /** Number of events of the log that were looked at. */
  readonly events: number;
}

/** Days with a first and a last one. */
export type PackDays = Required<ZoneDays> & { readonly from: string; readonly to: string };

/**
 * Finds the checkpoints at both ends of some days, in one reading of the log. An event is of the day on which it was
 * recorded. Events of checkpoints count for nothing: a checkpoint never covers itself.
 */
export async function packBounds(
  events: AsyncIterable<RecordedEvent>,
  days: PackDays,
  comparePositions: (a: Position, b: Position) => number,
): Promise<PackBounds> {
  const { fromMs, beforeMs } = spanOf(days);
  if (fromMs === null || beforeMs === null) throw new RangeError('the days have no beginning or no end');
  /** The last event before the days, the last one of them, and the last one of all. */
  let before: Position | null = null;
  let last: Position | null = null;
  let any: Position | null = null;
  let begin: RecordedCheckpoint | null = null;
  let end: RecordedCheckpoint | null = null;
  let hasBegun = false;
  let count = 0;
  // `as`: the position of a recorded event.
  const covers = ({ position }: RecordedCheckpoint, other: Position | null): boolean =>
    other === null || comparePositions(position as Position, other) >= 0;
  for await (const recorded of events) {
    count += 1;
    any = recorded.position;
    if (recorded.stream === checkpointStream) {
      const checkpoint = checkpointIn(recorded);
      if (checkpoint === null) continue;
      if (!hasBegun || (before !== null && comparePositions(checkpoint.position as Position, before) <= 0)) {
        begin = checkpoint;
      }
      if (end === null && covers(checkpoint, last ?? before)) end = checkpoint;
      continue;
    }
    const ms = Date.parse(recorded.recordedAt);
    if (ms >= fromMs) hasBegun = true;
    if (!hasBegun) before = recorded.position;
    if (ms >= beforeMs) continue;
    last = recorded.position;
    end = null;
  }
  const told = end === null ? (last ?? any) : (end.position as Position);
  return { fromMs, beforeMs, begin, end, last: told, events: count };
}
