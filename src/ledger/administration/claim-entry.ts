import { bankEntry, claimsOf, hasRoom, type EntryClaim } from '../../domain/payments/bank-entry.ts';
import type { Payment } from '../../domain/payments/topup.ts';
import { handleCommand, recordedState } from '../handle-command.ts';
import { bankEntryStream } from '../stream-names.ts';
import type { PaymentDeps } from './payment-deps.ts';

type ClaimedPayment = Omit<Payment, 'bank_reference' | 'bank_date'>;
type Claimed = Pick<EntryClaim, 'topup_id' | 'by'>;

/**
 * Takes the amount of a payment of its entry of the bank, at each place of the entry; whether there is as much. Idempotent.
 * A claim that is refused at a later place stays at the earlier ones: for that entry, which others have used. Raises what
 * the log raises.
 */
export async function claimEntry(
  { log, createId }: Pick<PaymentDeps, 'log' | 'createId'>,
  of: Claimed,
  payment: ClaimedPayment,
): Promise<boolean> {
  for (const claim of claimsOf(of, payment)) {
    const stream = bankEntryStream(claim.entry_eur, claim.kept_at);
    const command = { type: 'claim_entry', claim } as const;
    const { accepted } = await handleCommand(command, { log, createId, stream, decider: bankEntry });
    if (!accepted) return false;
  }
  return true;
}

/**
 * Whether the entry of a payment has room for it now, what it took itself left out. Writes nothing. Raises what the log
 * raises.
 */
export async function isEntryFree(
  { log }: Pick<PaymentDeps, 'log'>,
  of: Claimed,
  payment: ClaimedPayment,
): Promise<boolean> {
  for (const claim of claimsOf(of, payment)) {
    const stream = bankEntryStream(claim.entry_eur, claim.kept_at);
    if (!hasRoom(claim, await recordedState({ log, stream, decider: bankEntry }))) return false;
  }
  return true;
}
