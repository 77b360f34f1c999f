import { z } from 'zod';
import { amountSchema, nanoFromEur } from '../money.ts';

/**
 * The names that a bank, or a payer, gives a payment. `servicer`: the bank's reference of the entry. `member`: that of
 * the transaction. `batch`: that of an entry with several transactions. `transaction`: the id in the clearing. `uetr`:
 * the id of instant and international payments. `entry`, `batch_entry`: the number of the entry. `end_to_end`: what the
 * payer chose. `stated`: what a person, or a table, names without saying what it is.
 */
export const identifierKinds = [
  'servicer',
  'member',
  'batch',
  'transaction',
  'uetr',
  'entry',
  'batch_entry',
  'end_to_end',
  'stated',
] as const;

export type IdentifierKind = (typeof identifierKinds)[number];

/** Most days of a kind that are kept of one payment. */
const daysMax = 6;
const days = z.array(z.iso.date()).min(1).max(daysMax);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** What tells a payment from others: keyed hashes, so that no text of a payer is recorded. */
export const paymentIdentitySchema = z
  .strictObject({
    account: hash.optional().describe('Keyed hash of the account that the bank booked it to. Absent: not known.'),
    servicer: hash.optional().describe('Keyed hash of the bank’s reference of the entry.'),
    member: hash.optional().describe('Keyed hash of the bank’s reference of the transaction.'),
    batch: hash.optional().describe('Keyed hash of the bank’s reference of an entry with several transactions.'),
    batch_eur: amountSchema.optional().describe('Amount of an entry with several transactions.'),
    transaction: hash.optional().describe('Keyed hash of the id in the clearing.'),
    uetr: hash.optional().describe('Keyed hash of the unique end-to-end transaction reference.'),
    entry: hash.optional().describe('Keyed hash of the number of the entry.'),
    batch_entry: hash.optional().describe('Keyed hash of the number of an entry with several transactions.'),
    end_to_end: hash.optional().describe('Keyed hash of the reference that the payer chose.'),
    stated: hash.optional().describe('Keyed hash of a reference of an unknown kind, from a person or a table.'),
    booked: days.optional().describe('Days of booking.'),
    valued: days.optional().describe('Days of value.'),
    days: days.describe('Days of booking, of value, and those of which it was not said what they are.'),
    text: hash.optional().describe('Keyed hash of the payer’s text.'),
  })
  .meta({ title: 'identity', description: 'What tells the payment from others. Keyed hashes.' });

export type PaymentIdentity = Readonly<z.infer<typeof paymentIdentitySchema>>;

type Dated = Pick<PaymentIdentity, 'booked' | 'valued' | 'days'>;

/** A payment that may be one that is known. */
export interface Identified {
  readonly received_eur: string;
  readonly identity: PaymentIdentity;
  /** Records that were taken for it because day and text agree. Each may be of another known payment that is alike. */
  readonly alike?: readonly PaymentIdentity[];
}

/** Most records that are kept of those. */
const alikeMax = 8;

/** Kinds of which one bank writes the same text here as one and there as the other. */
const families: readonly (readonly IdentifierKind[])[] = [
  ['servicer', 'member', 'batch', 'stated'],
  ['entry', 'batch_entry', 'stated'],
  ['transaction', 'stated'],
  ['uetr', 'stated'],
  ['end_to_end', 'stated'],
];

/** Days between two bookings of one payment: a weekend with a holiday on either side. */
const daysApartMax = 5;
const msPerDay = 86_400_000;

/** Kinds of days, the best first. */
export const dayKinds = ['booked', 'valued'] as const;

/**
 * Whether two records are of the same payment: account, amount and at least one identifier agree, and none contradicts.
 * The number of an entry counts for one day, since many banks begin anew each day; what the payer chose for some days,
 * since a standing order repeats it. Where the two have no identifier to compare, as when a bank names a payment
 * otherwise in each kind of statement, a day and the payer's text have to agree.
 */
export function isSamePayment(known: Identified, { received_eur, identity }: Identified): boolean {
  if (known.received_eur !== received_eur) return false;
  // What was taken for it was counted: its names are of a known payment, of this one or of one that is alike.
  return isSame(known.identity, identity) || isNamedAlike(known, identity);
}

/** The ids of a payment that its return repeats. */
const repeatedKinds = ['transaction', 'uetr', 'end_to_end'] as const;

/** The ids by which a return may name its payment, with its days. */
export function repeatedIds(identity: PaymentIdentity): PaymentIdentity {
  const ids = repeatedKinds.flatMap((kind) => (identity[kind] === undefined ? [] : [[kind, identity[kind]]]));
  return { ...Object.fromEntries(ids), days: identity.days };
}

/** Whether a return has the amount and an id of a payment, however long it comes after it. */
export function isPaidBackBy({ received_eur, identity, alike = [] }: Identified, back: Identified): boolean {
  const ids = repeatedIds(back.identity);
  const known = [identity, ...alike].map((each) => ({ ...each, days: ids.days }));
  return (
    received_eur === back.received_eur && known.some((each) => comparedIn(each, ids).length > 0 && isSame(each, ids))
  );
}

function isNamedAlike({ alike = [] }: Identified, identity: PaymentIdentity): boolean {
  return alike.some((each) => comparedIn(each, identity).length > 0 && isSame(each, identity));
}

function isSame(a: PaymentIdentity, b: PaymentIdentity): boolean {
  if (differ('account', a, b) || isContradicted(a, b)) return false;
  const compared = comparedIn(a, b);
  if (compared.length === 0) return isAlike(a, b);
  return compared.some((family) => family.some((kind) => isAgreed(kind, family, a, b) || isAgreed(kind, family, b, a)));
}

/** The families of which both have an identifier. */
function comparedIn(a: PaymentIdentity, b: PaymentIdentity): typeof families {
  return families.filter((family) => isNamedIn(family, a) && isNamedIn(family, b));
}

function differ(kind: IdentifierKind | 'account', a: PaymentIdentity, b: PaymentIdentity): boolean {
  return a[kind] !== undefined && b[kind] !== undefined && a[kind] !== b[kind];
}

/** Each file may number its entries anew; an id that is unique in the world outweighs that. */
function isContradicted(a: PaymentIdentity, b: PaymentIdentity): boolean {
  const isUnique = a.uetr !== undefined && a.uetr === b.uetr;
  return identifierKinds.some(
    (kind) => differ(kind, a, b) && !(isUnique && (kind === 'entry' || kind === 'batch_entry')),
  );
}

function isNamedIn(family: readonly IdentifierKind[], identity: PaymentIdentity): boolean {
  return family.some((kind) => identity[kind] !== undefined);
}

/** Whether records that no identifier compares may be of one payment. A person states no text, and perhaps a day that is near. */
function isAlike(a: PaymentIdentity, b: PaymentIdentity): boolean {
  if (a.text === undefined || b.text === undefined) return isNear(a, b);
  return a.text === b.text && daysApart(a, b) === 0;
}

/** Whether an identifier of `a` is one of the family in `b`, near enough in time for its kind. */
function isAgreed(
  kind: IdentifierKind,
  family: readonly IdentifierKind[],
  a: PaymentIdentity,
  b: PaymentIdentity,
): boolean {
  const value = a[kind];
  if (value === undefined) return false;
  return family.some((each) => {
    if (b[each] !== value) return false;
    // A person may state the day of value, where the number counts for the day of booking.
    if (family.includes('entry')) return daysApart(a, b) <= (kind === 'stated' || each === 'stated' ? daysApartMax : 0);
    return !family.includes('end_to_end') || isNear(a, b);
  });
}

/**
 * The least number of days between a day of one and a day of the other: of booking where both have one, else of value,
 * since a payment is often of value on the day on which the next is booked; of any where they have no kind in common.
 */
export function daysApart(a: Dated, b: Dated): number {
  const kind = dayKinds.find((each) => a[each] !== undefined && b[each] !== undefined) ?? 'days';
  const [some = [], others = []] = [a[kind], b[kind]];
  const apart = some.flatMap((day) => others.map((other) => Math.abs(Date.parse(day) - Date.parse(other)) / msPerDay));
  return Math.min(...apart);
}

/**
 * What is known of a payment after a second record of it, or `null`: nothing more. Where they are
 * only alike, it may be that of another payment, and stays apart, unless a person has stated the known one. `isApart`: it
 * stays apart in any case.
 */
export function moreKnown(
  known: Identified,
  seen: PaymentIdentity,
  isApart = false,
): { readonly identity: PaymentIdentity; readonly isAlike: boolean } | null {
  const { identity, alike = [] } = known;
  const isOwn = !isApart && (identity.text === undefined || comparedIn(identity, seen).length > 0);
  if (isOwn && isSame(identity, seen)) {
    const joined = joinedIdentity(identity, seen);
    return joined === null ? null : { identity: joined, isAlike: false };
  }
  const isKnown = [identity, ...alike].some((each) => isSame(each, seen) && joinedIdentity(each, seen) === null);
  return isKnown || alike.length >= alikeMax ? null : { identity: seen, isAlike: true };
}

/** What two records of a payment say together; `null`: no more than the first. */
function joinedIdentity(known: PaymentIdentity, seen: PaymentIdentity): PaymentIdentity | null {
  const dated = [...dayKinds, 'days' as const].flatMap((kind) => {
    const both = new Set([...(known[kind] ?? []), ...(seen[kind] ?? [])]);
    return both.size === 0 ? [] : [[kind, [...both].slice(0, daysMax)] as const];
  });
  const joined: PaymentIdentity = { ...seen, ...known, ...Object.fromEntries(dated) };
  const isNew =
    Object.keys(joined).length > Object.keys(known).length ||
    dated.some(([kind, all]) => all.length > (known[kind]?.length ?? 0));
  return isNew ? joined : null;
}

/**
 * Which known payment each record of one file is of; `null`: another one. A batch that is known by its parts is known as
 * a whole, by one of them, and its parts by the whole.
 */
export function knownPayments(
  known: readonly Identified[],
  records: readonly Identified[],
): readonly (number | null)[] {
  const found = matchedPayments(known, records);
  const taken = new Set(found);
  const open = [...known.keys()].filter((index) => !taken.has(index));
  const fresh = [...records.keys()].filter((index) => found[index] === null);
  if (open.length === 0 || fresh.length === 0) return found;
  const otherwise = new Map<number, number>();
  const knownParts = byBatch(known, open);
  for (const index of fresh) {
    const [part] = partsOf(records[index], known, knownParts);
    if (part !== undefined) otherwise.set(index, part);
  }
  const newParts = byBatch(records, fresh);
  for (const whole of open) {
    for (const index of partsOf(known[whole], records, newParts)) otherwise.set(index, whole);
  }
  return found.map((index, record) => index ?? otherwise.get(record) ?? null);
}

/** Some of the payments, by the bank's reference of their batch; `undefined`: those of none. */
function byBatch(
  payments: readonly Identified[],
  some: readonly number[],
): ReadonlyMap<string | undefined, readonly number[]> {
  return Map.groupBy(some, (index) => payments[index]?.identity.batch);
}

/**
 * The parts of a batch: those of an entry of its amount, whose other parts may be of other top-ups; else several that add
 * up to it.
 */
function partsOf(
  whole: Identified | undefined,
  payments: readonly Identified[],
  batches: ReadonlyMap<string | undefined, readonly number[]>,
): readonly number[] {
  const batch = whole?.identity.servicer ?? whole?.identity.stated;
  if (whole === undefined || batch === undefined) return [];
  const parts = (batches.get(batch) ?? []).filter((index) => {
    const part = payments[index]?.identity;
    return part !== undefined && !differ('account', part, whole.identity) && isNear(part, whole.identity);
  });
  const own = parts.filter((index) => payments[index]?.identity.batch_eur === whole.received_eur);
  if (own.length > 0) return own;
  const total = parts.reduce((sum, index) => sum + nanoFromEur(payments[index]?.received_eur ?? '0'), 0n);
  return parts.length > 1 && total === nanoFromEur(whole.received_eur) ? parts : [];
}

/** Whether two records may be of one booking, by their days. */
export function isNear(a: Dated, b: Dated): boolean {
  return daysApart(a, b) <= daysApartMax;
}

/**
 * Which known payment each record of one file is of; `null`: another one. As many records as possible are taken for
 * known ones, each known payment once: of k records of one payment with n known before, max(0, k − n) are new. Records
 * of which most identifiers agree come first, then earlier ones. The order of the file decides only which of several
 * equal ones is new.
 */
function matchedPayments(known: readonly Identified[], records: readonly Identified[]): readonly (number | null)[] {
  const byAmount = Map.groupBy(known.keys(), (index) => known[index]?.received_eur ?? '');
  const takenBy = new Map<number, number>();
  const candidates = records.map((record) =>
    (byAmount.get(record.received_eur) ?? [])
      .filter((index) => isSamePayment(known[index] ?? record, record))
      .toSorted((a, b) => agreement(known[b], record) - agreement(known[a], record)),
  );
  /** Finds a known payment for a record, and moves earlier records to others only where none is open. */
  const isTaken = (record: number, tried: Set<number>): boolean =>
    (candidates[record] ?? [])
      .toSorted((a, b) => Number(takenBy.has(a)) - Number(takenBy.has(b)))
      .some((index) => {
        if (tried.has(index)) return false;
        tried.add(index);
        const holder = takenBy.get(index);
        if (holder !== undefined && !isTaken(holder, tried)) return false;
        takenBy.set(index, record);
        return true;
      });
  const strength = records.map((record, index) => agreement(known[candidates[index]?.[0] ?? -1], record));
  const ordered = [...records.keys()].toSorted((a, b) => (strength[b] ?? 0) - (strength[a] ?? 0));
  for (const record of ordered) isTaken(record, new Set());
  const found = new Map([...takenBy].map(([index, record]) => [record, index]));
  return records.map((_, record) => found.get(record) ?? null);
}

/** How many identifiers agree. */
function agreement(known: Identified | undefined, { identity }: Identified): number {
  if (known === undefined) return 0;
  const counts = [known.identity, ...(known.alike ?? [])].map(
    (each) => identifierKinds.filter((kind) => identity[kind] !== undefined && each[kind] === identity[kind]).length,
  );
  return Math.max(...counts);
}
