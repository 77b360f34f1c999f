import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ExecutionContext } from 'ava';
import { openSqliteBlockAccounts, type SqliteBlockAccountsOptions } from '../../src/adapters/sqlite-block-accounts.ts';
import type { BlockAccounts } from '../../src/ports/block-accounts.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { SimulatedTimer } from '../_support/simulated-timer.ts';
import { digestOf } from './block-accounts.contract.ts';

const dayMs = 86_400_000;

export interface Opened {
  readonly accounts: BlockAccounts & Disposable;
  readonly timer: SimulatedTimer;
  readonly told: readonly string[];
  /** The day on which it is, and whether that is believed. */
  readonly clock: { day: number; isSettled: boolean; now(): number };
}

export function open(
  t: ExecutionContext,
  path: string,
  options: Partial<Omit<SqliteBlockAccountsOptions, 'clock' | 'timer'>> & { readonly day?: number } = {},
): Opened {
  const { day = 20_000, ...limits } = options;
  const told: string[] = [];
  const timer = new SimulatedTimer();
  const clock: Opened['clock'] = { day, isSettled: true, now: () => clock.day * dayMs };
  const telemetry = { warn: (what: string) => void told.push(what) };
  const accounts = openSqliteBlockAccounts({ path, clock, timer, telemetry, ...limits });
  t.teardown(() => accounts[Symbol.dispose]());
  return { accounts, timer, told, clock };
}

export function newPath(t: ExecutionContext): string {
  return join(scratchFolder(t), 'data', 'opaque-blocks.db');
}

function digests(texts: readonly (string | number)[]): readonly string[] {
  return texts.map((text) => digestOf(text));
}

export function range(from: number, below: number): readonly string[] {
  return digests(Array.from({ length: below - from }, (_, n) => from + n));
}

/** How many of them somebody knows. */
export function known(accounts: BlockAccounts, asked: readonly string[]): number {
  return asked.filter((digest) => accounts.madeBy(digest) !== null).length;
}

/** What stands in the file now. */
export function rowsIn(path: string): { readonly strings: number; readonly total: number } {
  using database = new DatabaseSync(path, { readOnly: true });
  const counts = database
    .prepare('SELECT (SELECT count(*) FROM strings) AS s, (SELECT strings FROM totals) AS t')
    .get();
  return { strings: Number(counts?.['s']), total: Number(counts?.['t']) };
}

export function dayIn(path: string, digest: string): number {
  using database = new DatabaseSync(path, { readOnly: true });
  const row = database.prepare('SELECT day FROM strings WHERE digest = ?').get(Buffer.from(digest.slice(0, 32), 'hex'));
  return Number(row?.['day']);
}
