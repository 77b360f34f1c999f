import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'ava';
import { openDatabase, versionOf } from '../../../src/adapters/sqlite-event-log/database.ts';
import { scratchFolder } from '../../_support/scratch-folder.ts';

for (const statement of [0, 1, 2]) {
  test(`a file whose tables another process creates before statement ${statement} of a look is empty or ready`, (t) => {
    const path = join(scratchFolder(t), 'log.db');
    using file = new DatabaseSync(path);
    file.exec('PRAGMA journal_mode = WAL');
    let prepared = 0;
    const watched = {
      exec: (sql: string) => file.exec(sql),
      get isTransaction(): boolean {
        return file.isTransaction;
      },
      prepare: (sql: string) => {
        if (prepared === statement) {
          openDatabase({ path, lockWaitMs: 5_000, clockSettleMs: 0, mayCreate: true }).close();
        }
        prepared += 1;
        return file.prepare(sql);
      },
    };
    const seen = versionOf(watched as DatabaseSync, path);
    t.true([0, versionOf(file, path)].includes(seen), String(seen));
    t.true(prepared > statement);
    t.true(versionOf(file, path) > 0);
  });
}
