import { markdownTable } from '../../../docs/pages/markdown-table.ts';
import type { Seen } from './scenario.ts';

export interface Row {
  readonly gateway: string;
  readonly seen: Seen;
}

const titles = [
  'gateway',
  'answered',
  'p50, ms: well → fault',
  'p99, ms: well → fault (after 10)',
  'tries/s',
  'used again after',
  'billed − booked, µ€',
];

/** What was seen of each gateway in one scenario, a line each. */
export function failoverTable(rows: readonly Row[]): string {
  return `${markdownTable(titles, rows.map(lineOf))}\n`;
}

function lineOf({ gateway, seen }: Row): readonly string[] {
  const { calls, answered, broken, well, fault, faultLater, triesPerSecond, backMs, billed, booked } = seen;
  const cut = broken === 0 ? '' : `, ${broken} cut`;
  const ms = (milliseconds: number): string => String(Math.round(milliseconds));
  return [
    gateway,
    `${((100 * answered) / Math.max(1, calls)).toFixed(1)} % of ${calls}${cut}`,
    `${ms(well.p50)} → ${ms(fault.p50)}`,
    `${ms(well.p99)} → ${ms(fault.p99)} (${ms(faultLater.p99)})`,
    triesPerSecond === null ? 'not seen' : triesPerSecond.toFixed(2),
    backMs === null ? 'not in time' : `${(backMs / 1_000).toFixed(1)} s`,
    billed === null ? 'bills nothing' : moneyOf(billed.nano - booked, billed.open, booked),
  ];
}

function moneyOf(difference: number, open: number, booked: number): string {
  const told = difference === 0 ? '0' : `${(difference / 1_000).toFixed(0)} of ${(booked / 1_000).toFixed(0)}`;
  return open === 0 ? told : `${told}, ${open} held`;
}
