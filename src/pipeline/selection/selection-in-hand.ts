import { eurFromNano, type NanoEur } from '../../domain/money.ts';
import type { ChargeSelection, SelectionHold, SelectionSpend } from '../../domain/selection/selection-commands.ts';
import type { SelectionChoice } from '../../domain/selection/selection-events.ts';
import type { SettleReservation } from '../../domain/wallet-commands.ts';
import type { ShownSelection } from '../../domain/selection/shown-selection.ts';

/** The route selection of one request, from its hold until it is charged. */
export class SelectionInHand {
  readonly hold: SelectionHold;
  readonly #reservationId: string;
  #choice: SelectionChoice;
  #spent: SelectionSpend = { kind: 'nothing' };
  #isCharged = false;

  /** `undecided`: the choice to report if no route is decided. */
  constructor(reservationId: string, hold: SelectionHold, undecided: SelectionChoice) {
    this.#reservationId = reservationId;
    this.hold = hold;
    this.#choice = undecided;
  }

  /** The cost of choosing, by the counters that are known. */
  get cost(): NanoEur {
    return this.#spent.kind === 'counted' ? this.#spent.cost.total : 0n;
  }

  /** The most that choosing may cost: what is held for it, where that is not known. */
  get costMax(): NanoEur {
    return this.#spent.kind === 'unknown' ? this.hold.cap : this.cost;
  }

  /** Whether choosing was charged, or may be, whichever target answers. */
  get mayHaveCost(): boolean {
    return this.#spent.kind === 'unknown' || this.cost > 0n;
  }

  get isCharged(): boolean {
    return this.#isCharged;
  }

  /** What the caller is told about the choice; `null` until one is charged. */
  get shown(): ShownSelection | null {
    const { selected } = this.#choice;
    return this.#isCharged && selected !== null ? { profile: selected, eur: eurFromNano(this.cost) } : null;
  }

  /** Records what a call has spent. From here on the end of the selection charges it. */
  consumed(spent: SelectionSpend): void {
    this.#spent = spent;
  }

  /** The command that charges the selection and allows the answer to be forwarded. */
  charge(choice: SelectionChoice, answer: NonNullable<ChargeSelection['answer']>): ChargeSelection {
    this.#choice = choice;
    return { ...this.#command(), answer, reason: '' };
  }

  /** Marks the charge as recorded. */
  charged(): void {
    this.#isCharged = true;
  }

  /**
   * The command that charges the selection when nothing was forwarded. It is right whether an earlier attempt was
   * recorded or not.
   */
  giveUp(reason: string): ChargeSelection {
    this.#choice = { ...this.#choice, selected: null, outcome: 'failed' };
    return { ...this.#command(), answer: null, reason };
  }

  /**
   * The command that charges the call when the reconciler has ended the request meanwhile, and holds the possible cost
   * of the call under the id of the choice. `null`: no counters are known.
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
