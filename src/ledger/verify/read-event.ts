import { eventCatalogue, type DomainEvent } from '../../domain/event-catalogue.ts';
import type { RecordedEvent } from '../../ports/event-log.ts';
import { mismatch, type Mismatch } from './ledger-difference.ts';

const schemas = new Map(Object.entries(eventCatalogue));

/** Decodes a recorded event; a mismatch: this version does not know its type, or its data is invalid. */
export function readEvent({ type, data: text }: Pick<RecordedEvent, 'type' | 'data'>): DomainEvent | Mismatch {
  const schema = schemas.get(type);
  if (schema === undefined) return mismatch('event_type', 'a type that this version of Waybill knows', type);
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return mismatch('event_data', 'JSON', text.slice(0, 200));
  }
  const issue = schema.safeParse(data).error?.issues[0];
  // The catalogue pairs each type with its data, which is returned as recorded: read models keep the order of its keys.
  if (issue === undefined) return { type, data } as DomainEvent;
  const path = issue.path.join('.');
  return mismatch('event_data', `${type} data: ${issue.message}`, path === '' ? 'other data' : `${path} is wrong`);
}
