import type { ReservationEnding } from '../domain/wallet-commands.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import type { WalletAnswer } from './wallet-mailbox.ts';
import type { Wallets } from './wallets.ts';

export interface PendingEndingsOptions {
  readonly wallets: Wallets;
  readonly telemetry: Telemetry;
  /** Longest that a request waits for its ending to be recorded, milliseconds. */
  readonly waitMsMax: number;
  /** Most endings kept for another attempt; beyond it they are left to the reconciler. */
  readonly keptMax: number;
  /** Pauses between attempts double from this up to {@link retryMsMax}, milliseconds. */
  readonly retryMs: number;
}

const retryMsMax = 5_000;

/** Endings on their way into the ledger. One that the ledger does not take at once is tried until it does. */
export class PendingEndings {
  readonly #options: PendingEndingsOptions;
  readonly #pending = new Set<Promise<void>>();
  #isStopping = false;

  constructor(options: PendingEndingsOptions) {
    this.#options = options;
  }

  /** How many endings are not recorded yet. */
  get size(): number {
    return this.#pending.size;
  }

  /** Records an ending. Answers whether it was recorded within `waitMsMax`; never raises. */
  async end(walletId: string, ending: ReservationEnding): Promise<boolean> {
    if (this.#pending.size >= this.#options.keptMax) {
      this.#options.telemetry.warn('ending_left_to_reconciler', { reservation_id: ending.reservationId });
      return false;
    }
    const recorded = this.#record(walletId, ending).finally(() => this.#pending.delete(recorded));
    this.#pending.add(recorded);
    return await this.#within(recorded);
  }

  /** Waits for the endings under way; those that still fail are left to the reconciler. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#pending);
  }

  async #within(recorded: Promise<void>): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, this.#options.waitMsMax, false);
    });
    const answer = await Promise.race([recorded.then(() => true), tooLong]);
    clearTimeout(timer);
    return answer;
  }

  async #record(walletId: string, ending: ReservationEnding): Promise<void> {
    for (let pauseMs = this.#options.retryMs; ; pauseMs = Math.min(pauseMs * 2, retryMsMax)) {
      try {
        this.#note(ending, await this.#options.wallets.execute(walletId, ending));
        return;
      } catch (error) {
        this.#options.telemetry.warn('ending_not_recorded', { reservation_id: ending.reservationId }, error);
        if (this.#isStopping) return;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }

  /**
   * A refusal means that the reservation ended already: by an earlier attempt of this very ending whose answer was lost,
   * or by an operator. Either way it ended once.
   */
  #note(ending: ReservationEnding, answer: WalletAnswer): void {
    if (answer.accepted) return;
    const facts = { reservation_id: ending.reservationId, refusal: answer.refusal };
    this.#options.telemetry.warn('ending_refused', facts);
  }
}
