import { nanoFromEur } from '../../domain/money.ts';
import { isNoIdentifier } from '../../domain/payments/bank-reference.ts';
import { identifierKinds, knownPayments, type IdentifierKind } from '../../domain/payments/payment-identity.ts';
import { isOfPayout, isTakenFrom, payment } from '../../domain/payments/payment.ts';
import { topupReferencesIn } from '../../domain/payments/topup-reference.ts';
import {
  topup,
  type Payment,
  type Topup,
  type TopupCommand,
  type TopupPayment,
  type TopupRefusal,
  type TopupReturn,
} from '../../domain/payments/topup.ts';
import type { CreditWallet, DebitWallet, WalletCommand } from '../../domain/wallet-commands.ts';
import type { TopupEvent } from '../../domain/payments/topup-events.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { KeyHasher } from '../../ports/key-hasher.ts';
import { handleCommand, recordedState, type CommandAnswer } from '../handle-command.ts';
import { paymentStream, topupStream } from '../stream-names.ts';
import { isTenantClosed } from './closed-tenants.ts';
import type { TopupDeps } from './payment-deps.ts';

/**
 * `tenant_closed`: the tenant takes no money any more. `amount_exceeds_maximum`: the wallet would hold more than the
 * maximum. `bank_reference_used`: the payment was stated
 * for another top-up, or is one that a person states for a second one.
 */
export type ConfirmRefusal = TopupRefusal | 'bank_reference_used' | 'tenant_closed' | 'amount_exceeds_maximum';

/**
 * Why a payment of a statement is not credited. `bank_entry_used`: its entry was credited otherwise, as a whole or by its
 * parts, and has not as much left.
 */
export type ImportRefusal = ConfirmRefusal | 'bank_entry_used';

export type ConfirmAnswer =
  { readonly accepted: true; readonly topup: Topup } | { readonly accepted: false; readonly refusal: ConfirmRefusal };

/** A top-up, folded from its own events; `null`: none has the id. Raises what the log raises. */
export async function recordedTopup(log: EventLog, topupId: string): Promise<Topup | null> {
  return await recordedState({ log, stream: topupStream(topupId), decider: topup });
}

/** Decides and records a command of one top-up. Raises what the log raises. */
export async function changeTopup(
  { log, createId }: Pick<TopupDeps, 'log' | 'createId'>,
  topupId: string,
  command: TopupCommand,
): Promise<CommandAnswer<Topup | null, TopupEvent, TopupRefusal>> {
  return await handleCommand(command, { log, createId, stream: topupStream(topupId), decider: topup });
}

/**
 * The keyed hash of an identifier of a payment, which also names its stream. Ignores case and blanks, which banks and
 * people write differently.
 */
export function hashedReference(keyHasher: KeyHasher, written: string): string {
  return keyHasher.hash(JSON.stringify(['bank reference', written.replaceAll(/\s+/g, '').toUpperCase()]));
}

/** A payment that a person states. */
export type StatedPayment = Omit<Payment, 'payment_id' | 'identity'>;

/**
 * Credits a payment that the bank has received for a top-up, as a person states it. A bank reference of another top-up
 * and an amount above the wallet's maximum are refused before anything is written. Raises what the log raises: the
 * top-up may then be confirmed, and a reactor credits it.
 */
export async function confirmTopup(
  deps: TopupDeps,
  topupId: string,
  { received, actor }: { readonly received: StatedPayment; readonly actor: string },
): Promise<ConfirmAnswer> {
  const { bank_reference, bank_date } = received;
  // `NONREF`, and the reference of a top-up, name no payment at the bank.
  const isName = !isNoIdentifier(bank_reference) && topupReferencesIn([bank_reference]).length === 0;
  const stated = hashedReference(deps.keyHasher, bank_reference);
  const identity = { ...(isName && { stated }), days: [bank_date] };
  const asked = { ...received, payment_id: deps.createId(), identity };
  const state = await recordedTopup(deps.log, topupId);
  const refusal = await refusalOfPayment(deps, state, { ...asked, isByHand: true });
  if (refusal !== null) return { accepted: false, refusal };
  const confirmed = await changeTopup(deps, topupId, { type: 'confirm_topup', payment: asked, actor });
  if (!confirmed.accepted) return { accepted: false, refusal: confirmed.refusal };
  const finished = await finishTopup(deps, topupId, actor);
  const isKept = finished?.payments.some(({ payment_id }) => payment_id === asked.payment_id);
  // Somebody was faster.
  if (finished === null || (confirmed.events.length > 0 && isKept !== true)) {
    return { accepted: false, refusal: 'bank_reference_used' };
  }
  return { accepted: true, topup: finished };
}

/** What became of one payment of a statement. */
export type ImportedPayment =
  { readonly outcome: 'credited' | 'known' } | { readonly outcome: 'refused'; readonly refusal: ImportRefusal };

/**
 * Credits the payments of one statement that name a top-up, each that is not known yet; in the order of the payments.
 * Raises what the log raises: payments may then be confirmed, and a reactor credits them.
 */
export async function importPayments(
  deps: TopupDeps,
  topupId: string,
  { payments, actor }: { readonly payments: readonly Payment[]; readonly actor: string },
): Promise<readonly ImportedPayment[]> {
  // The process that began it may have ended before it claimed.
  const begun = await finishTopup(deps, topupId, actor);
  const judged = await judgedPayments(deps, begun, payments);
  // Claimed before it is asked what has room, so that of two imports at once one sees the other.
  await claimRecognised(deps, judged, { payments, actor });
  const { known, refusals, taken } = await withoutMistaken(deps, judged, payments);
  if (known !== judged.known) await claimRecognised(deps, { ...judged, known }, { payments, actor });
  const answer = await changeTopup(deps, topupId, { type: 'receive_payments', payments: taken, actor });
  const after = await finishTopup(deps, topupId, actor);
  const events = answer.accepted ? answer.events : [];
  const fresh = new Set(events.flatMap(({ type, data }) => (type === 'TopupConfirmed' ? [data.payment_id] : [])));
  // Another import may have recorded a payment since this one looked, and know nothing of the batch that this file shows.
  const again = taken.filter(({ payment_id }) => !fresh.has(payment_id));
  const knownAgain = knownPayments(after?.payments ?? [], again);
  await claimRecognised(deps, { ...judged, state: after, known: knownAgain }, { payments: again, actor });
  const kept = new Set(after?.payments.map(({ payment_id }) => payment_id));
  const recognised = new Set(again.filter((_, index) => knownAgain[index] !== null));
  // Its top-up takes none, or somebody was faster: what was recorded here, or by another and recognised here, was refused since.
  const late = new Map<string, ImportRefusal>();
  for (const each of taken.filter((of) => !kept.has(of.payment_id) && !recognised.has(of))) {
    const refusal = await refusalOfImported(deps, after, each);
    late.set(each.payment_id, refusal ?? (answer.accepted ? 'bank_entry_used' : answer.refusal));
  }
  return payments.map(({ payment_id }) => {
    const refusal = late.get(payment_id) ?? refusals.get(payment_id);
    if (refusal !== undefined) return { outcome: 'refused', refusal };
    return { outcome: fresh.has(payment_id) ? 'credited' : 'known' };
  });
}

/**
 * A payment that is known takes its part of the entry in which a statement has it, before that is credited as a whole. One
 * that is not credited yet claims first as it was confirmed: it may be refused, or wait for room in its wallet.
 */
async function claimRecognised(
  deps: TopupDeps,
  judged: Judged,
  { payments, actor }: { readonly payments: readonly Payment[]; readonly actor: string },
): Promise<void> {
  for (const { topup: owner, before: open, seen } of recognisedIn(judged, payments)) {
    const isKept = open.status === 'credited' || (await isClaimed(deps, owner, { open, actor }));
    if (isKept) await deps.bankEntries.claim({ topup_id: owner.topup_id, by: 'recognised' }, seen);
  }
}

/** The payments of a statement that are known, under the ids of the known ones. */
function recognisedIn({ state, known }: Judged, payments: readonly Payment[]) {
  return payments.flatMap((each, index) => {
    const before = state?.payments[known[index] ?? -1];
    // A batch and its parts are not the same payment.
    if (state === null || before?.received_eur !== each.received_eur) return [];
    return [{ topup: state, index, before, seen: { ...each, payment_id: before.payment_id } }];
  });
}

/**
 * Leaves out what was taken for a known payment, although its entry was used otherwise: nothing is learned of it. It is
 * refused if another payment of the statement may then be the known one, which would be credited again.
 */
async function withoutMistaken(
  deps: TopupDeps,
  judged: Judged,
  payments: readonly Payment[],
): Promise<Judged & { readonly taken: readonly Payment[] }> {
  let found = judged;
  for (;;) {
    const refusals = new Map(found.refusals);
    for (const { topup: owner, index, seen } of recognisedIn(found, payments)) {
      const isFree = await deps.bankEntries.isFree({ topup_id: owner.topup_id, by: 'recognised' }, seen);
      if (!isFree) refusals.set(payments[index]?.payment_id ?? '', 'bank_entry_used');
    }
    const taken = payments.filter(({ payment_id }) => !refusals.has(payment_id));
    if (refusals.size === found.refusals.size) {
      const isOther = payments.some((_, index) => judged.known[index] === null && found.known[index] !== null);
      return { ...(isOther ? found : judged), taken };
    }
    const known = new Map(knownPayments(found.state?.payments ?? [], taken).map((at, index) => [taken[index], at]));
    found = { state: found.state, known: payments.map((each) => known.get(each) ?? null), refusals };
  }
}

/** What {@link importPayments} would make of these payments now. Writes nothing. Raises what the log raises. */
export async function foreseePayments(
  deps: TopupDeps,
  topupId: string,
  { payments, actor }: { readonly payments: readonly Payment[]; readonly actor: string },
): Promise<readonly ImportedPayment[]> {
  const judged = await judgedPayments(deps, await recordedTopup(deps.log, topupId), payments);
  const { state, known, refusals, taken } = await withoutMistaken(deps, judged, payments);
  const decision = topup.decide({ type: 'receive_payments', payments: taken, actor }, state);
  return payments.map(({ payment_id }, index) => {
    const refusal = refusals.get(payment_id) ?? (decision.accepted ? undefined : decision.refusal);
    if (known[index] !== null) return { outcome: 'known' };
    return refusal === undefined ? { outcome: 'credited' } : { outcome: 'refused', refusal };
  });
}

/** Which payments their top-up knows, and which it cannot take, by id. */
interface Judged {
  readonly state: Topup | null;
  readonly known: readonly (number | null)[];
  readonly refusals: ReadonlyMap<string, ImportRefusal>;
}

async function judgedPayments(deps: TopupDeps, state: Topup | null, payments: readonly Payment[]): Promise<Judged> {
  const known = knownPayments(state?.payments ?? [], payments);
  const refusals = new Map<string, ImportRefusal>();
  for (const [index, each] of payments.entries()) {
    const refusal = known[index] === null ? await refusalOfImported(deps, state, each) : null;
    if (refusal !== null) refusals.set(each.payment_id, refusal);
  }
  return { state, known, refusals };
}

async function refusalOfImported(deps: TopupDeps, state: Topup | null, asked: Payment): Promise<ImportRefusal | null> {
  const refusal = await refusalOfPayment(deps, state, { ...asked, isByHand: false });
  if (refusal !== null || state === null) return refusal;
  const isFree = await deps.bankEntries.isFree({ topup_id: state.topup_id, by: 'statement' }, asked);
  return isFree ? null : 'bank_entry_used';
}

/** Why a wallet cannot take a payment, or a reference is not of its top-up; `null`: nothing stands against it. */
async function refusalOfPayment(
  deps: TopupDeps,
  state: Topup | null,
  asked: Payment & { readonly isByHand: boolean },
): Promise<'amount_exceeds_maximum' | 'bank_reference_used' | 'tenant_closed' | null> {
  if (state === null) return null;
  const claim = { topup_id: state.topup_id, by_hand: asked.isByHand, received_eur: asked.received_eur };
  for (const stream of referenceStreams(deps, asked)) {
    const owner = await recordedState({ log: deps.log, stream, decider: payment });
    if (owner !== null && isTakenFrom(owner, claim)) return 'bank_reference_used';
  }
  if (knownPayments(state.payments, [asked])[0] !== null) return null;
  if (await isTenantClosed(deps.log, state.tenant_id)) return 'tenant_closed';
  const foreseen = await deps.wallets.preview(state.wallet_id, creditOf(state.topup_id, asked));
  const isTooMuch = foreseen?.accepted === false && foreseen.refusal === 'amount_exceeds_maximum';
  return isTooMuch ? 'amount_exceeds_maximum' : null;
}

/** The streams of all references of a payment. */
function referenceStreams(
  { keyHasher }: Pick<TopupDeps, 'keyHasher'>,
  { bank_reference, identity }: Pick<Payment, 'bank_reference' | 'identity'>,
): readonly string[] {
  const hashes = identifierKinds.flatMap((kind: IdentifierKind) => identity[kind] ?? []);
  return [...new Set([...hashes.map(paymentStream), ...statedStreams(keyHasher, bank_reference)])];
}

/** The stream of a reference as it is written; none of a word for none, such as `NONREF`: it is of no one payment. */
export function statedStreams(keyHasher: KeyHasher, written: string): readonly string[] {
  return isNoIdentifier(written) ? [] : [paymentStream(hashedReference(keyHasher, written))];
}

/** The top-up that one of the references of an entry was first seen for; `null`: they are not known. */
export async function topupOfReferences(
  deps: Pick<TopupDeps, 'log' | 'keyHasher'>,
  named: Pick<Payment, 'bank_reference' | 'identity'>,
): Promise<Topup | null> {
  for (const stream of referenceStreams(deps, named)) {
    const owner = await recordedState({ log: deps.log, stream, decider: payment });
    if (owner !== null && !isOfPayout(owner)) return await recordedTopup(deps.log, owner.topup_id);
  }
  return null;
}

/** Whether a payment was stated for a payout: under one of its references, with its amount. */
export async function isSentByPayout(
  deps: Pick<TopupDeps, 'log' | 'keyHasher'>,
  sent: Pick<Payment, 'bank_reference' | 'identity' | 'received_eur'>,
): Promise<boolean> {
  for (const stream of referenceStreams(deps, sent)) {
    const owner = await recordedState({ log: deps.log, stream, decider: payment });
    if (owner !== null && isOfPayout(owner) && owner.sent_eur === sent.received_eur) return true;
  }
  return false;
}

function creditOf(topupId: string, { payment_id, received_eur }: Pick<Payment, 'payment_id' | 'received_eur'>) {
  return {
    type: 'credit_wallet',
    creditId: payment_id,
    amount: nanoFromEur(received_eur),
    reason: 'top-up',
    cause: { kind: 'topup', id: topupId },
  } as const satisfies CreditWallet;
}

/** The debit of a wallet for a return. */
export function debitOf({
  return_id,
  payment_id,
  returned_eur,
}: Pick<TopupReturn, 'return_id' | 'payment_id' | 'returned_eur'>) {
  return {
    type: 'debit_wallet',
    debitId: return_id,
    amount: nanoFromEur(returned_eur),
    reason: 'payment returned by the bank',
    takes: 'paid_first',
    cause: { kind: 'correction', id: return_id, corrects: payment_id },
  } as const satisfies DebitWallet;
}

/**
 * Finishes what a top-up has begun: each confirmed payment claims its references, in a stream named after each, and its
 * bank entry, and is credited once, under its own id; each return is debited once. A payment that a person has stated
 * for another top-up meanwhile, or whose entry has not as much left, is taken out again.
 */
export async function finishTopup(deps: TopupDeps, topupId: string, actor: string): Promise<Topup | null> {
  const state = await recordedTopup(deps.log, topupId);
  const payments = state?.payments.filter(({ status }) => status === 'confirmed') ?? [];
  const returns = state?.returns.filter(({ status }) => status === 'returned') ?? [];
  if (state === null || payments.length + returns.length === 0) return state;
  for (const open of payments) await creditPayment(deps, state, { open, actor });
  for (const open of returns) {
    if (!(await isPosted(deps, state.wallet_id, { ...debitOf(open), actor }))) continue;
    await changeTopup(deps, topupId, { type: 'reverse_topup', returnId: open.return_id });
  }
  return await recordedTopup(deps.log, topupId);
}

/** Where the wallet has no room any more, the payment stays confirmed and is tried again later. */
async function creditPayment(
  deps: TopupDeps,
  topupOfPayment: Topup,
  { open, actor }: { readonly open: TopupPayment; readonly actor: string },
): Promise<void> {
  const { topup_id, wallet_id } = topupOfPayment;
  const { payment_id: paymentId } = open;
  if (!(await isClaimed(deps, topupOfPayment, { open, actor }))) {
    await changeTopup(deps, topup_id, { type: 'reopen_topup', paymentId });
  } else if (await isPosted(deps, wallet_id, { ...creditOf(topup_id, open), actor })) {
    await changeTopup(deps, topup_id, { type: 'credit_topup', paymentId });
  }
}

/** Claims the references of a payment, and its bank entry; whether they are of it. */
async function isClaimed(
  deps: TopupDeps,
  { topup_id, tenant_id, wallet_id }: Topup,
  { open, actor }: { readonly open: TopupPayment; readonly actor: string },
): Promise<boolean> {
  const { log, createId } = deps;
  const { payment_id, bank_reference, bank_date, received_eur, by_hand } = open;
  const named = { topup_id, tenant_id, wallet_id, payment_id, bank_reference, bank_date, received_eur };
  const data = { ...named, by_hand, actor };
  for (const stream of referenceStreams(deps, open)) {
    const claim = { type: 'receive_payment', data } as const;
    const claimed = await handleCommand(claim, { log, createId, stream, decider: payment });
    if (!claimed.accepted) return false;
  }
  return await deps.bankEntries.claim({ topup_id, by: by_hand ? 'person' : 'statement' }, open);
}

/** Credits or debits a wallet; whether that is done, now or before. The id is of nothing else. */
async function isPosted({ wallets }: TopupDeps, walletId: string, command: WalletCommand): Promise<boolean> {
  const answer = await wallets.execute(walletId, command);
  if (answer.accepted) return true;
  return answer.refusal === 'credit_already_posted' || answer.refusal === 'debit_already_posted';
}
