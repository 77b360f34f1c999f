import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { verifyEd25519 } from '../../../src/adapters/ed25519-note-signer.ts';
import { createMemoryEventLog } from '../../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../../src/adapters/memory-read-models.ts';
import { newTilesMax, tileLeaves } from '../../../src/domain/checkpoints/checkpoint-events.ts';
import { chainedLog } from '../../../src/ledger/chained-log.ts';
import {
  checkpointIn,
  lastCheckpoint,
  type RecordedCheckpoint,
} from '../../../src/ledger/checkpoints/recorded-checkpoints.ts';
import { takeCheckpoint } from '../../../src/ledger/checkpoints/take-checkpoint.ts';
import { idempotencyStream, checkpointStream } from '../../../src/ledger/stream-names.ts';
import { verifyLedger } from '../../../src/ledger/verify/verify-ledger.ts';
import { Wallets } from '../../../src/ledger/wallets.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import { checkpointOf, signerOf } from '../../_support/checkpoints.ts';
import { logWith } from '../../_support/recorded-log.ts';
import { recordLedger } from '../../_support/recorded-ledger.ts';
import { credit, id, walletId } from '../../_support/wallet-vocabulary.ts';

/** A log whose clock a test sets. */
function timedLog(at = '2026-11-30T12:00:00.000Z') {
  let now = Date.parse(at);
  const engine = createMemoryEventLog({ clock: { now: () => now } });
  return { log: chainedLog(engine), engine, setClock: (time: string) => (now = Date.parse(time)) };
}

let credits = 0;
async function creditOnce(log: EventLog): Promise<void> {
  credits += 1;
  await new Wallets({ log, createId: randomUUID }).execute(walletId, credit('3', id('e', credits)));
}

/** Many small events at once. */
async function fill(log: EventLog, count: number): Promise<void> {
  const event = () => ({ id: randomUUID(), type: 'CreditIdKept', data: '{}', metadata: '{"v":1}' });
  for (let left = count, last: number | 'no_stream' = 'no_stream'; left > 0;) {
    const size = Math.min(left, 1_000);
    const { revision } = await log.append('credit-many', last, Array.from({ length: size }, event));
    [last, left] = [revision, left - size];
  }
}

async function checkpointsOf(log: EventLog): Promise<readonly (RecordedCheckpoint | null)[]> {
  return (await log.readStream(checkpointStream)).map(checkpointIn);
}

async function assertVerified(t: ExecutionContext, log: EventLog): Promise<void> {
  const readModels = createMemoryReadModels(log);
  const verdict = await verifyLedger({ log, readModels, projections: [], now: 0, verifySignature: verifyEd25519 });
  t.true(verdict.ok, JSON.stringify(verdict));
}

test('an empty log has no checkpoint', async (t) => {
  const { log } = timedLog();
  t.is(await takeCheckpoint({ log, signer: signerOf('ledger'), createId: randomUUID }), null);
});

test('a checkpoint covers every kept event, and another one is taken only when there is news', async (t) => {
  const { log } = timedLog();
  await recordLedger(log);
  const kept = (await log.readAll()).length;
  const first = await checkpointOf(log);
  t.is(first.size, kept);
  t.is((await checkpointOf(log)).revision, first.revision);
  const key = { id: randomUUID(), type: 'IdempotentRequestFailed', data: '{}', metadata: '{"v":1}' };
  await log.append(idempotencyStream('a'), 'no_stream', [key]);
  t.is((await checkpointOf(log)).revision, first.revision, 'what is removed again is no leaf');
  await creditOnce(log);
  const next = await checkpointOf(log);
  t.is(next.size, kept + 2, 'the first checkpoint is a leaf of the second');
  t.is(next.head.origin, first.head.origin);
  await assertVerified(
    t,
    logWith(log, {
      readAll: async (options) =>
        (await log.readAll(options)).filter(({ stream }) => stream !== idempotencyStream('a')),
    }),
  );
});

test('each month ends with a checkpoint of exactly its events, also when nobody looked for months', async (t) => {
  const { log, setClock } = timedLog();
  await recordLedger(log);
  setClock('2026-11-30T23:59:59.999Z');
  await creditOnce(log);
  setClock('2026-12-01T00:00:00.000Z');
  await creditOnce(log);
  setClock('2027-02-03T00:00:00.000Z');
  await creditOnce(log);
  await checkpointOf(log);
  const events = await log.readAll();
  const taken = await checkpointsOf(log);
  const before = (time: string): number => events.filter(({ recordedAt }) => recordedAt < time).length;
  t.deepEqual(
    taken.map((checkpoint) => checkpoint?.size),
    [before('2026-12'), before('2027'), events.length - 3],
  );
  await assertVerified(t, log);
});

test('a process goes on from the last checkpoint, and reads less than two tiles before it', async (t) => {
  const { log } = timedLog();
  await fill(log, tileLeaves * 20 + 100);
  await checkpointOf(log);
  await recordLedger(log);
  const recorded = (await log.readAll({ limit: 10_000 })).length;
  let read = 0;
  const counted = logWith(log, {
    readAll: async (options) => {
      const page = await log.readAll(options);
      read += page.length;
      return page;
    },
  });
  const { size, tiles } = await checkpointOf(counted);
  t.is(size, recorded);
  t.is(tiles.length, 0);
  t.true(read < 2 * tileLeaves, String(read));
});

test('a long log is covered in several checkpoints, none of which completes more tiles than it may', async (t) => {
  const { log } = timedLog();
  const count = tileLeaves * newTilesMax + 5_000;
  await fill(log, count);
  await checkpointOf(log);
  const taken = await checkpointsOf(log);
  t.deepEqual(
    taken.map((checkpoint) => checkpoint?.tiles.length),
    [newTilesMax, Math.floor((count + 1) / tileLeaves) - newTilesMax],
  );
  const largest = (await log.readStream(checkpointStream, { limit: 1 }))[0]?.data.length ?? 0;
  t.true(largest < 200_000, String(largest));
});

test('of several processes that take a checkpoint at once one records it, and all have the same', async (t) => {
  const { log } = timedLog();
  await recordLedger(log);
  const taken = await Promise.all(['a', 'b', 'c', 'd'].map((word) => checkpointOf(log, word)));
  t.is(new Set(taken.map(({ checkpoint }) => checkpoint)).size, 1);
  t.is((await checkpointsOf(log)).length, 1);
  await assertVerified(t, log);
});

test('a process that comes second covers what was recorded before it began, though the first has seen less', async (t) => {
  const { log } = timedLog();
  await recordLedger(log);
  const firstSends = Promise.withResolvers<void>();
  const secondSends = Promise.withResolvers<void>();
  const first = logWith(log, {
    append: async (...given) => {
      firstSends.resolve();
      await secondSends.promise;
      return await log.append(...given);
    },
  });
  const taking = checkpointOf(first);
  await firstSends.promise;
  await creditOnce(log);
  const recorded = (await log.readAll()).length;
  const second = logWith(log, {
    append: async (...given) => {
      secondSends.resolve();
      await taking;
      return await log.append(...given);
    },
  });
  t.is((await checkpointOf(second)).size, recorded + 1, 'the checkpoint of the first is a leaf too');
  t.is((await taking).size, recorded - 1);
});

test('a checkpoint is right while others write, and verify finds it so', async (t) => {
  const { log } = timedLog();
  await recordLedger(log);
  const writing = (async () => {
    for (let n = 0; n < 30; n += 1) await creditOnce(log);
  })();
  for (let n = 0; n < 10; n += 1) await checkpointOf(log);
  await writing;
  await checkpointOf(log);
  await assertVerified(t, log);
  t.true((await lastCheckpoint(log)) !== null);
});
