import { eurFromNano, nanoFromEur, type NanoEur } from '../domain/money.ts';
import type { KeptIdEvent } from '../domain/wallet-closing-events.ts';
import type { CreditWallet, DebitWallet, WalletCommand } from '../domain/wallet-commands.ts';
import type { WalletState } from '../domain/wallet-state.ts';
import { RevisionConflict, type EventLog } from '../ports/event-log.ts';
import { decodeEvent, encodeEvent } from './codec.ts';
import { keptCreditStream, keptDebitStream } from './stream-names.ts';

/** A credit or debit of a wallet. */
export interface MovementId {
  readonly kind: 'credit' | 'debit';
  readonly walletId: string;
  readonly id: string;
}

const streamOf = ({ kind, walletId, id }: MovementId): string =>
  kind === 'credit' ? keptCreditStream(walletId, id) : keptDebitStream(walletId, id);

/**
 * Keeps the id of a recorded credit or debit in a separate stream, so that no closing has to carry it. Idempotent.
 * Raises what the log raises.
 */
export async function keepId(
  { log, createId }: { readonly log: EventLog; readonly createId: () => string },
  movement: MovementId,
  amount: NanoEur,
): Promise<void> {
  const data = { wallet_id: movement.walletId, amount_eur: eurFromNano(amount) };
  const event: KeptIdEvent =
    movement.kind === 'credit'
      ? { type: 'CreditIdKept', data: { ...data, credit_id: movement.id } }
      : { type: 'DebitIdKept', data: { ...data, debit_id: movement.id } };
  try {
    await log.append(streamOf(movement), 'no_stream', [encodeEvent(event, createId())]);
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error;
  }
}

/** The amount posted under an id that a separate stream keeps; `null`: there is none. Raises what the log raises. */
export async function keptAmount(log: Pick<EventLog, 'readStream'>, movement: MovementId): Promise<NanoEur | null> {
  const [recorded] = await log.readStream(streamOf(movement), { limit: 1 });
  if (recorded === undefined) return null;
  // The stream's name determines the type of its event.
  return nanoFromEur((decodeEvent(recorded) as KeptIdEvent).data.amount_eur);
}

/** Whether a separate stream may keep the id of this command: the state does not know it, and closings left ids out. */
export function mayBeKept(command: WalletCommand, state: WalletState): command is CreditWallet | DebitWallet {
  if (command.type === 'credit_wallet') return state.creditsKept > 0 && !state.creditIds.has(command.creditId);
  return command.type === 'debit_wallet' && state.debitsKept > 0 && !state.debitIds.has(command.debitId);
}

/** The command with `isPosted`: whether a separate stream keeps its id. Raises what the log raises. */
export async function withKeptId(
  log: Pick<EventLog, 'readStream'>,
  walletId: string,
  command: CreditWallet | DebitWallet,
): Promise<WalletCommand> {
  const movement: MovementId =
    command.type === 'credit_wallet'
      ? { kind: 'credit', walletId, id: command.creditId }
      : { kind: 'debit', walletId, id: command.debitId };
  return { ...command, isPosted: (await keptAmount(log, movement)) !== null };
}
