import { nanoFromEur, type NanoEur } from '../money.ts';
import type { WalletEvent } from '../wallet-events.ts';
import { accountsOf, type Accounts, type Posting } from './posting.ts';

/** What a wallet has, or by how much a posting changes it. Nano-euro. */
export interface WalletAmounts {
  /** Credits less debits and charges: available and reserved together. */
  readonly posted: NanoEur;
  readonly reserved: NanoEur;
  /** The part of the posted amount that was granted. */
  readonly granted: NanoEur;
}

/** What a posting is to its wallet. */
export const entryKinds = ['credit', 'debit', 'hold', 'release', 'charge', 'expiry'] as const;

/** A posting of a wallet's event. */
export interface StatementLine {
  readonly kind: (typeof entryKinds)[number];
  readonly posting: Posting;
  readonly change: WalletAmounts;
}

/** The postings of a wallet's event, in order. Together they change the wallet as a fold of the event does. */
export function statementLines(walletId: string, event: WalletEvent): readonly StatementLine[] {
  if (!('postings' in event.data)) return [];
  const accounts = accountsOf(walletId);
  return event.data.postings.map((posting) => ({
    kind: kindOf(event, posting, accounts),
    posting,
    change: changeOf(event, posting, accounts),
  }));
}

function kindOf({ type }: WalletEvent, { credit_account: to }: Posting, accounts: Accounts): StatementLine['kind'] {
  if (type === 'WalletCredited') return 'credit';
  if (type === 'WalletDebited') return 'debit';
  if (type === 'WalletLotExpired') return 'expiry';
  return to === accounts.reserved ? 'hold' : to === accounts.available ? 'release' : 'charge';
}

function changeOf(event: WalletEvent, posting: Posting, accounts: Accounts): WalletAmounts {
  const { available, reserved, granted, breakage } = accounts;
  const { debit_account: from, credit_account: to } = posting;
  const amount = nanoFromEur(posting.amount_eur);
  const into = (account: string): NanoEur => (to === account ? amount : 0n) - (from === account ? amount : 0n);
  // What expires goes to one account, whether it was granted or paid.
  const isGrantedExpiry = event.type === 'WalletLotExpired' && event.data.kind === 'granted' && to === breakage;
  return {
    posted: into(available) + into(reserved),
    reserved: into(reserved),
    granted: isGrantedExpiry ? -amount : -into(granted),
  };
}
