import { todayIn } from '../domain/charges/calendar.ts';
import { nanoFromSum } from '../domain/money.ts';
import { callOperation } from './call-operation.ts';
import type { ConsoleParts } from './console-parts.ts';
import { paidEvent, type OverviewParts } from './pages/overview-part.ts';
import { usagePlot } from './usage-plot.ts';
import type { Visit } from './visit.ts';

/** Actions that are looked at for the payments of a day. */
const actionsMost = '200';

/** The overview of whoever manages; `null`: the reader has only what is their own. */
export async function overviewParts(visit: Visit, parts: ConsoleParts): Promise<OverviewParts | null> {
  if (!visit.may('reservations.read')) return null;
  const now = parts.deps.admin.now();
  const [day, since] = [todayIn(visit.zone, now), todayIn('UTC', now)];
  const [sums, usage, actions, flagged, low, targets] = await Promise.all([
    callOperation(visit, parts, 'measureWallets', {}),
    usagePlot(visit, parts, { from: day, to: day, step: 'day', filters: {} }),
    callOperation(visit, parts, 'listActions', { type: paidEvent, from: since, limit: actionsMost }),
    callOperation(visit, parts, 'listReservations', { flagged: 'true' }),
    callOperation(visit, parts, 'listWallets', { low: 'true' }),
    callOperation(visit, parts, 'listTargets', {}),
  ]);
  if (sums === null) return null;
  // `as`: what the operations answer.
  const { data, next } = (actions?.found ?? { data: [], next: null }) as Confirmed;
  const sum = data.reduce((before, { after }) => before + nanoFromSum(after.received_eur ?? '0'), 0n);
  return {
    sums: sums.found as OverviewParts['sums'],
    today: { day, usage },
    paid: actions === null ? null : { since, sum, isAll: next === null },
    flagged,
    low,
    targets,
  };
}

interface Confirmed {
  readonly data: readonly { readonly after: { readonly received_eur?: string } }[];
  readonly next: string | null;
}
