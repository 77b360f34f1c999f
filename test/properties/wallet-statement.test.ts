import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'ava';
import * as fc from 'fast-check';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { eurFromNano } from '../../src/domain/money.ts';
import type { WalletAmounts } from '../../src/domain/wallet-entries/statement-lines.ts';
import { walletFigures } from '../../src/domain/wallet-entries/wallet-figures.ts';
import { closingOf } from '../../src/domain/wallet-closing.ts';
import type { WalletEvent } from '../../src/domain/wallet-events.ts';
import type { WalletState } from '../../src/domain/wallet-state.ts';
import { encodeEvent } from '../../src/ledger/codec.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import {
  walletStatement,
  type WalletEntry,
  type StatementPlace,
  type StatementRequest,
} from '../../src/ledger/wallet-statement.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import { anyHistory, type Step } from '../_support/wallet-history.ts';
import { walletId } from '../_support/wallet-vocabulary.ts';

/** What holds of statements, whatever a wallet went through. A failure prints the seed that repeats it. */

const whole = { walletId, fromMs: null, beforeMs: null };

/** Records a history, with a closing after each `closedEvery` steps, each event an hour after the one before. */
async function recorded(history: readonly Step[], closedEvery: number): Promise<EventLog> {
  let atMs = Date.parse('2026-11-01T00:00:00Z');
  const log = createMemoryEventLog({ clock: { now: () => atMs } });
  let revision = -1;
  const append = async (event: WalletEvent): Promise<void> => {
    await log.append(walletStream(walletId), revision === -1 ? 'no_stream' : revision, [
      encodeEvent(event, randomUUID()),
    ]);
    revision += 1;
    atMs += 3_600_000;
  };
  for (const [index, { events, after }] of history.entries()) {
    for (const event of events) await append(event);
    if (after.walletId === null || index % closedEvery !== 0) continue;
    const parts = closingOf(after, revision + 1, { credits: new Set(), debits: new Set() });
    for (const data of parts) await append({ type: 'WalletPeriodClosed', data });
  }
  return log;
}

/** All pages of a statement, one after the other. */
async function pagesOf(log: EventLog, request: Omit<StatementRequest, 'begin'>): Promise<readonly WalletEntry[]> {
  const found: WalletEntry[] = [];
  for (let begin: StatementPlace | null = null; ;) {
    const { entries, next } = await walletStatement(log, { ...request, begin });
    assert.ok(entries.length <= request.limit);
    found.push(...entries);
    if (next === null) return found;
    begin = next;
  }
}

/** As `wallets show` has it. */
const figuresOf = (state: WalletState): object => {
  const { posted_eur, reserved_eur, granted_eur } = walletFigures(walletId, state);
  return { posted_eur, reserved_eur, granted_eur };
};

const written = ({ posted, reserved, granted }: WalletAmounts): object => ({
  posted_eur: eurFromNano(posted),
  reserved_eur: eurFromNano(reserved),
  granted_eur: eurFromNano(granted),
});

const nothing: WalletAmounts = { posted: 0n, reserved: 0n, granted: 0n };

function sumOf(entries: readonly WalletEntry[]): WalletAmounts {
  let sum = nothing;
  for (const { change } of entries) {
    const { posted, reserved, granted } = sum;
    sum = {
      posted: posted + change.posted,
      reserved: reserved + change.reserved,
      granted: granted + change.granted,
    };
  }
  return sum;
}

test('the last balance, the sum of the postings and the wallet agree, in both orders and any pages', async (t) => {
  const sizes = fc.integer({ min: 1, max: 40 });
  await fc.assert(
    fc.asyncProperty(anyHistory, sizes, sizes, async (history, limit, closedEvery) => {
      const state = history.at(-1)?.after;
      if (state === undefined) return;
      const log = await recorded(history, closedEvery);
      const oldestFirst = await pagesOf(log, { ...whole, isNewestFirst: false, limit });
      const newestFirst = await pagesOf(log, { ...whole, isNewestFirst: true, limit });
      assert.deepEqual(newestFirst.toReversed(), oldestFirst);
      const postings = history.flatMap(({ events }) =>
        events.flatMap(({ data }) => ('postings' in data ? data.postings : [])),
      );
      assert.deepEqual(
        oldestFirst.map(({ posting }) => posting),
        postings,
      );
      assert.deepEqual(written(sumOf(oldestFirst)), figuresOf(state));
      assert.deepEqual(written(oldestFirst.at(-1)?.after ?? nothing), figuresOf(state));
    }),
    { numRuns: propertyRuns(1_000) },
  );
  t.pass();
});

test('periods that follow one another have each entry once, with the balances of the whole', async (t) => {
  const hours = fc.array(fc.integer({ min: -2, max: 120 }), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(anyHistory, hours, fc.integer({ min: 1, max: 9 }), async (history, cuts, limit) => {
      const log = await recorded(history, 7);
      const expected = await pagesOf(log, { ...whole, isNewestFirst: false, limit: 500 });
      const times = cuts.toSorted((a, b) => a - b).map((hour) => Date.parse('2026-11-01T00:00:00Z') + hour * 3_600_000);
      const ends = [null, ...times, null];
      const found: WalletEntry[] = [];
      for (const [index, fromMs] of ends.slice(0, -1).entries()) {
        const beforeMs = ends[index + 1] ?? null;
        const period = await pagesOf(log, { walletId, fromMs, beforeMs, isNewestFirst: false, limit });
        for (const {
          recorded: { recordedAt },
        } of period) {
          assert.ok(fromMs === null || Date.parse(recordedAt) >= fromMs);
          assert.ok(beforeMs === null || Date.parse(recordedAt) < beforeMs);
        }
        const reversed = await pagesOf(log, { walletId, fromMs, beforeMs, isNewestFirst: true, limit });
        assert.deepEqual(reversed.toReversed(), period);
        found.push(...period);
      }
      assert.deepEqual(found, expected);
    }),
    { numRuns: propertyRuns(100) },
  );
  t.pass();
});
