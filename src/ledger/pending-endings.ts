import { Slots } from '../limits/slots.ts';
import type { FlagReservation, ReservationEnding, WalletRefusal } from '../domain/wallet-commands.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import { systemTimer, type Timer } from '../time/timer.ts';
import { retryPause, type RetryPolicy } from './retry.ts';
import type { Wallets } from './wallets.ts';
import { withinMs } from './within-ms.ts';

export interface PendingEndingsOptions {
  readonly wallets: Pick<Wallets, 'execute'>;
  /** From which a reservation is removed when its ending is recorded, or given up. */
  readonly inHand: Pick<Set<string>, 'delete'>;
  readonly telemetry: Telemetry;
  /** Longest that a request waits for its ending to be recorded, milliseconds. */
  readonly waitMsMax: number;
  /** Most endings kept for another attempt; beyond it they are left to the reconciler. */
  readonly keptMax: number;
  /** Pauses between attempts double from this up to five seconds, milliseconds. */
  readonly retryMs: number;
  readonly timer?: Timer;
}

const retryMsMax = 5_000;

/**
 * What became of an ending: it is in the ledger, or is still on its way there, or left to the reconciler; or the ledger
 * cannot take it at all, and the hold is flagged instead.
 */
export type EndingFate = 'recorded' | 'pending' | 'flagged';

/** Endings on their way into the ledger. One that the ledger does not take at once is tried until it does. */
export class PendingEndings {
  readonly #options: PendingEndingsOptions;
  readonly #pending = new Slots<Promise<EndingFate>>();
  readonly #stopping = new AbortController();
  readonly #timer: Timer;

  constructor(options: PendingEndingsOptions) {
    this.#options = options;
    this.#timer = options.timer ?? systemTimer;
  }

  /** Number of endings not recorded yet. */
  get size(): number {
    return this.#pending.size;
  }

  /**
   * Records an ending. Resolves to its outcome within `waitMsMax`; never raises. `ifOver` is recorded instead if the
   * reservation has already ended otherwise.
   */
  async end(walletId: string, ending: ReservationEnding, ifOver: ReservationEnding | null = null): Promise<EndingFate> {
    if (this.#pending.size >= this.#options.keptMax) {
      this.#options.telemetry.warn('ending_left_to_reconciler', { reservation_id: ending.reservationId });
      this.#options.inHand.delete(ending.reservationId);
      return 'pending';
    }
    const recorded = this.#record(walletId, ending, ifOver).finally(() => {
      leave();
      this.#options.inHand.delete(ending.reservationId);
    });
    const leave = this.#pending.add(recorded);
    const fate = await withinMs(recorded, this.#options.waitMsMax, this.#timer);
    return fate === 'too_late' ? 'pending' : fate;
  }

  /**
   * Tries the pending endings once more, for at most `waitMsMax`; those that still fail are left to the reconciler.
   */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await withinMs(Promise.all(this.#pending.members()), this.#options.waitMsMax, this.#timer);
  }

  async #record(walletId: string, ending: ReservationEnding, ifOver: ReservationEnding | null): Promise<EndingFate> {
    const { wallets, telemetry } = this.#options;
    let next = ending;
    let fate: EndingFate = 'recorded';
    const policy: RetryPolicy = { pauseMs: this.#options.retryMs, pauseMsMax: retryMsMax };
    for (let failures = 0; ;) {
      const isLast = this.#stopping.signal.aborted;
      try {
        const answer = await wallets.execute(walletId, next);
        if (answer.accepted) return fate;
        const { refusal } = answer;
        telemetry.warn('ending_refused', { reservation_id: ending.reservationId, refusal });
        if (refusal === 'reservation_not_open' && next === ending && ifOver !== null) {
          next = ifOver;
          continue;
        }
        if (isEndedBy(refusal)) return fate;
        // The reconciler ends it as that of a lost request: nothing was forwarded that could be looked up.
        if (ending.type === 'charge_selection') return 'pending';
        next = flagOf(ending, refusal);
        fate = 'flagged';
      } catch (error) {
        telemetry.warn('ending_not_recorded', { reservation_id: ending.reservationId }, error);
        if (isLast) return 'pending';
        failures += 1;
        await retryPause(policy, failures, { timer: this.#timer, signal: this.#stopping.signal });
      }
    }
  }
}

/**
 * A hold whose ending was refused. Where a later attempt was recorded than the one that ended, that one was never sent.
 */
function flagOf(ending: ReservationEnding, refusal: WalletRefusal): FlagReservation {
  const { reservationId } = ending;
  const lastSent = 'attempt' in ending ? ending.attempt : undefined;
  return {
    type: 'flag_reservation',
    reservationId,
    reason: `refused_${refusal}`,
    ...(lastSent !== undefined && { lastSent }),
  };
}

/**
 * Whether a refusal means that the reservation has already ended, or waits for a resolution: by an earlier attempt of
 * the same ending whose answer was lost, by the reconciler, or by an operator. Any other refusal leaves a hold that an
 * operator has to review, for example a cost larger than any amount.
 */
function isEndedBy(refusal: WalletRefusal): boolean {
  return (
    refusal === 'reservation_not_open' || refusal === 'reservation_already_flagged' || refusal === 'wallet_not_open'
  );
}
