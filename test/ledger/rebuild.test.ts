import test from 'ava';
import { projectionCatalogue } from '../../projections/catalogue.ts';
import { apiKeys } from '../../projections/api-keys.ts';
import { openReservations } from '../../projections/open-reservations.ts';
import { walletBalances } from '../../projections/wallet-balances.ts';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import { UnknownEventType } from '../../src/ledger/codec.ts';
import { followProjections } from '../../src/ledger/following/follow.ts';
import { catchUpApart } from '../_support/catch-up-apart.ts';
import { foldProjection, rebuildProjection } from '../../src/ledger/rebuild.ts';
import { compareProjection } from '../_support/compare-projection.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import type { LogEndReader } from '../../src/ports/log-end.ts';
import { ProjectionRewound, type Projection } from '../../src/ports/read-models.ts';
import { logWith, readModelsWith, record, recordUnknown } from '../_support/recorded-log.ts';
import { tally } from '../_support/tally-projection.ts';
import * as words from '../_support/wallet-vocabulary.ts';

const stream = walletStream(words.walletId);
const oneEuro = words.credited('1');

async function ledgerWith(credits: number) {
  const log = createMemoryEventLog();
  const readModels = createMemoryReadModels(log);
  for (let n = 0; n < credits; n += 1) await record(log, stream, oneEuro);
  return { log, readModels };
}

async function project(
  log: EventLog & LogEndReader,
  readModels: ReturnType<typeof createMemoryReadModels>,
  projections: readonly Projection<object>[] = [...projectionCatalogue, tally],
): Promise<void> {
  const follower = followProjections({ log, logEnd: log, readModels, projections, onError: () => {} });
  await follower.caughtUp();
  await follower.stop();
}

test('a fold in memory equals the documents that a follower stores', async (t) => {
  const { log, readModels } = await ledgerWith(0);
  await record(log, stream, words.opened, words.credited('10'), words.reserved('4'), words.flagged);
  await project(log, readModels);
  for (const projection of projectionCatalogue) {
    const { documents } = await foldProjection(log, projection);
    const stored = readModels.snapshot(projection).documents;
    t.deepEqual(Object.fromEntries(documents), Object.fromEntries(stored), projection.name);
  }
});

test('a fold ends at the position that it is given', async (t) => {
  const { log } = await ledgerWith(2_500);
  const [, second] = await log.readAll({ limit: 2 });
  const early = await foldProjection(log, tally, second === undefined ? {} : { upTo: second.position });
  t.is(early.documents.get(stream)?.events, 2);
  t.is(early.checkpoint, second?.position ?? null);
  const progress: number[] = [];
  const whole = await foldProjection(log, tally, { onProgress: (events) => progress.push(events) });
  t.is(whole.documents.get(stream)?.events, 2_500);
  t.deepEqual(progress, [1_000, 2_000, 2_500]);
});

test('a rebuilt projection has its checkpoint at the end of the log, also without an event of its own', async (t) => {
  const { log, readModels } = await ledgerWith(3);
  const { end } = await log.end();
  t.not(end, null);
  t.deepEqual(await rebuildProjection(log, readModels, apiKeys, { logEnd: log }), { events: 0, documents: 0 });
  t.is(readModels.checkpoint(apiKeys), end);
  await record(log, 'api-key-1', words.opened);
  await rebuildProjection(log, readModels, walletBalances, { logEnd: log });
  t.is(readModels.checkpoint(walletBalances), (await log.end()).end);
  t.is(readModels.snapshot(walletBalances).documents.size, 1);
});

test('a rebuild corrects a wrong document to the byte', async (t) => {
  const { log, readModels } = await ledgerWith(0);
  await record(log, stream, words.opened, words.credited('10'), words.reserved('4'));
  await project(log, readModels);
  const right = readModels.snapshot(walletBalances);
  readModels.replace(walletBalances, { checkpoint: right.checkpoint, documents: new Map() });
  const rebuilt = await rebuildProjection(log, readModels, walletBalances);
  t.deepEqual(rebuilt, { events: 3, documents: 1 });
  t.is(JSON.stringify([...readModels.snapshot(walletBalances).documents]), JSON.stringify([...right.documents]));
  t.is(readModels.checkpoint(walletBalances), right.checkpoint);
});

test('a rebuild under a running gateway loses no event that is recorded meanwhile', async (t) => {
  const { log, readModels } = await ledgerWith(1_500);
  const errors: unknown[] = [];
  const onError = (error: unknown): number => errors.push(error);
  const follower = followProjections({ log, logEnd: log, readModels, projections: [tally], batchMs: 1, onError });
  t.teardown(() => follower.stop());
  await follower.caughtUp();
  // Recorded and folded by the gateway after the rebuild has read its last page: the stored documents are ahead.
  let hasGrown = false;
  const growing: EventLog = {
    append: (name, expected, events) => log.append(name, expected, events),
    readStream: (name, options) => log.readStream(name, options),
    follow: (options) => log.follow(options),
    comparePositions: (a, b) => log.comparePositions(a, b),
    readAll: async (options) => {
      const events = await log.readAll(options);
      if (events.length < 1_000 && !hasGrown) {
        hasGrown = true;
        await record(log, stream, oneEuro, oneEuro);
        await follower.caughtUp();
      }
      return events;
    },
  };
  await rebuildProjection(growing, readModels, tally);
  t.true(hasGrown);
  t.is(readModels.get(tally, stream)?.events, 1_502);
  await record(log, stream, oneEuro);
  await follower.caughtUp();
  t.is(readModels.get(tally, stream)?.events, 1_503);
  t.deepEqual(errors, []);
});

test('a rebuild and a catch-up begin again when another process rebuilds the projection meanwhile', async (t) => {
  const { log, readModels } = await ledgerWith(1_500);
  const fold = await foldProjection(log, tally);
  let rewinds = 3;
  // Another process has put its own fold, of the beginning only, in the place of the documents.
  const rewound = readModelsWith(readModels, () => {
    if (rewinds <= 0) return;
    rewinds -= 1;
    readModels.reset(tally);
  });
  let hasGrown = false;
  const growing = logWith(log, {
    readAll: async (options) => {
      const page = await log.readAll(options);
      if (page.length < 1_000 && !hasGrown) {
        hasGrown = true;
        await record(log, stream, oneEuro);
      }
      return page;
    },
  });
  await rebuildProjection(growing, rewound, tally);
  t.is(rewinds, 0);
  t.is(readModels.get(tally, stream)?.events, fold.events + 1);
  rewinds = 3;
  await record(log, stream, oneEuro);
  await catchUpApart({ log, readModels: rewound }, [tally]);
  t.is(rewinds, 0);
  t.is(readModels.get(tally, stream)?.events, fold.events + 2);
});

test('a catch-up of a projection that is rewound every time ends, and says so', async (t) => {
  const { log, readModels } = await ledgerWith(3);
  let rewinds = 0;
  const rewound = readModelsWith(readModels, () => {
    rewinds += 1;
    throw new ProjectionRewound(tally);
  });
  await t.throwsAsync(catchUpApart({ log, readModels: rewound }, [tally]), { instanceOf: ProjectionRewound });
  t.is(rewinds, 11);
});

test('a rebuild that meets an event of a later version leaves the documents as they were', async (t) => {
  const { log, readModels } = await ledgerWith(3);
  await project(log, readModels);
  await recordUnknown(log, stream);
  await t.throwsAsync(rebuildProjection(log, readModels, tally), { instanceOf: UnknownEventType });
  t.is(readModels.get(tally, stream)?.events, 3);
});

test('a rebuild and a comparison end where a stream waits, and are complete for all others', async (t) => {
  const { log, readModels } = await ledgerWith(0);
  const other = walletStream(words.id('a', 7));
  await record(log, stream, words.opened, words.credited('10'));
  await recordUnknown(log, stream);
  await record(log, stream, words.credited('5', words.id('f', 9)));
  await record(log, other, words.credited('3'));
  for (const bring of [
    () => project(log, readModels, projectionCatalogue),
    () => rebuildProjection(log, readModels, walletBalances),
  ]) {
    await bring();
    t.is(readModels.get(walletBalances, words.walletId)?.posted_eur, '10.000000000');
    t.is(readModels.get(walletBalances, words.id('a', 7))?.posted_eur, '3.000000000');
    t.deepEqual(readModels.waiting(walletBalances), [{ stream, revision: 2, type: 'FromTheFuture' }]);
    t.is((await compareProjection(log, readModels, walletBalances)).differing, 0);
  }
});

test('documents equal their fold at their checkpoint, also when the log has grown', async (t) => {
  const { log, readModels } = await ledgerWith(0);
  await record(log, stream, words.opened, words.credited('10'), words.reserved('4'));
  await project(log, readModels);
  await record(log, stream, words.released('4'));
  for (const projection of projectionCatalogue) {
    const comparison = await compareProjection(log, readModels, projection);
    t.is(comparison.differing, 0, projection.name);
  }
  const comparison = await compareProjection(log, readModels, walletBalances);
  t.like(comparison, { events: 3, documents: 1, differences: [] });
});

test('a comparison names changed, missing and extra documents', async (t) => {
  const { log, readModels } = await ledgerWith(0);
  await record(log, stream, words.opened, words.credited('10'), words.reserved('4'));
  await project(log, readModels);
  const { checkpoint, documents } = readModels.snapshot(walletBalances);
  const balance = documents.get(words.walletId);
  t.truthy(balance);
  if (balance === undefined) return;
  const forged = { ...balance, available_eur: '1000.000000000' };
  readModels.replace(walletBalances, { checkpoint, documents: new Map([[words.walletId, forged]]) });
  t.deepEqual((await compareProjection(log, readModels, walletBalances)).differences, [
    { key: words.walletId, stored: forged, folded: balance },
  ]);
  readModels.replace(walletBalances, { checkpoint, documents: new Map([['stray', balance]]) });
  t.deepEqual((await compareProjection(log, readModels, walletBalances)).differences, [
    { key: words.walletId, stored: null, folded: balance },
    { key: 'stray', stored: balance, folded: null },
  ]);
});

test('a projection that was never fed has nothing to differ in', async (t) => {
  const { log, readModels } = await ledgerWith(2);
  t.like(await compareProjection(log, readModels, openReservations), { checkpoint: null, differing: 0, documents: 0 });
});
