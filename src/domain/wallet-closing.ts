import { alertOfClosing, closedAlert, closedLow, lowOfClosing } from './alerts/closed-alerts.ts';
import { closedWatch, watchOfClosing } from './budgets/watched-budget.ts';
import { budgetsOfClosing, closedBudgets, type ClosedBudgets } from './budgets/closed-budgets.ts';
import { closedLots, lotsOfClosing, type ClosedLots } from './lots/closed-lots.ts';
import { eurFromNano, nanoFromEur, nanoFromSum, type NanoEur } from './money.ts';
import type { KeyedValues } from './keyed-values/keyed-values.ts';
import { PersistentMap } from './keyed-values/persistent-map.ts';
import type { WalletPeriodClosed } from './wallet-closing-events.ts';
import type { KeySpend, OpenReservation, WalletState } from './wallet-state.ts';

/**
 * Closes a period of a wallet: writes its state as events of its own stream, so that earlier events need not be folded
 * again. The id of a credit or debit is left out once it has a stream of its own.
 */

/** Keeps a part far below the limit of 256 KiB per event. */
const partEntriesMax = 500;

/** The ids of credits and debits that have streams of their own. */
export interface KeptIds {
  readonly credits: ReadonlySet<string>;
  readonly debits: ReadonlySet<string>;
}

type Lists = ClosedBudgets &
  ClosedLots &
  Pick<
    WalletPeriodClosed,
    'keys' | 'open_reservations' | 'awaited_reservations' | 'ended_reservation_ids' | 'credits' | 'debits'
  >;

/** How many entries a closing of this state has: the cost of writing it, and of starting from it. */
export function closingEntries(state: WalletState): number {
  const { spendByKey, budgetSpends, reservations, awaited, ended, creditIds, debitIds, lots } = state;
  const spends = spendByKey.size + budgetSpends.size + lots.open.length + lots.held.size;
  return spends + reservations.size + awaited.size + ended.size + creditIds.size + debitIds.size;
}

/** The closing of a wallet after its first `events` events. Raises `Error` for a wallet that was never opened. */
export function closingOf(state: WalletState, events: number, kept: KeptIds): readonly WalletPeriodClosed[] {
  if (state.walletId === null) throw new Error('a wallet that was never opened has nothing to close');
  const lists = listsOf(state, kept);
  const entries = Object.values(lists).reduce((sum, list) => sum + list.length, 0);
  const parts = Math.max(1, Math.ceil(entries / partEntriesMax));
  const sums = {
    credited_eur: eurFromNano(state.credited),
    debited_eur: eurFromNano(state.debited),
    settled_eur: eurFromNano(state.settled),
    ...(state.selectionSettled > 0n && { selection_settled_eur: eurFromNano(state.selectionSettled) }),
    overrun_eur: eurFromNano(state.overrun),
    restricted: state.isRestricted,
    ...closedLow(state),
  };
  const counts = {
    credits_kept: state.creditsKept + state.creditIds.size - lists.credits.length,
    debits_kept: state.debitsKept + state.debitIds.size - lists.debits.length,
  };
  const { walletId: wallet_id, tenantId: tenant_id } = state;
  return Array.from({ length: parts }, (_, index) => ({
    wallet_id,
    tenant_id,
    part: index + 1,
    parts,
    events,
    ...sums,
    ...partFrom(lists, index * partEntriesMax),
    ...counts,
  }));
}

function listsOf(state: WalletState, kept: KeptIds): Lists {
  return {
    keys: sorted(state.spendByKey).map(([key_id, spend]) => ({
      key_id,
      settled_eur: eurFromNano(spend.settled),
      ...closedWatch(spend),
      ...closedAlert(spend),
    })),
    open_reservations: sorted(state.reservations).map(
      ([reservation_id, { keyId, amount, expiresAt, flag, ...rest }]) => ({
        reservation_id,
        key_id: keyId,
        amount_eur: eurFromNano(amount),
        expires_at: expiresAt,
        flag,
        ...(rest.selection !== null && {
          selection: { selection_id: rest.selection.id, cap_eur: eurFromNano(rest.selection.cap) },
        }),
        ...(rest.isSelection && { is_selection: true as const }),
        ...(rest.attempt > 1 && { attempt: rest.attempt }),
        ...(rest.apart > 0n && { apart_eur: eurFromNano(rest.apart) }),
      }),
    ),
    awaited_reservations: sorted(state.awaited).map(([reservation_id, { keyId, isSelection }]) => ({
      reservation_id,
      key_id: keyId,
      ...(isSelection && { is_selection: true as const }),
    })),
    ...closedBudgets(state),
    ...closedLots(state.lots),
    ended_reservation_ids: [...state.ended],
    credits: movementEntries(state.creditIds, kept.credits),
    debits: movementEntries(state.debitIds, kept.debits),
  };
}

function movementEntries(ids: KeyedValues<NanoEur>, kept: ReadonlySet<string>): Lists['credits'] {
  return sorted(ids)
    .filter(([id]) => !kept.has(id))
    .map(([id, amount]) => ({ id, amount_eur: eurFromNano(amount) }));
}

/** Writes equal states in the same way, in whatever order they came about. */
function sorted<Value>(map: KeyedValues<Value>): (readonly [string, Value])[] {
  return [...map.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** The entries of one part, as if all lists were one. */
function partFrom(lists: Lists, from: number): Pick<WalletPeriodClosed, keyof Lists> {
  let before = 0;
  const part = <Entry>(list: readonly Entry[]): Entry[] => {
    const first = from - before;
    before += list.length;
    return list.slice(Math.max(0, first), Math.max(0, first + partEntriesMax));
  };
  const first = {
    keys: part(lists.keys),
    open_reservations: part(lists.open_reservations),
    awaited_reservations: part(lists.awaited_reservations),
  };
  const [budgets, budget_holds] = [part(lists.budgets), part(lists.budget_holds)];
  const [lots, lot_holds] = [part(lists.lots), part(lists.lot_holds)];
  return {
    ...first,
    ...(budgets.length > 0 && { budgets }),
    ...(budget_holds.length > 0 && { budget_holds }),
    ...(lots.length > 0 && { lots }),
    ...(lot_holds.length > 0 && { lot_holds }),
    ended_reservation_ids: part(lists.ended_reservation_ids),
    credits: part(lists.credits),
    debits: part(lists.debits),
  };
}

/** Whether a part is the next one of the closing whose first parts the state holds. */
function isNextPart({ closingParts }: WalletState, { part, events }: WalletPeriodClosed): boolean {
  if (part === 1) return true;
  return closingParts.length === part - 1 && closingParts[0]?.events === events;
}

/** Whether this part completes a closing. */
export function isWholeWith(state: WalletState, part: WalletPeriodClosed): boolean {
  return part.part === part.parts && isNextPart(state, part);
}

/** One step of the fold. Parts that do not follow one another are no closing: the state does not change. */
export function evolveClosed(state: WalletState, part: WalletPeriodClosed): WalletState {
  if (!isNextPart(state, part)) return { ...state, closingParts: [] };
  const parts = part.part === 1 ? [part] : [...state.closingParts, part];
  return part.part < part.parts ? { ...state, closingParts: parts } : stateOfClosing(parts, part);
}

/** The state that a closing describes; it depends on nothing else. `last` is the last of its parts. */
export function stateOfClosing(parts: readonly WalletPeriodClosed[], last: WalletPeriodClosed): WalletState {
  const open = parts.flatMap((part) => part.open_reservations);
  const held = new Map<string, NanoEur>();
  const reservations: [string, OpenReservation][] = [];
  const budgets = budgetsOfClosing(parts);
  for (const { reservation_id, key_id, amount_eur, expires_at, flag, selection, ...rest } of open) {
    const amount = nanoFromEur(amount_eur);
    held.set(key_id, (held.get(key_id) ?? 0n) + amount);
    const chosen = selection === undefined ? null : { id: selection.selection_id, cap: nanoFromEur(selection.cap_eur) };
    reservations.push([
      reservation_id,
      {
        amount,
        keyId: key_id,
        expiresAt: expires_at,
        flag,
        selection: chosen,
        isSelection: rest.is_selection === true,
        attempt: rest.attempt ?? 1,
        apart: nanoFromEur(rest.apart_eur ?? '0.000000000'),
        ...budgets.of(reservation_id),
      },
    ]);
  }
  const spends = parts
    .flatMap((part) => part.keys)
    .map(({ key_id, settled_eur, alert, ...watch }): [string, KeySpend] => [
      key_id,
      {
        settled: nanoFromSum(settled_eur),
        reserved: held.get(key_id) ?? 0n,
        ...watchOfClosing(watch),
        ...alertOfClosing(alert),
      },
    ]);
  const credited = nanoFromSum(last.credited_eur);
  const debited = nanoFromSum(last.debited_eur);
  const settled = nanoFromSum(last.settled_eur);
  return {
    walletId: last.wallet_id,
    tenantId: last.tenant_id,
    posted: credited - debited - settled,
    reserved: [...held.values()].reduce((sum, amount) => sum + amount, 0n),
    credited,
    debited,
    settled,
    selectionSettled: nanoFromSum(last.selection_settled_eur ?? '0.000000000'),
    overrun: nanoFromSum(last.overrun_eur),
    isRestricted: last.restricted,
    ...lowOfClosing(last),
    reservations: PersistentMap.of(reservations),
    awaited: PersistentMap.of(
      parts
        .flatMap((part) => part.awaited_reservations)
        .map(({ reservation_id: id, key_id: keyId, is_selection }) => [
          id,
          { keyId, isSelection: is_selection === true, ...budgets.of(id) },
        ]),
    ),
    ended: new Set(parts.flatMap((part) => part.ended_reservation_ids)),
    spendByKey: PersistentMap.of(spends),
    budgetSpends: PersistentMap.of(budgets.spends),
    creditIds: amountsById(parts.flatMap((part) => part.credits)),
    debitIds: amountsById(parts.flatMap((part) => part.debits)),
    creditsKept: last.credits_kept,
    debitsKept: last.debits_kept,
    lots: lotsOfClosing(parts),
    closingParts: [],
  };
}

function amountsById(movements: Lists['credits']): PersistentMap<NanoEur> {
  return PersistentMap.of(movements.map(({ id, amount_eur }) => [id, nanoFromEur(amount_eur)]));
}
