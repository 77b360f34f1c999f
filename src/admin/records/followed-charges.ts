import { charges, chargesPrefix, shownCharge } from '../../../projections/charges.ts';
import type { ChargeEvent, ChargeRecord, ChargeState } from '../../domain/charges/charge-record.ts';
import { followEvents, type EventsToFollow } from '../following/follow-events.ts';
import type { AdminRequest, FollowedList, Following } from '../operation.ts';

/** Which charges are followed, and how they are shown. */
export interface ChargesToFollow extends Pick<EventsToFollow, 'after' | 'assertMay'> {
  /** The list of a tenant, a person or a key. */
  readonly prefix: string;
  isWanted(charge: ChargeRecord): boolean;
  shown(charge: ChargeRecord, request: AdminRequest): object;
}

/** The states that charges come into, by the event that brings them there. */
const states: ReadonlyMap<string, ChargeState> = new Map<ChargeEvent['type'], ChargeState>([
  ['CreditReserved', 'held'],
  ['ReservationFlagged', 'flagged'],
  ['ReservationSettled', 'settled'],
  ['ReservationReleased', 'released'],
  ['ReleasedReservationCharged', 'settled'],
]);

/**
 * Charges as they come into a state. A state that is over when the read model is asked is left out: the event that ended it
 * brings the charge again. So each charge is told once in the state in which it stays, and at most once in those before.
 */
export async function followCharges(followed: ChargesToFollow, following: Following): Promise<FollowedList> {
  const { prefix, after, assertMay, isWanted, shown } = followed;
  return await followEvents(
    {
      list: { name: 'following charges', prefix },
      after,
      assertMay,
      projection: charges,
      streamPrefixes: charges.streamPrefixes,
      // `as`: the map has types of events.
      types: new Set(states.keys()) as EventsToFollow['types'],
      rowOf: ({ type, data }, _, request) => {
        const charge = 'reservation_id' in data ? shownCharge(request.deps.readModels, data.reservation_id) : null;
        if (charge === null || charge.state !== states.get(type)) return null;
        const { tenant_id, user_id, key_id } = charge;
        const isOfList =
          prefix === chargesPrefix('tenant', tenant_id) ||
          prefix === chargesPrefix('user', user_id) ||
          prefix === chargesPrefix('key', key_id);
        return isOfList && isWanted(charge) ? shown(charge, request) : null;
      },
    },
    following,
  );
}
