import type { LotPartRecord } from '../../domain/lots/lot-events.ts';
import { grantedIn } from '../../domain/lots/wallet-lots.ts';
import { eurFromNano, nanoFromEur, smaller, type NanoEur } from '../../domain/money.ts';
import type { Posting } from '../../domain/wallet-entries/posting.ts';
import type { WalletEvent, WalletEventOf } from '../../domain/wallet-events.ts';
import { mismatch, type Mismatch } from './ledger-difference.ts';

/** The accounts that a wallet's events may name. */
export const accountNames = ['available', 'reserved', 'funding', 'revenue', 'granted', 'breakage'] as const;
export type AccountName = (typeof accountNames)[number];
export type AccountsOfWallet = Readonly<Record<AccountName, string>>;
export type Balances = Record<AccountName, NanoEur>;

export function accountsOfWallet(walletId: string): AccountsOfWallet {
  return {
    available: `wallet:${walletId}:available`,
    reserved: `wallet:${walletId}:reserved`,
    funding: 'platform:funding',
    revenue: 'platform:revenue',
    granted: 'platform:granted',
    breakage: 'platform:breakage',
  };
}

export const emptyBalances = (): Balances => ({
  available: 0n,
  reserved: 0n,
  funding: 0n,
  revenue: 0n,
  granted: 0n,
  breakage: 0n,
});

/** `eur`: the amount as the event writes it, where it does. */
export type PostedMovement = readonly [debit: AccountName, credit: AccountName, amount: NanoEur, eur?: string];

/** The movements of an event, from the amounts it states and not from its postings. Zero amounts are left out. */
export function postedMovements(event: WalletEvent): readonly PostedMovement[] {
  const stated = statedMovements(event);
  for (const [, , amount] of stated) if (amount === 0n) return stated.filter((movement) => movement[2] !== 0n);
  return stated;
}

function statedMovements(event: WalletEvent): readonly PostedMovement[] {
  switch (event.type) {
    case 'WalletOpened':
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
    case 'WalletCredited':
      return credited(event.data);
    case 'WalletDebited':
      return debited(event.data);
    case 'WalletLotExpired': {
      const { kind, amount_eur, covered_eur = '0.000000000' } = event.data;
      const expired = moved('available', 'breakage', amount_eur);
      return kind === 'granted' ? [expired, moved('revenue', 'granted', covered_eur)] : [expired];
    }
    case 'CreditReserved':
      return [moved('available', 'reserved', event.data.amount_eur)];
    case 'ReservationReleased':
      return [moved('reserved', 'available', event.data.amount_eur)];
    case 'AttemptFailed':
      return [moved('reserved', 'available', event.data.released_eur)];
    case 'SelectionCharged':
    case 'ReservationSettled': {
      const overrun = nanoFromEur(event.data.overrun_eur);
      const movements: readonly PostedMovement[] = [
        ['reserved', 'revenue', nanoFromEur(event.data.cost_eur) - overrun],
        moved('reserved', 'available', event.data.released_eur),
        ['available', 'revenue', overrun],
      ];
      return grantedApart(movements, event.data.lots);
    }
    case 'ReleasedReservationCharged':
      return grantedApart([moved('available', 'revenue', event.data.cost_eur)], event.data.lots);
  }
}

function credited({ amount_eur, lots }: WalletEventOf<'WalletCredited'>['data']): readonly PostedMovement[] {
  const granted = grantedIn(lots);
  if (granted === 0n) return [moved('funding', 'available', amount_eur)];
  return [
    ['granted', 'available', granted],
    ['funding', 'available', nanoFromEur(amount_eur) - granted],
  ];
}

/** What the bank has taken back left the bank, also where granted credit stands in for it: that paid for earlier revenue. */
function debited({ amount_eur, lots, takes }: WalletEventOf<'WalletDebited'>['data']): readonly PostedMovement[] {
  const whole = moved('available', 'funding', amount_eur);
  if (takes !== 'paid_first') return grantedApart([whole], lots);
  return [whole, ['revenue', 'granted', grantedIn(lots)]];
}

/** Movements of which the granted part goes to the account of granted credit: it is no revenue, and was never paid in. */
function grantedApart(
  movements: readonly PostedMovement[],
  lots: readonly LotPartRecord[] | undefined,
): readonly PostedMovement[] {
  if (lots === undefined) return movements;
  let left = grantedIn(lots);
  return movements.flatMap((movement): readonly PostedMovement[] => {
    const [debit, credit, amount] = movement;
    if (credit !== 'revenue' && credit !== 'funding') return [movement];
    const part = smaller(left, amount);
    left -= part;
    return [
      [debit, 'granted', part],
      [debit, credit, amount - part],
    ];
  });
}

function moved(debit: AccountName, credit: AccountName, eur: string): PostedMovement {
  return [debit, credit, nanoFromEur(eur), eur];
}

/** Checks that the postings of an event are exactly its movements, in the order in which wallets write them. */
export function postingsMismatch(
  event: WalletEvent,
  movements: readonly PostedMovement[],
  accounts: AccountsOfWallet,
): Mismatch | null {
  const postings = 'postings' in event.data ? event.data.postings : [];
  if (arePosted(movements, postings, accounts)) return null;
  const foreign = postings.find((posting) => !isOfWallet(posting, accounts));
  if (foreign !== undefined) return mismatch('posting_accounts', Object.values(accounts).join(', '), inWords(foreign));
  const expected = movements.map(([debit, credit, amount]) =>
    inWords({ debit_account: accounts[debit], credit_account: accounts[credit], amount_eur: eurFromNano(amount) }),
  );
  return mismatch('posting_amounts', expected.join('; ') || 'none', postings.map(inWords).join('; ') || 'none');
}

/** Applies movements to balances. */
export function post(balances: Balances, movements: readonly PostedMovement[]): void {
  for (const [debit, credit, amount] of movements) {
    balances[debit] -= amount;
    balances[credit] += amount;
  }
}

function isOfWallet({ debit_account, credit_account }: Posting, accounts: AccountsOfWallet): boolean {
  return [debit_account, credit_account].every((account) => accountNames.some((name) => accounts[name] === account));
}

function arePosted(
  movements: readonly PostedMovement[],
  postings: readonly Posting[],
  accounts: AccountsOfWallet,
): boolean {
  if (postings.length !== movements.length) return false;
  for (let index = 0; index < movements.length; index += 1) {
    if (!isPosted(movements[index], postings[index], accounts)) return false;
  }
  return true;
}

function isPosted(
  movement: PostedMovement | undefined,
  posting: Posting | undefined,
  accounts: AccountsOfWallet,
): boolean {
  if (movement === undefined || posting === undefined) return false;
  const [debit, credit, amount, eur] = movement;
  return (
    posting.debit_account === accounts[debit] &&
    posting.credit_account === accounts[credit] &&
    (posting.amount_eur === eur || nanoFromEur(posting.amount_eur) === amount)
  );
}

function inWords({ debit_account, credit_account, amount_eur }: Posting): string {
  return `${amount_eur} from ${debit_account} to ${credit_account}`;
}
