import { copyFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openSqliteEventLog } from '../../../src/adapters/sqlite-event-log.ts';
import { FilePlace, type DurablePosition } from '../../../src/adapters/sqlite-event-log/file-place.ts';
import { openSession } from '../../../src/adapters/sqlite-event-log/session.ts';
import { SteadyClock } from '../../../src/time/steady-clock.ts';
import { scratchFolder } from '../../_support/scratch-folder.ts';
import { events } from '../_event-log-fixtures.ts';

const durableAt = async (path: string): Promise<DurablePosition> => {
  await using log = await openSqliteEventLog({ path });
  const { position, digest } = await log.status();
  return { position, digest: digest ?? '' };
};

async function append(path: string, stream: string, count: number): Promise<DurablePosition> {
  await using log = await openSqliteEventLog({ path });
  await log.append(stream, 'any', events(count));
  await log[Symbol.asyncDispose]();
  return await durableAt(path);
}

/** As the thread of the log does it. */
function open(t: ExecutionContext, place: FilePlace, path: string, durable: DurablePosition): void {
  const options = { path, mayCreate: false, lockWaitMs: 1_000, clockSettleMs: 0 };
  const session = openSession(options, new SteadyClock({ settleMs: 0 }));
  t.teardown(() => session.close());
  place.opened(session.status, durable);
}

const nothing: DurablePosition = { position: 0, digest: '' };

test('a file with more events since is the one that was open', async (t) => {
  const path = join(scratchFolder(t), 'ledger.db');
  const durable = await append(path, 'wallet-1', 3);
  const place = new FilePlace(path);
  open(t, place, path, nothing);
  await append(path, 'wallet-1', 1);
  t.notThrows(() => open(t, place, path, durable));
});

test('an older copy, a copy that went on otherwise, and another ledger are refused in its place', async (t) => {
  const folder = scratchFolder(t);
  const path = join(folder, 'ledger.db');
  await append(path, 'wallet-1', 3);
  const copy = join(folder, 'copy.db');
  copyFileSync(path, copy);
  const durable = await append(path, 'wallet-1', 1);
  const place = new FilePlace(path);
  open(t, place, path, nothing);
  const put = (file: string): string => {
    // Into the same file, as `cp` does it.
    copyFileSync(file, path);
    return path;
  };
  t.throws(() => open(t, place, put(copy), durable), { message: /was replaced by an older one while it was in use/ });
  await append(copy, 'wallet-2', 2);
  t.throws(() => open(t, place, put(copy), durable), { message: /was replaced by one with another history/ });
  const other = join(folder, 'other.db');
  await append(other, 'wallet-1', 4);
  t.throws(() => open(t, place, put(other), durable), { message: /was replaced by another ledger/ });
  renameSync(other, path);
  t.throws(() => place.opening(), { message: /was replaced while it was in use: put back the file that was there/ });
});
