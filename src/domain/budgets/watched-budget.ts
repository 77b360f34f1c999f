import { z } from 'zod';
import { amountSchema, eurFromNano, nanoFromEur, type NanoEur } from '../money.ts';

/** The shares of a budget that are reported, percent of its amount. */
const shares = [50, 80, 100] as const;

/** One of these shares, percent. */
export type BudgetShare = (typeof shares)[number];

export const shareSchema = z.literal(shares);

/** What is needed to report each share of a budget once in a period. */
export interface WatchedBudget {
  /** What may be spent, as the newest hold of a request named it. */
  readonly amount: NanoEur;
  /** The largest share that was reported in the period; 0: none. */
  readonly reported: BudgetShare | 0;
}

/** What was charged in a period, and what is watched of it. */
export interface WatchedSpend {
  readonly settled: NanoEur;
  /** Absent: no hold has named its amount. */
  readonly watched?: WatchedBudget;
}

/** The shares that the charges of a period have reached and that were not reported, the smallest first. */
export function sharesReached({ settled, watched }: WatchedSpend): readonly BudgetShare[] {
  if (watched === undefined || settled === 0n) return [];
  const { amount, reported } = watched;
  return shares.filter((share) => share > reported && settled * 100n >= amount * BigInt(share));
}

/** The same spend after a hold has named its amount. What was reported stays reported, whatever the amount. */
export function withAmount<Spend extends WatchedSpend>(spend: Spend, amountEur: string): Spend {
  return { ...spend, watched: { amount: nanoFromEur(amountEur), reported: spend.watched?.reported ?? 0 } };
}

/** The same spend after a share was reported. */
export function withReported<Spend extends WatchedSpend>(spend: Spend, reported: BudgetShare): Spend {
  const { watched } = spend;
  return watched === undefined ? spend : { ...spend, watched: { ...watched, reported } };
}

/** How a closing writes what is watched. Absent: no hold has named an amount. */
export const closedWatchMembers = {
  budget_eur: amountSchema
    .optional()
    .describe('What may be spent, as the newest hold named it; absent: none has named it.'),
  reported_percent: shareSchema.optional().describe('The largest share that was reported; absent: none.'),
};

interface ClosedWatch {
  readonly budget_eur?: string | undefined;
  readonly reported_percent?: BudgetShare | undefined;
}

export function closedWatch({ watched }: WatchedSpend): ClosedWatch {
  if (watched === undefined) return {};
  const { amount, reported } = watched;
  return { budget_eur: eurFromNano(amount), ...(reported > 0 && { reported_percent: reported as BudgetShare }) };
}

export function watchOfClosing({ budget_eur, reported_percent }: ClosedWatch): { readonly watched?: WatchedBudget } {
  if (budget_eur === undefined) return {};
  return { watched: { amount: nanoFromEur(budget_eur), reported: reported_percent ?? 0 } };
}
