import { budgetLow, walletLow } from '../../domain/alerts/wallet-alerts.ts';
import type { WalletEventOf } from '../../domain/wallet-events.ts';
import type { WalletState } from '../../domain/wallet-state.ts';
import { mismatch, type Mismatch } from './ledger-difference.ts';

/** What is wrong with a low-balance or low-budget event; `null`: it is true and new. `state`: before the event. */
export function alertMismatch(
  event: WalletEventOf<'WalletRanLow'> | WalletEventOf<'BudgetRanLow'>,
  state: WalletState,
): Mismatch | null {
  const [expected] = event.type === 'WalletRanLow' ? walletLow(state) : budgetLow(state, event.data.key_id);
  const found = JSON.stringify(event.data);
  const words = expected === undefined ? 'nothing that is low and was not told' : JSON.stringify(expected.data);
  return words === found ? null : mismatch('alert', words, found);
}
