import type { DomainEvent } from '../domain/event-catalogue.ts';
import { billingReasons } from './billing-reasons.ts';
import type { WalletEventOf } from '../domain/wallet-events.ts';
import type { EventLog, Position, RecordedEvent } from '../ports/event-log.ts';
import { decodeEvent } from './codec.ts';
import { walletStream } from './stream-names.ts';

/**
 * The outcome of a reservation.
 * - `in_doubt`: it is held, or its outcome is still to be determined.
 * - `released`: its own request released it, after ending without a cost.
 * - `not_charged`: the upstream's billing records say that it cost nothing, or was never seen.
 * - `given_up`: the hold was released without knowing whether the request was executed.
 */
export type ReservationEnd = 'never_made' | 'in_doubt' | 'released' | 'not_charged' | 'given_up' | 'charged';

export interface SoughtReservation {
  readonly walletId: string;
  readonly reservationId: string;
  /** All events about it are after this position. */
  readonly after: Position;
}

const pageEvents = 1_000;

/**
 * The outcome of a request with all its attempts, including holds for failed ones. Searches the wallet's stream, the
 * only authority, from its end back. Raises what the log raises.
 */
export async function reservationEnd(log: EventLog, sought: SoughtReservation): Promise<ReservationEnd> {
  let end: ReservationEnd = 'never_made';
  const ends: ReservationEnd[] = [];
  for (const recorded of (await eventsAbout(log, sought)).toReversed()) {
    const event = decodeEvent(recorded);
    if (isAbout(event, sought.reservationId)) end = endAfter(end, event);
    const leftOpen = event.type === 'AttemptFailed' ? event.data.left_open : undefined;
    if (leftOpen !== undefined) ends.push(await reservationEnd(log, { ...sought, reservationId: leftOpen }));
  }
  return [end, ...ends].reduce(worse);
}

/** From the outcome that least forbids another request to the one that most forbids it. */
const gravity: readonly ReservationEnd[] = ['never_made', 'not_charged', 'released', 'given_up', 'in_doubt', 'charged'];

/** A request has the worst outcome of its attempts: a request that is charged, or in doubt, is not made again. */
function worse(one: ReservationEnd, other: ReservationEnd): ReservationEnd {
  return gravity.indexOf(one) >= gravity.indexOf(other) ? one : other;
}

/** The events that name the reservation, newest first, back to the event that made it. */
async function eventsAbout(
  log: EventLog,
  { walletId, reservationId, after }: SoughtReservation,
): Promise<readonly RecordedEvent[]> {
  const found: RecordedEvent[] = [];
  for (let fromRevision: number | null = null; ;) {
    const page: readonly RecordedEvent[] = await log.readStream(walletStream(walletId), {
      direction: 'backwards',
      limit: pageEvents,
      ...(fromRevision !== null && { fromRevision }),
    });
    for (const recorded of page) {
      if (log.comparePositions(recorded.position, after) <= 0) return found;
      if (!recorded.data.includes(reservationId)) continue;
      found.push(recorded);
      if (isBeginning(recorded, reservationId)) return found;
    }
    const oldest = page.at(-1);
    if (oldest === undefined || oldest.revision === 0) return found;
    fromRevision = oldest.revision - 1;
  }
}

/** Whether an event makes this reservation. A hold for a failed attempt names it too, but makes another. */
function isBeginning(recorded: RecordedEvent, reservationId: string): boolean {
  if (recorded.type !== 'CreditReserved') return false;
  const { data } = decodeEvent(recorded);
  return 'reservation_id' in data && data.reservation_id === reservationId;
}

type EventOfReservation = Extract<DomainEvent, { readonly data: { readonly reservation_id: string } }>;

function isAbout(event: DomainEvent, reservationId: string): event is EventOfReservation {
  return 'reservation_id' in event.data && event.data.reservation_id === reservationId;
}

function endAfter(end: ReservationEnd, event: EventOfReservation): ReservationEnd {
  switch (event.type) {
    case 'CreditReserved':
    case 'ReservationFlagged':
      return 'in_doubt';
    case 'ReservationReleased':
      return endOfRelease(event.data);
    case 'ReservationSettled':
    case 'ReleasedReservationCharged':
      return 'charged';
    case 'SelectionCharged':
    case 'AttemptFailed':
    case 'MarginRecorded':
    case 'ResponseStored':
    case 'IdempotentRequestBegan':
    case 'IdempotentRequestAnswered':
    case 'FlaggedHoldNoticed':
    case 'IdempotentRequestFailed':
      return end;
  }
}

/**
 * A release by an operator, or by rule without billing records, says nothing about whether the request was executed.
 */
function endOfRelease(release: WalletEventOf<'ReservationReleased'>['data']): ReservationEnd {
  if (release.resolved_by === null) return 'released';
  const isByRecords = release.resolved_by === 'rule' && billingReasons.has(release.reason);
  return isByRecords ? 'not_charged' : 'given_up';
}
