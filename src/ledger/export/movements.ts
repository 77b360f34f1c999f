import type { Posting } from '../../domain/wallet-entries/posting.ts';
import type { RecordedEvent } from '../../ports/event-log.ts';
import { decodeEvent } from '../codec.ts';

/** The movements of money of one event. */
export interface Movements {
  readonly event: Omit<RecordedEvent, 'data' | 'metadata'>;
  readonly postings: readonly Posting[];
  /** The reservation, credit or debit that the event is about. */
  readonly subject: { readonly kind: 'reservation' | 'credit' | 'debit'; readonly id: string } | null;
}

/** The movements of an event; `null` if it moves no money. Raises `UnknownEventType`. */
export function movementsOf(recorded: RecordedEvent): Movements | null {
  const { data } = decodeEvent(recorded);
  if (!('postings' in data) || data.postings.length === 0) return null;
  return { event: recorded, postings: data.postings, subject: subjectOf(data) };
}

/** The day of UTC of a time of RFC 3339. */
export function dayOf(recordedAt: string): string {
  return recordedAt.slice(0, 10);
}

function subjectOf(data: object): Movements['subject'] {
  for (const kind of ['reservation', 'credit', 'debit'] as const) {
    const id: unknown = Reflect.get(data, `${kind}_id`);
    if (typeof id === 'string') return { kind, id };
  }
  return null;
}
