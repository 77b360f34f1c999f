import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { createMemoryEventPublisher } from '../_support/memory-event-publisher.ts';
import { openEventStoreDbEventLog } from '../../src/adapters/eventstoredb-event-log.ts';
import { copyLedger, type CopyVerdict } from '../../src/ledger/copy/copy-ledger.ts';
import { CopyRefused, type CopyRefusal } from '../../src/ledger/copy/copy-refused.ts';
import { RelayLease } from '../../src/ledger/relay-lease.ts';
import {
  contentStream,
  fileStream,
  idempotencyStream,
  relayStream,
  walletStream,
} from '../../src/ledger/stream-names.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import type { EventLogRetention } from '../../src/ports/event-log-retention.ts';
import type { LogEndReader } from '../../src/ports/log-end.ts';
import {
  AppendOutcomeUnknown,
  EventLogUnavailable,
  StreamTombstoned,
  type EventLog,
} from '../../src/ports/event-log.ts';
import { patience } from '../_support/eventstoredb-peer/patience.ts';
import { startPeer } from '../_support/eventstoredb-peer/peer.ts';
import { factsOf, idsByStream, publishedByStream } from '../_support/published-events.ts';
import { recordLedger, recordedLedgerTimes } from '../_support/recorded-ledger.ts';
import { logWith, record } from '../_support/recorded-log.ts';
import { RelayRoom } from '../_support/relay-room.ts';
import { until } from '../_support/until.ts';

type Engine = EventLog & EventLogRetention & LogEndReader;

const wallets = Array.from({ length: 20 }, () => randomUUID());

/** A log in memory with a ledger in it: every type of event, and wallets that are credited in turns. */
async function recordedSource(credits = 20): Promise<RelayRoom> {
  const room = new RelayRoom(createMemoryEventLog());
  await recordLedger(chainedLog(room.log));
  await recordCredits(room.log, credits);
  return room;
}

/** So many credits in each wallet, round by round. */
async function recordCredits(log: EventLog, credits: number, walletIds = wallets): Promise<void> {
  const opened = new Wallets({ log: chainedLog(log), createId: randomUUID });
  for (const walletId of walletIds)
    await opened.execute(walletId, { type: 'open_wallet', walletId, tenantId: randomUUID() });
  for (let n = 0; n < credits; n += 1) {
    for (const walletId of walletIds) {
      const credit = { type: 'credit_wallet', creditId: randomUUID(), amount: 1n, reason: 'a gift' } as const;
      await opened.execute(walletId, credit);
    }
  }
}

async function peerTarget(t: ExecutionContext): Promise<Engine> {
  const peer = await startPeer();
  const log = await openEventStoreDbEventLog({ connectionString: peer.connectionString, ...patience });
  t.teardown(async () => {
    await log[Symbol.asyncDispose]();
    await peer[Symbol.asyncDispose]();
  });
  return log;
}

function copy(source: Engine, target: Engine, mayGrow = false): Promise<CopyVerdict> {
  return copyLedger({
    source,
    target,
    mayGrow,
    createId: randomUUID,
    now: recordedLedgerTimes.before,
  });
}

/** The engine with some methods of its log replaced. */
function engineWith(engine: Engine, methods: Partial<EventLog>): Engine {
  return {
    ...logWith(engine, methods),
    deleteStream: (stream, expected) => engine.deleteStream(stream, expected),
    tombstoneStream: (stream, expected) => engine.tombstoneStream(stream, expected),
    setRetention: (stream, retention) => engine.setRetention(stream, retention),
    compact: () => engine.compact(),
  };
}

/** What a copy keeps, by stream. */
async function keptOf(log: EventLog): Promise<ReadonlyMap<string, readonly string[]>> {
  const kept = new Map<string, string[]>();
  for (const { stream, revision, id, type, data, metadata } of await factsOf(log)) {
    const events = kept.get(stream) ?? [];
    kept.set(stream, [...events, `${revision} ${id} ${type} ${data} ${metadata}`]);
  }
  return new Map([...kept].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

async function assertSame(t: ExecutionContext, source: EventLog, target: EventLog): Promise<void> {
  t.deepEqual(await keptOf(target), await keptOf(source));
}

/** Puts the checkpoint of the relay behind so many facts, and answers these. */
async function publishUpTo({ log, lease }: RelayRoom, count: number, holderId: string | null = null) {
  const published = (await factsOf(log)).slice(0, count);
  await lease.write(await lease.look(), { holderId, publishedUpTo: published.at(-1)?.position ?? null });
  return published;
}

async function assertRefused(t: ExecutionContext, copying: Promise<unknown>, code: CopyRefusal): Promise<string> {
  const error = await t.throwsAsync(copying, { instanceOf: CopyRefused });
  t.is(error?.code, code);
  return error?.message ?? '';
}

test('every event is copied to EventStoreDB byte for byte at its revision; a second copy finds nothing to do', async (t) => {
  const { log: source } = await recordedSource();
  const target = await peerTarget(t);
  const events = (await factsOf(source)).length;
  t.like(await copy(source, target), { ok: true, events, copied: events, isLevel: true, leftOut: 0, relays: [] });
  await assertSame(t, source, target);
  t.like(await copy(source, target), { ok: true, events, copied: 0, isLevel: true });
  await assertSame(t, source, target);
});

test('a copy that ended at any append is continued at the ends of its streams', async (t) => {
  const { log: source } = await recordedSource();
  const target = createMemoryEventLog();
  const events = (await factsOf(source)).length;
  let copied = 0;
  for (let runs = 1; ; runs += 1) {
    let appends = 0;
    const failing = engineWith(target, {
      append: (...append) => {
        appends += 1;
        if (appends > 7) throw new TypeError('the process ended');
        return target.append(...append);
      },
    });
    const before = (await factsOf(target)).length;
    const verdict = await copy(source, failing).catch(() => null);
    copied += (await factsOf(target)).length - before;
    if (verdict === null) continue;
    t.like(verdict, { ok: true, events });
    t.true(runs > 2);
    break;
  }
  t.is(copied, events);
  await assertSame(t, source, target);
});

test('a copy waits for appends in doubt and for an engine that is unavailable', async (t) => {
  const { log: source } = await recordedSource(40);
  const target = createMemoryEventLog();
  let appends = 0;
  const doubtful = engineWith(target, {
    append: async (...append) => {
      appends += 1;
      if (appends <= 3) throw new EventLogUnavailable('away');
      const result = await target.append(...append);
      if (appends <= 20 && appends % 3 === 0) throw new AppendOutcomeUnknown('no answer');
      return result;
    },
  });
  t.like(await copy(source, doubtful), { ok: true });
  await assertSame(t, source, target);
});

test('a target with a stream of its own is refused by name, and left as it is', async (t) => {
  const { log: source } = await recordedSource(10);
  const { log: target } = await recordedSource(0);
  const message = await assertRefused(t, copy(source, target), 'target_differs');
  t.regex(
    message,
    /^revision 0 of (wallet|principal|api-key|policy)-\S+ is another event in the target: its id differs/,
  );
  const other = createMemoryEventLog();
  const walletId = randomUUID();
  await record(other, walletStream(walletId), {
    type: 'WalletOpened',
    data: { wallet_id: walletId, tenant_id: randomUUID() },
  });
  t.regex(await assertRefused(t, copy(source, other), 'target_foreign'), new RegExp(walletId));
  t.is((await factsOf(other)).length, 1);
});

test('a target with later events of its own is refused', async (t) => {
  const { log: source } = await recordedSource(20);
  const target = createMemoryEventLog();
  await copy(source, target);
  await recordCredits(target, 1, wallets.slice(0, 1));
  t.regex(await assertRefused(t, copy(source, target), 'target_ahead'), /has gone on: wallet-/);
});

test('a copy ends with target_written when another process writes to the target', async (t) => {
  const { log: source } = await recordedSource(20);
  const target = createMemoryEventLog();
  const stream = walletStream(wallets[0] ?? '');
  let isFirst = true;
  const contested = engineWith(target, {
    append: async (name, ...append) => {
      if (name === stream && isFirst) {
        isFirst = false;
        await record(target, stream, {
          type: 'WalletOpened',
          data: { wallet_id: randomUUID(), tenant_id: randomUUID() },
        });
      }
      return target.append(name, ...append);
    },
  });
  t.regex(await assertRefused(t, copy(source, contested), 'target_written'), new RegExp(stream));
});

test('a byte that differs in the target is found, and no relay state is written', async (t) => {
  const room = await recordedSource(20);
  await publishUpTo(room, 200);
  const target = createMemoryEventLog();
  const stream = walletStream(wallets[3] ?? '');
  const damaging = engineWith(target, {
    append: (name, expected, events) =>
      target.append(
        name,
        expected,
        events.map((event) =>
          name === stream ? { ...event, data: event.data.replace('"postings"', ' "postings"') } : event,
        ),
      ),
  });
  t.deepEqual(await copy(room.log, damaging), { ok: false, copy: { stream, revision: 1, part: 'data' } });
  t.deepEqual(await target.readStream(relayStream('kafka')), []);
});

test('a copy of a ledger that grew is refused, and the next copy adds the rest', async (t) => {
  const room = await recordedSource(20);
  const target = createMemoryEventLog();
  let isGrown = false;
  const growing = engineWith(target, {
    append: async (...append) => {
      if (!isGrown) {
        isGrown = true;
        await recordCredits(room.log, 5);
      }
      return target.append(...append);
    },
  });
  await assertRefused(t, copy(room.log, growing), 'source_written');
  isGrown = false;
  await recordCredits(room.log, 1);
  t.like(await copy(room.log, growing, true), { ok: true, isLevel: false });
  t.like(await copy(room.log, target), { ok: true, isLevel: true });
  await assertSame(t, room.log, target);
});

test('a removed stream is absent from the target, also when an earlier copy had it', async (t) => {
  const { log: source } = await recordedSource(5);
  const target = createMemoryEventLog();
  const contents = [1, 2, 3].map((n) => contentStream(`resp_${n}`));
  for (const stream of contents) {
    await source.append(stream, 'no_stream', [{ id: randomUUID(), type: 'ContentPart', data: '{}', metadata: '{}' }]);
  }
  const [deleted = '', tombstoned = '', forgotten = ''] = contents;
  await copy(source, target, true);
  t.is((await target.readStream(forgotten)).length, 1);
  await source.tombstoneStream(forgotten, 'any');
  await source.compact();
  await source.deleteStream(deleted, 'any');
  await source.tombstoneStream(tombstoned, 'any');
  for (let copies = 0; copies < 2; copies += 1) {
    await copy(source, target);
    t.deepEqual(await target.readStream(deleted), []);
    for (const stream of [tombstoned, forgotten]) {
      await t.throwsAsync(target.readStream(stream), { instanceOf: StreamTombstoned });
    }
  }
});

test('idempotency keys and the answers kept for them stay behind; contents of responses and files do not', async (t) => {
  const { log: source } = await recordedSource(1);
  const target = createMemoryEventLog();
  const fileId = randomUUID();
  const passing = [idempotencyStream('ab'.repeat(32)), contentStream(randomUUID())];
  const kept = [contentStream('resp_1'), fileStream(fileId), contentStream(fileId)];
  for (const stream of [...passing, ...kept]) {
    const parts = Array.from({ length: 10 }, () => ({ id: randomUUID(), type: 'Part', data: '{}', metadata: '{}' }));
    await source.append(stream, 'no_stream', parts);
  }
  // As the gateway does: of a key's events only the newest are kept.
  await source.setRetention(passing[0] ?? '', { maxCount: 8 });
  await copy(source, target);
  for (const stream of passing) t.is((await target.readStream(stream)).length, 0, stream);
  for (const stream of kept) t.is((await target.readStream(stream)).length, 10, stream);
});

test('a stream whose beginning is hidden is refused by name before anything is written', async (t) => {
  const { log: source } = await recordedSource(5);
  const [target, stream] = [createMemoryEventLog(), walletStream(wallets[0] ?? '')];
  await source.setRetention(stream, { truncateBefore: 1 });
  const message = await assertRefused(t, copy(source, target), 'stream_truncated');
  t.true(message.startsWith(`${stream} begins at revision 1`));
  t.deepEqual(await target.readAll(), []);
});

test('a stream that lacks an event is refused by name before anything is written', async (t) => {
  const { log: whole } = await recordedSource(5);
  const [target, stream] = [createMemoryEventLog(), walletStream(wallets[0] ?? '')];
  const source = engineWith(whole, {
    readAll: async (options) =>
      (await whole.readAll(options)).filter((event) => event.stream !== stream || event.revision !== 2),
  });
  const message = await assertRefused(t, copy(source, target), 'stream_incomplete');
  t.true(message.startsWith(`${stream} has 5 events and its last revision is 5`), message);
  t.deepEqual(await target.readAll(), []);
});

test('a target in which a copied stream was deleted is refused by name', async (t) => {
  const { log: source } = await recordedSource(5);
  const target = await peerTarget(t);
  await copy(source, target);
  const stream = walletStream(wallets[0] ?? '');
  await target.deleteStream(stream, 'any');
  const message = await assertRefused(t, copy(source, target), 'target_hidden');
  t.is(message, `${stream} was deleted in the target: copy into an empty database`);
});

test('a lease that a gateway of the target takes during the copy stays with it', async (t) => {
  const room = await recordedSource(5);
  await publishUpTo(room, 20);
  const memory = createMemoryEventLog();
  const [relay, holderId] = ['kafka', randomUUID()];
  const gateway = new RelayLease({ log: memory, retention: memory, relay, createId: randomUUID });
  const target = engineWith(memory, {
    append: async (stream, expected, events) => {
      const isTaken = (await gateway.look()).holderId === holderId;
      if (stream === relayStream(relay) && !isTaken)
        await gateway.write(await gateway.look(), { holderId, publishedUpTo: null });
      return await memory.append(stream, expected, events);
    },
  });
  t.like(await copy(room.log, target), { ok: true, relays: [{ relay, published_up_to: null }] });
  t.is((await gateway.look()).holderId, holderId);
});

test('the relay of the target publishes the events that the old one had not, each once', async (t) => {
  const room = await recordedSource(100);
  const published = await publishUpTo(room, 150, randomUUID());
  const target = await peerTarget(t);
  t.like(await copy(room.log, target), { ok: true, isLevel: true });

  const publisher = createMemoryEventPublisher();
  const gateways = new RelayRoom(target);
  gateways.start(t, publisher);
  await recordCredits(target, 10);
  const before = new Set(published.map(({ id }) => id));
  const rest = (await factsOf(target)).filter(({ id }) => !before.has(id));
  await until('the rest is published', () => publisher.published.length >= rest.length);
  t.deepEqual(publishedByStream(publisher.published), idsByStream(rest));
  t.is(publisher.published.length, rest.length);
});

test('an order that differs between streams makes a relay repeat and never leave out', async (t) => {
  const room = await recordedSource(60);
  const published = await publishUpTo(room, 60);
  const facts = await factsOf(room.log);
  // The streams one after the other: what was not published of the first stands before what was of the last.
  const target = createMemoryEventLog();
  for (const stream of new Set(facts.map((fact) => fact.stream))) {
    const events = facts.filter((fact) => fact.stream === stream);
    await target.append(stream, 'no_stream', events);
  }
  await copy(room.log, target);
  const { publishedUpTo } = await new RelayLease({
    log: target,
    retention: target,
    relay: 'kafka',
    createId: randomUUID,
  }).look();
  const again = await target.readAll({ ...(publishedUpTo === null ? {} : { after: publishedUpTo }), limit: 10_000 });
  const ids = new Set(again.map(({ id }) => id));
  t.deepEqual(
    facts.slice(published.length).filter(({ id }) => !ids.has(id)),
    [],
  );
});
