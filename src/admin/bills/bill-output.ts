import { z } from 'zod';
import { billMonthPattern } from '../../domain/bills/bill-events.ts';
import { billSums } from '../../domain/bills/bill-figures.ts';
import { tagsSchema } from '../../domain/tags/tags.ts';
import { actorOutput, amountOutput, countOutput, dayOutput, idOutput, timeOutput } from '../outputs.ts';

const monthOutput = z
  .string()
  .regex(billMonthPattern)
  .meta({ examples: ['2026-11'] });
const day = dayOutput.describe('Of the zone.');
const sums = Object.fromEntries(billSums.map((name) => [`${name}_eur`, amountOutput] as const));

const movementOutput = z
  .strictObject({
    day,
    sum: z.enum(billSums).exclude(['charges']).describe('The sum that it is a part of.'),
    wallet_id: idOutput,
    id: z.string().describe('Of the credit, the debit or the lot.'),
    cause_id: z.string().nullable().describe('Of the top-up, transfer or correction; `null`: it stands by itself.'),
    amount_eur: amountOutput,
  })
  .meta({ id: 'BillMovement', description: 'A movement that is no charge. Below zero: it left the wallet.' });

const chargeOutput = z
  .strictObject({ day, model: z.string(), tags: tagsSchema.optional(), charges: countOutput, cost_eur: amountOutput })
  .meta({ id: 'BillCharge', description: 'What was charged on a day, of a model, under tags.' });

const lineOutput = z
  .strictObject({
    day,
    model: z.string(),
    amount_eur: amountOutput.describe('Rounded to cents.'),
    exact_eur: amountOutput,
  })
  .meta({ id: 'BillLine', description: 'What was charged on a day, of a model.' });

const lateOutput = z
  .strictObject({
    reservation_id: idOutput,
    booked_on: day,
    held_on: day,
    model: z.string(),
    cost_eur: amountOutput,
  })
  .meta({ id: 'LateCharge', description: 'A charge that was booked on another day than that of its hold.' });

const lotOutput = z
  .strictObject({
    wallet_id: idOutput,
    lot_id: z.string(),
    kind: z.enum(['paid', 'granted']),
    expires_at: timeOutput.nullable().describe('`null`: never.'),
    left_eur: amountOutput,
  })
  .meta({ id: 'BillLot', description: 'What is left of a lot at the end of the month.' });

const walletOutput = z
  .strictObject({ wallet_id: idOutput, opening_eur: amountOutput, closing_eur: amountOutput })
  .meta({ id: 'BillWallet' });

/** A bill: its figures, and whether it is closed. */
export const billOutput = z
  .strictObject({
    object: z.literal('bill'),
    notice: z.string().describe('What it is not.'),
    status: z.enum(['open', 'closed']).describe('`closed`: nothing of it changes any more.'),
    closed_by: actorOutput.nullable(),
    digest: z.string().describe('SHA-256 of `bill` as JSON without blanks, members sorted by name.'),
    bill: z
      .strictObject({
        tenant_id: idOutput,
        month: monthOutput,
        zone: z.string(),
        from_time: timeOutput,
        before_time: timeOutput,
        opening_eur: amountOutput,
        closing_eur: amountOutput.describe('The opening and all sums: the opening of the next month.'),
        wallets: z.array(walletOutput),
        lots: z.array(lotOutput),
        sums: z
          .strictObject(sums as Readonly<Record<`${(typeof billSums)[number]}_eur`, typeof amountOutput>>)
          .meta({ id: 'BillSums', description: 'What changed the balance.' }),
        movements: z.array(movementOutput),
        charges: z.array(chargeOutput),
        lines: z.array(lineOutput),
        lines_eur: amountOutput.describe('The lines in cents together.'),
        rounding_eur: amountOutput.describe('How much more that is than what was charged.'),
        late_charges: z.array(lateOutput),
      })
      .meta({ id: 'BillFigures', description: 'All that its digest is of.' }),
  })
  // Not `Bill`: a client in Python would call the object as its member `bill`.
  .meta({ id: 'MonthlyBill', description: 'What a tenant had, received and used in a month.' });
