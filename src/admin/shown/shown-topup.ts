import { z } from 'zod';
import { creditTransferText } from '../../domain/payments/credit-transfer-text.ts';
import { creditorReferenceOf } from '../../domain/payments/topup-reference.ts';
import type { Topup, TopupPayment, TopupReturn } from '../../domain/payments/topup.ts';
import { notFound } from '../administrator.ts';
import type { AdminRequest } from '../operation.ts';
import { amountOutput, dayOutput, idOutput, timeOutput, type Shown } from '../outputs.ts';

const booking = {
  payment_id: idOutput,
  bank_reference: z.string(),
  bank_date: dayOutput,
};

const paymentOutput = z
  .strictObject({
    ...booking,
    received_eur: amountOutput,
    by_hand: z.boolean().describe('Whether a person has stated it.'),
    status: z.enum(['confirmed', 'credited']).describe('`confirmed`: not credited yet.'),
  })
  .meta({ id: 'TopupPayment' });

const returnOutput = z
  .strictObject({
    return_id: idOutput,
    ...booking,
    returned_eur: amountOutput,
    status: z.enum(['returned', 'reversed']).describe('`returned`: not debited yet.'),
  })
  .meta({ id: 'TopupReturn', description: 'A payment that the bank has paid back.' });

const members = z.strictObject({
  id: idOutput,
  object: z.literal('topup'),
  tenant_id: z.string().describe('Id of the tenant; empty for a wallet of none.'),
  wallet_id: idOutput,
  amount_eur: amountOutput,
  reference: z.string().describe('What the payer has to name.'),
  creditor_reference: z.string().describe('The same as a reference of ISO 11649.'),
  expires_at: timeOutput,
  status: z.enum(['pending', 'confirmed', 'credited', 'cancelled', 'expired']),
  payments: z.array(paymentOutput),
  returns: z.array(returnOutput),
});

/** A top-up. */
export const topupOutput = members.meta({ id: 'Topup' });

const bankTransferOutput = z
  .strictObject({
    name: z.string(),
    iban: z.string(),
    amount_eur: amountOutput,
    creditor_reference: z.string(),
    epc069_12: z.string().nullable().describe('The text of the QR code; `null`: the amount has parts of a cent.'),
    qr_svg: z.string().nullable(),
  })
  .meta({ id: 'BankTransfer', description: 'How to pay a top-up.' });

/** A top-up, and how to pay it. */
export const waitingTopupOutput = members
  .extend({
    bank_transfer: bankTransferOutput.nullable().describe('`null`: it does not wait, or no account is configured.'),
  })
  .meta({ id: 'PayableTopup' });

/** A top-up as answers contain it. Raises `resource_not_found` for none. */
export function shownTopup(topup: Topup | null): Shown<typeof topupOutput> {
  if (topup === null) throw notFound('top-up');
  const { topup_id, payments, returns, ...rest } = topup;
  const creditor_reference = creditorReferenceOf(rest.reference);
  const booked = { payments: payments.map(shownBooking), returns: returns.map(shownBooking) };
  return { id: topup_id, object: 'topup', ...rest, creditor_reference, ...booked };
}

/** Without what tells payments and entries from each other, which is of use to nobody else. */
function shownBooking<Booking extends (TopupPayment | TopupReturn) & Pick<TopupPayment, 'alike' | 'shown_eur'>>(
  booking: Booking,
) {
  const { identity: _, alike: __, shown_eur: ___, ...shown } = booking;
  return shown;
}

/** How to pay a top-up that waits for it; `null`: it does not, or no account is configured. QR codes have whole cents. */
export async function bankTransferOf(
  { deps }: AdminRequest,
  topup: Topup,
): Promise<Shown<typeof bankTransferOutput> | null> {
  const account = deps.bankAccount();
  if (account === null || topup.status !== 'pending') return null;
  const { amount_eur: amountEur, reference } = topup;
  const creditorReference = creditorReferenceOf(reference);
  const epc069_12 = creditTransferText(account, { amountEur, creditorReference });
  const paid = { ...account, amount_eur: amountEur, creditor_reference: creditorReference };
  return { ...paid, epc069_12, qr_svg: epc069_12 === null ? null : await deps.drawQrCode(epc069_12) };
}
