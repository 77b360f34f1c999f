import { expiryOfLot, usedLots } from '../../domain/lots/with-lots.ts';
import { concernsLots, nextNumber, partRecords } from '../../domain/lots/wallet-lots.ts';
import type { LotPartRecord } from '../../domain/lots/lot-events.ts';
import { nanoFromEur } from '../../domain/money.ts';
import type { WalletEvent } from '../../domain/wallet-events.ts';
import type { WalletState } from '../../domain/wallet-state.ts';
import { mismatch, type Mismatch } from './ledger-difference.ts';

/** Checks that an event names the lots that the rule of use says, and that a lot expires as it is. */
export function lotsMismatch(event: WalletEvent, state: WalletState): Mismatch | null {
  const named = 'lots' in event.data && event.type !== 'WalletPeriodClosed' ? event.data.lots : undefined;
  if (event.type === 'WalletLotExpired') return expiryMismatch(event, state);
  if (event.type === 'WalletCredited') return creditMismatch(named, event.data, nextNumber(state.lots));
  if (named === undefined && !concernsLots(state.lots, event)) return null;
  const found = inWords(named);
  const expected = inWords(partRecords(usedLots(event, state)).lots);
  return found === expected ? null : mismatch('lots', expected, found);
}

function creditMismatch(
  lots: readonly LotPartRecord[] | undefined,
  { credit_id, amount_eur }: Extract<WalletEvent, { type: 'WalletCredited' }>['data'],
  firstNumber: number,
): Mismatch | null {
  if (lots === undefined) return null;
  const other = lots.findIndex(
    ({ lot_id, number }, index) => lot_id !== `${credit_id}.${index + 1}` || number !== firstNumber + index,
  );
  if (other >= 0) return mismatch('lots', `lots of credit ${credit_id} from number ${firstNumber}`, inWords(lots));
  const sum = lots.reduce((before, lot) => before + nanoFromEur(lot.amount_eur), 0n);
  return sum <= nanoFromEur(amount_eur) ? null : mismatch('lots', `at most ${amount_eur}`, inWords(lots));
}

function expiryMismatch(
  event: Extract<WalletEvent, { type: 'WalletLotExpired' }>,
  state: WalletState,
): Mismatch | null {
  const expected = expiryOfLot(state, event.data.lot_id);
  if (expected === null) return mismatch('lots', 'a lot that the wallet has', event.data.lot_id);
  const [wanted, found] = [expected.data, event.data].map(
    ({ lot_id, number, kind, expires_at, amount_eur, covered_eur }) =>
      [lot_id, number, kind, expires_at, amount_eur, covered_eur ?? ''].join(' ').trimEnd(),
  );
  return wanted === found ? null : mismatch('lots', wanted ?? '', found ?? '');
}

function inWords(lots: readonly LotPartRecord[] | undefined): string {
  const texts = (lots ?? []).map(({ lot_id, number, kind, expires_at = 'never', amount_eur }) =>
    [amount_eur, kind, lot_id, number, expires_at].join(' '),
  );
  return texts.join(', ') || 'none';
}
