import { topups } from '../../../projections/topups.ts';
import type { AdminDeps } from '../operation.ts';
import { shownTogether } from '../../domain/payments/bank-entry.ts';
import { isPaidBackBy, knownPayments, repeatedIds } from '../../domain/payments/payment-identity.ts';
import { topupReferencesIn } from '../../domain/payments/topup-reference.ts';
import { newReturns, type Topup } from '../../domain/payments/topup.ts';
import { bookedEntry, type BookedEntry, type NoPayment } from '../../ledger/administration/booked-entry.ts';
import {
  foreseePayments,
  importPayments,
  isSentByPayout,
  recordedTopup,
  topupOfReferences,
  type ImportRefusal,
} from '../../ledger/administration/topups.ts';
import { reverseReturns, type ReturnRefusal } from '../../ledger/administration/reverse-returns.ts';
import type { BankStatement, StatementEntry } from '../../ports/bank-statement.ts';

/** A payment or a return that is of a top-up. */
export interface Matched {
  readonly bank_reference: string;
  readonly bank_date: string;
  readonly topup_id: string;
  readonly amount_eur: string;
}

export type Refused = Matched & { readonly refusal: ImportRefusal | ReturnRefusal };

/**
 * `unknown_reference`: no text of it names a top-up. `several_topups`: its texts name several. `not_credited`: it goes
 * out and names a top-up that was never credited. `no_return`: it goes out under an id of a credited payment, and neither
 * names the top-up nor says that it pays anything back.
 */
export type WhyUnmatched = NoPayment | 'unknown_reference' | 'several_topups' | 'not_credited' | 'no_return';

/** An entry without effect, which a person has to look at. */
export interface Unmatched {
  readonly bank_reference: string;
  /** As the bank wrote it; empty: it gave none. */
  readonly bank_date: string;
  readonly amount: string;
  readonly currency: string;
  readonly why: WhyUnmatched;
  /** What the payer wrote. */
  readonly text: string;
  /** The top-ups that it names. */
  readonly topup_ids: readonly string[];
}

/** What became of the entries of one or several statements. */
export interface Imported {
  readonly credited: Matched[];
  /** Credited or reversed before, by an earlier import or by hand. */
  readonly already: Matched[];
  readonly unmatched: Unmatched[];
  readonly refused: Refused[];
  /** Payments that the bank has paid back, and whose credits stand. */
  readonly returned: (Matched & { readonly text: string })[];
  /** Payments that the bank has paid back, and whose credits were reversed. */
  readonly reversed: Matched[];
}

export interface ImportSettings {
  readonly actor: string;
  /** Whether payments are credited; else the outcome is what would become of them. Then no return is booked either. */
  readonly books: boolean;
  /** Whether returns are booked. */
  readonly reversesReturns: boolean;
  /** Told of progress: entries read so far. */
  readonly progress: (entries: number) => void;
}

/** An entry, what it is, and the top-ups that it names. */
interface Read {
  readonly entry: StatementEntry;
  readonly booked: BookedEntry;
  readonly topupIds: readonly string[];
}

/**
 * Imports the statements of a file. Raises what the log raises: what is credited by then is known to the next import.
 */
export async function importStatements(
  deps: AdminDeps,
  statements: readonly BankStatement[],
  settings: ImportSettings,
): Promise<Imported> {
  const into: Imported = { credited: [], already: [], unmatched: [], refused: [], returned: [], reversed: [] };
  const outgoing: Read[][] = [];
  // One after the other: a later statement may have what an earlier one had.
  for (const statement of statements) outgoing.push(await importIncoming(deps, statement, { into, settings }));
  // A payment and its return may stand in one file, in any order.
  for (const reads of outgoing) await importOutgoing(deps, reads, { into, settings });
  return into;
}

/**
 * Credits the payments of one statement, and returns what goes out. Payments of a top-up are decided together, since
 * equal ones are counted.
 */
async function importIncoming(
  deps: AdminDeps,
  { entries }: BankStatement,
  { into, settings }: { readonly into: Imported; readonly settings: ImportSettings },
): Promise<Read[]> {
  const now = deps.now();
  const payments = new Map<string, Read[]>();
  const unnamed = new Map<string, Read[]>();
  const reads = entries.map((entry, index): Read => {
    settings.progress(index + 1);
    const booked = bookedEntry(entry, { keyHasher: deps.keyHasher, now });
    return { entry, booked, topupIds: topupsNamedIn(deps, entry) };
  });
  for (const read of withShown(reads.filter((each) => !isOut(each))))
    await sortIncoming(deps, read, { into, payments, unnamed });
  for (const topupId of new Set([...payments.keys(), ...unnamed.keys()])) {
    const own = { named: payments.get(topupId) ?? [], unnamed: unnamed.get(topupId) ?? [] };
    await importOf(deps, topupId, { ...own, into, settings });
  }
  return reads.filter(isOut);
}

function isOut({ entry }: Read): boolean {
  return entry.direction === 'outgoing';
}

/** What came in, each payment with what the statement shows of its entry. */
function withShown(reads: readonly Read[]): readonly Read[] {
  const arrived = reads.filter(({ booked }) => booked.why === null);
  const sums = shownTogether(arrived.map(({ booked }) => booked.payment));
  const shown = new Map(arrived.map((read, index) => [read, sums[index]]));
  return reads.map((read): Read => {
    const { payment } = read.booked;
    return { ...read, booked: { ...read.booked, payment: { ...payment, shown_eur: shown.get(read) } } };
  });
}

async function importOutgoing(
  deps: AdminDeps,
  outgoing: readonly Read[],
  { into, settings }: { readonly into: Imported; readonly settings: ImportSettings },
): Promise<void> {
  const returns = new Map<string, Read[]>();
  for (const read of outgoing) await sortOutgoing(deps, read, { into, returns });
  for (const [topupId, reads] of returns) await returnOf(deps, topupId, { reads, into, settings });
}

function topupsNamedIn({ readModels }: AdminDeps, { texts }: StatementEntry): readonly string[] {
  const found = topupReferencesIn(texts).flatMap((reference) => readModels.find(topups, reference)?.topup_id ?? []);
  return [...new Set(found)];
}

interface Sorting {
  readonly into: Imported;
  readonly payments: Map<string, Read[]>;
  readonly unnamed: Map<string, Read[]>;
}

async function sortIncoming(deps: AdminDeps, read: Read, { into, payments, unnamed }: Sorting): Promise<void> {
  const { booked, topupIds } = read;
  const [topupId, another] = topupIds;
  if (booked.why !== null) into.unmatched.push(unmatchedOf(read, booked.why));
  else if (another !== undefined) into.unmatched.push(unmatchedOf(read, 'several_topups'));
  else if (topupId !== undefined) added(payments, topupId, read);
  else {
    // A person may have confirmed it, or another file of the bank had the text.
    const owner = await topupOfReferences(deps, booked.payment);
    if (owner === null) into.unmatched.push(unmatchedOf(read, 'unknown_reference'));
    else added(unnamed, owner.topup_id, read);
  }
}

/** What goes out and names nothing of ours, or is of a payout, is nobody's matter here. */
async function sortOutgoing(
  deps: AdminDeps,
  read: Read,
  { into, returns }: { readonly into: Imported; readonly returns: Map<string, Read[]> },
): Promise<void> {
  const { entry, topupIds } = read;
  const isBack = entry.fault === 'taken_back';
  const booked = isBack ? bookedEntry({ ...entry, fault: null }, { ...deps, now: deps.now() }) : read.booked;
  const named = await topupsPaidBack(deps, { booked, topupIds });
  const [topupId, another] = named;
  if (topupId === undefined) {
    if (isBack) into.unmatched.push(unmatchedOf(read, 'taken_back'));
    return;
  }
  if (await isSentByPayout(deps, booked.payment)) return;
  const all = { ...read, topupIds: named };
  // Anybody may give an outgoing payment the words of an incoming one.
  const isGuess = topupIds.length === 0 && !entry.isReturn;
  if (booked.why !== null) into.unmatched.push(unmatchedOf(all, booked.why));
  else if (isGuess) into.unmatched.push(unmatchedOf(all, 'no_return'));
  else if (another !== undefined) into.unmatched.push(unmatchedOf(all, 'several_topups'));
  else added(returns, topupId, all);
}

/** The top-ups that an entry names, by its text or by the ids of the payment that it pays back. */
async function topupsPaidBack(
  deps: AdminDeps,
  { booked, topupIds }: Pick<Read, 'booked' | 'topupIds'>,
): Promise<readonly string[]> {
  for (const topupId of topupIds) {
    const named = await recordedTopup(deps.log, topupId);
    if (named?.payments.some((paid) => isPaidBackBy(paid, booked.payment)) === true) return topupIds;
  }
  return [...new Set([...topupIds, ...(await topupPaidBack(deps, booked))])];
}

/** The top-up of the payment that an entry pays back: it has an id of the payment, and its amount. */
async function topupPaidBack(deps: AdminDeps, { payment }: BookedEntry): Promise<readonly string[]> {
  const identity = repeatedIds(payment.identity);
  if (Object.keys(identity).length === 1 || identity.days.length === 0) return [];
  const owner = await topupOfReferences(deps, { bank_reference: '', identity });
  return owner?.payments.some((paid) => isPaidBackBy(paid, payment)) === true ? [owner.topup_id] : [];
}

function added<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [item]);
  else known.push(item);
}

async function importOf(
  deps: AdminDeps,
  topupId: string,
  {
    named,
    unnamed,
    into,
    settings,
  }: {
    readonly named: readonly Read[];
    readonly unnamed: readonly Read[];
    readonly into: Imported;
    readonly settings: ImportSettings;
  },
): Promise<void> {
  const payments = named.map(({ booked }) => ({ ...booked.payment, payment_id: deps.createId() }));
  const take = settings.books ? importPayments : foreseePayments;
  const outcomes = payments.length === 0 ? [] : await take(deps, topupId, { payments, actor: settings.actor });
  for (const [index, outcome] of outcomes.entries()) {
    const read = named[index];
    if (read === undefined) continue;
    const matched = matchedOf(read, topupId);
    if ('refusal' in outcome) {
      const isStated = outcome.refusal === 'bank_entry_used' && (await isStatedFor(deps, topupId, read));
      if (isStated) into.already.push(matched);
      else into.refused.push({ ...matched, refusal: outcome.refusal });
    } else (outcome.outcome === 'credited' ? into.credited : into.already).push(matched);
  }
  if (unnamed.length === 0) return;
  // Those that name the top-up come first: a payment is known once.
  const state = await recordedTopup(deps.log, topupId);
  const records = [...payments, ...unnamed.map(({ booked }) => booked.asStated)];
  const known = knownPayments(state?.payments ?? [], records).slice(payments.length);
  for (const [index, read] of unnamed.entries()) {
    const paid = state?.payments[known[index] ?? -1];
    // Banks give one reference to several payments: with another text it is another one.
    const isOf =
      paid?.by_hand === true || read.entry.text === '' || paid?.identity.text === read.booked.payment.identity.text;
    if (paid !== undefined && isOf) into.already.push(matchedOf(read, topupId));
    else into.unmatched.push(unmatchedOf(read, 'unknown_reference'));
  }
}

/** Whether a person has stated the payment, by the reference that was listed. */
async function isStatedFor({ log }: AdminDeps, topupId: string, { booked }: Read): Promise<boolean> {
  const stated = (await recordedTopup(log, topupId))?.payments.filter(({ by_hand }) => by_hand) ?? [];
  return knownPayments(stated, [booked.asStated])[0] !== null;
}

async function returnOf(
  deps: AdminDeps,
  topupId: string,
  {
    reads,
    into,
    settings,
  }: { readonly reads: readonly Read[]; readonly into: Imported; readonly settings: ImportSettings },
): Promise<void> {
  const state = await recordedTopup(deps.log, topupId);
  if (state === null || !state.payments.some(({ status }) => status === 'credited')) {
    for (const read of reads) into.unmatched.push(unmatchedOf(read, 'not_credited'));
    return;
  }
  const returns = reads.map(({ booked: { payment } }) => {
    const { received_eur: returned_eur, bank_reference, bank_date, identity } = payment;
    return { return_id: deps.createId(), bank_reference, bank_date, returned_eur, identity };
  });
  if (!settings.books || !settings.reversesReturns) return listReturns(state, { reads, returns, into });
  const outcomes = await reverseReturns(deps, topupId, { returns, actor: settings.actor });
  for (const [index, outcome] of outcomes.entries()) {
    const read = reads[index];
    if (read === undefined) continue;
    const matched = matchedOf(read, topupId);
    if ('refusal' in outcome) into.refused.push({ ...matched, refusal: outcome.refusal });
    else (outcome.outcome === 'reversed' ? into.reversed : into.already).push(matched);
  }
}

function listReturns(
  state: Topup,
  {
    reads,
    returns,
    into,
  }: { readonly reads: readonly Read[]; readonly returns: Parameters<typeof newReturns>[1]; readonly into: Imported },
): void {
  const fresh = new Set(newReturns(state, returns).map(({ return_id }) => return_id));
  for (const [index, read] of reads.entries()) {
    const matched = matchedOf(read, state.topup_id);
    if (fresh.has(returns[index]?.return_id ?? '')) into.returned.push({ ...matched, text: read.entry.text });
    else into.already.push(matched);
  }
}

function matchedOf({ booked: { payment } }: Read, topup_id: string): Matched {
  const { bank_reference, bank_date, received_eur: amount_eur } = payment;
  return { bank_reference, bank_date, topup_id, amount_eur };
}

function unmatchedOf({ entry, booked, topupIds }: Read, why: WhyUnmatched): Unmatched {
  const { amount, currency, day: bank_date, text } = entry;
  const { bankReference: bank_reference } = booked;
  return { bank_reference, bank_date, amount, currency, why, text, topup_ids: topupIds };
}
