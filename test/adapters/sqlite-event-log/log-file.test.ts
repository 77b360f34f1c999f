import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { openSqliteEventLog } from '../../../src/adapters/sqlite-event-log.ts';
import { openSqliteLogFile } from '../../../src/adapters/sqlite-event-log/log-file.ts';
import { EventLogUnavailable, type EventLog } from '../../../src/ports/event-log.ts';
import { scratchFolder } from '../../_support/scratch-folder.ts';

async function append(log: EventLog, stream: string, ...types: readonly string[]): Promise<void> {
  const events = types.map((type) => ({ id: randomUUID(), type, data: '{}', metadata: '{}' }));
  await log.append(stream, 'any', events);
}

test('a file that another process has written since it was opened is read on as it is now', async (t) => {
  const path = join(scratchFolder(t), 'ledger.db');
  await using first = await openSqliteEventLog({ path });
  await append(first, 'kept', 'One', 'Two');
  await first[Symbol.asyncDispose]();
  using file = openSqliteLogFile(path);
  const [one] = await file.readAll({ limit: 1 });
  await using second = await openSqliteEventLog({ path });
  await append(second, 'kept', 'Three');
  const rest = await file.readAll({ ...(one && { after: one.position }) });
  t.deepEqual(
    rest.map(({ type }) => type),
    ['Two', 'Three'],
  );
});

test('a file that another process has made shorter since it was opened is not taken for damaged', async (t) => {
  const path = join(scratchFolder(t), 'ledger.db');
  const large = 'x'.repeat(10_000);
  await using first = await openSqliteEventLog({ path });
  await append(first, 'kept', 'One');
  for (let n = 0; n < 20; n += 1) {
    const parts = Array.from({ length: 40 }, () => ({ id: randomUUID(), type: 'Part', data: large, metadata: '{}' }));
    await first.append('removed', 'any', parts);
  }
  await append(first, 'kept', 'Two');
  await first[Symbol.asyncDispose]();
  using file = openSqliteLogFile(path);
  const [one] = await file.readAll({ limit: 1 });
  await using second = await openSqliteEventLog({ path });
  await second.tombstoneStream('removed', 'any');
  await second.compact();
  await second[Symbol.asyncDispose]();
  const rest = await file.readAll({ ...(one && { after: one.position }) });
  t.deepEqual(
    rest.map(({ type }) => type),
    ['Two'],
  );
});

test('a file that has gone since it was opened cannot be read, and is closed all the same', async (t) => {
  const path = join(scratchFolder(t), 'ledger.db');
  await using log = await openSqliteEventLog({ path });
  await append(log, 'kept', 'One');
  await log[Symbol.asyncDispose]();
  using file = openSqliteLogFile(path);
  rmSync(path);
  await t.throwsAsync(file.readAll(), { instanceOf: EventLogUnavailable, message: /does not exist/ });
});
