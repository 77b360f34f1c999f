import { chosenBounds, heldBounds } from '../../domain/attempts/fail-attempt.ts';
import type { CountedRecord } from '../../domain/wallet-entries/cost-lines.ts';
import { eurFromNano, nanoFromEur, type NanoEur } from '../../domain/money.ts';
import type { PriceList, PriceListRecord } from '../../domain/price-list.ts';
import { wallet } from '../../domain/wallet.ts';
import type { InferenceRecord } from '../../domain/wallet-entries/inference-record.ts';
import type { KeptIdEvent } from '../../domain/wallet-closing-events.ts';
import type { WalletEvent, WalletEventOf } from '../../domain/wallet-events.ts';
import { availableNano, foldedInPlace, mayStillAnswer, type WalletState } from '../../domain/wallet-state.ts';
import { RecentIds } from '../../limits/recent-ids.ts';
import { mismatch, type Mismatch } from './ledger-difference.ts';
import { AttemptsCheck, type AttemptAsked } from './verify-attempts.ts';
import { alertMismatch } from './verify-alerts.ts';
import { budgetMismatch } from './verify-budgets.ts';
import { ClosingCheck } from './verify-closing.ts';
import { lotsMismatch } from './verify-lots.ts';
import { chargeMismatch, PriceListShelf, selectionMismatch, type Charge } from './verify-charge.ts';
import {
  accountsOfWallet,
  post,
  emptyBalances,
  postedMovements,
  postingsMismatch,
  type AccountsOfWallet,
  type Balances,
  type PostedMovement,
} from './verify-postings.ts';

/** Many, because a credit or debit may never be posted twice, and there are few beside the requests. */
const movementIdsMin = 1_000_000;

/** State that all wallets of one verification share. */
export class WalletsBalances {
  readonly priceLists = new PriceListShelf();
  readonly reservationIds = new RecentIds();
  readonly movementIds = new RecentIds(movementIdsMin);
  #wallets = 0;

  /** The next wallet's number. */
  nextNumber(): number {
    this.#wallets += 1;
    return this.#wallets;
  }

  get wallets(): number {
    return this.#wallets;
  }
}

/** The terms of a reservation, kept while it is open or its outcome is awaited. */
interface Terms {
  readonly asked: AttemptAsked;
  /** Prices of the next charge: before the target is selected, those of the selecting call. */
  readonly priceList: PriceList;
  /** The most that can be counted of it. */
  readonly bounds: CountedRecord;
}

interface Call {
  readonly inference: InferenceRecord;
  readonly price_list: PriceListRecord;
}

type OfReservation = Extract<WalletEvent, { readonly data: { readonly reservation_id: string } }>;

/** Checks the events of one wallet and reports the first that breaks a rule of money. */
export class WalletCheck {
  readonly walletId: string;
  readonly #shared: WalletsBalances;
  readonly #number: number;
  readonly #accounts: AccountsOfWallet;
  /** Summed from movements only, independently of the decider's fold. */
  readonly balances: Balances = emptyBalances();
  /** Terms of open reservations, and of those whose outcome is awaited. */
  readonly #terms = new Map<string, Terms>();
  /** Reservations given back before their outcome was known and not charged since: who made them, and what they held. */
  readonly #awaited = new Map<string, { readonly keyId: string; readonly hold: NanoEur }>();
  readonly #closings = new ClosingCheck();
  readonly #attempts = new AttemptsCheck();
  #state: WalletState = foldedInPlace(wallet.initialState);
  #events = 0;

  constructor(walletId: string, shared: WalletsBalances) {
    this.walletId = walletId;
    this.#shared = shared;
    this.#number = shared.nextNumber();
    this.#accounts = accountsOfWallet(walletId);
  }

  get state(): WalletState {
    return this.#state;
  }

  /** Checks the wallet's next event. Returns what is wrong with it; `null` when it is correct and has been taken. */
  check(event: WalletEvent): Mismatch | null {
    const movements = postedMovements(event);
    return (
      this.#opening(event) ??
      this.#attempts.due(event) ??
      this.#facts(event) ??
      lotsMismatch(event, this.#state) ??
      postingsMismatch(event, movements, this.#accounts) ??
      this.#take(event, movements)
    );
  }

  /** What is wrong with an id that a separate stream keeps; `null`: nothing so far. */
  keep(event: KeptIdEvent): Mismatch | null {
    return this.#closings.keep(event);
  }

  /** To be called after the last event of the log: reports unmet attempts and ids that closings wrongly left out. */
  end(): Mismatch | null {
    return this.#attempts.end() ?? this.#closings.end(this.#state);
  }

  #opening(event: WalletEvent): Mismatch | null {
    const isOpen = this.#state.walletId !== null;
    if (isOpen !== (event.type === 'WalletOpened')) return null;
    return mismatch('wallet_opening', isOpen ? 'a wallet that is open' : 'WalletOpened', event.type);
  }

  #facts(event: WalletEvent): Mismatch | null {
    switch (event.type) {
      case 'WalletOpened':
        return null;
      case 'WalletRestricted':
        return this.#restriction(event.type, false);
      case 'WalletRestrictionLifted':
        return this.#restriction(event.type, true);
      case 'WalletAlertSet':
      case 'BudgetAlertSet':
      case 'WalletLotExpired':
        return null;
      case 'WalletRanLow':
      case 'BudgetRanLow':
      case 'BudgetReached':
        return alertMismatch(event, this.#state);
      case 'WalletCredited':
        return this.#moved('credit', event.data.credit_id);
      case 'WalletDebited':
        return this.#moved('debit', event.data.debit_id);
      case 'CreditReserved':
        return this.#reserved(event.data.reservation_id) ?? budgetMismatch(event.data, this.#state);
      case 'SelectionCharged':
        return this.#ofOpen(event) ?? this.#selected(event.data);
      case 'AttemptFailed':
        return this.#ofOpen(event) ?? this.#failed(event.data);
      case 'ReservationFlagged':
        return this.#ofOpen(event);
      case 'ReservationReleased':
        return this.#ofOpen(event) ?? this.#wholeHold(event.data);
      case 'ReservationSettled':
        return this.#ofOpen(event) ?? this.#settled(event.data) ?? this.#charge(event.data);
      case 'ReleasedReservationCharged':
        return this.#ofAwaited(event.data) ?? this.#charge(event.data);
      case 'WalletPeriodClosed':
        return this.#closings.close(event.data, this.#state, this.#events);
    }
  }

  /** Checks that a wallet is not restricted twice, and that only a restriction in force is lifted. */
  #restriction(type: WalletEvent['type'], isExpected: boolean): Mismatch | null {
    if (this.#state.isRestricted === isExpected) return null;
    return mismatch('wallet_restriction', isExpected ? 'a restricted wallet' : 'a wallet that is not restricted', type);
  }

  #moved(what: 'credit' | 'debit', id: string): Mismatch | null {
    const isNew = this.#shared.movementIds.add(this.#number, `${what} ${id}`);
    return isNew ? null : mismatch('movement_repeated', `a new ${what}`, `${id} again`);
  }

  #reserved(reservationId: string): Mismatch | null {
    const isNew = this.#shared.reservationIds.add(this.#number, reservationId);
    return isNew ? null : mismatch('reservation_repeated', 'a new reservation', `${reservationId} again`);
  }

  #ofOpen({ type, data }: OfReservation): Mismatch | null {
    const reservation = this.#state.reservations.get(data.reservation_id);
    if (reservation === undefined) {
      return mismatch('reservation_not_open', `${data.reservation_id} to be open`, `${type} while it is not`);
    }
    return reservation.keyId === data.key_id ? null : mismatch('reservation_key', reservation.keyId, data.key_id);
  }

  #ofAwaited({ reservation_id, key_id }: WalletEventOf<'ReleasedReservationCharged'>['data']): Mismatch | null {
    const awaited = this.#awaited.get(reservation_id);
    if (awaited === undefined) {
      return mismatch(
        'reservation_not_open',
        `${reservation_id} to be given back with its outcome unknown, and not yet charged`,
        'it is not',
      );
    }
    return awaited.keyId === key_id ? null : mismatch('reservation_key', awaited.keyId, key_id);
  }

  #wholeHold({ reservation_id, amount_eur }: WalletEventOf<'ReservationReleased'>['data']): Mismatch | null {
    const hold = this.#holdOf(reservation_id);
    return nanoFromEur(amount_eur) === hold ? null : mismatch('reservation_amount', eurFromNano(hold), amount_eur);
  }

  /** A selection is charged within its cap, or marked as an overrun; the rest is held for the answer, or released. */
  #selected(data: WalletEventOf<'SelectionCharged'>['data']): Mismatch | null {
    const selection = this.#state.reservations.get(data.reservation_id)?.selection ?? null;
    if (selection?.id !== data.selection_id) {
      return mismatch('selection_not_open', selection?.id ?? 'none to be open', data.selection_id);
    }
    const found = selectionMismatch(data, { hold: this.#holdOf(data.reservation_id), cap: selection.cap });
    if (found !== null) return found;
    const { price_list_id = '', price_list_version = '', service_tier = null, usage_source = 'upstream' } = data;
    if (price_list_id === '' && data.lines.length === 0 && nanoFromEur(data.cost_eur) === 0n) return null;
    return this.#charge({ ...data, price_list_id, price_list_version, service_tier, usage_source });
  }

  #failed(data: WalletEventOf<'AttemptFailed'>['data']): Mismatch | null {
    const reservation = this.#state.reservations.get(data.reservation_id);
    if (reservation === undefined) return null;
    const asked = this.#terms.get(data.reservation_id)?.asked ?? null;
    const found = this.#attempts.failed(data, reservation, asked);
    if (found === null) this.#attempts.promise(data, reservation.amount);
    return found;
  }

  #settled(data: WalletEventOf<'ReservationSettled'>['data']): Mismatch | null {
    const { amount: hold = 0n, selection = null } = this.#state.reservations.get(data.reservation_id) ?? {};
    if (selection !== null) return mismatch('selection_open', 'the target to be selected first', data.reservation_id);
    const released = nanoFromEur(data.released_eur);
    const overrun = nanoFromEur(data.overrun_eur);
    const ended = nanoFromEur(data.cost_eur) - overrun + released;
    if (ended !== hold) return mismatch('reservation_amount', eurFromNano(hold), eurFromNano(ended));
    if (released === 0n || overrun === 0n) return null;
    return mismatch('reservation_amount', 'a release or an overrun', `both: ${data.released_eur}, ${data.overrun_eur}`);
  }

  #charge(data: Charge & { readonly reservation_id: string }): Mismatch | null {
    const terms = this.#terms.get(data.reservation_id);
    if (terms === undefined) return null;
    const hold = this.#awaited.get(data.reservation_id)?.hold ?? this.#holdOf(data.reservation_id);
    return chargeMismatch(data, terms.priceList, { hold, bounds: terms.bounds });
  }

  #holdOf(reservationId: string): NanoEur {
    return this.#state.reservations.get(reservationId)?.amount ?? 0n;
  }

  #take(event: WalletEvent, movements: readonly PostedMovement[]): Mismatch | null {
    this.#remember(event);
    this.#events += 1;
    const state = wallet.evolve(this.#state, event);
    if (event.type !== 'WalletPeriodClosed') this.#closings.interrupt();
    const isNew = event.type === 'WalletPeriodClosed' || event.type === 'WalletOpened';
    this.#state = isNew ? foldedInPlace(state) : state;
    post(this.balances, movements);
    return this.#balance();
  }

  #remember(event: WalletEvent): void {
    switch (event.type) {
      case 'CreditReserved': {
        const { reservation_id, selection } = event.data;
        this.#ask(
          reservation_id,
          reservation_id,
          { ...event.data, bounds: heldBounds(event.data) },
          selection?.call?.price_list,
        );
        return;
      }
      case 'SelectionCharged': {
        const { answer, reservation_id } = event.data;
        const held = this.#terms.get(reservation_id)?.bounds ?? { counters: {} };
        if (answer !== undefined)
          this.#ask(reservation_id, reservation_id, { ...answer, bounds: chosenBounds(held, answer) });
        return;
      }
      case 'AttemptFailed': {
        const { reservation_id, next } = event.data;
        this.#ask(reservation_id, next.billing_reference, { ...next, bounds: heldBounds(next) });
        return;
      }
      case 'ReservationReleased':
        if (this.#isAwaited(event.data)) {
          const { reservation_id, key_id, amount_eur } = event.data;
          this.#awaited.set(reservation_id, { keyId: key_id, hold: nanoFromEur(amount_eur) });
        } else this.#terms.delete(event.data.reservation_id);
        return;
      case 'ReservationSettled':
      case 'ReleasedReservationCharged':
        this.#terms.delete(event.data.reservation_id);
        if (this.#awaited.size > 0) this.#awaited.delete(event.data.reservation_id);
        return;
      case 'WalletOpened':
      case 'WalletCredited':
      case 'WalletDebited':
      case 'WalletLotExpired':
      case 'ReservationFlagged':
      case 'WalletRestricted':
      case 'WalletRestrictionLifted':
      case 'WalletAlertSet':
      case 'BudgetAlertSet':
      case 'WalletRanLow':
      case 'BudgetRanLow':
      case 'BudgetReached':
      case 'WalletPeriodClosed':
        return;
    }
  }

  /** Notes the terms of a reservation. `chosenBy`: prices of the selecting call, which is charged before the answer. */
  #ask(
    reservationId: string,
    billingReference: string,
    call: Call & Pick<Terms, 'bounds'>,
    chosenBy?: PriceListRecord,
  ): void {
    const { inference, bounds } = call;
    const priceList = this.#shared.priceLists.take(call.price_list);
    const charged = chosenBy === undefined ? priceList : this.#shared.priceLists.take(chosenBy);
    this.#terms.set(reservationId, { asked: { billingReference, inference, priceList }, priceList: charged, bounds });
  }

  /** Whether a reservation was released by rule while its outcome was still unknown. */
  #isAwaited({ reservation_id, resolved_by }: WalletEventOf<'ReservationReleased'>['data']): boolean {
    const reservation = this.#state.reservations.get(reservation_id);
    return resolved_by === 'rule' && reservation !== undefined && mayStillAnswer(reservation);
  }

  #balance(): Mismatch | null {
    const { available, reserved } = this.balances;
    const state = this.#state;
    const folded = availableNano(state);
    if (available !== folded || reserved !== state.reserved) {
      return mismatch('balance', inWords(folded, state.reserved), inWords(available, reserved));
    }
    if (reserved < 0n) return mismatch('overdrawn', 'reserved to be 0 or more', eurFromNano(reserved));
    if (available >= -state.overrun) return null;
    return mismatch('overdrawn', `available to be ${eurFromNano(-state.overrun)} or more`, eurFromNano(available));
  }
}

function inWords(available: NanoEur, reserved: NanoEur): string {
  return `${eurFromNano(available)} available, ${eurFromNano(reserved)} reserved`;
}
