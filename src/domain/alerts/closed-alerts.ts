import { eurFromNano, nanoFromEur } from '../money.ts';
import type { WalletPeriodClosed } from '../wallet-closing-events.ts';
import type { KeySpend, WalletState } from '../wallet-state.ts';

/** How a closing writes alerts and reads them back. A wallet without alerts writes none. */

type ClosedAlert = WalletPeriodClosed['keys'][number]['alert'];

export function closedAlert({ alert }: KeySpend): { readonly alert?: NonNullable<ClosedAlert> } {
  if (alert === undefined) return {};
  return {
    alert: { budget_eur: eurFromNano(alert.budget), left_eur: eurFromNano(alert.left), reported: alert.isReported },
  };
}

export function alertOfClosing(closed: ClosedAlert): Pick<KeySpend, 'alert'> {
  if (closed === undefined) return {};
  const { budget_eur, left_eur, reported } = closed;
  return { alert: { budget: nanoFromEur(budget_eur), left: nanoFromEur(left_eur), isReported: reported } };
}

export function closedLow({
  lowBelow,
  isLow,
}: Pick<WalletState, 'lowBelow' | 'isLow'>): Pick<WalletPeriodClosed, 'low_below_eur' | 'low'> {
  if (lowBelow === null) return {};
  return { low_below_eur: eurFromNano(lowBelow), ...(isLow && { low: true as const }) };
}

export function lowOfClosing({
  low_below_eur,
  low,
}: Pick<WalletPeriodClosed, 'low_below_eur' | 'low'>): Pick<WalletState, 'lowBelow' | 'isLow'> {
  return { lowBelow: low_below_eur === undefined ? null : nanoFromEur(low_below_eur), isLow: low === true };
}
