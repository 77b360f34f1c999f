import { z } from 'zod';
import type { OpenReservationDocument } from '../../../projections/open-reservations.ts';
import { priceListSchema } from '../../domain/price-list.ts';
import { selectionHoldSchema } from '../../domain/selection/selection-events.ts';
import { billingStates, type BillingLookup } from '../look-up-billing-records.ts';
import { amountOutput, countOutput, idOutput, timeOutput, type Shown } from '../outputs.ts';
import { chargeOutput, linesOutput } from './shown-charge.ts';

const billingRecordOutput = z
  .strictObject({
    state: z
      .enum(billingStates)
      .describe('`none`: the upstream has no billing records. `not_understood`: charged, with impossible counters.'),
    cost_eur: amountOutput.optional().describe('At the prices of the reservation; absent: not charged.'),
    lines: linesOutput.optional(),
    service_tier: z.string().nullable().optional(),
  })
  .meta({ id: 'BillingRecord', description: 'What the billing records of the upstream say now.' });

/** A hold that has not ended. */
export const openReservationOutput = z
  .strictObject({
    id: idOutput,
    object: z.literal('reservation'),
    cause: z.string().nullable().describe('Why its outcome is unknown; `null`: it is not in doubt.'),
    wallet_id: idOutput,
    key_id: idOutput,
    user_id: idOutput,
    amount_eur: amountOutput.describe('The hold.'),
    instance_id: z.string().describe('The gateway that handles the request.'),
    reserved_at: timeOutput,
    expires_at: timeOutput.describe('By when the request should have ended.'),
    flagged_at: timeOutput.nullable(),
    surface: z.string(),
    profile: z.string(),
    target: z.string(),
    upstream: z.string(),
    upstream_model: z.string(),
    service_tier: z.string().optional(),
    price_list: priceListSchema.meta({ id: 'PriceList' }),
    selection: selectionHoldSchema.meta({ id: 'SelectionHold' }).optional(),
    attempt: z.int().optional().describe('The attempt that it is held for; absent: the first.'),
    billing_reference: idOutput.optional().describe('Its id at the upstream; absent: its own.'),
    content_bytes: countOutput.optional().describe('Bytes of the answer that had come when it was flagged.'),
    is_selection: z.literal(true).optional().describe('Held for a call that chooses a route.'),
    attempt_of: idOutput.optional().describe('The request of which this is a failed attempt.'),
    billing_record: billingRecordOutput.optional().describe('Absent: not looked up.'),
  })
  .meta({ id: 'OpenReservation' });

/** A reservation, open or ended. */
export const reservationOutput = chargeOutput
  .extend({
    object: z.literal('reservation'),
    open: openReservationOutput.optional().describe('Absent: it has ended, or a member reads it.'),
  })
  .meta({ id: 'Reservation', description: 'What it was for, and what it cost; of an open one the hold too.' });

/** What came of a flagged reservation. */
export const endedReservationOutput = z
  .strictObject({
    id: idOutput,
    object: z.literal('reservation'),
    wallet_id: idOutput,
    outcome: z.enum(['released', 'settled']),
  })
  .meta({ id: 'EndedReservation' });

/** A hold with its flag and all evidence in the ledger: caller, request, prices, times and observations. */
export function shownOpenReservation(
  { reservation_id, flag, bounds: _bounds, ...rest }: OpenReservationDocument,
  billing_record?: BillingLookup,
): Shown<typeof openReservationOutput> {
  const looked = billing_record === undefined ? {} : { billing_record };
  return { id: reservation_id, object: 'reservation', cause: flag, ...rest, ...looked };
}
