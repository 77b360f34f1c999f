import { EventEmitter } from 'node:events';
import streamsProtocol from '@eventstore/db-client/generated/streams_pb.js';
import { Metadata } from '@grpc/grpc-js';
import test from 'ava';
import { LogReads } from '../../../src/adapters/eventstoredb-event-log/log-reads.ts';
import { remoteRowFields } from '../../../src/adapters/eventstoredb-event-log/messages.ts';
import { SeenPlaces } from '../../../src/adapters/eventstoredb-event-log/seen-places.ts';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { LedgerClient, ReadCall } from '../../../src/adapters/eventstoredb-event-log/ledger-client.ts';

const at = (place: number) => ({ commit: String(place), prepare: String(place) });

/** A server that ends each of the first subscriptions at once, and says of the next that it is at the end of the log. */
function endingServer(endedAtOnce: number) {
  let calls = 0;
  const read = (): Promise<ReadCall> => {
    calls += 1;
    const isAtEnd = calls > endedAtOnce;
    const call = Object.assign(new EventEmitter(), { cancel: () => undefined });
    setImmediate(() => {
      if (isAtEnd) call.emit('data', { kind: 'caught_up' });
      call.emit('end');
    });
    return Promise.resolve(call as unknown as ReadCall);
  };
  const client = { read, heard: () => undefined, heardAtMs: 0 } as unknown as LedgerClient;
  return { reads: new LogReads(client, 1_000), calls: () => calls };
}

test('a subscription that ends before its first message is opened again', async (t) => {
  const { reads, calls } = endingServer(2);
  t.deepEqual(await reads.all(null, ['wallet-'], 10), { rows: [], upTo: null, atEnd: true });
  t.is(calls(), 3);
});

test('a server that ends every subscription at once is not asked without end', async (t) => {
  const { reads, calls } = endingServer(Infinity);
  await t.throwsAsync(reads.all(null, ['wallet-'], 10), { message: /ended 6 subscriptions before they made progress/ });
  t.is(calls(), 6);
});

test('a page ends at the last place of a cut subscription, without a matching event', async (t) => {
  const place = { commit: '7', prepare: '7' };
  const read = (): Promise<ReadCall> => {
    const call = Object.assign(new EventEmitter(), { cancel: () => undefined });
    setImmediate(() => {
      call.emit('data', { kind: 'checkpoint', place });
      call.emit('error', Object.assign(new Error('Consumer too slow'), { code: 10 }));
    });
    return Promise.resolve(call as unknown as ReadCall);
  };
  const client = { read, heard: () => undefined, heardAtMs: 0 } as unknown as LedgerClient;
  const page = await new LogReads(client, 1_000).all(null, ['wallet-'], 10);
  t.deepEqual(page, { rows: [], upTo: place, atEnd: false });
});

test('a page of a server that tells an earlier place once more ends at the furthest', async (t) => {
  const read = (): Promise<ReadCall> => {
    const call = Object.assign(new EventEmitter(), { cancel: () => undefined });
    setImmediate(() => {
      for (const place of [9, 7]) call.emit('data', { kind: 'checkpoint', place: at(place) });
      call.emit('end');
    });
    return Promise.resolve(call as unknown as ReadCall);
  };
  const client = { read, heard: () => undefined, heardAtMs: 0 } as unknown as LedgerClient;
  const page = await new LogReads(client, 1_000).all(at(5), ['wallet-'], 10);
  t.deepEqual(page, { rows: [], upTo: at(9), atEnd: false });
});

for (const prefixes of [null, ['wallet-']]) {
  test(`a page of a server that tells events once more has each once: ${prefixes?.join() ?? 'the whole log'}`, async (t) => {
    const read = (): Promise<ReadCall> => {
      const call = Object.assign(new EventEmitter(), { cancel: () => undefined });
      setImmediate(() => {
        for (const place of [6, 6, 7, 6, 8, 7, 8].map((one) => at(one))) {
          const row = ['wallet-1', 1, place.commit, place.prepare, 0, `id-${place.commit}`, 'Happened', '{}', '{}'];
          call.emit('data', { kind: 'event', row, place, isOfEngine: false });
        }
        call.emit('data', { kind: 'caught_up' });
        call.emit('end');
      });
      return Promise.resolve(call as unknown as ReadCall);
    };
    const client = { read, heard: () => undefined, heardAtMs: 0 } as unknown as LedgerClient;
    const page = await new LogReads(client, 1_000).all(at(5), prefixes, 10);
    const ids = page.rows.filter((field) => String(field).startsWith('id-'));
    t.deepEqual([ids, page.upTo], [['id-6', 'id-7', 'id-8'], at(8)]);
  });
}

/** A server of three events, each call of which breaks after as many messages as are told; then it answers whole. */
function breakingServer(...cuts: readonly number[]) {
  const breaks = cuts.values();
  const asked: (string | undefined)[] = [];
  const read = (request: streams.ReadReq): Promise<ReadCall> => {
    const options = request.getOptions();
    const after = options?.getAll()?.getPosition()?.getCommitPosition();
    asked.push(after);
    const isBackwards = options?.getReadDirection() === streamsProtocol.ReadReq.Options.ReadDirection.BACKWARDS;
    const ends = options?.hasSubscription() === true ? [{ kind: 'caught_up' }] : [];
    const messages = [...(isBackwards ? [3, 2, 1] : [1, 2, 3].filter((place) => place > Number(after ?? 0))), ...ends];
    const { value = Infinity } = breaks.next();
    const call = Object.assign(new EventEmitter(), { cancel: () => undefined });
    setImmediate(() => {
      for (const message of messages.slice(0, value)) {
        call.emit('data', typeof message === 'number' ? eventAt(message) : message);
      }
      if (value === Infinity) call.emit('end');
      else call.emit('error', Object.assign(new Error('Connection dropped'), { code: 14, metadata: new Metadata() }));
    });
    return Promise.resolve(call as unknown as ReadCall);
  };
  const client = { read, heard: () => undefined, heardAtMs: 0 } as unknown as LedgerClient;
  return { reads: new LogReads(client, 1_000), asked };
}

const eventAt = (place: number) => ({
  kind: 'event',
  row: ['wallet-1', place, String(place), String(place), 0, `id ${place}`, 'T', '{}', '{}'],
  place: at(place),
  isOfEngine: false,
});
const revisionsIn = (rows: unknown): unknown[] =>
  (rows as unknown[]).filter((_, field) => field % remoteRowFields === 1);

test('a read that breaks in the midst of its answer is begun again, without what came before', async (t) => {
  for (const cut of [0, 1, 2, 3]) {
    const start = { from: 0, isBackwards: false } as const;
    t.deepEqual(revisionsIn(await breakingServer(cut).reads.stream('wallet-1', start, 10)), [1, 2, 3]);
    const page = await breakingServer(cut).reads.all(null, null, 10);
    t.deepEqual([revisionsIn(page.rows), page.upTo, page.atEnd], [[1, 2, 3], at(3), true]);
    t.deepEqual(await breakingServer(cut).reads.end(null, ['key-']), { newest: null, end: at(3) });
    t.deepEqual(await breakingServer(cut).reads.end(null, ['wallet-']), { newest: at(3), end: at(3) });
    await t.notThrowsAsync(breakingServer(cut).reads.probe(1_000));
  }
});

test('a read that breaks again and again is given up', async (t) => {
  const { reads, asked } = breakingServer(...Array.from({ length: 14 }, () => 1));
  await t.throwsAsync(reads.all(null, null, 10), { message: 'Connection dropped' });
  t.is(asked.length, 11);
  // A probe tells sooner.
  await t.throwsAsync(reads.probe(1_000), { message: 'Connection dropped' });
  t.is(asked.length, 14);
});

test('a page of some streams ends where it breaks, and is begun again if nothing came', async (t) => {
  const { reads, asked } = breakingServer(0, 2);
  const page = await reads.all(null, ['wallet-'], 10);
  t.deepEqual([revisionsIn(page.rows), page.upTo, page.atEnd], [[1, 2], at(2), false]);
  t.is(asked.length, 2);
  const rest = await reads.all(page.upTo, ['wallet-'], 10);
  t.deepEqual([revisionsIn(rest.rows), rest.upTo, rest.atEnd], [[3], at(3), true]);
});

/** A log of so many events, the last ones of wallets, that answers reads from its end back; counts what it sends. */
function backwardsServer(events: number, keyAt: number) {
  let sent = 0;
  const client = {
    heard: () => undefined,
    heardAtMs: 0,
    read: (request: streams.ReadReq): Promise<ReadCall> => {
      const call = Object.assign(new EventEmitter(), { cancel: () => undefined });
      const from = request.getOptions()?.getAll()?.getPosition()?.getCommitPosition();
      let place = from === undefined ? events : Number(from);
      const last = place - Number(request.getOptions()?.getCount());
      setImmediate(() => {
        for (; place > Math.max(0, last); place -= 1) {
          sent += 1;
          const at = { commit: String(place), prepare: String(place) };
          const row = [place === keyAt ? 'api_key-1' : 'wallet-1', 0, at.commit, at.prepare, 0, 'id', 'T', '{}', '{}'];
          call.emit('data', { kind: 'event', row, place: at, isOfEngine: false });
        }
        call.emit('end');
      });
      return Promise.resolve(call as unknown as ReadCall);
    },
  } as unknown as LedgerClient;
  return { reads: new LogReads(client, 1_000), sent: () => sent };
}

test('a look back ends where a subscription has reached, and finds the events that it delivered', async (t) => {
  const { reads, sent } = backwardsServer(400, 150);
  const seen = new SeenPlaces(['wallet-', 'api_key-'], at(100));
  for (let place = 101; place <= 398; place += 1) seen.take(place === 150 ? 'api_key-1' : 'wallet-1', at(place));
  t.deepEqual(await reads.end(at(110), ['api_key-'], [seen]), { newest: at(150), end: at(400) });
  t.deepEqual(await reads.end(at(200), ['api_key-'], [seen]), { newest: null, end: at(400) });
  t.deepEqual(await reads.end(at(200), ['wallet-'], [seen]), { newest: at(400), end: at(400) });
  t.is(sent(), 18);
  t.deepEqual(await reads.end(at(110), ['api_key-']), { newest: at(150), end: at(400) });
  t.true(sent() > 300);
});

test('events behind the last place of a subscription are looked for in the log', async (t) => {
  const { reads } = backwardsServer(400, 350);
  const seen = new SeenPlaces(['wallet-', 'api_key-'], at(100));
  for (let place = 101; place <= 300; place += 1) seen.take('wallet-1', at(place));
  t.deepEqual(await reads.end(at(110), ['api_key-'], [seen]), { newest: at(350), end: at(400) });
  t.deepEqual(await reads.end(at(360), ['api_key-'], [seen]), { newest: null, end: at(400) });
});
