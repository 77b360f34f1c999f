import { nanoFromEur } from '../../domain/money.ts';
import { newReturns, type PaymentReturn } from '../../domain/payments/topup.ts';
import type { TopupDeps } from './payment-deps.ts';
import { changeTopup, debitOf, finishTopup, recordedTopup } from './topups.ts';

/** Why a return is not booked. `amount_exceeds_available`: the wallet has spent what was paid back. */
export type ReturnRefusal = 'amount_exceeds_available' | 'no_payment_of_this_amount';

/** What became of one return of a statement. */
export type ReversedReturn =
  { readonly outcome: 'reversed' | 'known' } | { readonly outcome: 'refused'; readonly refusal: ReturnRefusal };

/**
 * Debits the wallet with the returns of one statement that are of a top-up, each that is not known yet; in the order of
 * the returns. Raises what the log raises: returns may then be recorded, and a reactor debits them.
 */
export async function reverseReturns(
  deps: TopupDeps,
  topupId: string,
  { returns, actor }: { readonly returns: readonly PaymentReturn[]; readonly actor: string },
): Promise<readonly ReversedReturn[]> {
  const state = await recordedTopup(deps.log, topupId);
  const fresh = new Set(state === null ? [] : newReturns(state, returns).map(({ return_id }) => return_id));
  const uncovered = new Set<string>();
  let total = 0n;
  for (const each of returns.filter(({ return_id }) => fresh.has(return_id))) {
    const amount = total + nanoFromEur(each.returned_eur);
    const debit = { ...debitOf({ ...each, payment_id: topupId }), amount };
    const foreseen = state === null ? null : await deps.wallets.preview(state.wallet_id, debit);
    if (foreseen?.accepted === false) uncovered.add(each.return_id);
    else total = amount;
  }
  const covered = returns.filter(({ return_id }) => !uncovered.has(return_id));
  const answer = await changeTopup(deps, topupId, { type: 'return_payments', returns: covered, actor });
  await finishTopup(deps, topupId, actor);
  const events = answer.accepted ? answer.events : [];
  const booked = new Set(events.flatMap(({ type, data }) => (type === 'TopupReturned' ? [data.return_id] : [])));
  return returns.map(({ return_id }) => {
    if (booked.has(return_id)) return { outcome: 'reversed' };
    if (!fresh.has(return_id)) return { outcome: 'known' };
    const isCovered = !uncovered.has(return_id);
    return { outcome: 'refused', refusal: isCovered ? 'no_payment_of_this_amount' : 'amount_exceeds_available' };
  });
}
