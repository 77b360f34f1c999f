import type { DomainEvent } from '../../domain/event-catalogue.ts';
import type { Tags } from '../../domain/tags/tags.ts';
import type { Posting } from '../../domain/wallet-entries/posting.ts';
import type { RecordedEvent } from '../../ports/event-log.ts';
import { decodeEvent } from '../codec.ts';

/** The movements of money of one event. */
export interface Movements {
  readonly event: Omit<RecordedEvent, 'data' | 'metadata'>;
  readonly postings: readonly Posting[];
  /** The reservation, credit or debit that the event is about. */
  readonly subject: { readonly kind: 'reservation' | 'credit' | 'debit'; readonly id: string } | null;
  /** Those of the request that the reservation was made for; `null`: it has none. */
  readonly tags: Tags | null;
}

/** Reads the movements of events, in the order of the log from the beginning. */
export class MovementsReader {
  /** By reservation, until no more of its movements can come. */
  readonly #tags = new Map<string, Tags>();

  /** The movements of an event; `null` if it moves no money. Raises `UnknownEventType`. */
  read(recorded: RecordedEvent, event = decodeEvent(recorded)): Movements | null {
    const tags = this.#tagsOf(event);
    const { data } = event;
    if (!('postings' in data) || data.postings.length === 0) return null;
    return { event: recorded, postings: data.postings, subject: subjectOfMovement(data), tags };
  }

  #tagsOf(event: DomainEvent): Tags | null {
    if (event.type === 'CreditReserved' && event.data.inference.tags !== undefined) {
      this.#tags.set(event.data.reservation_id, event.data.inference.tags);
    }
    if (!('reservation_id' in event.data)) return null;
    const { reservation_id: id } = event.data;
    const tags = this.#tags.get(id) ?? null;
    if (isLast(event)) this.#tags.delete(id);
    return tags;
  }
}

/** A hold that a rule released may still be charged. */
function isLast({ type, data }: DomainEvent): boolean {
  if (type === 'ReservationReleased') return data.resolved_by !== 'rule';
  return type === 'ReservationSettled' || type === 'ReleasedReservationCharged';
}

/** The day of a time of RFC 3339, as the clocks that it tells show it. */
export function dayOf(recordedAt: string): string {
  return recordedAt.slice(0, 10);
}

/** The reservation, credit or debit that an event is about; `null`: none. */
export function subjectOfMovement(data: object): Movements['subject'] {
  for (const kind of ['reservation', 'credit', 'debit'] as const) {
    const id: unknown = Reflect.get(data, `${kind}_id`);
    if (typeof id === 'string') return { kind, id };
  }
  return null;
}
