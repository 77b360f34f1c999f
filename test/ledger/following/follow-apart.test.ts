import test from 'ava';
import { apiKeys } from '../../../projections/api-keys.ts';
import { policies } from '../../../projections/policies.ts';
import { principals } from '../../../projections/principals.ts';
import { responseIndex } from '../../../projections/response-index.ts';
import { walletBalances } from '../../../projections/wallet-balances.ts';
import { createMemoryEventLog } from '../../../src/adapters/memory-event-log.ts';
import { ProjectionStopped } from '../../../src/ledger/following/projection-feed.ts';
import { apiKeyStream, policyStream, principalStream } from '../../../src/ledger/stream-names.ts';
import type { EventLog, Position } from '../../../src/ports/event-log.ts';
import type { LogEndReader } from '../../../src/ports/log-end.ts';
import { keyCreated, personRegistered } from '../../_support/directory-vocabulary.ts';
import { logWith, record, recordUnknown } from '../../_support/recorded-log.ts';
import * as words from '../../_support/wallet-vocabulary.ts';
import { follow, oneEuro, stream, until } from './_followed.ts';

test('a projection that may lag is folded later, and with the first event of another', async (t) => {
  const log = createMemoryEventLog();
  const followed = follow(t, { log, projections: [walletBalances, apiKeys], batchMs: 3_600_000 });
  const available = () => followed.readModels.get(walletBalances, words.walletId)?.available_eur;
  await until(() => followed.follower.lag().isLive);
  await record(log, stream, words.opened);
  await until(() => available() !== undefined);
  await record(log, stream, words.credited('5'));
  await until(() => followed.follower.lag().pendingEvents === 1);
  t.is(available(), '0.000000000');
  await record(log, apiKeyStream(words.keyA), keyCreated());
  await until(() => followed.readModels.get(apiKeys, words.keyA) !== null);
  t.is(available(), '5.000000000');
});

test('projections of keys are level while those of wallets lag, and no wallet is read for them', async (t) => {
  const log = createMemoryEventLog();
  await record(log, stream, words.opened, words.credited('5'));
  await record(log, apiKeyStream(words.keyA), keyCreated());
  const asked: (readonly string[] | undefined)[] = [];
  const stalled = logWith(log, {
    follow: async function* ({ signal }) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      yield* [];
    },
    readAll: (options) => {
      asked.push(options?.streamPrefixes);
      return log.readAll(options);
    },
  });
  const followed = follow(t, { log: stalled, projections: [walletBalances, apiKeys] });
  await followed.follower.caughtUp([apiKeys]);
  t.is(followed.readModels.get(apiKeys, words.keyA)?.name, 'laptop');
  t.is(followed.readModels.get(walletBalances, words.walletId), null);
  t.deepEqual(asked, [apiKeys.streamPrefixes]);
  await followed.follower.caughtUp();
  t.is(followed.readModels.get(walletBalances, words.walletId)?.available_eur, '5.000000000');
});

/** A log whose subscription never brings anything, and where in it each page began and how far it reached. */
function withoutFollowing(log: EventLog & LogEndReader) {
  const pages: { readonly after: Position | null; readonly events: number }[] = [];
  const stalled = logWith(log, {
    follow: async function* ({ signal }) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      yield* [];
    },
    readAll: async (options = {}) => {
      const events = await log.readAll(options);
      pages.push({ after: options.after ?? null, events: events.length });
      return events;
    },
  });
  return { stalled, pages };
}

const apart = [apiKeys, principals, policies, responseIndex];

test('no look reads what another look has passed over, also for projections without events and for others', async (t) => {
  const log = createMemoryEventLog();
  await record(log, apiKeyStream(words.keyA), keyCreated());
  for (let n = 0; n < 3; n += 1) await record(log, stream, ...Array.from({ length: 900 }, () => oneEuro));
  const { stalled, pages } = withoutFollowing(log);
  const followed = follow(t, { log: stalled, projections: [walletBalances, ...apart] });
  await followed.follower.caughtUp([apiKeys]);
  t.deepEqual(pages, [{ after: null, events: 1 }]);
  for (const projection of apart) await followed.follower.caughtUp([projection]);
  await followed.follower.caughtUp([policies, principals]);
  t.is(pages.length, 1);

  // Only what comes is read, and it is read once.
  const { end } = await log.end();
  await record(log, stream, oneEuro);
  await record(log, principalStream(words.userId), personRegistered());
  for (const projection of [...apart, principals]) await followed.follower.caughtUp([projection]);
  t.deepEqual(pages.slice(1), [{ after: end, events: 1 }]);
  t.truthy(followed.readModels.get(principals, words.userId));
});

test('what was passed over is kept in the read models, for whoever opens them next', async (t) => {
  const log = createMemoryEventLog();
  await record(log, stream, words.opened, words.credited('5'));
  const { stalled, pages } = withoutFollowing(log);
  const first = follow(t, { log: stalled, projections: [walletBalances, ...apart] });
  await first.follower.caughtUp([policies]);
  await first.follower.stop();
  const { end } = await log.end();
  for (const projection of apart) t.is(first.readModels.checkpoint(projection), end, projection.name);
  t.is(first.readModels.checkpoint(walletBalances), null);
  const second = follow(t, { log: stalled, readModels: first.readModels, projections: [walletBalances, ...apart] });
  await second.follower.caughtUp([apiKeys]);
  t.deepEqual(pages.at(-1), { after: end, events: 0 });
});

test('a projection that has stopped is told to those who ask for it, and does not hold up the looks of others', async (t) => {
  const log = createMemoryEventLog();
  await recordUnknown(log, policyStream('tenant', words.tenantId));
  await record(log, apiKeyStream(words.keyA), keyCreated());
  const { stalled, pages } = withoutFollowing(log);
  const { hasStreamsApart: _, ...whole } = policies;
  const followed = follow(t, { log: stalled, projections: [walletBalances, apiKeys, principals, whole] });
  await followed.follower.caughtUp([apiKeys]);
  await t.throwsAsync(followed.follower.caughtUp([whole]), { instanceOf: ProjectionStopped });
  await followed.follower.caughtUp([principals]);
  t.is(followed.readModels.checkpoint(whole), null);
  t.deepEqual(pages, [{ after: null, events: 2 }]);
});

test('a live follower looks only for the streams of its projections, and reads no pending event', async (t) => {
  const log = createMemoryEventLog();
  const looked: (readonly string[] | undefined)[] = [];
  let reads = 0;
  const watched = logWith(log, {
    end: (options) => {
      looked.push(options?.streamPrefixes);
      return log.end(options);
    },
    readAll: (options) => {
      reads += 1;
      return log.readAll(options);
    },
  });
  const followed = follow(t, { log: watched, projections: [walletBalances, apiKeys], batchMs: 3_600_000 });
  await until(() => followed.follower.lag().isLive);
  await record(log, stream, words.opened);
  await followed.follower.caughtUp([apiKeys]);
  await record(log, apiKeyStream(words.keyA), keyCreated());
  await followed.follower.caughtUp([apiKeys]);
  t.is(followed.readModels.get(apiKeys, words.keyA)?.name, 'laptop');
  t.deepEqual(looked, [apiKeys.streamPrefixes, apiKeys.streamPrefixes]);
  t.is(reads, 0);
});

test('a follower is patient only for streams whose projections may all lag', async (t) => {
  const log = createMemoryEventLog();
  const asked: (readonly string[] | undefined)[] = [];
  const watched = logWith(log, {
    follow: (options) => {
      asked.push(options.patientPrefixes);
      return log.follow(options);
    },
  });
  const followed = follow(t, { log: watched, projections: [walletBalances, apiKeys] });
  await until(() => followed.follower.lag().isLive);
  const awaited = follow(t, {
    log: watched,
    projections: [walletBalances, { ...apiKeys, streamPrefixes: ['wallet-a'] }],
  });
  await until(() => awaited.follower.lag().isLive);
  t.deepEqual(asked, [walletBalances.streamPrefixes, []]);
});

test('long live events are folded early', async (t) => {
  const log = createMemoryEventLog();
  const followed = follow(t, { log, projections: [walletBalances], batchMs: 3_600_000 });
  const available = () => followed.readModels.get(walletBalances, words.walletId)?.available_eur;
  await until(() => followed.follower.lag().isLive);
  await record(log, stream, words.opened);
  await until(() => available() !== undefined);
  const credit = words.credited('1');
  if (credit.type !== 'WalletCredited') return t.fail();
  const long = { ...credit, data: { ...credit.data, reason: 'x'.repeat(250 * 1024) } };
  for (let n = 0; n < 32; n += 1) await record(log, stream, long);
  await until(() => followed.follower.lag().pendingEvents === 32);
  t.is(available(), '0.000000000');
  await record(log, stream, long);
  await until(() => available() === '33.000000000');
  t.is(followed.follower.lag().pendingEvents, 0);
});
