import { markdownTable } from '../../../docs/pages/markdown-table.ts';
import type { Scenario, Seen } from './scenario.ts';

export interface Row {
  readonly gateway: string;
  readonly seen: Seen;
}

const titles = [
  'gateway',
  'answered',
  'p50, ms: well → fault',
  'p99, ms: well → fault (after 10)',
  'tries/s after 10',
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

const goals = ['scenario', 'answered', 'p99 ≤ 2 × well', '≤ 1 try/s', 'back ≤ 5 s', 'billed = booked'];

/** Which goals Waybill has met in which scenario. */
export function goalsTable(played: readonly { readonly scenario: Scenario; readonly seen: Seen }[]): string {
  const lines = played.map(({ scenario, seen }) => {
    const { calls, answered, broken, well, faultLater, triesPerSecond, backMs, billed, booked } = seen;
    const said = (isMet: boolean): string => (isMet ? 'met' : 'missed');
    const ofDead = (isMet: boolean): string => (scenario.isUsed === true ? '–' : said(isMet));
    return [
      scenario.name,
      said(answered + broken === calls),
      said(faultLater.p99 <= 2 * well.p99),
      triesPerSecond === null ? 'not seen' : ofDead(triesPerSecond <= 1),
      ofDead(backMs !== null && backMs <= 5_000),
      said(billed?.nano === booked && billed.open === 0),
    ];
  });
  return `${markdownTable(goals, lines)}\n`;
}
