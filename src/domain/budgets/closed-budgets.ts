import { eurFromNano, nanoFromSum, type NanoEur } from '../money.ts';
import type { WalletPeriodClosed } from '../wallet-closing-events.ts';
import type { WalletState } from '../wallet-state.ts';
import type { BudgetSpend } from './budget-spends.ts';
import { closedWatch, watchOfClosing } from './watched-budget.ts';
import type { HoldBudget } from './hold-budget.ts';

/** How a closing writes budgets and reads them back. A wallet without budgets writes none. */

export interface ClosedBudgets {
  readonly budgets: NonNullable<WalletPeriodClosed['budgets']>;
  readonly budget_holds: NonNullable<WalletPeriodClosed['budget_holds']>;
}

export function closedBudgets({ budgetSpends, reservations, awaited }: WalletState): ClosedBudgets {
  const held = [...reservations.entries(), ...awaited.entries()];
  return {
    budgets: [...budgetSpends.entries()]
      .map(([budget_id, { settled, starts_at, ends_at, ...spend }]) => ({
        budget_id,
        ...(starts_at !== undefined && { starts_at, ends_at }),
        settled_eur: eurFromNano(settled),
        ...closedWatch({ settled, ...spend }),
      }))
      .toSorted((a, b) => (a.budget_id < b.budget_id ? -1 : 1)),
    budget_holds: held
      .flatMap(([reservation_id, { budgets = [] }]) => budgets.map((budget) => ({ reservation_id, ...budget })))
      .toSorted((a, b) => (a.reservation_id === b.reservation_id ? 0 : a.reservation_id < b.reservation_id ? -1 : 1)),
  };
}

/** The budgets of a closing, in all its parts. */
export interface BudgetsOfClosing {
  readonly spends: readonly (readonly [budgetId: string, spend: BudgetSpend])[];
  /** What a reservation counts in. */
  readonly of: (reservationId: string) => { readonly budgets?: readonly HoldBudget[] };
}

export function budgetsOfClosing(parts: readonly WalletPeriodClosed[]): BudgetsOfClosing {
  const holds = Map.groupBy(
    parts.flatMap(({ budget_holds = [] }) => budget_holds),
    (hold) => hold.reservation_id,
  );
  const reserved = new Map<string, NanoEur>();
  for (const { reservation_id, amount_eur } of parts.flatMap((part) => part.open_reservations)) {
    for (const hold of holds.get(reservation_id) ?? []) {
      const period = periodKey(hold);
      reserved.set(period, (reserved.get(period) ?? 0n) + nanoFromSum(amount_eur));
    }
  }
  return {
    spends: parts
      .flatMap(({ budgets = [] }) => budgets)
      .map(({ budget_id, settled_eur, budget_eur, reported_percent, ...period }) => [
        budget_id,
        {
          ...period,
          settled: nanoFromSum(settled_eur),
          reserved: reserved.get(periodKey({ budget_id, ...period })) ?? 0n,
          ...watchOfClosing({ budget_eur, reported_percent }),
        },
      ]),
    of: (reservationId) => {
      const budgets = holds.get(reservationId);
      return budgets === undefined ? {} : { budgets: budgets.map(budgetOf) };
    },
  };
}

function budgetOf(hold: ClosedBudgets['budget_holds'][number]): HoldBudget {
  const { reservation_id: _, ...budget } = hold;
  return budget;
}

function periodKey({ budget_id, starts_at = '' }: Pick<HoldBudget, 'budget_id' | 'starts_at'>): string {
  return `${budget_id} ${starts_at}`;
}
