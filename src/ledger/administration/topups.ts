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

/** `amount_exceeds_maximum`: the wallet would hold more than any may. */
export type ConfirmRefusal = TopupRefusal | 'bank_reference_used' | 'amount_exceeds_maximum';

export type ConfirmAnswer =
  { readonly accepted: true; readonly topup: Topup } | { readonly accepted: false; readonly refusal: ConfirmRefusal };

/** A top-up as its own events say; `null`: none was requested under the id. Raises what the log raises. */
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
 * Credits what the bank has received for a top-up. A bank reference that is another's, and more than the wallet may hold, are
 * refused before anything is written.
 * Raises what the log raises: then it may be confirmed, and a reactor credits it.
 */
export async function confirmTopup(
  deps: PaymentDeps,
  topupId: string,
  { received, actor }: { readonly received: Payment; readonly actor: string },
): Promise<ConfirmAnswer> {
  const { log } = deps;
  const owner = await recordedState({ log, stream: streamOf(deps, received.bank_reference), decider: payment });
  if (owner !== null && owner.topup_id !== topupId) return { accepted: false, refusal: 'bank_reference_used' };
  if (!(await hasRoom(deps, topupId, received))) return { accepted: false, refusal: 'amount_exceeds_maximum' };
  const confirmed = await changeTopup(deps, topupId, { type: 'confirm_topup', payment: received, actor });
  if (!confirmed.accepted) return { accepted: false, refusal: confirmed.refusal };
  return await finishTopup(deps, topupId, actor);
}

/** Who is still to be credited can be: what a wallet holds has a limit. */
async function hasRoom({ log, wallets }: PaymentDeps, topupId: string, received: Payment): Promise<boolean> {
  const state = await recordedTopup(log, topupId);
  if (state?.standing !== 'pending') return true;
  const foreseen = await wallets.preview(state.wallet_id, creditOf(topupId, received.received_eur));
  return foreseen === null || foreseen.accepted || foreseen.refusal !== 'amount_exceeds_maximum';
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
 * Goes on with a top-up that is confirmed: its bank reference becomes its own, in a stream that all top-ups share, and only then
 * the wallet is credited, by the id of the top-up, which it takes once. A reference that another has taken meanwhile reopens it.
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
  // More was credited since there was room for it: it stays confirmed, and is tried again.
  if (!credit.accepted && credit.refusal !== 'credit_already_posted') return { accepted: true, topup: state };
  const credited = await changeTopup(deps, topupId, { type: 'credit_topup' });
  return { accepted: true, topup: credited.state ?? state };
}

/** Banks and people write references in small and large letters, and with blanks. */
function streamOf({ keyHasher }: PaymentDeps, bankReference: string): string {
  const written = bankReference.replaceAll(/\s+/g, '').toUpperCase();
  return paymentStream(keyHasher.hash(JSON.stringify(['bank reference', written])));
}
