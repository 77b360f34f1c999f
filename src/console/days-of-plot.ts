import { daysBefore, todayIn } from '../domain/charges/calendar.ts';
import { nanoFromSum, type NanoEur } from '../domain/money.ts';
import { callOperation } from './call-operation.ts';
import type { ConsoleParts } from './console-parts.ts';
import type { DayOfPlot } from './pages/days-plot.ts';
import type { Visit } from './visit.ts';

const daysShown = 14;
/** Pages of rows that are read: more rows are seen in the list of usage. */
const [pagesMost, rowsOfPage] = [3, '200'];

/**
 * What a person spent on each of the last days of their zone, today as the last one. `null`: they may not read it, or there
 * are too many rows to sum for a page.
 */
export async function daysOfPlot(
  visit: Visit,
  parts: ConsoleParts,
  own: Readonly<Record<string, string>>,
): Promise<readonly DayOfPlot[] | null> {
  const { zone } = visit;
  const to = todayIn(zone, parts.deps.admin.now());
  const from = daysBefore(to, daysShown - 1);
  const spent = new Map<string, NanoEur>();
  let after: string | null = null;
  for (let page = 0; page < pagesMost; page += 1) {
    const asked = { ...own, from, to, zone, limit: rowsOfPage, ...(after !== null && { after }) };
    const answer = await callOperation(visit, parts, 'listUsage', asked);
    if (answer === null) return null;
    // `as`: what the operation answers.
    const { data, next } = answer.found as UsagePage;
    for (const { day, cost_eur } of data) spent.set(day, (spent.get(day) ?? 0n) + nanoFromSum(cost_eur));
    after = next;
    if (after === null) {
      return Array.from({ length: daysShown }, (_, index) => {
        const day = daysBefore(to, daysShown - 1 - index);
        return { day, costNano: spent.get(day) ?? 0n };
      });
    }
  }
  return null;
}

interface UsagePage {
  readonly data: readonly { readonly day: string; readonly cost_eur: string }[];
  readonly next: string | null;
}
