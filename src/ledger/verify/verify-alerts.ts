import { dueReport } from '../../domain/alerts/budget-reports.ts';
import { budgetLow, walletLow } from '../../domain/alerts/wallet-alerts.ts';
import type { WalletEventOf } from '../../domain/wallet-events.ts';
import type { WalletState } from '../../domain/wallet-state.ts';
import { mismatch, type Mismatch } from './ledger-difference.ts';

type AlertEvent = WalletEventOf<'WalletRanLow' | 'BudgetRanLow' | 'BudgetReached'>;

/** What is wrong with an event that reports a balance or a budget; `null`: it is true and new. `state`: before the event. */
export function alertMismatch(event: AlertEvent, state: WalletState): Mismatch | null {
  const expected = expectedAlert(event, state);
  const found = JSON.stringify(event.data);
  const words = expected === undefined ? 'nothing that is low and was not told' : JSON.stringify(expected.data);
  return words === found ? null : mismatch('alert', words, found);
}

function expectedAlert(event: AlertEvent, state: WalletState): AlertEvent | undefined {
  switch (event.type) {
    case 'WalletRanLow':
      return walletLow(state)[0];
    case 'BudgetRanLow':
      return budgetLow(state, event.data.key_id)[0];
    case 'BudgetReached':
      return dueReport(event, state);
  }
}
