import { nanoFromEur } from '../../domain/money.ts';
import {
  payment,
  topup,
  type Payment,
  type Topup,
  type TopupCommand,
  type TopupRefusal,
} from '../../domain/payments/topup.ts';
import type { CreditWallet } from '../../domain/wallet-commands.ts';
import type { TopupEvent } from '../../domain/payments/topup-events.ts';
import type { EventLog } from '../../ports/event-log.ts';
import { handleCommand, recordedState, type CommandAnswer } from '../handle-command.ts';
import { paymentStream, topupStream } from '../stream-names.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { recordedMovement } from './recorded-movement.ts';

/**
 * `amount_exceeds_maximum`: the wallet would hold more than the maximum. `credit_already_posted`: the wallet has
 * another credit under the id of the top-up.
 */
export type ConfirmRefusal = TopupRefusal | 'bank_reference_used' | 'amount_exceeds_maximum' | 'credit_already_posted';

export type ConfirmAnswer =
  { readonly accepted: true; readonly topup: Topup } | { readonly accepted: false; readonly refusal: ConfirmRefusal };

/** A top-up, folded from its own events; `null`: none has the id. Raises what the log raises. */
export async function recordedTopup(log: EventLog, topupId: string): Promise<Topup | null> {
  return await recordedState({ log, stream: topupStream(topupId), decider: topup });
}

/** Decides and records a command of one top-up. Raises what the log raises. */
export async function changeTopup(
  { log, mintId }: Pick<PaymentDeps, 'log' | 'mintId'>,
  topupId: string,
  command: TopupCommand,
): Promise<CommandAnswer<Topup | null, TopupEvent, TopupRefusal>> {
  return await handleCommand(command, { log, mintId, stream: topupStream(topupId), decider: topup });
}

/**
 * Credits a payment that the bank has received for a top-up. A bank reference of another top-up, an amount above the
 * wallet's maximum, and an id that the wallet has for another credit are refused before anything is written. Raises
 * what the log raises: the top-up may then be confirmed, and a reactor credits it.
 */
export async function confirmTopup(
  deps: PaymentDeps,
  topupId: string,
  { received, actor }: { readonly received: Payment; readonly actor: string },
): Promise<ConfirmAnswer> {
  const { log } = deps;
  const owner = await recordedState({ log, stream: streamOf(deps, received.bank_reference), decider: payment });
  if (owner !== null && owner.topup_id !== topupId) return { accepted: false, refusal: 'bank_reference_used' };
  const foreseen = await refusalOfCredit(deps, topupId, received);
  if (foreseen !== null) return { accepted: false, refusal: foreseen };
  const confirmed = await changeTopup(deps, topupId, { type: 'confirm_topup', payment: received, actor });
  if (!confirmed.accepted) return { accepted: false, refusal: confirmed.refusal };
  return await finishTopup(deps, topupId, actor);
}

/** Why the wallet of a pending top-up cannot take the payment; `null`: it can. */
async function refusalOfCredit(
  { log, wallets }: PaymentDeps,
  topupId: string,
  received: Payment,
): Promise<'amount_exceeds_maximum' | 'credit_already_posted' | null> {
  const state = await recordedTopup(log, topupId);
  if (state?.standing !== 'pending') return null;
  const foreseen = await wallets.preview(state.wallet_id, creditOf(topupId, received.received_eur));
  if (foreseen === null || foreseen.accepted) return null;
  const { refusal } = foreseen;
  if (refusal === 'amount_exceeds_maximum') return refusal;
  if (refusal !== 'credit_already_posted') return null;
  // Another process may have confirmed and credited it since it was looked at.
  return (await isCredited(log, state)) ? null : refusal;
}

function creditOf(topupId: string, received_eur: string): CreditWallet {
  return {
    type: 'credit_wallet',
    creditId: topupId,
    amount: nanoFromEur(received_eur),
    reason: 'top-up',
    cause: { kind: 'topup', id: topupId },
  };
}

/**
 * Finishes a confirmed top-up: first claims its bank reference, in a stream named after the reference, and then credits
 * the wallet once, with the top-up's id. If another top-up has claimed the reference meanwhile, this one is reopened.
 */
export async function finishTopup(deps: PaymentDeps, topupId: string, actor: string): Promise<ConfirmAnswer> {
  const { log, mintId, wallets } = deps;
  const state = await recordedTopup(log, topupId);
  if (state === null) return { accepted: false, refusal: 'topup_not_requested' };
  if (state.standing !== 'confirmed' || state.payment === null) return { accepted: true, topup: state };
  const { tenant_id, wallet_id, payment: received } = state;
  const data = { topup_id: topupId, tenant_id, wallet_id, ...received, actor };
  const stream = streamOf(deps, received.bank_reference);
  const claimed = await handleCommand({ type: 'receive_payment', data } as const, {
    log,
    mintId,
    stream,
    decider: payment,
  });
  if (!claimed.accepted) {
    await changeTopup(deps, topupId, { type: 'reopen_topup', bankReference: received.bank_reference });
    return { accepted: false, refusal: claimed.refusal };
  }
  const credit = await wallets.execute(wallet_id, { ...creditOf(topupId, received.received_eur), actor });
  // Since it was confirmed, other credits have used up the room or the id: the top-up stays confirmed and is retried.
  const isRefused = !credit.accepted && !(credit.refusal === 'credit_already_posted' && (await isCredited(log, state)));
  if (isRefused) return { accepted: true, topup: state };
  const credited = await changeTopup(deps, topupId, { type: 'credit_topup' });
  return { accepted: true, topup: credited.state ?? state };
}

/**
 * Whether the wallet's credit under the id of the top-up belongs to it: a transfer, for example, may have the same id.
 */
async function isCredited(log: EventLog, { topup_id, wallet_id }: Topup): Promise<boolean> {
  const found = await recordedMovement(log, { kind: 'credit', walletId: wallet_id, id: topup_id });
  return found?.cause?.kind === 'topup' && found.cause.id === topup_id;
}

/** The stream of a bank reference. Ignores case and blanks, which banks and people write differently. */
function streamOf({ keyHasher }: PaymentDeps, bankReference: string): string {
  const written = bankReference.replaceAll(/\s+/g, '').toUpperCase();
  return paymentStream(keyHasher.hash(JSON.stringify(['bank reference', written])));
}
