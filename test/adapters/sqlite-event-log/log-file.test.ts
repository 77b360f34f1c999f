import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { openSqliteEventLog } from '../../../src/adapters/sqlite-event-log.ts';
import { openSqliteLogFile } from '../../../src/adapters/sqlite-event-log/log-file.ts';
import { EventLogUnavailable, type EventLog, type Position } from '../../../src/ports/event-log.ts';
import { scratchFolder } from '../../_support/scratch-folder.ts';

const only = { takes: (stream: string) => stream.startsWith('wanted-'), takenTypes: ['Wanted'] };

async function append(log: EventLog, stream: string, ...types: readonly string[]): Promise<void> {
  const events = types.map((type) => ({ id: randomUUID(), type, data: '{}', metadata: '{}' }));
  await log.append(stream, 'any', events);
}

test('a file reader gives all events of its streams, and of all others those of its types', async (t) => {
  const path = join(scratchFolder(t), 'ledger.db');
  await using log = await openSqliteEventLog({ path });
  await append(log, 'wanted-1', 'Some', 'Other');
  await append(log, 'foreign-1', 'Some', 'Wanted', 'Other');
  using file = openSqliteLogFile(path, { only });
  const read = async (after?: Position, limit = 2): Promise<readonly string[]> => {
    const page = await file.readAll({ limit, ...(after === undefined ? {} : { after }) });
    const last = page.at(-1)?.position;
    const names = page.map(({ stream, type }) => `${stream} ${type}`);
    return last === undefined ? names : [...names, ...(await read(last, limit))];
  };
  const before = ['wanted-1 Some', 'wanted-1 Other', 'foreign-1 Wanted'];
  t.deepEqual(await read(), before);
  // Streams that came after the file was opened are told apart too, also where a page holds nothing that is taken.
  await append(log, 'foreign-2', 'Some', 'Other', 'Some', 'Wanted');
  await append(log, 'wanted-2', 'Some');
  const after = [...before, 'foreign-2 Wanted', 'wanted-2 Some'];
  t.deepEqual(await read(), after);
  t.deepEqual(await read(undefined, 1), after);
  t.deepEqual(await read(undefined, 100), after);
});

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
  t.is(file.countStreams('', 10), 1);
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
