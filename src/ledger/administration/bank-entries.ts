import {
  bankEntry,
  claimsOf,
  hasRoom,
  isRefused,
  type EntryClaim,
  type EntryClaims,
} from '../../domain/payments/bank-entry.ts';
import type { Payment } from '../../domain/payments/topup.ts';
import { RecentMap } from '../../limits/recent-map.ts';
import type { EventLog } from '../../ports/event-log.ts';
import { handleCommand, recordedState, type Folded } from '../handle-command.ts';
import { bankEntryStream } from '../stream-names.ts';

type ClaimedPayment = Omit<Payment, 'bank_reference' | 'bank_date'>;
type Claimed = Pick<EntryClaim, 'topup_id' | 'by'>;

/** Some 20 MB. */
const claimsKeptMax = 30_000;

/**
 * Claims on the bank's entries. Payments of one amount and day share a stream, so what was read of it is kept and read on:
 * a day may have thousands.
 */
export class BankEntries {
  readonly #options: { readonly log: EventLog; readonly createId: () => string };
  readonly #folds = new RecentMap<string, Folded<EntryClaims | null>>(
    claimsKeptMax,
    ({ revision }: Folded<EntryClaims | null>) => (revision ?? 0) + 1,
  );

  constructor(options: { readonly log: EventLog; readonly createId: () => string }) {
    this.#options = options;
  }

  /**
   * Takes the amount of a payment of its entry of the bank, at each place of the entry; whether there is as much.
   * Idempotent, and the same for whoever asks. A claim that is refused at a later place stays at the earlier ones: for
   * that entry, which others have used. Raises what the log raises.
   */
  async claim(of: Claimed, payment: ClaimedPayment): Promise<boolean> {
    for (const claim of claimsOf(of, payment)) {
      const stream = bankEntryStream(claim.entry_eur, claim.kept_at);
      const command = { type: 'claim_entry', claim } as const;
      const place = { ...this.#options, stream, decider: bankEntry, folds: this.#folds };
      const { state } = await handleCommand(command, place);
      if (isRefused(claim, state)) return false;
    }
    return true;
  }

  /**
   * Whether the entry of a payment has room for it now, what it took itself left out. Writes nothing. Raises what the log
   * raises.
   */
  async isFree(of: Claimed, payment: ClaimedPayment): Promise<boolean> {
    for (const claim of claimsOf(of, payment)) {
      const stream = bankEntryStream(claim.entry_eur, claim.kept_at);
      const state = await recordedState({ log: this.#options.log, stream, decider: bankEntry, folds: this.#folds });
      if (!hasRoom(claim, state)) return false;
    }
    return true;
  }
}
