import { accept, type Decider } from '../decider.ts';
import { eurFromNano, nanoFromEur, nanoFromSum, type NanoEur } from '../money.ts';
import type { BankEntryEvent, EntryIdentity } from './bank-entry-events.ts';
import { dayKinds, daysApart, isNear, type PaymentIdentity } from './payment-identity.ts';
import type { Payment } from './topup.ts';

/** What a payment takes of an entry of the bank. */
export type EntryClaim = BankEntryEvent['data'];

/** What was decided of claims, the last one first. */
export type EntryClaims = { readonly last: BankEntryEvent; readonly before: EntryClaims } | null;

/**
 * What was taken of the bank's entries of one amount and one day, or one reference, whichever top-up it is for. A payment
 * counts once; where a later statement names its entry, both records stand. The parts of an entry and the whole of it take
 * no more than there is, but only what a statement says can be refused: a person may decide otherwise, and what was known
 * before is a fact. A refusal is an event, so that whoever finishes a payment decides the same of it.
 */
export const bankEntry: Decider<
  EntryClaims,
  { readonly type: 'claim_entry'; readonly claim: EntryClaim },
  BankEntryEvent,
  never
> = {
  initialState: null,
  evolve: (before, last) => ({ last, before }),
  decide: ({ claim }, state) => {
    if (isRefused(claim, state)) return accept();
    const own = decided(state, 'BankEntryClaimed').filter(({ payment_id }) => payment_id === claim.payment_id);
    const { reference } = claim.entry;
    if (own.some(({ entry }) => reference === undefined || entry.reference === reference)) return accept();
    const isAsked = own.length === 0 && claim.by === 'statement';
    const type = isAsked && !hasRoom(claim, state) ? 'BankEntryRefused' : 'BankEntryClaimed';
    return accept({ type, data: claim });
  },
};

function decided(state: EntryClaims, type: BankEntryEvent['type']): readonly EntryClaim[] {
  const claims: EntryClaim[] = [];
  for (let at = state; at !== null; at = at.before) if (at.last.type === type) claims.push(at.last.data);
  return claims;
}

/** Whether the claim of a payment was refused. */
export function isRefused({ payment_id }: EntryClaim, state: EntryClaims): boolean {
  return decided(state, 'BankEntryRefused').some((refused) => refused.payment_id === payment_id);
}

/**
 * Whether a claim and those that may be on the same entry are together no more than one statement has shown; those of its
 * own payment count once. Whole entries alone are told apart by their top-ups: banks give one reference to several payments.
 */
export function hasRoom(claim: EntryClaim, state: EntryClaims): boolean {
  const others = decided(state, 'BankEntryClaimed').filter(({ entry }) => isMaybeSame(entry, claim.entry));
  if (!claim.is_part && !others.some(({ is_part }) => is_part)) return true;
  const taken = new Map([claim, ...others].map((each) => [each.payment_id, nanoFromEur(each.received_eur)]));
  const sum = [...taken.values()].reduce((total, each) => total + each, 0n);
  return [claim, ...others].some(({ shown_eur }) => sum <= nanoFromSum(shown_eur));
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
