import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'ava';
import * as fc from 'fast-check';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { spanOf, todayIn } from '../../src/domain/charges/calendar.ts';
import { encodeEvent } from '../../src/ledger/codec.ts';
import { exportMovements } from '../../src/ledger/export/export-movements.ts';
import { HledgerFormat } from '../../src/ledger/export/hledger-format.ts';
import { PostingsTable } from '../../src/ledger/export/postings-table.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import { walletStatement } from '../../src/ledger/wallet-statement.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import { anyHistory, type Step } from '../_support/wallet-history.ts';
import { walletId } from '../_support/wallet-vocabulary.ts';
import { everyZone, zoneMonth } from './_zone-months.ts';

/** In any zone the days of a month are the month: no row is lost, told twice or dated otherwise. */

/** Records a history, its events spread over the time from before the month until after it. */
async function recorded(history: readonly Step[], times: readonly number[]): Promise<EventLog> {
  const events = history.flatMap((step) => step.events);
  const sorted = times.toSorted((a, b) => a - b);
  let atMs = 0;
  const log = createMemoryEventLog({ clock: { now: () => atMs } });
  for (const [index, event] of events.entries()) {
    atMs = sorted[Math.floor((index * sorted.length) / events.length)] ?? 0;
    const encoded = encodeEvent(event, randomUUID());
    await log.append(walletStream(walletId), index === 0 ? 'no_stream' : index - 1, [encoded]);
  }
  return log;
}

async function statementOf(log: EventLog, zone: string, from: string, to: string): Promise<readonly object[]> {
  const period = { walletId, ...spanOf({ zone, from, to }), isNewestFirst: false, begin: null, limit: 1_000 };
  return (await walletStatement(log, period)).entries;
}

async function exportOf(
  log: EventLog,
  days: { readonly zone: string; readonly from?: string; readonly to?: string },
  format: HledgerFormat | PostingsTable = new PostingsTable(),
): Promise<string> {
  const all = await log.readAll();
  const events = async function* events() {
    yield* all;
  };
  return (await Array.fromAsync(exportMovements({ events, format, days }))).join('');
}

/** The rows of a table, with their times. */
const rowsOf = (table: string): readonly (readonly string[])[] =>
  table
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));

test('statements and exports of days sum to those of the month, in every zone', async (t) => {
  for (const zone of everyZone) {
    await fc.assert(
      fc.asyncProperty(anyHistory, zoneMonth(zone), async (history, { days, times }) => {
        const log = await recorded(history, times);
        const [first = '', last = ''] = [days[0], days.at(-1)];
        const used = days.filter((day) => times.some((at) => todayIn(zone, at) === day));
        const statements = await Promise.all(used.map((day) => statementOf(log, zone, day, day)));
        assert.deepEqual(statements.flat(), await statementOf(log, zone, first, last));
        const tables = await Promise.all(used.map((day) => exportOf(log, { zone, from: day, to: day })));
        for (const [index, table] of tables.entries())
          assert.ok(rowsOf(table).every(([, at = '']) => at.startsWith(used[index] ?? '-')));
        assert.deepEqual(tables.flatMap(rowsOf), rowsOf(await exportOf(log, { zone, from: first, to: last })));
        const whole = rowsOf(await exportOf(log, { zone: 'UTC' }));
        const inZone = rowsOf(await exportOf(log, { zone }));
        assert.deepEqual(
          inZone.map(([place, at = '', ...rest]) => [place, new Date(at).toISOString(), ...rest]),
          whole,
        );
        const dates = [...(await exportOf(log, { zone }, new HledgerFormat())).matchAll(/^(\S+) \* .* at:(\S+?),/gm)];
        assert.ok(dates.every(([, date, at = '']) => date === todayIn(zone, Date.parse(at))));
      }),
      { numRuns: propertyRuns(2) },
    );
  }
  t.pass();
});
