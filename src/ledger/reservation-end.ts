import type { DomainEvent } from '../domain/event-catalogue.ts';
import type { EventLog, Position } from '../ports/event-log.ts';
import { decodeEvent } from './codec.ts';
import { walletStream } from './stream-names.ts';

/** What became of a reservation. `in_doubt`: it is held, or waits for somebody to find out. */
export type ReservationEnd = 'never_made' | 'in_doubt' | 'given_back' | 'charged';

export interface SoughtReservation {
  readonly walletId: string;
  readonly reservationId: string;
  /** Everything about it is behind this place. */
  readonly after: Position;
}

const pageEvents = 1_000;

/** Looks in the wallet's own events, the only ones that know. Raises what the log raises. */
export async function reservationEnd(
  log: EventLog,
  { walletId, reservationId, after }: SoughtReservation,
): Promise<ReservationEnd> {
  const stream = walletStream(walletId);
  let end: ReservationEnd = 'never_made';
  for (let from = after; ;) {
    const page = await log.readAll({ after: from, streamPrefixes: [stream], limit: pageEvents });
    for (const recorded of page) {
      if (recorded.stream === stream && recorded.data.includes(reservationId)) {
        end = endAfter(end, decodeEvent(recorded), reservationId);
      }
    }
    const last = page.at(-1);
    if (last === undefined || page.length < pageEvents) return end;
    from = last.position;
  }
}

function endAfter(end: ReservationEnd, { type, data }: DomainEvent, reservationId: string): ReservationEnd {
  if (!('reservation_id' in data) || data.reservation_id !== reservationId) return end;
  switch (type) {
    case 'CreditReserved':
    case 'ReservationFlagged':
      return 'in_doubt';
    case 'ReservationReleased':
    case 'ReservationExpired':
      return 'given_back';
    case 'ReservationSettled':
    case 'ExpiredReservationCharged':
      return 'charged';
    default:
      return end;
  }
}
