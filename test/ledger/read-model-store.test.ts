import test, { type ExecutionContext } from 'ava';
import { assert, asyncProperty, constantFrom, array } from 'fast-check';
import { walletBalances } from '../../projections/wallet-balances.ts';
import { openEventStoreDbEventLog } from '../../src/adapters/eventstoredb-event-log.ts';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { openSqliteEventLog } from '../../src/adapters/sqlite-event-log.ts';
import { readModelEventSchemas } from '../../src/domain/read-models/read-model-events.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { catchUpApart } from '../_support/catch-up-apart.ts';
import { storedReadModel, storingOf } from '../../src/ledger/read-models/stored-read-model.ts';
import { readModelPrefix, readModelStream, walletStream } from '../../src/ledger/stream-names.ts';
import { verifyLedger } from '../../src/ledger/verify/verify-ledger.ts';
import { EventLogUnavailable, type Position } from '../../src/ports/event-log.ts';
import { projectionId, type Projection } from '../../src/ports/read-models.ts';
import type { ProjectedBatch } from '../../src/ledger/following/projection-feed.ts';
import type { EventLogEngine } from '../adapters/_event-log-fixtures.ts';
import { patience } from '../_support/eventstoredb-peer/patience.ts';
import { startPeer } from '../_support/eventstoredb-peer/peer.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import { logWith, record, recordUnknown } from '../_support/recorded-log.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import * as words from '../_support/wallet-vocabulary.ts';
import {
  assertAsFolded,
  credit,
  joined,
  Keeper,
  projections,
  reserve,
  settle,
  walletOf,
} from './_stored-read-models.ts';

const engines: Readonly<Record<string, (t: ExecutionContext) => Promise<EventLogEngine>>> = {
  memory: async () => createMemoryEventLog(),
  sqlite: async (t) => openSqliteEventLog({ path: `${scratchFolder(t)}/ledger.db` }),
  eventstoredb: async (t) => {
    const peer = await startPeer();
    t.teardown(() => peer[Symbol.asyncDispose]());
    return openEventStoreDbEventLog({ connectionString: peer.connectionString, ...patience });
  },
};

for (const [name, open] of Object.entries(engines)) {
  test(`a process without read models reads the stored ones and the later events: ${name}`, async (t) => {
    await using engine = await open(t);
    const log = logWith(chainedLog(engine), { end: (options) => engine.end(options) });
    for (let n = 0; n < 30; n += 1) await credit(log, n);
    const keeper = new Keeper(log, engine);
    await keeper.foldAndStore();
    for (let n = 0; n < 30; n += 1) await credit(log, 3);
    await keeper.foldAndStore();
    await credit(log, 4);
    const { readModels, read } = await joined(log);
    t.is(read, 1);
    await assertAsFolded(t, log, readModels);
  });
}

test('a ledger with stored read models verifies, unless they are wrong', async (t) => {
  const engine = createMemoryEventLog();
  const log = logWith(chainedLog(engine), { end: (options) => engine.end(options) });
  await record(log, walletStream(words.walletId), words.opened, words.credited('5'));
  await new Keeper(log, engine).foldAndStore();
  t.is((await log.readStream(readModelStream(projectionId(walletBalances)))).length, 1);
  const { readModels } = await joined(log);
  const verified = () => {
    const inTheLog = (projection: Projection<object>) => storedReadModel(log, projection);
    return verifyLedger({ log: engine, readModels, projections, storedReadModel: inTheLog, now: 0 });
  };
  const verdict = await verified();
  t.true(verdict.ok, JSON.stringify(verdict));
  const upTo = (await storedReadModel(log, walletBalances))?.checkpoint ?? ('0' as Position);
  const wrong = { upTo, after: null, documents: [['wallet-1', '{"wallet_id":"wallet-1"}']] as const };
  for (const event of storingOf(walletBalances, wrong))
    await record(log, readModelStream(projectionId(walletBalances)), event);
  const after = await verified();
  t.like(after, {
    ok: false,
    difference: { kind: 'projection', projection: `${projectionId(walletBalances)} in the log`, key: words.walletId },
  });
});

test('changes are stored alone, and all documents when changes have grown as large', async (t) => {
  const log = createMemoryEventLog();
  for (let n = 0; n < 30; n += 1) await credit(log, n);
  const keeper = new Keeper(log, log);
  await keeper.foldAndStore();
  for (let n = 0; n < 30; n += 1) await credit(log, 3);
  await keeper.foldAndStore();
  const stored = await log.readStream(readModelStream(projectionId(walletBalances)));
  t.deepEqual(
    stored.map(({ data }) => (JSON.parse(data) as { documents: unknown[] }).documents.length),
    [30, 1],
  );
});

test('further documents that an event changes are stored when either process of a directory folds it', async (t) => {
  for (const isFoldedByAnother of [false, true]) {
    const log = createMemoryEventLog();
    const keeper = new Keeper(log, log, { passedMin: 0 });
    await reserve(log, 1);
    await keeper.foldAndStore();
    await settle(log, 1);
    const { readModels: ofBoth, store } = keeper;
    if (isFoldedByAnother) {
      // This process is handed what the file has already.
      const onBatch = (batch: ProjectedBatch): void => store.folded({ ...batch, keys: null });
      await catchUpApart({ log, readModels: ofBoth, onBatch }, projections);
    }
    await keeper.foldAndStore();
    const { read, readModels } = await joined(log);
    t.is(read, 0);
    await assertAsFolded(t, log, readModels);
  }
});

test('events that another process folded, and this process never received, are stored too', async (t) => {
  const log = createMemoryEventLog();
  const keeper = new Keeper(log, log, { passedMin: 0 });
  for (let n = 0; n < 5; n += 1) await credit(log, n);
  await keeper.foldAndStore();
  await credit(log, 1);
  await catchUpApart({ log, readModels: keeper.readModels }, projections);
  await credit(log, 2);
  await keeper.foldAndStore();
  const { read, readModels } = await joined(log);
  t.is(read, 0);
  await assertAsFolded(t, log, readModels);
});

test('a large read model has several parts, and the rest of a broken storing is ignored', async (t) => {
  const log = createMemoryEventLog();
  let left = Infinity;
  const breaking = logWith(log, {
    append: async (stream, expected, events) => {
      if (stream.startsWith(readModelPrefix)) left -= 1;
      if (left < 0) throw new EventLogUnavailable('away');
      return log.append(stream, expected, events);
    },
  });
  for (let n = 0; n < 900; n += 1) await credit(log, n);
  const keeper = new Keeper(breaking, log);
  await keeper.foldAndStore();
  const parts = (await log.readStream(readModelStream(projectionId(walletBalances)))).length;
  t.true(parts > 1, `${parts} parts`);
  for (let n = 0; n < 900; n += 1) await credit(log, n);
  left = 1;
  await t.throwsAsync(keeper.foldAndStore(), { instanceOf: EventLogUnavailable });
  await assertAsFolded(t, log, (await joined(log)).readModels);
  left = Infinity;
  for (let n = 0; n < 900; n += 1) await credit(log, 1);
  await keeper.foldAndStore();
  const { readModels, read } = await joined(log);
  t.true(read < 10, `${read} events read`);
  await assertAsFolded(t, log, readModels);
});

test('changes during the reading of all documents are stored in their final state', async (t) => {
  const log = createMemoryEventLog();
  for (let n = 0; n < 1_200; n += 1) await credit(log, n);
  const keeper = new Keeper(log, log);
  await keeper.fold();
  const stored = keeper.store.storeDue();
  await credit(log, 0);
  await keeper.fold();
  await stored;
  const { read, readModels } = await joined(log);
  t.is(read, 0);
  await assertAsFolded(t, log, readModels);
});

test('changes that could not be stored while another process folded are stored without a further event', async (t) => {
  for (const looksUntilLevel of [1, 2, 3, 4, 5, 6, 7]) {
    const log = createMemoryEventLog();
    let looks = 0;
    const keeper = new Keeper(log, log, { isLevel: () => (looks += 1) > looksUntilLevel });
    for (let n = 0; n < 12; n += 1) await credit(log, n);
    await keeper.fold();
    for (let times = 0; times < 8; times += 1) await keeper.store.storeDue();
    t.is((await joined(log)).read, 0, `level at look ${looksUntilLevel + 1}`);
  }
});

test('changes whose storing failed are stored later', async (t) => {
  const log = createMemoryEventLog();
  let isFailing = false;
  const failing = logWith(log, {
    append: async (stream, expected, events) => {
      if (isFailing) throw new EventLogUnavailable('away');
      return log.append(stream, expected, events);
    },
  });
  const keeper = new Keeper(failing, log, { passedMin: 0 });
  for (let n = 0; n < 3; n += 1) await credit(log, n);
  await keeper.foldAndStore();
  await credit(log, 1);
  isFailing = true;
  await t.throwsAsync(keeper.foldAndStore(), { instanceOf: EventLogUnavailable });
  isFailing = false;
  await credit(log, 2);
  await keeper.foldAndStore();
  const { read, readModels } = await joined(log);
  t.is(read, 0);
  await assertAsFolded(t, log, readModels);
});

test('a process that has folded less than is stored stores nothing', async (t) => {
  const log = createMemoryEventLog();
  const [behind, ahead] = [new Keeper(log, log, { passedMin: 0 }), new Keeper(log, log, { passedMin: 0 })];
  await credit(log, 1);
  await behind.fold();
  await credit(log, 1);
  await ahead.foldAndStore();
  const stored = await storedReadModel(log, walletBalances);
  for (let looked = 0; looked < 2; looked += 1) await behind.store.storeDue();
  t.deepEqual(await storedReadModel(log, walletBalances), stored);
  t.is((await log.readStream(readModelStream(projectionId(walletBalances)))).length, 1);
  await behind.foldAndStore();
  await credit(log, 1);
  await behind.foldAndStore();
  await assertAsFolded(t, log, (await joined(log)).readModels);
});

test('stored changes that are older than their predecessor are ignored', async (t) => {
  const log = createMemoryEventLog();
  await credit(log, 1);
  await new Keeper(log, log).foldAndStore();
  const stored = await storedReadModel(log, walletBalances);
  const upTo = stored?.checkpoint ?? ('0' as Position);
  const older = { upTo: '0' as Position, after: upTo, documents: [['wallet-1', '{}']] as const };
  for (const event of storingOf(walletBalances, older))
    await record(log, readModelStream(projectionId(walletBalances)), event);
  t.deepEqual(await storedReadModel(log, walletBalances), stored);
});

test('stored changes that follow another checkpoint are ignored', async (t) => {
  const log = createMemoryEventLog();
  await credit(log, 1);
  await new Keeper(log, log).foldAndStore();
  const foreign = { upTo: '999' as Position, after: '998' as Position, documents: [['other', '{}']] as const };
  const [event] = storingOf(walletBalances, foreign);
  if (event !== undefined) await record(log, readModelStream(projectionId(walletBalances)), event);
  const found = await storedReadModel(log, walletBalances);
  t.deepEqual([...(found?.documents.keys() ?? [])], ['wallet-1']);
});

for (const [name, open] of Object.entries(engines)) {
  test(`a document too large for one event is stored and restored, and its changes too: ${name}`, async (t) => {
    await using engine = await open(t);
    const log = logWith(chainedLog(engine), { end: (options) => engine.end(options) });
    const keeper = new Keeper(log, engine, { passedMin: 0 });
    for (let n = 0; n < 5; n += 1) await credit(log, n);
    await keeper.foldAndStore();
    const groups = Array.from({ length: 5 }, (_, k) =>
      Array.from({ length: 900 }, (__, n) => words.id('e', k * 900 + n)),
    );
    // So many flagged reservations make the balance of a wallet too large for an event.
    for (const ids of groups) await record(log, walletOf(1), ...ids.map((id) => words.flaggedUnder(id)));
    await credit(log, 2);
    await keeper.foldAndStore();
    const { read, readModels } = await joined(log);
    t.is(read, 0);
    await assertAsFolded(t, log, readModels);
    const released = (id: string) => words.released('1', { reservation_id: id });
    for (const ids of groups) await record(log, walletOf(1), ...ids.map(released));
    await keeper.foldAndStore();
    const later = await joined(log);
    t.is(later.read, 0);
    await assertAsFolded(t, log, later.readModels);
  });
}

test('each piece of a large document is text that an event can hold', async (t) => {
  const log = createMemoryEventLog();
  // Four bytes of UTF-8 each, and odd places, so that a piece could end within one; and characters that JSON escapes.
  const document = JSON.stringify({ wallet_id: `x${'😀'.repeat(100_000)}${'"'.repeat(100_000)}` });
  const upTo = '1' as Position;
  const events = storingOf(walletBalances, {
    upTo,
    after: null,
    documents: [
      ['w', document],
      ['v', '{}'],
      ['u', null],
    ],
  });
  for (const event of events) {
    await record(log, readModelStream(projectionId(walletBalances)), event);
    t.true(event.data.documents.every(({ document: text }) => text?.isWellFormed() !== false));
    t.true(readModelEventSchemas.ReadModelStored.safeParse(event.data).success);
  }
  const documents = (await storedReadModel(log, walletBalances))?.documents;
  t.deepEqual(
    [...(documents ?? [])].map(([key, each]) => [key, JSON.stringify(each)]),
    [
      ['w', document],
      ['v', '{}'],
    ],
  );
});

test('many changes that were stored one after another are all restored', async (t) => {
  const log = createMemoryEventLog();
  const keeper = new Keeper(log, log, { passedMin: 0 });
  for (let n = 0; n < 120; n += 1) {
    await credit(log, n % 7);
    await keeper.foldAndStore();
  }
  const stored = await log.readStream(readModelStream(projectionId(walletBalances)));
  t.true(stored.length > 100, `${stored.length} storings`);
  const { read, readModels } = await joined(log);
  t.is(read, 0);
  await assertAsFolded(t, log, readModels);
});

test('nothing is stored while a stream waits for a later version', async (t) => {
  const log = createMemoryEventLog();
  await credit(log, 1);
  await recordUnknown(log, walletOf(1));
  await new Keeper(log, log).foldAndStore();
  t.is(await storedReadModel(log, walletBalances), null);
});

test('stored read models that cannot be read are ignored', async (t) => {
  const log = createMemoryEventLog();
  await credit(log, 1);
  await recordUnknown(log, readModelStream(projectionId(walletBalances)));
  await assertAsFolded(t, log, (await joined(log)).readModels);
});

test('a new process gets what a fold gives after any folds, stores, failures and restarts of several processes', async (t) => {
  const steps = constantFrom(
    'credit',
    'reserve',
    'settle',
    'fold 0',
    'fold 1',
    'store 0',
    'store 1',
    'fail',
    'restart 0',
    'restart 1',
  );
  await assert(
    asyncProperty(array(steps, { minLength: 5, maxLength: 60 }), async (taken) => {
      const log = createMemoryEventLog();
      let isFailing = false;
      const failing = logWith(log, {
        append: async (stream, expected, events) => {
          const isStored = stream.startsWith(readModelPrefix);
          if (isStored && isFailing) throw new EventLogUnavailable('away');
          return log.append(stream, expected, events);
        },
      });
      const keepers = [0, 1].map(() => new Keeper(failing, log, { passedMin: 0 }));
      let n = 0;
      for (const step of taken) {
        n += 1;
        const index = Number(step.at(-1));
        const keeper = keepers[index];
        if (step === 'credit') await credit(log, n % 5);
        else if (step === 'reserve') await reserve(log, n);
        else if (step === 'settle') await settle(log, n - 1);
        else if (step === 'fail') isFailing = !isFailing;
        else if (step.startsWith('fold')) await keeper?.fold();
        else if (step.startsWith('store')) await keeper?.store.storeDue().catch(() => undefined);
        else if (keeper !== undefined)
          keepers[index] = new Keeper(failing, log, { readModels: keeper.readModels, passedMin: 0 });
      }
      await assertAsFolded(t, log, (await joined(log)).readModels);
    }),
    { numRuns: propertyRuns(2_000) },
  );
});
