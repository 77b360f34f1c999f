import { z } from 'zod';
import { chargeEvents } from '../../ledger/charge-events.ts';
import { uuidInput } from '../inputs.ts';
import { adminOperation, type AdminOperation } from '../operation.ts';
import { eventPageOutput, shownEvent } from '../shown/shown-event.ts';
import { chargeWithin } from './charge-within.ts';

const listReservationEvents = adminOperation({
  id: 'listReservationEvents',
  method: 'get',
  path: '/reservations/{reservation_id}/events',
  command: 'reservations events',
  summary:
    'Show the events of a reservation with their postings, oldest first: the hold, what came in between, and the end. Of one during which its wallet had more than a thousand events, those at its beginning and at its end.',
  action: 'charges.read',
  input: z.strictObject({ reservation_id: uuidInput }),
  output: eventPageOutput,
  run: async ({ reservation_id }, request) => {
    const events = await chargeEvents(request.deps.log, await chargeWithin(request, reservation_id));
    return { object: 'list', data: events.map(shownEvent), next: null };
  },
});

/** Operations on the events of charges. */
export const chargeEventOperations: readonly AdminOperation[] = [listReservationEvents];
