import { accept, type Decider } from '../decider.ts';
import { eurFromNano, larger, nanoFromEur, nanoFromSum, type NanoEur } from '../money.ts';
import type { BankEntryEvent, EntryIdentity } from './bank-entry-events.ts';
import { dayKinds, daysApart, isNear, type PaymentIdentity } from './payment-identity.ts';
import type { Payment } from './topup.ts';

/** What a payment takes of an entry of the bank. */
export type EntryClaim = BankEntryEvent['data'];

/** What payments have taken of an entry of the bank. */
interface ClaimedEntry {
  readonly entry: EntryIdentity;
  /** By payment. */
  readonly taken: Map<string, NanoEur>;
  /** Of all that is taken. */
  sum: NanoEur;
  /** The most that a statement has shown of it. */
  shown: NanoEur;
  hasParts: boolean;
}

/**
 * What was decided of claims, by what it is looked up by: a day may have thousands. Changed in place, so that what is said
 * twice counts once.
 */
export interface EntryClaims {
  /** The payments that were refused. */
  readonly refused: Set<string>;
  /** The references of the entries that a payment has claimed; `undefined`: of one that has none. */
  readonly references: Map<string, Set<string | undefined>>;
  /** The entries of each reference, by all that tells them from others. */
  readonly entries: Map<string | undefined, Map<string, ClaimedEntry>>;
}

/**
 * What was taken of the bank's entries of one amount and one day, or one reference, whichever top-up it is for. A payment
 * counts once; where a later statement names its entry, both records stand. The parts of an entry and the whole of it take
 * no more than there is, but only what a statement says can be refused: a person may decide otherwise, and what was known
 * before is a fact. A refusal is an event, so that whoever finishes a payment decides the same of it.
 */
export const bankEntry: Decider<
  EntryClaims | null,
  { readonly type: 'claim_entry'; readonly claim: EntryClaim },
  BankEntryEvent,
  never
> = {
  initialState: null,
  evolve: (state, { type, data }) => {
    const claims = state ?? { refused: new Set(), references: new Map(), entries: new Map() };
    if (type === 'BankEntryRefused') claims.refused.add(data.payment_id);
    else addClaim(claims, data);
    return claims;
  },
  decide: ({ claim }, state) => {
    if (isRefused(claim, state)) return accept();
    const own = state?.references.get(claim.payment_id);
    const { reference } = claim.entry;
    if (own !== undefined && (reference === undefined || own.has(reference))) return accept();
    const isAsked = own === undefined && claim.by === 'statement';
    const type = isAsked && !hasRoom(claim, state) ? 'BankEntryRefused' : 'BankEntryClaimed';
    return accept({ type, data: claim });
  },
};

function addClaim({ references, entries }: EntryClaims, claim: EntryClaim): void {
  const { entry, payment_id, is_part } = claim;
  references.getOrInsertComputed(payment_id, () => new Set()).add(entry.reference);
  const found = entries
    .getOrInsertComputed(entry.reference, () => new Map())
    .getOrInsertComputed(JSON.stringify(entry), () => ({
      entry,
      taken: new Map(),
      sum: 0n,
      shown: 0n,
      hasParts: false,
    }));
  const received = nanoFromEur(claim.received_eur);
  if (!found.taken.has(payment_id)) found.sum += received;
  found.taken.set(payment_id, received);
  found.shown = larger(found.shown, nanoFromSum(claim.shown_eur));
  found.hasParts ||= is_part;
}

/** Whether the claim of a payment was refused. */
export function isRefused({ payment_id }: EntryClaim, state: EntryClaims | null): boolean {
  return state?.refused.has(payment_id) === true;
}

/**
 * Whether a claim and those that may be on the same entry are together no more than one statement has shown; those of its
 * own payment count once. Whole entries alone are told apart by their top-ups: banks give one reference to several payments.
 */
export function hasRoom(claim: EntryClaim, state: EntryClaims | null): boolean {
  const others = state === null ? [] : maybeSame(claim.entry, state);
  if (!claim.is_part && !others.some(({ hasParts }) => hasParts)) return true;
  const shown = others.reduce((most, other) => larger(most, other.shown), nanoFromSum(claim.shown_eur));
  return takenWith(claim, others) <= shown;
}

/** What the entries and a claim come to; a payment in several of them counts once. */
function takenWith({ payment_id, received_eur }: EntryClaim, others: readonly ClaimedEntry[]): NanoEur {
  const received = nanoFromEur(received_eur);
  const [only] = others;
  if (only !== undefined && others.length === 1) return only.sum + (only.taken.has(payment_id) ? 0n : received);
  const taken = new Map([[payment_id, received], ...others.flatMap((other) => [...other.taken])]);
  return [...taken.values()].reduce((total, each) => total + each, 0n);
}

/** The entries that may be this one: those of its reference and those without; of one without, any. */
function maybeSame(entry: EntryIdentity, { entries }: EntryClaims): readonly ClaimedEntry[] {
  const { reference } = entry;
  const looked = reference === undefined ? entries.values() : [entries.get(reference), entries.get(undefined)];
  return [...looked].flatMap((each) => [...(each?.values() ?? [])].filter((other) => isMaybeSame(other.entry, entry)));
}

/** Whether two entries of one amount may be one: by their reference, else by their day. */
function isMaybeSame(a: EntryIdentity, b: EntryIdentity): boolean {
  if (a.account !== undefined && b.account !== undefined && a.account !== b.account) return false;
  if (a.reference === undefined || b.reference === undefined) return daysApart(a, b) === 0;
  return a.reference === b.reference && isNear(a, b);
}

/**
 * The claims of a payment: on the entry that it is, and of a part, on the whole. Each stands at the reference and at each
 * day of the entry, so that any two of one entry have one place in common; all payments claim in the order of the places.
 */
export function claimsOf(
  { topup_id, by }: Pick<EntryClaim, 'topup_id' | 'by'>,
  { payment_id, received_eur, identity, shown_eur }: Omit<Payment, 'bank_reference' | 'bank_date'>,
): readonly EntryClaim[] {
  const { batch_eur: entry_eur = received_eur, batch: _, ...alone } = identity;
  const is_part = identity.batch_eur !== undefined;
  const whole = { entry_eur, is_part, shown_eur: shown_eur ?? entry_eur, entry: entryOf(identity) };
  const own = { entry_eur: received_eur, is_part: false, shown_eur: received_eur, entry: entryOf(alone) };
  return (entry_eur === received_eur ? [whole] : [whole, own])
    .flatMap((each) => {
      const { reference, days } = each.entry;
      const places = [...days, ...(reference === undefined ? [] : [reference])];
      return places.map((kept_at): EntryClaim => ({ kept_at, topup_id, payment_id, received_eur, by, ...each }));
    })
    .toSorted((a, b) => (placeOfClaim(a) < placeOfClaim(b) ? -1 : 1));
}

/** The place of a claim: the amount, and a day or the reference. */
export function placeOfClaim({ entry_eur, kept_at }: EntryClaim): string {
  return `${entry_eur} ${kept_at}`;
}

function entryOf({ account, booked, valued, days, ...ids }: PaymentIdentity): EntryIdentity {
  const own = ids.servicer ?? ids.stated ?? ids.member;
  const reference = ids.batch_eur === undefined ? own : ids.batch;
  return {
    ...(account !== undefined && { account }),
    ...(reference !== undefined && { reference }),
    ...(booked !== undefined && { booked }),
    ...(valued !== undefined && { valued }),
    days,
  };
}

/**
 * Of each payment of one statement: the sum of those of its day that are of its entry, or of one that is alike. A statement
 * has each entry once, so that there is as much money.
 */
export function shownTogether(payments: readonly Pick<Payment, 'received_eur' | 'identity'>[]): readonly string[] {
  const keys = payments.map(({ received_eur, identity }) => {
    const { reference, ...dated } = entryOf(identity);
    const kind = dayKinds.find((each) => dated[each] !== undefined) ?? 'days';
    return JSON.stringify([identity.batch_eur ?? received_eur, reference, kind, dated[kind]?.[0]]);
  });
  const sums = new Map<string, NanoEur>();
  for (const [index, { received_eur }] of payments.entries()) {
    const key = keys[index] ?? '';
    sums.set(key, (sums.get(key) ?? 0n) + nanoFromEur(received_eur));
  }
  return keys.map((key) => eurFromNano(sums.get(key) ?? 0n));
}
