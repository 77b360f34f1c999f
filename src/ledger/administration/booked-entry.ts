import { eurFromNano, isMoney, nanoFromEur } from '../../domain/money.ts';
import { isBankReference, isNoIdentifier, isPlainReference } from '../../domain/payments/bank-reference.ts';
import { isBeforeEuro, isDay, isFutureDay } from '../../domain/payments/euro-day.ts';
import { ibanIn } from '../../domain/payments/iban.ts';
import { identifierKinds, type IdentifierKind, type PaymentIdentity } from '../../domain/payments/payment-identity.ts';
import type { Payment } from '../../domain/payments/topup.ts';
import type { EntryFault, StatementEntry } from '../../ports/bank-statement.ts';
import type { KeyHasher } from '../../ports/key-hasher.ts';
import { hashedReference } from './topups.ts';

/**
 * Why an entry is no payment. `no_direction`: the statement does not say whether it came in. `other_currency`: it is not
 * in euro. `odd_reference`: a reference of the bank has other characters than printable ASCII. `no_date`: it has no day.
 * `future_date`: its day has not begun anywhere. `early_date`: its day is before the euro.
 */
export type NoPayment =
  | EntryFault
  | 'no_direction'
  | 'other_currency'
  | 'no_amount'
  | 'odd_reference'
  | 'no_date'
  | 'future_date'
  | 'early_date';

/** An entry as a payment, or why it is none. */
export interface BookedEntry {
  /** The reference by which people name it: the bank's, or one made from the entry. */
  readonly bankReference: string;
  readonly why: NoPayment | null;
  /** Of use only where `why` is `null`. */
  readonly payment: Omit<Payment, 'payment_id'>;
  /** The payment as a person knows it, who was told its reference. */
  readonly asStated: Omit<Payment, 'payment_id'>;
}

/** Reads an entry of a statement. `now`: milliseconds since the epoch. */
export function bookedEntry(
  entry: StatementEntry,
  { keyHasher, now }: { readonly keyHasher: KeyHasher; readonly now: number },
): BookedEntry {
  const given = givenReference(entry);
  const bankReference = given ?? madeReference(entry, keyHasher);
  const received_eur = isMoney(entry.amount) ? eurFromNano(nanoFromEur(entry.amount)) : '0';
  const identity = identityOf(entry, keyHasher);
  const payment = { bank_reference: bankReference, bank_date: entry.day, received_eur, identity };
  const stated = hashedReference(keyHasher, bankReference);
  const asStated = given === undefined ? { ...payment, identity: { ...identity, stated } } : payment;
  return { bankReference, why: whyNoPayment(entry, now), payment, asStated };
}

function whyNoPayment(entry: StatementEntry, now: number): NoPayment | null {
  const { fault, direction, currency, amount, day } = entry;
  if (fault !== null) return fault;
  if (direction === 'unknown') return 'no_direction';
  if (currency !== 'EUR' && amount !== '') return 'other_currency';
  if (!isMoney(amount) || nanoFromEur(amount) === 0n) return 'no_amount';
  if (namedKinds(entry).some((kind) => !isPlainReference(entry.identifiers[kind] ?? ''))) return 'odd_reference';
  if (!isDay(day)) return 'no_date';
  if (isFutureDay(day, now)) return 'future_date';
  return isBeforeEuro(day) ? 'early_date' : null;
}

/** What a payer chose is no identifier if it is not plain: a bank may have written it otherwise elsewhere. */
function namedKinds({ identifiers }: StatementEntry): readonly IdentifierKind[] {
  return identifierKinds.filter((kind) => {
    const text = identifiers[kind];
    if (text === undefined || isNoIdentifier(text)) return false;
    return kind !== 'end_to_end' || isPlainReference(text);
  });
}

function identityOf(entry: StatementEntry, keyHasher: KeyHasher): PaymentIdentity {
  const named = namedKinds(entry).map((kind) => [kind, hashedReference(keyHasher, entry.identifiers[kind] ?? '')]);
  const digest = (what: string, text: string): string => keyHasher.hash(JSON.stringify([what, written(text)]));
  const iban = ibanIn(entry.account);
  const account = iban === null ? {} : { account: digest('account', iban) };
  const batch = entry.batchAmount ?? '';
  const whole = isMoney(batch) ? { batch_eur: eurFromNano(nanoFromEur(batch)) } : {};
  const days = [...new Set([entry.day, entry.valueDay, ...(entry.utcDays ?? [])])].filter(isDay);
  const dated = {
    ...(isDay(entry.bookingDay) && { booked: [entry.bookingDay] }),
    ...(isDay(entry.valueDay) && { valued: [entry.valueDay] }),
    days,
  };
  return { ...Object.fromEntries(named), ...account, ...whole, ...dated, text: digest('text', entry.text) };
}

/** A text without what banks write differently: case, blanks, line ends, signs. */
function written(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** The kinds by which people name a payment, the best first. */
const shownKinds: readonly IdentifierKind[] = ['stated', 'member', 'servicer', 'transaction', 'uetr', 'entry'];

/** The bank's reference of an entry. */
function givenReference(entry: StatementEntry): string | undefined {
  const kinds = namedKinds(entry);
  return shownKinds
    .filter((kind) => kinds.includes(kind))
    .map((kind) => entry.identifiers[kind] ?? '')
    .find(isBankReference);
}

/** A reference made from all that an entry says. */
function madeReference(entry: StatementEntry, keyHasher: KeyHasher): string {
  const { account, amount, day, text } = entry;
  const identifiers = namedKinds(entry).map((kind) => entry.identifiers[kind]);
  const hash = keyHasher.hash(JSON.stringify(['entry', account, amount, day, written(text), identifiers]));
  return `ENTRY-${hash.slice(0, 16).toUpperCase()}`;
}
