import { EventEmitter } from 'node:events';
import test from 'ava';
import { LogReads } from '../../../src/adapters/eventstoredb-event-log/log-reads.ts';
import type { LedgerClient, ReadCall } from '../../../src/adapters/eventstoredb-event-log/ledger-client.ts';

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

test('a subscription that ends before anything came of it is asked for again', async (t) => {
  const { reads, calls } = endingServer(2);
  t.deepEqual(await reads.all(null, ['wallet-'], 10), { rows: [], upTo: null, atEnd: true });
  t.is(calls(), 3);
});

test('a server that ends every subscription at once is not asked without end', async (t) => {
  const { reads, calls } = endingServer(Infinity);
  await t.throwsAsync(reads.all(null, ['wallet-'], 10), { message: /ended 6 subscriptions before anything came/ });
  t.is(calls(), 6);
});

test('a page is over where a cut subscription had looked to, though nothing matched until then', async (t) => {
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
