import { eurFromNano, type NanoEur } from '../domain/money.ts';
import type { ChargeSelection, SelectionHold, SelectionSpend } from '../domain/selection/selection-commands.ts';
import type { SelectionChoice } from '../domain/selection/selection-events.ts';
import type { SettleReservation } from '../domain/wallet-commands.ts';
import type { SelectionTold } from '../domain/selection/selection-told.ts';

/** The choosing of one request, from the hold that was made for it until it is charged. */
export class SelectionInHand {
  readonly hold: SelectionHold;
  readonly #reservationId: string;
  #choice: SelectionChoice;
  #spent: SelectionSpend = { kind: 'nothing' };
  #isCharged = false;

  /** `undecided`: what is told where nobody comes to choose. */
  constructor(reservationId: string, hold: SelectionHold, undecided: SelectionChoice) {
    this.#reservationId = reservationId;
    this.hold = hold;
    this.#choice = undecided;
  }

  /** What choosing has cost by the counters that are known. */
  get cost(): NanoEur {
    return this.#spent.kind === 'counted' ? this.#spent.cost.total : 0n;
  }

  /** The most that choosing may cost: what is held for it, where that is not known. */
  get costMax(): NanoEur {
    return this.#spent.kind === 'unknown' ? this.hold.cap : this.cost;
  }

  get spent(): SelectionSpend {
    return this.#spent;
  }

  /** Whether choosing was charged, or may be, whoever answers. */
  get mayHaveCost(): boolean {
    return this.#spent.kind === 'unknown' || this.cost > 0n;
  }

  get isCharged(): boolean {
    return this.#isCharged;
  }

  /** What the caller is told of it; `null` while nobody is chosen. */
  get told(): SelectionTold | null {
    const { selected } = this.#choice;
    return this.#isCharged && selected !== null ? { profile: selected, eur: eurFromNano(this.cost) } : null;
  }

  /** A call was made: from here on the end of choosing charges it. */
  consumed(spent: SelectionSpend): void {
    this.#spent = spent;
  }

  /** What charges it, and lets the answer be forwarded. */
  charge(choice: SelectionChoice, answer: NonNullable<ChargeSelection['answer']>): ChargeSelection {
    this.#choice = choice;
    return { ...this.#command(), answer, reason: '' };
  }

  /** It is recorded. */
  charged(): void {
    this.#isCharged = true;
  }

  /** What charges it where nothing was forwarded. It is right whether an earlier attempt was recorded or not. */
  giveUp(reason: string): ChargeSelection {
    this.#choice = { ...this.#choice, selected: null, outcome: 'failed' };
    return { ...this.#command(), answer: null, reason };
  }

  /**
   * What charges it where the reconciler has ended the request meanwhile, and holds what the call may have cost under the
   * id of the choice. `null`: no counters are known.
   */
  chargeLate(): SettleReservation | null {
    if (this.#spent.kind !== 'counted') return null;
    const { kind: _, ...bill } = this.#spent;
    return { type: 'settle_reservation', reservationId: this.hold.selectionId, ...bill, resolvedBy: null };
  }

  #command() {
    return {
      type: 'charge_selection' as const,
      reservationId: this.#reservationId,
      choice: this.#choice,
      spent: this.#spent,
      resolvedBy: null,
    };
  }
}
