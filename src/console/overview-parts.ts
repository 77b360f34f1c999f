import { todayIn } from '../domain/charges/calendar.ts';
import { nanoFromSum } from '../domain/money.ts';
import { callOperation } from './call-operation.ts';
import type { ConsoleParts } from './console-parts.ts';
import { paidActions, type OverviewParts, type PaidToday } from './pages/overview-part.ts';
import { usagePlot } from './usage-plot.ts';
import type { Visit } from './visit.ts';

/** Actions that are looked at for the payments of a day. */
const actionsMost = '200';

/** The overview of whoever manages; `null`: the reader has only what is their own. */
export async function overviewParts(visit: Visit, parts: ConsoleParts): Promise<OverviewParts | null> {
  if (!visit.may('reservations.read')) return null;
  const now = parts.deps.admin.now();
  const [day, since] = [todayIn(visit.zone, now), todayIn('UTC', now)];
  const [sums, usage, paid, flagged, low, targets] = await Promise.all([
    callOperation(visit, parts, 'measureWallets', {}),
    usagePlot(visit, parts, { from: day, to: day, step: 'day', filters: {} }),
    Promise.all(paidActions.map((each) => paidBy(visit, parts, each, since))),
    callOperation(visit, parts, 'listReservations', { flagged: 'true' }),
    callOperation(visit, parts, 'listWallets', { low: 'true' }),
    callOperation(visit, parts, 'listTargets', {}),
  ]);
  if (sums === null) return null;
  return {
    // `as`: what the operation answers.
    sums: sums.found as OverviewParts['sums'],
    today: { day, usage },
    paid: paid.filter((each) => each !== null),
    flagged,
    low,
    targets,
  };
}

/** What actions of one kind have moved since a day of UTC began; `null`: the reader may not see them. */
async function paidBy(
  visit: Visit,
  parts: ConsoleParts,
  { title, asked, amount }: (typeof paidActions)[number],
  from: string,
): Promise<PaidToday | null> {
  const actions = await callOperation(visit, parts, 'listActions', { ...asked, from, limit: actionsMost });
  if (actions === null) return null;
  // `as`: what the operation answers.
  const { data, next } = actions.found as Actions;
  const sum = data.reduce((before, { after }) => before + nanoFromSum(after[amount] ?? '0'), 0n);
  return { title, asked: { ...asked, from }, sum, isAll: next === null, isNone: data.length === 0 };
}

interface Actions {
  readonly data: readonly { readonly after: Readonly<Partial<Record<string, string>>> }[];
  readonly next: string | null;
}
