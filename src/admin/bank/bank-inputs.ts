import { z } from 'zod';
import { plainReference } from '../../domain/payments/bank-reference.ts';
import { firstEuroDay, isBeforeEuro, isFutureDay } from '../../domain/payments/euro-day.ts';
import { GatewayError } from '../../errors.ts';

/** How the bank names a payment. */
export const bankReferenceInput = z
  .string()
  .trim()
  .min(6)
  .max(120)
  .regex(plainReference, 'letters, digits and signs of ASCII, as the bank writes it');

/** The booking date of the bank. */
export const bankDateInput = z.iso.date().describe('Booking date of the bank.');

/** Raises `invalid_value` for a day on which no bank can have booked euro. `now`: milliseconds since the epoch. */
export function assertBankDate(day: string, now: number): void {
  if (isFutureDay(day, now)) {
    throw new GatewayError('invalid_value', { detail: '`bank_date` is in the future.', param: 'bank_date' });
  }
  if (isBeforeEuro(day)) {
    throw new GatewayError('invalid_value', {
      detail: `\`bank_date\` is before ${firstEuroDay}, the first day of the euro: check the year.`,
      param: 'bank_date',
    });
  }
}
