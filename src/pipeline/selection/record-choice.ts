import type { NanoEur } from '../../domain/money.ts';
import type { SelectionChoice } from '../../domain/selection/selection-events.ts';
import { GatewayError } from '../../errors.ts';
import type { Wallets } from '../../ledger/wallets.ts';
import { heardWithinMs } from '../../ledger/within-ms.ts';
import type { Timer } from '../../time/timer.ts';
import { inferenceAt } from './inference-at.ts';
import type { BoundMember } from './route-options.ts';
import type { SelectionInHand } from './selection-in-hand.ts';
import { InferenceFailure, type Reserved } from '../records.ts';

export interface RecordChoiceDeps {
  readonly wallets: Pick<Wallets, 'execute'>;
  readonly timer: Timer;
  /** Longest wait for the ledger to record the choice, milliseconds. */
  readonly reserveWaitMs: number;
}

/** A choice, and the member that answers with its hold. */
export interface ChosenMember {
  readonly choice: SelectionChoice;
  readonly member: BoundMember;
  readonly hold: NanoEur;
}

/**
 * Charges the selection and records the choice. Raises `InferenceFailure` unless it is known to be recorded: without
 * that nothing may be forwarded.
 */
export async function recordChoice(
  reserved: Reserved,
  selection: SelectionInHand,
  { choice, member: { target, bound }, hold }: ChosenMember,
  { wallets, reserveWaitMs, timer }: RecordChoiceDeps,
): Promise<void> {
  const { inputTokensMax, outputTokensMax } = bound;
  const inference = inferenceAt(reserved, target);
  const command = selection.charge(choice, {
    inference,
    priceList: target.priceList,
    inputTokensMax,
    outputTokensMax,
    hold,
  });
  const walletId = reserved.caller.key.wallet_id;
  try {
    const answer = await heardWithinMs(() => wallets.execute(walletId, command), reserveWaitMs, timer);
    if (answer !== 'too_late' && answer.accepted) return selection.charged();
  } catch (error) {
    throw notRecorded(error);
  }
  throw notRecorded();
}

function notRecorded(cause?: unknown): InferenceFailure {
  const error = new GatewayError('ledger_unavailable', { cause });
  return new InferenceFailure(error, { kind: 'release', reason: 'selection_not_recorded' });
}
