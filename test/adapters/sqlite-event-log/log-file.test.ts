import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import test from 'ava';
import { openSqliteEventLog } from '../../../src/adapters/sqlite-event-log.ts';
import { openSqliteLogFile } from '../../../src/adapters/sqlite-event-log/log-file.ts';
import type { EventLog, Position } from '../../../src/ports/event-log.ts';
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
