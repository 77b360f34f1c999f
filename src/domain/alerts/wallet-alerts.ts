import { actorMember } from '../actor.ts';
import { accept, refuse, type Decision } from '../decider.ts';
import { amountNanoMax, eurFromNano, nanoFromEur, type NanoEur } from '../money.ts';
import type { WalletRefusal } from '../wallet-commands.ts';
import type { WalletEvent, WalletEventOf } from '../wallet-events.ts';
import { spendOf, type BudgetAlert, type KeySpend, type WalletState } from '../wallet-state.ts';
import type { AlertCommand } from './alert-commands.ts';
import { budgetReports, reachesShare } from './budget-reports.ts';

/**
 * Low balances and budgets, recorded in the stream where they are decided, with the event that crosses the threshold:
 * each crossing is recorded once, whichever process writes it. Holds are not counted, because most of them are
 * released.
 */

/**
 * Setting an alert to its current value is accepted without an event. The budget of a key is only ever narrowed: of two
 * reported budgets the narrower is the later one, in whatever order they arrive.
 */
export function setAlert(command: AlertCommand, state: WalletState): Decision<WalletEvent, WalletRefusal> {
  const threshold = command.type === 'set_wallet_alert' ? command.below : command.left;
  if (threshold !== null && threshold < 0n) return refuse('amount_negative');
  if (threshold !== null && threshold > amountNanoMax) return refuse('amount_exceeds_maximum');
  if (command.type === 'set_wallet_alert') {
    if (threshold === state.lowBelow) return accept();
    const below_eur = threshold === null ? null : eurFromNano(threshold);
    return accept({ type: 'WalletAlertSet', data: { below_eur, ...actorMember(command.actor) } });
  }
  const { keyId } = command;
  const known = spendOf(state, keyId).alert;
  const budget = known !== undefined && known.budget < command.budget ? known.budget : command.budget;
  if (known === undefined ? threshold === null : known.left === threshold && known.budget === budget) return accept();
  const left_eur = threshold === null ? null : eurFromNano(threshold);
  const data = { key_id: keyId, budget_eur: eurFromNano(budget), left_eur, ...actorMember(command.actor) };
  return accept({ type: 'BudgetAlertSet', data });
}

/** The same decision, with the alerts that it triggers. `evolve`: the fold of the wallet. */
export function withAlerts(
  decision: Decision<WalletEvent, WalletRefusal>,
  state: WalletState,
  evolve: (state: WalletState, event: WalletEvent) => WalletState,
): Decision<WalletEvent, WalletRefusal> {
  if (!decision.accepted || !mayRunLow(decision.events, state)) return decision;
  const after = decision.events.reduce(evolve, state);
  const keyIds = new Set(decision.events.flatMap(({ data }) => ('key_id' in data ? [data.key_id] : [])));
  const reports = [
    ...walletLow(after),
    ...[...keyIds].flatMap((keyId) => budgetLow(after, keyId)),
    ...budgetReports(decision.events, state, after),
  ];
  return reports.length === 0 ? decision : accept(...decision.events, ...reports);
}

/** Whether any alert could be triggered. Spares nearly every wallet a second fold of its events. */
function mayRunLow(events: readonly WalletEvent[], state: WalletState): boolean {
  if (state.lowBelow !== null) return true;
  return events.some((event) => {
    if (event.type === 'WalletAlertSet' || event.type === 'BudgetAlertSet') return true;
    if (!('key_id' in event.data)) return false;
    return spendOf(state, event.data.key_id).alert !== undefined || reachesShare(event, state);
  });
}

/** The alert for the current balance; empty when it is not low, or was already reported. */
export function walletLow({ lowBelow, isLow, posted }: WalletState): readonly WalletEventOf<'WalletRanLow'>[] {
  if (lowBelow === null || isLow || posted >= lowBelow) return [];
  return [{ type: 'WalletRanLow', data: { below_eur: eurFromNano(lowBelow), posted_eur: eurFromNano(posted) } }];
}

/** The alert for the budget of a key; empty when it is not low, or was already reported. */
export function budgetLow(state: WalletState, keyId: string): readonly WalletEventOf<'BudgetRanLow'>[] {
  const { alert, settled } = spendOf(state, keyId);
  if (alert === undefined || alert.isReported || alert.budget - settled > alert.left) return [];
  const { budget, left } = alert;
  const data = { key_id: keyId, budget_eur: eurFromNano(budget), left_eur: eurFromNano(left) };
  return [{ type: 'BudgetRanLow', data: { ...data, spent_eur: eurFromNano(settled) } }];
}

/** The wallet after its alert was set: a low balance may be reported again. */
export function evolveWalletAlert(
  state: WalletState,
  { below_eur }: WalletEventOf<'WalletAlertSet'>['data'],
): WalletState {
  return { ...state, lowBelow: below_eur === null ? null : nanoFromEur(below_eur), isLow: false };
}

/** Whether the wallet is still low with this posted amount. */
export function isStillLow({ isLow, lowBelow }: WalletState, posted: NanoEur): boolean {
  return isLow && lowBelow !== null && posted < lowBelow;
}

/** The spend of a key after its alert was set. */
export function withBudgetAlert(
  spend: KeySpend,
  { budget_eur, left_eur }: WalletEventOf<'BudgetAlertSet'>['data'],
): KeySpend {
  const { alert: _, ...rest } = spend;
  if (left_eur === null) return rest;
  const alert: BudgetAlert = { budget: nanoFromEur(budget_eur), left: nanoFromEur(left_eur), isReported: false };
  return { ...rest, alert };
}
