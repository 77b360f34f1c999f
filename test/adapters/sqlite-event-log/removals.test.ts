import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { openDatabase } from '../../../src/adapters/sqlite-event-log/database.ts';
import { Removals } from '../../../src/adapters/sqlite-event-log/removals.ts';
import { Streams } from '../../../src/adapters/sqlite-event-log/streams.ts';
import { Transactions } from '../../../src/adapters/sqlite-event-log/transaction.ts';
import { SteadyClock } from '../../../src/time/steady-clock.ts';
import { scratchFolder } from '../../_support/scratch-folder.ts';

const lockWaitMs = 1_000;

test('the journal is copied before it is emptied, under a lock', (t) => {
  const path = join(scratchFolder(t), 'ledger.db');
  const database = openDatabase({ path, lockWaitMs, mayCreate: true, clockSettleMs: 1 });
  t.teardown(() => database.close());
  const removals = new Removals({
    database,
    streams: new Streams(database),
    transactions: new Transactions(database, lockWaitMs),
    clock: new SteadyClock({ settleMs: 1 }),
  });
  database.exec("INSERT INTO streams (name) VALUES ('told-in-the-journal')");
  const isCopied = (): boolean => readFileSync(path).includes('told-in-the-journal');
  t.false(isCopied());
  const copiedBefore: boolean[] = [];
  const prepare = database.prepare.bind(database);
  database.prepare = (sql) => {
    if (sql.includes('TRUNCATE')) copiedBefore.push(isCopied());
    return prepare(sql);
  };
  t.true(removals.emptyJournal().isDone);
  t.deepEqual(copiedBefore, [true]);
  t.is(readFileSync(`${path}-wal`).length, 0);
});
