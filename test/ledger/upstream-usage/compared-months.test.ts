import { randomUUID } from 'node:crypto';
import test from 'ava';
import * as fc from 'fast-check';
import { createMemoryEventLog } from '../../../src/adapters/memory-event-log.ts';
import { compareUsage } from '../../../src/domain/upstream-usage/compare-usage.ts';
import type { ReportedUsage } from '../../../src/domain/upstream-usage/reported-usage.ts';
import type { WalletEvent } from '../../../src/domain/wallet-events.ts';
import { decodeEvent } from '../../../src/ledger/codec.ts';
import { UsageOfUpstream } from '../../../src/ledger/upstream-usage/usage-of-upstream.ts';
import { Wallets } from '../../../src/ledger/wallets.ts';
import { fail, leftOpen, leftOpenId } from '../../_support/attempt-vocabulary.ts';
import { propertyRuns } from '../../_support/property-runs.ts';
import { billing } from '../../_support/usage.ts';
import { credit, flag, open, priceList, release, reserve, settle, walletId } from '../../_support/wallet-vocabulary.ts';

/** What happens on a day, and what the provider has of it more or less than was recorded. */
const day = fc.record({
  requests: fc.array(
    fc.record({ input: fc.integer({ min: 1, max: 5_000 }), output: fc.integer({ min: 0, max: 5_000 }) }),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
  kind: fc.constantFrom('exact', 'estimate', 'flagged', 'failed', 'midnight'),
  fault: fc.integer({ min: -2_000, max: 2_000 }),
});

const dayMs = 86_400_000;
const begin = Date.parse('2026-11-01T12:00:00Z');

test('every difference of a month with faults in it is explained to the token, and no other one is', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(day, { minLength: 1, maxLength: 30 }), async (days) => {
      let now = begin;
      const log = createMemoryEventLog({ clock: { now: () => now } });
      const wallets = new Wallets({ log, createId: randomUUID });
      const act = async (command: Parameters<typeof wallets.execute>[1]): Promise<void> => {
        t.true((await wallets.execute(walletId, command)).accepted, command.type);
      };
      await act(open);
      await act(credit('100000', randomUUID()));
      const theirs: ReportedUsage[] = [];
      const expected = new Map<string, number>();
      for (const [index, { requests, kind, fault }] of days.entries()) {
        // Two days for each, so that what goes over midnight meets no other.
        const at = begin + index * 2 * dayMs;
        const name = new Date(at).toISOString().slice(0, 10);
        let [input, output] = [0, 0];
        for (const counts of requests) {
          const reservationId = randomUUID();
          now = at;
          await act(reserve('10', { reservationId, expiresAt: '2999-01-01T00:00:00.000Z' }));
          if (kind === 'midnight') now += dayMs;
          const source = kind === 'estimate' ? 'estimate' : 'upstream';
          const bill = billing({ input_tokens: counts.input, output_tokens: counts.output }, priceList, { source });
          await act(settle('0', { reservationId, ...bill }));
          input += counts.input;
          output += counts.output;
        }
        now = at;
        const lost = randomUUID();
        if (kind === 'flagged' || kind === 'failed')
          await act(reserve('1', { reservationId: lost, expiresAt: '2999-01-01T00:00:00.000Z' }));
        if (kind === 'flagged') await act(flag(lost));
        if (kind === 'failed') await act({ ...release(lost), resolvedBy: null });
        const told = Math.max(0, input + fault);
        theirs.push({ day: name, model: 'small-model', counters: { input: told, output } });
        const difference = told - input;
        // More than was held for is no request without counters: each is held for 100 tokens.
        const without = { estimate: requests.length, flagged: 1, failed: 1, exact: 0, midnight: 0 }[kind];
        const bound = difference > 0 ? without * 100 : kind === 'estimate' ? input : 0;
        const rest = Math.max(0, Math.abs(difference) - bound);
        // The provider counted it on the day of the request: what was charged a day later is no fault.
        const moved = kind === 'midnight' ? Math.max(0, told - input) : rest;
        expected.set(`${name} input`, Math.sign(difference) * moved);
      }
      const recorded = new UsageOfUpstream('sandbox');
      for (const event of await log.readAll({ limit: 10_000 })) {
        recorded.take(decodeEvent(event) as WalletEvent, event.recordedAt.slice(0, 10));
      }
      const to = new Date(begin + days.length * 2 * dayMs).toISOString().slice(0, 10);
      const report = { from: '2026-11-01', to, rows: theirs };
      for (const row of compareUsage(report, recorded.rows(report.from, to))) {
        t.is(row.difference, row.theirs - row.recorded);
        t.is(row.unexplained, (expected.get(`${row.day} ${row.counter}`) ?? 0) + 0, JSON.stringify(row));
        if (row.unexplained !== row.difference) t.true(row.reasons.length > 0, JSON.stringify(row));
      }
    }),
    { numRuns: propertyRuns(40) },
  );
});

const leavingOpen = fail('4', { leftOpen: leftOpen('3') });
const apart = { reservationId: leftOpenId } as const;

for (const [what, commands, reasons] of [
  ['a failure that the upstream may have worked on', [fail('5', { failure: 'server_error' })], ['free_failures']],
  ['a connection that was never made', [fail('5', { failure: 'refused' })], []],
  ['an attempt whose outcome is not known', [leavingOpen], ['flagged']],
  ['an attempt that was charged since', [leavingOpen, settle('1', apart)], []],
  ['an attempt that was released since', [leavingOpen, release(leftOpenId)], ['free_failures']],
  ['a request that failed', [release()], ['free_failures']],
  ['a request that was never sent', [{ ...release(), reason: 'not_forwarded' }], []],
] as const) {
  test(`${what} explains ${reasons.length === 0 ? 'nothing' : 'what an upstream has counted more'}`, async (t) => {
    const log = createMemoryEventLog();
    const wallets = new Wallets({ log, createId: randomUUID });
    for (const command of [open, credit('100', randomUUID()), reserve('10'), ...commands]) {
      t.true((await wallets.execute(walletId, command)).accepted, command.type);
    }
    const recorded = new UsageOfUpstream('sandbox');
    for (const event of await log.readAll({ limit: 100 })) {
      recorded.take(decodeEvent(event) as WalletEvent, '2026-11-20');
    }
    const today = '2026-11-20';
    const rows = recorded.rows(today, today);
    const input = rows[0]?.counters.input ?? 0;
    // A request is held for 100 tokens.
    for (const [more, unexplained] of [
      [100, reasons.length === 0 ? 100 : 0],
      [1_000, reasons.length === 0 ? 1_000 : 900],
    ] as const) {
      const row = { day: today, model: 'small-model', counters: { input: input + more } };
      const [compared] = compareUsage({ from: today, to: today, rows: [row] }, rows);
      t.deepEqual(compared?.reasons, reasons);
      t.is(compared?.unexplained, unexplained);
    }
  });
}
