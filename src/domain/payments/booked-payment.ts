import { isMoney, nanoFromEur } from '../money.ts';

/** An incoming amount on a bank statement. Its texts are as the bank wrote them, and may be anything. */
export interface BookedAmount {
  readonly bank_reference: string;
  readonly bank_date: string;
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
}

/** Why a booked amount is not a payment that can be credited. */
export type NoPayment = 'other_currency' | 'no_amount' | 'no_reference' | 'no_date';

/** `null`: it is a payment. */
export function whyNoPayment({ bank_reference, bank_date, amount, currency }: BookedAmount): NoPayment | null {
  if (currency !== 'EUR') return 'other_currency';
  if (!isMoney(amount) || nanoFromEur(amount) === 0n) return 'no_amount';
  if (!isBankReference(bank_reference)) return 'no_reference';
  return isDay(bank_date) ? null : 'no_date';
}

/** A text that names a payment at a bank: 6 to 120 characters, of which {@link isPlainReference} is true. */
export function isBankReference(text: string): boolean {
  return text.length >= 6 && text.length <= 120 && isPlainReference(text);
}

/**
 * Whether a reference consists of visible characters in their usual form. An invisible or a wide character, pasted with
 * the rest, would make it another reference, and the payment would be credited twice.
 */
export function isPlainReference(text: string): boolean {
  const written = text.replaceAll(/\s+/g, ' ');
  return !/\p{Cc}/u.test(text) && !/\p{C}/u.test(written) && written.normalize('NFKC') === written;
}

/** Whether a text is a day of the calendar, as ISO 8601 writes it. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The first day of the euro, before which no bank can have booked any. */
export const firstEuroDay = '1999-01-01';

/** Whether a day, as {@link isDay} says it, is before the euro: a misread or mistyped year. */
export function isBeforeEuro(day: string): boolean {
  // Years of four digits are in the order of their texts.
  return day < firstEuroDay;
}

const msPerDay = 86_400_000;

/**
 * Whether a day has not begun anywhere on earth at `now`, milliseconds since the epoch: no bank can have booked
 * anything on it.
 */
export function isFutureDay(day: string, now: number): boolean {
  return Date.parse(`${day}T00:00:00Z`) > now + msPerDay;
}
