import type { LotPart } from '../../domain/lots/wallet-lots.ts';
import { eurFromNano, nanoFromEur, type NanoEur } from '../../domain/money.ts';
import type { KeyedValues } from '../../domain/keyed-values/keyed-values.ts';
import { stateOfClosing } from '../../domain/wallet-closing.ts';
import type { KeptIdEvent, WalletPeriodClosed } from '../../domain/wallet-closing-events.ts';
import type { OpenReservation, WalletState } from '../../domain/wallet-state.ts';
import { mismatch, type Mismatch } from './ledger-difference.ts';

/** Ids of one kind of movement, credits or debits, that closings leave out and separate streams keep. */
class KeptMovements {
  readonly #name: string;
  /** Kept by a stream and not yet left out by a closing. */
  readonly #kept = new Map<string, NanoEur>();
  /** Left out by a closing and not yet kept by a stream: a copy may hold the two in another order. */
  readonly #leftOut = new Map<string, NanoEur>();

  constructor(name: string) {
    this.#name = name;
  }

  keep(id: string, amount: NanoEur): Mismatch | null {
    const posted = this.#leftOut.get(id);
    if (posted === undefined) this.#kept.set(id, amount);
    this.#leftOut.delete(id);
    return posted === undefined ? null : this.#sameAmount(id, posted, amount);
  }

  /** Ids that a closing carries on must have been posted; ids that it leaves out must be kept by a stream. */
  close(posted: KeyedValues<NanoEur>, carried: KeyedValues<NanoEur>): Mismatch | null {
    for (const [id, amount] of posted.entries()) {
      if (carried.has(id)) continue;
      const kept = this.#kept.get(id);
      if (kept === undefined) this.#leftOut.set(id, amount);
      else if (kept !== amount) return this.#sameAmount(id, amount, kept);
      this.#kept.delete(id);
    }
    return mapMismatch(`${this.#name}s`, [posted, carried], eurFromNano, (id) => carried.has(id));
  }

  /** After the last event. */
  end(posted: KeyedValues<NanoEur>): Mismatch | null {
    for (const [id] of this.#leftOut.entries()) {
      return mismatch('kept_id', `a stream that keeps the ${this.#name} ${id}`, 'none, and a closing leaves it out');
    }
    for (const [id, amount] of this.#kept.entries()) {
      const found = posted.get(id);
      if (found === undefined) return mismatch('kept_id', `a ${this.#name} ${id}`, 'none, and a stream keeps its id');
      if (found !== amount) return this.#sameAmount(id, found, amount);
    }
    return null;
  }

  #sameAmount(id: string, posted: NanoEur, kept: NanoEur): Mismatch | null {
    if (posted === kept) return null;
    return mismatch('kept_id', `${this.#name} ${id} of ${eurFromNano(posted)}`, eurFromNano(kept));
  }
}

/** Checks the closings of one wallet: each must equal the state after the events before it. */
export class ClosingCheck {
  readonly #credits = new KeptMovements('credit');
  readonly #debits = new KeptMovements('debit');
  #parts: WalletPeriodClosed[] = [];

  /** Notes an id that a separate stream keeps from now on. */
  keep({ type, data }: KeptIdEvent): Mismatch | null {
    const amount = nanoFromEur(data.amount_eur);
    return type === 'CreditIdKept'
      ? this.#credits.keep(data.credit_id, amount)
      : this.#debits.keep(data.debit_id, amount);
  }

  /** To be called for any other event: it makes a closing in progress invalid. */
  interrupt(): void {
    this.#parts = [];
  }

  /** Checks a part. `state`: after all events before the closing; `events`: number of events before this part. */
  close(part: WalletPeriodClosed, state: WalletState, events: number): Mismatch | null {
    if (part.part === 1) this.#parts = [];
    this.#parts.push(part);
    if (part.part !== this.#parts.length || part.part > part.parts) {
      return mismatch('closing', `part ${this.#parts.length} of ${part.parts}`, `part ${part.part}`);
    }
    if (part.events !== events - part.part + 1) {
      return mismatch('closing', `${events - part.part + 1} events`, `${part.events} events`);
    }
    if (part.part < part.parts) return null;
    const closed = stateOfClosing(this.#parts, part);
    this.#parts = [];
    return (
      this.#credits.close(state.creditIds, closed.creditIds) ??
      this.#debits.close(state.debitIds, closed.debitIds) ??
      stateMismatch(state, closed)
    );
  }

  /** After the last event of the log. */
  end({ creditIds, debitIds }: WalletState): Mismatch | null {
    return this.#credits.end(creditIds) ?? this.#debits.end(debitIds);
  }
}

type Figure = string | number | boolean | null;

/** The first difference between a closing and the state after the events before it; `null`: they are equal. */
function stateMismatch(state: WalletState, closed: WalletState): Mismatch | null {
  const idsKept = (name: 'credit' | 'debit'): number => {
    const ids = name === 'credit' ? 'creditIds' : 'debitIds';
    const kept = name === 'credit' ? 'creditsKept' : 'debitsKept';
    return state[kept] + state[ids].size - closed[ids].size;
  };
  const figures: readonly (readonly [name: string, expected: Figure, found: Figure])[] = [
    ['wallet_id', state.walletId, closed.walletId],
    ['tenant_id', state.tenantId, closed.tenantId],
    ['restricted', state.isRestricted, closed.isRestricted],
    ['low_below_eur', euroOrNone(state.lowBelow), euroOrNone(closed.lowBelow)],
    ['low', state.isLow, closed.isLow],
    ['credited_eur', eurFromNano(state.credited), eurFromNano(closed.credited)],
    ['debited_eur', eurFromNano(state.debited), eurFromNano(closed.debited)],
    ['settled_eur', eurFromNano(state.settled), eurFromNano(closed.settled)],
    ['selection_settled_eur', eurFromNano(state.selectionSettled), eurFromNano(closed.selectionSettled)],
    ['overrun_eur', eurFromNano(state.overrun), eurFromNano(closed.overrun)],
    ['posted_eur', eurFromNano(state.posted), eurFromNano(closed.posted)],
    ['reserved_eur', eurFromNano(state.reserved), eurFromNano(closed.reserved)],
    ['lots', lotsInWords(state.lots.open), lotsInWords(closed.lots.open)],
    ['ended_reservation_ids', [...state.ended].join(), [...closed.ended].join()],
    ['credits_kept', idsKept('credit'), closed.creditsKept],
    ['debits_kept', idsKept('debit'), closed.debitsKept],
  ];
  const wrong = figures.find(([, expected, found]) => expected !== found);
  if (wrong !== undefined) return mismatch('closing', `${wrong[0]} ${wrong[1]}`, `${wrong[0]} ${wrong[2]}`);
  return (
    mapMismatch(
      'reservations',
      [state.reservations, closed.reservations],
      ({ amount, keyId, expiresAt, flag, selection, ...rest }) => {
        const held = [eurFromNano(amount), keyId, expiresAt, flag, selection?.id, selection?.cap];
        return [...held, rest.isSelection, rest.attempt, eurFromNano(rest.apart), ...heldIn(rest)].join(' ');
      },
    ) ??
    mapMismatch('awaited_reservations', [state.awaited, closed.awaited], ({ keyId, isSelection, ...rest }) =>
      [keyId, isSelection, ...heldIn(rest)].join(' '),
    ) ??
    mapMismatch(
      'budgets',
      [state.budgetSpends, closed.budgetSpends],
      ({ starts_at, ends_at, settled, reserved }) =>
        `${starts_at} ${ends_at} ${eurFromNano(settled)} ${eurFromNano(reserved)}`,
    ) ??
    mapMismatch('lot_holds', [state.lots.held, closed.lots.held], lotsInWords) ??
    mapMismatch('keys', [state.spendByKey, closed.spendByKey], ({ settled, reserved, alert }) =>
      [settled, reserved, alert?.budget, alert?.left, alert?.isReported].join(' '),
    )
  );
}

function heldIn({ budgets = [] }: Pick<OpenReservation, 'budgets'>): readonly string[] {
  return budgets.map(({ budget_id, starts_at, ends_at, amount_eur }) =>
    [budget_id, starts_at, ends_at, amount_eur].join(' '),
  );
}

function lotsInWords(parts: readonly LotPart[]): string {
  return parts
    .map(({ lotId, number, kind, expiresAt, amount, isExpired }) =>
      [lotId, number, kind, expiresAt, eurFromNano(amount), isExpired].join(' '),
    )
    .join(', ');
}

function euroOrNone(amount: NanoEur | null): string {
  return amount === null ? 'none' : eurFromNano(amount);
}

function mapMismatch<Value>(
  name: string,
  [expected, found]: readonly [KeyedValues<Value>, KeyedValues<Value>],
  inWords: (value: Value) => string,
  isExpected: (id: string) => boolean = () => true,
): Mismatch | null {
  const words = (map: KeyedValues<Value>, id: string): string => {
    const value = map.get(id);
    return value === undefined ? `no ${id}` : `${id} ${inWords(value)}`;
  };
  const ids = [...expected.entries(), ...found.entries()].map(([id]) => id);
  const wrong = ids.find((id) => isExpected(id) && words(expected, id) !== words(found, id));
  if (wrong === undefined) return null;
  return mismatch('closing', `${name}: ${words(expected, wrong)}`, `${name}: ${words(found, wrong)}`);
}
