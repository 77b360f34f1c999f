import type { DomainEvent } from '../../src/domain/event-catalogue.ts';
import {
  chainedDigest,
  metadataWithDigest,
  noDigest,
  singleDigest,
  splitMetadata,
} from '../../src/domain/event-digest.ts';
import { isThinned } from '../../src/ledger/stream-names.ts';
import type { EventLog, Position, RecordedEvent } from '../../src/ports/event-log.ts';
import { logWith } from '../_support/recorded-log.ts';

/** Ways to falsify what a log holds. An event is named by its type and, when it is not the first, by its number. */
export type Tampering = (events: readonly RecordedEvent[]) => readonly RecordedEvent[];
type Type = DomainEvent['type'];
type Data = Record<string, unknown>;

const placeOf = (events: readonly RecordedEvent[], type: Type, nth: number): number => {
  const places = [...events.entries()].filter(([, event]) => event.type === type).map(([place]) => place);
  const place = places[nth - 1];
  if (place === undefined) throw new Error(`there is no ${type} number ${nth}`);
  return place;
};

const at = (events: readonly RecordedEvent[], place: number): RecordedEvent => {
  const event = events[place];
  if (event === undefined) throw new Error(`there is no event ${place}`);
  return event;
};

export const change =
  (type: Type, nth: number, record: (event: RecordedEvent) => Partial<RecordedEvent>): Tampering =>
  (events) => {
    const place = placeOf(events, type, nth);
    const event = at(events, place);
    return events.with(place, { ...event, ...record(event) });
  };

export const changeData = (type: Type, nth: number, data: (data: Data) => Data): Tampering =>
  change(type, nth, (event) => ({ data: JSON.stringify(data(JSON.parse(event.data) as Data)) }));

export const setData = (type: Type, nth: number, fields: Data): Tampering =>
  changeData(type, nth, (data) => ({ ...data, ...fields }));

/** Takes an event out and leaves the gap. */
export const drop =
  (type: Type, nth = 1): Tampering =>
  (events) =>
    events.toSpliced(placeOf(events, type, nth), 1);

/** Takes an event out so that no gap shows. */
export const forget =
  (type: Type, nth = 1): Tampering =>
  (events) =>
    renumbered(drop(type, nth)(events));

/** Puts a copy of an event, under an id of its own, right after another. */
export const repeat =
  (type: Type, nth: number, [afterType, afterNth]: readonly [Type, number]): Tampering =>
  (events) => {
    const copy = { ...at(events, placeOf(events, type, nth)), id: '0c0c0c0c-0c0c-4c0c-8c0c-0c0c0c0c0c0c' };
    return renumbered(events.toSpliced(placeOf(events, afterType, afterNth) + 1, 0, copy));
  };

export const moveToStream =
  (type: Type, stream: string): Tampering =>
  (events) =>
    renumbered(change(type, 1, () => ({ stream }))(events));

function renumbered(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  const revisions = new Map<string, number>();
  return events.map((event, index) => {
    const revision = (revisions.get(event.stream) ?? -1) + 1;
    revisions.set(event.stream, revision);
    return { ...event, revision, position: String(index + 1) as Position };
  });
}

/** The events as this software would have recorded them: each with a valid digest. */
export function digestedAnew(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  const digests = new Map<string, string>();
  return events.map((event) => {
    const metadata = splitMetadata(event.metadata)?.metadata ?? event.metadata;
    const bare = { ...event, metadata };
    const isSingle = isThinned(event.stream);
    const digest = isSingle ? singleDigest(bare) : chainedDigest(digests.get(event.stream) ?? noDigest, bare);
    digests.set(event.stream, digest);
    return { ...event, metadata: metadataWithDigest(metadata, digest) };
  });
}

/** A log that holds these events and otherwise is `log`. */
export function logHolding(log: EventLog, events: readonly RecordedEvent[]): EventLog {
  return logWith(log, {
    readAll: async ({ after, limit = 1_000 } = {}) => {
      const from = after === undefined ? 0 : events.findLastIndex(({ position }) => position === after) + 1;
      return events.slice(from, from + limit);
    },
  });
}
