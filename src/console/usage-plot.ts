import type { Use } from '../domain/usage-hours/use-sums.ts';
import { monthAfter } from '../domain/bills/bill.ts';
import { dayAfter, daysBefore, dayIn, hourIn, todayIn } from '../domain/charges/calendar.ts';
import { nanoFromSum, type NanoEur } from '../domain/money.ts';
import { askOperation } from './call-operation.ts';
import type { ConsoleParts } from './console-parts.ts';
import type { Bar, BarsPlot } from './pages/bars-plot.ts';
import { writtenDay, writtenHour, writtenMonth } from '../admin/markup/written-values.ts';
import type { Visit } from './visit.ts';

/** What is drawn: a period of the reader's zone, in steps, and divided by something. */
export interface PlotAsked {
  readonly from: string;
  readonly to: string;
  /** `hour`, `day` or `month`. */
  readonly step: string;
  /** Filters, and what it is divided by. */
  readonly filters: Readonly<Record<string, string>>;
}

/** A plot, and what all of it comes to. */
export interface UsagePlot {
  readonly plot: BarsPlot;
  readonly totals: Readonly<Record<'cost_eur' | 'requests' | 'errors' | 'estimates' | 'overruns', bigint>>;
  /** `false`: there is more than was summed. */
  readonly whole: boolean;
}

/** Most bars: a month of hours. */
const barsMax = 750;
const hourMs = 3_600_000;

/** The period of the last days, with today as the last one. */
export function lastDays({ zone }: Visit, { deps }: ConsoleParts, days: number): Pick<PlotAsked, 'from' | 'to'> {
  const to = todayIn(zone, deps.admin.now());
  return { from: daysBefore(to, days - 1), to };
}

/** What was spent, for a plot. Raises what the operation raises, also for a step that there is not. */
export async function usagePlot(
  visit: Visit,
  parts: ConsoleParts,
  { from, to, step, filters }: PlotAsked,
): Promise<UsagePlot> {
  const { words, zone } = visit;
  const { found } = await askOperation(visit, parts, 'measureUsage', { ...filters, from, to, step, zone });
  // `as`: what the operation answers.
  const { data, whole } = found as Sums;
  const names = namesOf(data);
  const byStart = Map.groupBy(data, ({ starts }) => starts);
  const title = step === 'hour' ? writtenHour : step === 'day' ? writtenDay : writtenMonth;
  const bars = startsOf({ from, to, step, zone }).map((starts): Bar => {
    const rows = byStart.get(starts) ?? [];
    return { title: title(starts, words), parts: new Map(rows.map((row) => [names.indexOf(row.name), costOf(row)])) };
  });
  const totalOf = (of: (row: Sum) => bigint): bigint => data.reduce((sum, row) => sum + of(row), 0n);
  return {
    plot: { title: words.plot.title, names: names.map((name) => name ?? words.plot.others), bars },
    totals: {
      cost_eur: totalOf(costOf),
      requests: totalOf(({ requests }) => BigInt(requests)),
      errors: totalOf(({ errors }) => BigInt(errors)),
      estimates: totalOf(({ estimates }) => BigInt(estimates)),
      overruns: totalOf(({ overruns }) => BigInt(overruns)),
    },
    whole,
  };
}

interface Sum extends Pick<Use, 'cost_eur' | 'requests' | 'errors' | 'estimates' | 'overruns'> {
  readonly starts: string;
  readonly name: string | null;
}

interface Sums {
  readonly data: readonly Sum[];
  readonly whole: boolean;
}

const costOf = ({ cost_eur }: Pick<Sum, 'cost_eur'>): NanoEur => nanoFromSum(cost_eur);

/** The most expensive first; the rest last. */
function namesOf(data: readonly Sum[]): readonly (string | null)[] {
  const costs = new Map<string | null, NanoEur>();
  for (const row of data) costs.set(row.name, (costs.get(row.name) ?? 0n) + costOf(row));
  const named = [...costs].filter(([name]) => name !== null).toSorted(([, one], [, other]) => (one < other ? 1 : -1));
  return [...named.map(([name]) => name), ...(costs.has(null) ? [null] : [])];
}

/** All hours, days or months of a period, also those in which nothing was used. */
function startsOf({ from, to, step, zone }: Omit<PlotAsked, 'filters'> & { readonly zone: string }): readonly string[] {
  const starts = new Set<string>();
  if (step === 'hour') {
    const [begin, end] = [dayIn(zone, from)?.from ?? 0, dayIn(zone, to)?.to ?? 0];
    for (let at = begin; at < end && starts.size < barsMax; at += hourMs) starts.add(hourIn(zone, at));
    return [...starts];
  }
  const [first, last, next] = step === 'day' ? [from, to, dayAfter] : [from.slice(0, 7), to.slice(0, 7), monthAfter];
  for (let start = first; start <= last && starts.size < barsMax; start = next(start)) starts.add(start);
  return [...starts];
}
