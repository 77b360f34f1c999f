import { actorMember } from '../actor.ts';
import { accept, refuse, type Decider } from '../decider.ts';
import type { BillEvent, ClosedBill } from './bill-events.ts';

/** The rules that can be broken. `month_not_next`: the bills of a tenant are closed one month after another. */
export const billRefusals = ['month_not_next'] as const;

/** Closes the bill of a month. */
export interface CloseBill {
  readonly type: 'close_bill';
  readonly bill: Omit<ClosedBill, 'actor'>;
  readonly actor?: string;
}

/** The closed bills of a tenant, the oldest first. A month is closed once; closing it again changes nothing. */
export const billing: Decider<readonly ClosedBill[], CloseBill, BillEvent, (typeof billRefusals)[number]> = {
  initialState: [],
  evolve: (closed, { data }) => [...closed, data],
  decide: ({ bill, actor }, closed) => {
    if (closed.some(({ month }) => month === bill.month)) return accept();
    const last = closed.at(-1);
    if (last !== undefined && !mayFollow(last, bill.month)) return refuse('month_not_next');
    return accept({ type: 'BillClosed', data: { ...bill, ...actorMember(actor) } });
  },
};

/** Whether a month, `YYYY-MM`, may be closed after a bill: the next one; any later one if the bill is from before every event. */
export function mayFollow(last: Pick<ClosedBill, 'month' | 'wallets'>, month: string): boolean {
  return month === monthAfter(last.month) || (last.wallets.length === 0 && month > last.month);
}

/** The month after a month, `YYYY-MM`. */
export function monthAfter(month: string): string {
  return Temporal.PlainYearMonth.from(month).add({ months: 1 }).toString();
}

/** The first and the last day of a month, `YYYY-MM`. */
export function daysOfMonth(month: string): { readonly from: string; readonly to: string } {
  const first = Temporal.PlainYearMonth.from(month);
  return {
    from: first.toPlainDate({ day: 1 }).toString(),
    to: first.toPlainDate({ day: first.daysInMonth }).toString(),
  };
}
