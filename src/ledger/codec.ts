import { appendMarks } from '../event-log/append-goes-on.ts';
import { eventCatalogue, type DomainEvent } from '../domain/event-catalogue.ts';
import type { EventToAppend, RecordedEvent } from '../ports/event-log.ts';

/** Schema version written beside every event; upcasters would key on it. */
const metadataV1 = '{"v":1}';

/** Encodes a typed event for the log. The id stays the same in a retry, which sends the same record again. */
export function encodeEvent(event: DomainEvent, id: string): EventToAppend {
  return { id, type: event.type, data: JSON.stringify(event.data), metadata: metadataV1 };
}

/** Encodes the events of one append of a process. Their ids begin with its tag, and mark the last event. */
export function encodeBatch(
  events: readonly DomainEvent[],
  writerTag: string,
  createId: () => string,
): readonly EventToAppend[] {
  return events.map((event, index) => {
    const tag = writerTag + (index === events.length - 1 ? appendMarks.ends : appendMarks.goesOn);
    return encodeEvent(event, tag + createId().slice(tag.length));
  });
}

/**
 * Decodes a recorded event. The log is trusted on the hot path: schemas are checked by `waybill ledger verify` and by
 * the writer. Raises `UnknownEventType` for a type that this version of Waybill does not know, and `EventDamaged`.
 */
export function decodeEvent(recorded: RecordedEvent): DomainEvent {
  if (!isKnownType(recorded.type)) throw new UnknownEventType(recorded);
  // The catalogue pairs each type with its data; the cast applies that pairing where stored text becomes typed again.
  return { type: recorded.type, data: parsed(recorded) } as DomainEvent;
}

/** Raises `UnknownEventType` for an event of a known type with members that this version of Waybill does not know. */
export function assertMembersKnown(recorded: RecordedEvent): void {
  const { type, data } = decodeEvent(recorded);
  const issues = eventCatalogue[type].safeParse(data).error?.issues ?? [];
  const unknown = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
  if (unknown.length > 0) throw new UnknownEventType(recorded, `members that are not known: ${unknown.join(', ')}`);
}

function parsed(recorded: RecordedEvent): unknown {
  try {
    return JSON.parse(recorded.data);
  } catch {
    // The message of the parser quotes what it was given.
    throw new EventDamaged(recorded);
  }
}

/** Whether this version of Waybill knows events of a type. */
export function isKnownType(type: string): type is DomainEvent['type'] {
  return Object.hasOwn(eventCatalogue, type);
}

/** The log contains an event whose data is not JSON: it was damaged, or another program wrote it. */
export class EventDamaged extends Error {
  override readonly name = 'EventDamaged';

  constructor({ stream, revision, type }: RecordedEvent) {
    super(`event ${stream}@${revision} of the type ${type} is damaged: its data is not JSON`);
  }
}

/** The log contains an event, or members of one, of a later version of Waybill: this one must not fold past it. */
export class UnknownEventType extends Error {
  override readonly name = 'UnknownEventType';

  constructor(
    { stream, revision, type }: Pick<RecordedEvent, 'stream' | 'revision' | 'type'>,
    what = `the unknown type ${type}`,
  ) {
    super(`event ${stream}@${revision} has ${what}: it was written by a later version of Waybill; upgrade this one`);
  }
}
