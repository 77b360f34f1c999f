import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { openSqliteEventLog } from '../../src/adapters/sqlite-event-log.ts';
import { EventLogBusy } from '../../src/ports/event-log.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { embeddedLogContract } from './embedded-event-log.contract.ts';
import { emptyLogContract } from './event-log-end.contract.ts';
import { eventLogContract } from './event-log.contract.ts';
import { events, freshName } from './_event-log-fixtures.ts';

const folder = mkdtempSync(join(tmpdir(), 'waybill-test-'));
test.after.always('the logs of the contract go', () => rmSync(folder, { recursive: true, force: true }));

const open = (): ReturnType<typeof openSqliteEventLog> =>
  openSqliteEventLog({ path: join(folder, freshName(), 'log.db') });
eventLogContract('sqlite', open);
emptyLogContract('sqlite', open);
embeddedLogContract('sqlite', open);

test('appends that wait together share a commit, in any streams', async (t) => {
  await using log = await open();
  await Promise.all(Array.from({ length: 64 }, (_, index) => log.append(`wallet-${index}`, 'no_stream', events(1))));
  t.is(log.stats().appends, 64);
  t.true(log.stats().commits <= 4, `${log.stats().commits} commits`);
});

test('appends that arrive during a commit share the next one', async (t) => {
  await using log = await open();
  const writer = async (_: unknown, index: number): Promise<void> => {
    for (let round = 0; round < 20; round += 1) await log.append(`wallet-${index}`, 'any', events(1));
  };
  await Promise.all(Array.from({ length: 64 }, writer));
  t.is(log.stats().appends, 64 * 20);
  t.true(log.stats().commits <= (64 * 20) / 8, `${log.stats().commits} commits`);
});

test('a commit is not spent on appends that write nothing', async (t) => {
  await using log = await open();
  const written = events(2);
  await log.append('wallet-1', 'no_stream', written);
  await log.append('wallet-1', 'no_stream', written);
  await t.throwsAsync(log.append('wallet-1', 7, events(1)));
  t.is(log.stats().commits, 1);
});

test('a full queue answers busy and recovers', async (t) => {
  await using log = await openSqliteEventLog({ path: join(scratchFolder(t), 'log.db'), queueEventsMax: 1_000 });
  const accepted = Array.from({ length: 10 }, (_, index) => log.append(`wallet-${index}`, 'no_stream', events(100)));
  await t.throwsAsync(log.append('wallet-10', 'no_stream', events(1)), { instanceOf: EventLogBusy });
  t.is(log.stats().queueEvents, 1_000);
  await Promise.all(accepted);
  t.is(log.stats().queueEvents, 0);
  t.deepEqual(await log.readStream('wallet-10'), [], 'what was refused was not written');
  await log.append('wallet-10', 'no_stream', events(1));
});

test('a queue too small for the largest append is a fault of the caller', async (t) => {
  await t.throwsAsync(openSqliteEventLog({ path: join(scratchFolder(t), 'log.db'), queueEventsMax: 999 }), {
    instanceOf: RangeError,
  });
});

test('the file and its journal are readable by their owner only', async (t) => {
  const path = join(scratchFolder(t), 'deeper', 'log.db');
  await using log = await openSqliteEventLog({ path });
  await log.append('wallet-1', 'no_stream', events(1));
  for (const suffix of ['', '-wal', '-shm']) t.is(statSync(path + suffix).mode & 0o777, 0o600, suffix);
});

test('events are read after closing and opening again', async (t) => {
  const path = join(scratchFolder(t), 'log.db');
  const written = events(5);
  {
    await using log = await openSqliteEventLog({ path });
    await log.append('wallet-1', 'no_stream', written);
    await log.append('wallet-2', 'no_stream', events(3));
    await log.deleteStream('wallet-2', 2);
    await log.setRetention('wallet-1', { truncateBefore: 2 });
  }
  await using log = await openSqliteEventLog({ path });
  t.deepEqual(
    (await log.readStream('wallet-1')).map(({ id, revision }) => [id, revision]),
    written.slice(2).map(({ id }, index) => [id, index + 2]),
  );
  t.deepEqual(await log.readStream('wallet-2'), []);
  t.is((await log.append('wallet-1', 'no_stream', written)).revision, 4, 'a retry across the restart is recognised');
});

test('deleted, revived and compacted streams keep their revisions after opening again', async (t) => {
  const path = join(scratchFolder(t), 'log.db');
  {
    await using log = await openSqliteEventLog({ path });
    for (const stream of ['deleted', 'revived', 'tombstoned', 'ruled']) await log.append(stream, 'any', events(3));
    await log.deleteStream('deleted', 2);
    await log.deleteStream('revived', 2);
    await log.append('revived', 'no_stream', events(1));
    await log.tombstoneStream('tombstoned', 2);
    await log.setRetention('ruled', { truncateBefore: 3 });
    await log.compact();
  }
  await using log = await openSqliteEventLog({ path });
  t.deepEqual(
    (await log.readStream('revived')).map(({ revision }) => revision),
    [3],
  );
  t.is((await log.append('revived', 3, events(1))).revision, 4);
  t.is((await log.append('deleted', 'no_stream', events(1))).revision, 3);
  const { position } = await log.append('ruled', 2, events(1));
  t.is(String(position), '16', 'no position is used twice');
  await t.throwsAsync(log.append('tombstoned', 'any', events(1)), { name: 'StreamTombstoned' });
});

test('the newest event of a stream is found however many events of others came after it', async (t) => {
  await using log = await open();
  const { position } = await log.append('wanted-1', 'no_stream', events(1));
  for (let n = 0; n < 21; n += 1) await log.append('other-1', 'any', events(1_000));
  t.deepEqual(await log.end({ streamPrefixes: ['wanted-'] }), { newest: position, end: '21001' });
  t.deepEqual(await log.end({ streamPrefixes: ['absent-'] }), { newest: null, end: '21001' });
  t.not(position, null);
  t.deepEqual(await log.end({ streamPrefixes: ['wanted-'], ...(position !== null && { after: position }) }), {
    newest: null,
    end: '21001',
  });
});
