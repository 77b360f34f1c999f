import { lotPartsOf } from '../../domain/lots/wallet-lots.ts';
import { eurFromNano, nanoFromEur, type NanoEur } from '../../domain/money.ts';
import type { MovementCause } from '../../domain/payments/movement-cause.ts';
import type { PayoutEvent } from '../../domain/payments/payout-events.ts';
import { payment } from '../../domain/payments/payment.ts';
import { payout, type Payout, type PayoutCommand, type PayoutRefusal } from '../../domain/payments/payout.ts';
import type { WalletRefusal } from '../../domain/wallet-commands.ts';
import type { EventLog } from '../../ports/event-log.ts';
import { handleCommand, recordedState, type CommandAnswer } from '../handle-command.ts';
import { payoutStream } from '../stream-names.ts';
import { administrationId } from './administration-ids.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { recordedMovement } from './recorded-movement.ts';
import { statedStreams } from './topups.ts';

type PayoutDeps = Pick<PaymentDeps, 'log' | 'createId' | 'wallets' | 'keyHasher'>;

/** A payout that is asked for. */
export interface PayoutOrder {
  readonly payoutId: string;
  readonly tenantId: string;
  readonly walletId: string;
  readonly amount: NanoEur;
  readonly reason: string;
  readonly actor?: string | undefined;
}

/** What became of a request for a payout. */
export type PayoutAnswer =
  | { readonly accepted: true; readonly payout: Payout }
  | { readonly accepted: false; readonly refusal: WalletRefusal | 'payout_id_taken' };

/** A payout, folded from its own events; `null`: none has the id. Raises what the log raises. */
export async function recordedPayout(log: EventLog, payoutId: string): Promise<Payout | null> {
  return await recordedState({ log, stream: payoutStream(payoutId), decider: payout });
}

async function changePayout(
  { log, createId }: Pick<PayoutDeps, 'log' | 'createId'>,
  payoutId: string,
  command: PayoutCommand,
): Promise<CommandAnswer<Payout | null, PayoutEvent, PayoutRefusal>> {
  return await handleCommand(command, { log, createId, stream: payoutStream(payoutId), decider: payout });
}

/**
 * Debits the wallet with paid credit, then records the request. The debit begins it: a refused one leaves nothing behind,
 * and a recorded one is finished, possibly by another process. Raises what the log raises.
 */
export async function requestPayout(deps: PayoutDeps, order: PayoutOrder): Promise<PayoutAnswer> {
  const { payoutId, walletId, amount, reason, actor } = order;
  const debit = await deps.wallets.execute(walletId, {
    type: 'debit_wallet',
    debitId: payoutId,
    amount,
    reason,
    takes: 'paid',
    ...(actor === undefined ? {} : { actor }),
    cause: causeOf(payoutId),
  });
  if (!debit.accepted) {
    if (debit.refusal !== 'debit_already_posted') return { accepted: false, refusal: debit.refusal };
    const known = await recordedMovement(deps.log, { kind: 'debit', walletId, id: payoutId });
    const isOwn = known?.cause?.kind === 'payout' && known.amount_eur === eurFromNano(amount);
    if (!isOwn) return { accepted: false, refusal: 'payout_id_taken' };
  }
  return await recordRequest(deps, order);
}

/** Records the request of a debited payout. Idempotent. Raises what the log raises. */
export async function recordRequest(
  deps: Pick<PayoutDeps, 'log' | 'createId'>,
  { payoutId, tenantId, walletId, amount, reason, actor }: PayoutOrder,
): Promise<PayoutAnswer> {
  const asked = {
    payout_id: payoutId,
    tenant_id: tenantId,
    wallet_id: walletId,
    amount_eur: eurFromNano(amount),
    reason,
  };
  const answer = await changePayout(deps, payoutId, { type: 'request_payout', payout: asked, actor });
  if (!answer.accepted || answer.state === null) return { accepted: false, refusal: 'payout_id_taken' };
  return { accepted: true, payout: answer.state };
}

/**
 * Records that the bank has paid. Before that the payout claims the bank reference, which is then of no other payout, and of no
 * top-up that a person confirms: `bank_reference_used`. A word for none, such as `NONREF`, is of many. Raises what the log
 * raises.
 */
export async function confirmPayout(
  { log, createId, keyHasher }: Pick<PayoutDeps, 'log' | 'createId' | 'keyHasher'>,
  payoutId: string,
  paid: { readonly bankReference: string; readonly bankDate: string; readonly actor: string },
): Promise<CommandAnswer<Payout | null, PayoutEvent, PayoutRefusal | 'bank_reference_used'>> {
  const state = await recordedPayout(log, payoutId);
  if (state?.status === 'pending') {
    const { bankReference: bank_reference, bankDate: bank_date, actor } = paid;
    const { payout_id, tenant_id, amount_eur: sent_eur } = state;
    const data = { payout_id, tenant_id, bank_reference, bank_date, sent_eur, actor };
    const claim = { type: 'send_payment', data } as const;
    for (const stream of statedStreams(keyHasher, bank_reference)) {
      const claimed = await handleCommand(claim, { log, createId, stream, decider: payment });
      if (!claimed.accepted) return { accepted: false, refusal: claimed.refusal, state };
    }
  }
  return await changePayout({ log, createId }, payoutId, { type: 'confirm_payout', ...paid });
}

/** Records that it will not be paid, and credits the wallet again. Raises what the log raises: a reactor then credits. */
export async function cancelPayout(
  deps: PayoutDeps,
  payoutId: string,
  cancelled: { readonly reason: string; readonly actor: string },
): Promise<CommandAnswer<Payout | null, PayoutEvent, PayoutRefusal>> {
  const answer = await changePayout(deps, payoutId, { type: 'cancel_payout', ...cancelled });
  if (answer.accepted && answer.state?.status === 'cancelled') await returnPayout(deps, answer.state);
  return answer;
}

/**
 * Credits the wallet of a cancelled payout with what was debited, lots as they were, and returns whether it has it: it may
 * have no room for so much, or so many lots. Once, whoever asks.
 */
export async function returnPayout(deps: PayoutDeps, { payout_id, wallet_id, amount_eur }: Payout): Promise<boolean> {
  const debit = await recordedMovement(deps.log, { kind: 'debit', walletId: wallet_id, id: payout_id });
  const credit = await deps.wallets.execute(wallet_id, {
    type: 'credit_wallet',
    // Derived, so that no other credit can have it: a client chooses the id of a payout.
    creditId: administrationId(deps.keyHasher, JSON.stringify(['payout returned', payout_id])),
    amount: nanoFromEur(amount_eur),
    reason: 'payout cancelled',
    lots: lotPartsOf(debit?.lots),
    cause: causeOf(payout_id),
  });
  return credit.accepted || credit.refusal === 'credit_already_posted';
}

function causeOf(payoutId: string): MovementCause {
  return { kind: 'payout', id: payoutId };
}
