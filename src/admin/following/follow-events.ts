import { decodeEvent, isKnownType } from '../../ledger/codec.ts';
import type { DomainEvent } from '../../domain/event-catalogue.ts';
import type { Position, RecordedEvent } from '../../ports/event-log.ts';
import type { Projection } from '../../ports/read-models.ts';
import { pause } from '../../time/pause.ts';
import type { AdminRequest, FollowedList, FollowedStep, Following } from '../operation.ts';
import { otherList } from '../owned-page.ts';
import { keyOfPageCursor, type CursorList } from '../page-cursor.ts';
import { looks } from './looks.ts';

/** A list of a read model whose rows come from one event each. */
export interface EventsToFollow {
  readonly list: CursorList;
  readonly after: string | undefined;
  /** Absent: rows are made of the events alone. */
  readonly projection?: Projection<object>;
  /** Whose events are looked at. */
  readonly streamPrefixes: readonly string[];
  /** The types of the events that rows come from. */
  readonly types: ReadonlySet<DomainEvent['type']>;
  /** Raises the errors of access checks. */
  assertMay(request: AdminRequest): Promise<unknown>;
  /** The row of an event, from the read model, which has folded it; `null`: it has none, or none that is wanted. */
  rowOf(event: DomainEvent, recorded: RecordedEvent, request: AdminRequest): object | null;
}

/** Events of one look at the log, so few that inference does not wait for whoever reads. */
const readAtOnce = 50;
/** Between two of them, milliseconds: somebody may come back after a long time. */
const betweenMs = 10;

/** A list as it grows, from now or from `after`. Raises the errors of access checks, and `invalid_value`. */
export async function followEvents(events: EventsToFollow, following: Following): Promise<FollowedList> {
  const { list, after, assertMay } = events;
  const request = await following.now();
  await assertMay(request);
  const begin =
    after === undefined ? ((await request.deps.logEnd.end()).end ?? '') : keyOfPageCursor(request, list, after);
  if (begin === null) throw otherList();
  return { list, begin, assertMay, steps: () => stepsFrom(begin, events, following) };
}

async function* stepsFrom(
  begin: string,
  events: EventsToFollow,
  { now, signal }: Following,
): AsyncGenerator<FollowedStep, void> {
  const { deps } = await now();
  const { streamPrefixes } = events;
  let place = begin;
  for await (const _ of looks(deps, streamPrefixes, signal)) {
    for (let isMore = true; isMore && !signal.aborted;) {
      // `as`: the place is a position, which its seal shows to be one of this log.
      const after = place === '' ? {} : { after: place as Position };
      const found = await deps.log.readAll({ ...after, streamPrefixes, limit: readAtOnce });
      isMore = found.length === readAtOnce;
      place = found.at(-1)?.position ?? place;
      const request = await now();
      await events.assertMay(request);
      yield { rows: await rowsOf(found, events, request), place };
      if (isMore) await pause(betweenMs, signal);
    }
  }
}

/** Raises `UnknownEventType`: what a newer version wrote may be a row. */
async function rowsOf(
  found: readonly RecordedEvent[],
  { types, projection, rowOf }: EventsToFollow,
  request: AdminRequest,
): Promise<FollowedStep['rows']> {
  const known: ReadonlySet<string> = types;
  const wanted = found.filter(({ type }) => known.has(type) || !isKnownType(type));
  if (wanted.length === 0) return [];
  if (projection !== undefined) await request.deps.catchUp([projection]);
  return wanted.flatMap((recorded) => {
    const row = rowOf(decodeEvent(recorded), recorded, request);
    return row === null ? [] : [{ row, place: recorded.position }];
  });
}
