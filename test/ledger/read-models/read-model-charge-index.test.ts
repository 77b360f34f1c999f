import assert from 'node:assert/strict';
import test from 'ava';
import * as fc from 'fast-check';
import * as projected from '../../../projections/charges.ts';
import { createMemoryReadModels } from '../../../src/adapters/memory-read-models.ts';
import { dayIn } from '../../../src/domain/charges/calendar.ts';
import type { ChargeRecord } from '../../../src/domain/charges/charge-record.ts';
import { noUse, sumOfUses, useOf, type ChargedUse } from '../../../src/domain/charges/charged-use.ts';
import { usageGroups, UseInPeriods } from '../../../src/domain/charges/use-in-periods.ts';
import { nanoFromSum } from '../../../src/domain/money.ts';
import type { WalletEvent } from '../../../src/domain/wallet-events.ts';
import { initialWallet, spendOf } from '../../../src/domain/wallet-state.ts';
import { createReadModelChargeIndex } from '../../../src/ledger/read-models/read-model-charge-index.ts';
import { walletStream } from '../../../src/ledger/stream-names.ts';
import type { ChargeIndex, ChargeSpan } from '../../../src/ports/charge-index.ts';
import { recordedIn } from '../../_support/fold-projection.ts';
import { propertyRuns } from '../../_support/property-runs.ts';
import { comparePlaces, place } from '../../_support/tally-projection.ts';
import { anyHistory } from '../../_support/wallet-history.ts';
import * as words from '../../_support/wallet-vocabulary.ts';

const begin = Date.UTC(2026, 9, 20);
const always: ChargeSpan = { from: 0, to: Number.MAX_SAFE_INTEGER };

/** The index over events of one wallet, each recorded some milliseconds after the one before. */
function indexOf(events: readonly WalletEvent[], stepsMs: readonly number[]): ChargeIndex {
  const readModels = createMemoryReadModels({ comparePositions: comparePlaces });
  let at = begin;
  const recorded = recordedIn(walletStream(words.walletId), events).map((event, n) => {
    at += stepsMs[n % stepsMs.length] ?? 0;
    return { ...event, recordedAt: new Date(at).toISOString() };
  });
  if (recorded.length > 0) {
    readModels.apply(projected.charges, { after: null, events: recorded, upTo: place(recorded.length) });
  }
  return createReadModelChargeIndex({
    readModels,
    charges: projected.charges,
    chargeOf: projected.shownCharge,
    listed: projected.listedCharges,
    keyPrefix: (keyId) => projected.chargesPrefix('key', keyId),
    quartersPrefix: projected.quartersPrefix,
    catchUp: () => Promise.resolve(),
  });
}

/** All pages of a key within a span. */
async function pagesOf(
  index: ChargeIndex,
  keyId: string,
  span: ChargeSpan,
  limit: number,
): Promise<readonly ChargeRecord[]> {
  const all: ChargeRecord[] = [];
  for (let after: ChargeRecord | null = null; ;) {
    const { charges, hasMore } = await index.ofKey(keyId, { ...span, after, limit });
    assert.ok(charges.length <= limit);
    all.push(...charges);
    after = charges.at(-1) ?? null;
    if (!hasMore) return all;
    assert.equal(charges.length, limit);
  }
}

const sumOf = (uses: readonly ChargedUse[]): ChargedUse => uses.reduce((sum, use) => sumOfUses(sum, use), noUse);

test('over any history and in any zone: the pages of a key, its usage and what its wallet charged it are the same', async (t) => {
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  const steps = fc.array(fc.integer({ min: 0, max: 20_000_000 }), { minLength: 1, maxLength: 20 });
  const limit = fc.integer({ min: 1, max: 4 });
  const isSame = fc.asyncProperty(anyHistory, steps, zone, limit, async (history, stepsMs, zoneId, most) => {
    const index = indexOf(
      history.flatMap(({ events }) => events),
      stepsMs,
    );
    const state = history.at(-1)?.after ?? initialWallet;
    for (const keyId of [words.keyA, words.keyB]) {
      const all = await pagesOf(index, keyId, always, most);
      assert.deepEqual([...new Set(all.map(({ key_id }) => key_id))], all.length === 0 ? [] : [keyId]);
      const times = all.map(({ reserved_at }) => reserved_at);
      assert.deepEqual(times.toSorted().toReversed(), times);
      const spent = all.reduce((sum, { cost_eur }) => sum + nanoFromSum(cost_eur), 0n);
      assert.equal(spent, spendOf(state, keyId).settled);
      for (const by of usageGroups) {
        const use = new UseInPeriods(by, zoneId);
        for await (const quarter of index.quartersOf(keyId, { from: begin, to: Date.UTC(2100) })) use.add(quarter);
        assert.deepEqual(use.total, sumOf(all.map(useOf)));
        assert.deepEqual(sumOf(use.rows()), use.total);
        for (const row of use.rows()) {
          if ('model' in row) {
            const { model, ...sum } = row;
            assert.deepEqual(sum, sumOf(all.filter(({ profile }) => profile === model).map(useOf)));
            continue;
          }
          // Each hour and day links to its charges: its times are a span of theirs.
          const { starts_at, ends_at, ...sum } = row;
          const span = { from: Date.parse(starts_at), to: Date.parse(ends_at) };
          assert.deepEqual(sum, sumOf((await pagesOf(index, keyId, span, most)).map(useOf)));
        }
      }
    }
  });
  await fc.assert(isSame, { numRuns: propertyRuns(100) });
  t.pass();
});

test('a page ends where the span does, wherever its cursor is', async (t) => {
  const hold = (n: number): WalletEvent => words.reserved('1', { reservationId: words.id('e', n) });
  const index = indexOf([words.opened, words.credited('100'), ...[1, 2, 3, 4, 5].map(hold)], [3_600_000]);
  const at = (n: number): number => begin + (n + 2) * 3_600_000;
  const ids = async (span: ChargeSpan, after: string | null, limit = 10) => {
    const asked = { ...span, after: after === null ? null : await index.find(after), limit };
    const { charges, hasMore } = await index.ofKey(words.keyA, asked);
    return [charges.map(({ reservation_id }) => Number(reservation_id.slice(-2))), hasMore];
  };
  t.deepEqual(await ids(always, null), [[5, 4, 3, 2, 1], false]);
  t.deepEqual(await ids(always, null, 5), [[5, 4, 3, 2, 1], false]);
  t.deepEqual(await ids(always, null, 4), [[5, 4, 3, 2], true]);
  t.deepEqual(await ids({ from: at(2), to: at(4) }, null), [[3, 2], false], 'the start is in it, the end is not');
  t.deepEqual(await ids({ from: at(2), to: at(4) }, null, 1), [[3], true]);
  t.deepEqual(await ids({ from: at(2), to: at(4) }, words.id('e', 3)), [[2], false]);
  t.deepEqual(await ids({ from: at(2), to: at(4) }, words.id('e', 5)), [[3, 2], false]);
  t.deepEqual(await ids({ from: at(2), to: at(4) }, words.id('e', 1)), [[], false]);
  t.deepEqual(await ids({ from: at(9), to: at(10) }, null), [[], false]);
  t.is(await index.find('nobody'), null);
});

test('pages of any size, read in parts and beside each other, have each charge once', async (t) => {
  const hold = (n: number): WalletEvent => words.reserved('1', { reservationId: words.id('e', n) });
  const newestFirst = Array.from({ length: 130 }, (_, n) => 130 - n);
  const index = indexOf([words.opened, words.credited('1000'), ...newestFirst.toReversed().map(hold)], [1_000]);
  const reading = [1, 24, 25, 26, 50, 51, 129, 130, 131, 200].map(async (limit) => {
    const all = await pagesOf(index, words.keyA, always, limit);
    const found = all.map(({ reservation_id: id }) => Number.parseInt(id.slice(-3), 16));
    t.deepEqual(found, newestFirst, `pages of ${limit}`);
  });
  await Promise.all(reading);
});

test('quarters of a day are those that begin in it', async (t) => {
  const hold = (n: number): readonly WalletEvent[] => {
    const reservationId = words.id('e', n);
    return [words.reserved('1', { reservationId }), words.settled({ cost: '1', postings: [], reservationId })];
  };
  const index = indexOf(
    [words.opened, words.credited('100'), ...[1, 2, 3, 4, 5, 6, 7, 8].flatMap(hold)],
    [6 * 3_600_000],
  );
  const day = dayIn('Asia/Kathmandu', '2026-10-22');
  if (day === null) return t.fail();
  const starts: string[] = [];
  for await (const { starts_at } of index.quartersOf(words.keyA, day)) starts.push(starts_at);
  // It begins at 18:15 UTC of the day before.
  t.deepEqual(starts, ['2026-10-22T06:00:00.000Z', '2026-10-22T18:00:00.000Z']);
});
