import { existsSync, readFileSync } from 'node:fs';
import { goalRow, type Goal } from './switchyard-report.ts';

const heading = ['| | aimed at | measured | |', '|---|---|---|---|'];
const idOf = (row: string): string => /^\| (R\d) \|/.exec(row)?.[1] ?? '';

/** All goals, R1 to R9, in one table: those measured now, and of the others what the page says. */
export function goalsTable(pagePath: string, measured: readonly Goal[]): readonly string[] {
  const page = existsSync(pagePath) ? readFileSync(pagePath, 'utf8') : '';
  const [, goals = ''] = page.split(/^## Goals\n/m);
  const [before = ''] = goals.split(/^## /m);
  const ids = new Set(measured.map(({ id }) => id));
  const kept = before.split('\n').filter((row) => idOf(row) !== '' && !ids.has(idOf(row)));
  const rows = [...kept, ...measured.map(goalRow)].toSorted((a, b) => idOf(a).localeCompare(idOf(b)));
  return [...heading, ...rows];
}
