import { accept, type Decision } from '../decider.ts';
import { eurFromNano, larger, nanoFromEur, smaller, type NanoEur } from '../money.ts';
import type { WalletRefusal } from '../wallet-commands.ts';
import { accountsOf, postingsOf, type Accounts, type Posting } from '../wallet-entries/posting.ts';
import type { WalletEvent, WalletEventOf } from '../wallet-events.ts';
import { availableNano, type WalletState } from '../wallet-state.ts';
import { lotsMax, type LotPartRecord } from './lot-events.ts';
import { lotExpiryMax } from './lot-expiry.ts';
import {
  firstOf,
  grantedIn,
  heldParts,
  isUsedBefore,
  nextNumber,
  partRecords,
  total,
  without,
  withPart,
  type LotPart,
  type NewLot,
  type WalletLots,
} from './wallet-lots.ts';

/** Events of a wallet that has lots: each names the lots that it uses, and what expires is recorded at once. */

/** The same decision with its lots. `evolve`: the fold of the wallet. */
export function withLots(
  decision: Decision<WalletEvent, WalletRefusal>,
  state: WalletState,
  evolve: (state: WalletState, event: WalletEvent) => WalletState,
): Decision<WalletEvent, WalletRefusal> {
  if (!decision.accepted) return decision;
  const named: WalletEvent[] = [];
  let now = state;
  const add = (event: WalletEvent): void => {
    named.push(event);
    now = evolve(now, event);
  };
  for (const event of decision.events) add(withNamedLots(event, usedLots(event, now)));
  // Last: what one event of a decision releases, a later one of it may hold again.
  for (const part of now.lots.open.filter(({ isExpired }) => isExpired)) {
    add(expiryOf(part, now.walletId ?? '', availableNano(now)));
  }
  return accept(...named);
}

/** The lots that an event uses by the rule, whatever it names. */
export function usedLots(event: WalletEvent, state: WalletState): readonly LotPart[] {
  const { open, held } = state.lots;
  switch (event.type) {
    case 'CreditReserved':
      return firstOf(open, nanoFromEur(event.data.amount_eur));
    case 'WalletDebited':
      return debitedLots(state, event.data);
    case 'ReleasedReservationCharged':
      return firstOf(open, nanoFromEur(event.data.cost_eur));
    case 'SelectionCharged':
    case 'ReservationSettled': {
      const { reservation_id, cost_eur, overrun_eur } = event.data;
      const overrun = nanoFromEur(overrun_eur);
      const fromHold = firstOf(held.get(reservation_id) ?? [], nanoFromEur(cost_eur) - overrun);
      return firstOf(open, overrun).reduce(withPart, fromHold);
    }
    case 'WalletOpened':
    case 'WalletCredited':
    case 'WalletLotExpired':
    case 'AttemptFailed':
    case 'ReservationReleased':
    case 'ReservationFlagged':
    case 'WalletRestricted':
    case 'WalletRestrictionLifted':
    case 'WalletAlertSet':
    case 'BudgetAlertSet':
    case 'WalletRanLow':
    case 'BudgetRanLow':
    case 'BudgetReached':
    case 'WalletPeriodClosed':
      return [];
  }
}

/** Money that goes back is paid credit as long as there is any: first what never expires, then paid lots. */
function debitedLots(
  state: WalletState,
  { amount_eur, takes }: WalletEventOf<'WalletDebited'>['data'],
): readonly LotPart[] {
  const { open } = state.lots;
  const amount = nanoFromEur(amount_eur);
  if (takes === undefined) return firstOf(open, amount);
  const lotless = larger(availableNano(state) - total(open), 0n);
  const paid = open.filter(({ kind }) => kind === 'paid');
  return firstOf([...paid, ...without(open, paid).rest], amount - smaller(amount, lotless));
}

type UsingEvent = Extract<WalletEvent, { readonly data: { readonly lots?: unknown; readonly postings: unknown } }>;

function withNamedLots(event: WalletEvent, used: readonly LotPart[]): WalletEvent {
  if (used.length === 0 || !('postings' in event.data)) return event;
  const lots = partRecords(used);
  const { postings } = event.data;
  const isPaidBack = event.type === 'WalletDebited' && event.data.takes === 'paid_first';
  const data = {
    ...event.data,
    ...lots,
    postings: isPaidBack ? paidBack(postings, lots) : grantedApart(postings, lots),
  };
  // Only events that may name lots use any; a hold posts nothing to an account that is changed here.
  return { ...event, data } as UsingEvent;
}

/** Granted credit that is used returns to `platform:granted`: it is neither revenue nor money that was paid out. */
function grantedApart(postings: readonly Posting[], { lots }: { readonly lots?: readonly LotPartRecord[] }): Posting[] {
  const { granted, revenue, funding } = accountsOf('');
  let left = grantedIn(lots);
  return postings.flatMap(({ debit_account, credit_account, amount_eur }) => {
    const amount = nanoFromEur(amount_eur);
    const part = credit_account === revenue || credit_account === funding ? smaller(left, amount) : 0n;
    left -= part;
    return postingsOf([debit_account, granted, part], [debit_account, credit_account, amount - part]);
  });
}

/** The bank took all of it. Granted credit in its place has paid for what was revenue before. */
function paidBack(postings: readonly Posting[], { lots }: { readonly lots?: readonly LotPartRecord[] }): Posting[] {
  const { granted, revenue } = accountsOf('');
  return [...postings, ...postingsOf([revenue, granted, grantedIn(lots)])];
}

/** Whether a credit may bring these lots to the wallet. */
export function arePossible(lots: readonly NewLot[], amount: NanoEur, state: WalletState): boolean {
  // What is held comes back: an event may then name every lot of the wallet.
  if (restsOf(state.lots).length + lots.length > lotsMax) return false;
  const isLot = ({ kind, expiresAt, amount: part }: NewLot): boolean =>
    part > 0n && (expiresAt === null ? kind === 'granted' : Date.parse(expiresAt) <= lotExpiryMax);
  return lots.every(isLot) && total(lots) <= amount;
}

/** The lots of a credit, numbered after those of the wallet. */
export function creditedLots(
  creditId: string,
  lots: readonly NewLot[],
  { lots: known }: WalletState,
): { readonly lots?: LotPartRecord[] } {
  if (lots.length === 0) return {};
  const first = nextNumber(known);
  return partRecords(
    lots.map((lot, index) => ({
      ...lot,
      lotId: `${creditId}.${index + 1}`,
      number: first + index,
      isExpired: false,
    })),
  );
}

/** The movements of a credit: what is granted was not paid in. */
export function creditPostings(accounts: Accounts, amount: NanoEur, granted: NanoEur): Posting[] {
  return postingsOf(
    [accounts.granted, accounts.available, granted],
    [accounts.funding, accounts.available, amount - granted],
  );
}

/** The lots that have expired at a time (ISO 8601). */
export function dueLots(state: WalletState, at: string): readonly WalletEventOf<'WalletLotExpired'>[] {
  const isDue = ({ expiresAt, isExpired }: LotPart): boolean =>
    !isExpired && expiresAt !== null && Date.parse(expiresAt) <= Date.parse(at);
  const events: WalletEventOf<'WalletLotExpired'>[] = [];
  let available = availableNano(state);
  for (const part of restsOf(state.lots).filter(isDue)) {
    const event = expiryOf(part, state.walletId ?? '', available);
    available -= nanoFromEur(event.data.amount_eur);
    events.push(event);
  }
  return events;
}

/** What would expire of a lot; `null`: the wallet has no such lot. */
export function expiryOfLot(state: WalletState, lotId: string): WalletEventOf<'WalletLotExpired'> | null {
  const part = restsOf(state.lots).find((rest) => rest.lotId === lotId);
  return part === undefined ? null : expiryOf(part, state.walletId ?? '', availableNano(state));
}

/** Each lot with what can be used of it, in the order of use: nothing of one that requests hold whole. */
function restsOf(lots: WalletLots): readonly LotPart[] {
  const rests = new Map(heldParts(lots).map((part) => [part.lotId, { ...part, amount: 0n }]));
  for (const part of lots.open) rests.set(part.lotId, part);
  return [...rests.values()].toSorted((one, other) => (isUsedBefore(one, other) ? -1 : 1));
}

/** A rest that has paid for a charge beyond all credit is not taken: it only ceases to be a lot. */
function expiryOf(part: LotPart, walletId: string, available: NanoEur): WalletEventOf<'WalletLotExpired'> {
  const accounts = accountsOf(walletId);
  const amount = smaller(part.amount, larger(available, 0n));
  const covered = part.amount - amount;
  const data = {
    lot_id: part.lotId,
    number: part.number,
    kind: part.kind,
    expires_at: part.expiresAt ?? '',
    amount_eur: eurFromNano(amount),
    ...(covered > 0n && { covered_eur: eurFromNano(covered) }),
    postings: postingsOf(
      [accounts.available, accounts.breakage, amount],
      ...(part.kind === 'granted' ? [[accounts.revenue, accounts.granted, covered] as const] : []),
    ),
  };
  return { type: 'WalletLotExpired', data };
}
