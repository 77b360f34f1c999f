import type { SetBudgetAlert, SetWalletAlert } from '../../src/domain/alerts/alert-commands.ts';
import { eurFromNano } from '../../src/domain/money.ts';
import type { WalletEvent } from '../../src/domain/wallet-events.ts';
import * as the from './wallet-vocabulary.ts';

/** The words in which the specification of alerts is written, beside those of the wallet. */

const written = (amount: string): string => eurFromNano(the.eur(amount));

// Commands.

export const tellBelow = (below: string | null): SetWalletAlert => ({
  type: 'set_wallet_alert',
  below: below === null ? null : the.eur(below),
});

export const tellBudget = (budget: string, left: string | null, keyId = the.keyA): SetBudgetAlert => ({
  type: 'set_budget_alert',
  keyId,
  budget: the.eur(budget),
  left: left === null ? null : the.eur(left),
});

// Events.

export const walletAlert = (below: string | null): WalletEvent => ({
  type: 'WalletAlertSet',
  data: { below_eur: below === null ? null : written(below) },
});

export const walletLow = (below: string, posted: string): WalletEvent => ({
  type: 'WalletRanLow',
  data: { below_eur: written(below), posted_eur: posted },
});

export const budgetAlert = (budget: string, left: string | null): WalletEvent => ({
  type: 'BudgetAlertSet',
  data: { key_id: the.keyA, budget_eur: written(budget), left_eur: left === null ? null : written(left) },
});

export const budgetLow = (budget: string, left: string, spent: string): WalletEvent => ({
  type: 'BudgetRanLow',
  data: { key_id: the.keyA, budget_eur: written(budget), left_eur: written(left), spent_eur: spent },
});
