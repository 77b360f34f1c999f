import { randomBytes } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { openSqliteReadModels } from '../../src/adapters/sqlite-read-models.ts';
import { ReadModelsUnavailable, type ReadModels } from '../../src/ports/read-models.ts';
import { startChildScript } from '../_support/child-script.ts';
import { randomOf } from '../_support/seeded-random.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { comparePlaces, creditAt, creditBatch, debitAt, place, tally } from '../_support/tally-projection.ts';
import { readModelsContract } from './read-models.contract.ts';

const feeder = join(import.meta.dirname, '_read-models-feeder.ts');

function open(t: ExecutionContext, path = join(scratchFolder(t), 'read-models.sqlite')): ReadModels & Disposable {
  const readModels = openSqliteReadModels({ path, comparePositions: comparePlaces });
  t.teardown(() => readModels[Symbol.dispose]());
  return readModels;
}

readModelsContract('sqlite', (t) => open(t));

function eventsTallied(readModels: ReadModels): number {
  return readModels.list(tally).reduce((sum, { document }) => sum + document.events, 0);
}

test('the file and its companions are readable by their owner only', (t) => {
  const path = join(scratchFolder(t), 'deep', 'read-models.sqlite');
  open(t, path).apply(tally, creditBatch(1, 3));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) t.is(statSync(file).mode & 0o777, 0o600, file);
});

test('documents survive a restart together with their checkpoint', (t) => {
  const path = join(scratchFolder(t), 'read-models.sqlite');
  const first = open(t, path);
  first.apply(tally, creditBatch(1, 5));
  first[Symbol.dispose]();
  const second = open(t, path);
  t.is(second.checkpoint(tally), place(5));
  t.is(eventsTallied(second), 5);
});

test('a batch writes a document once for any number of events, and one made and removed in it never', (t) => {
  const path = join(scratchFolder(t), 'read-models.sqlite');
  const readModels = open(t, path);
  using watcher = new DatabaseSync(path);
  watcher.exec(`
    CREATE TABLE writes (n INTEGER);
    CREATE TRIGGER put AFTER INSERT ON documents BEGIN INSERT INTO writes VALUES (1); END;
    CREATE TRIGGER removed AFTER DELETE ON documents BEGIN INSERT INTO writes VALUES (1); END;
  `);
  const writes = (): unknown => watcher.prepare('SELECT count(*) AS n FROM writes').get()?.['n'];
  readModels.apply(tally, creditBatch(1, 300));
  t.is(writes(), 3);
  readModels.apply(tally, { after: null, events: [debitAt(301, 'a'), debitAt(302, 'b')], upTo: place(302) });
  t.is(writes(), 5);
  readModels.apply(tally, { after: null, events: [creditAt(303), debitAt(304, 'a')], upTo: place(304) });
  t.is(writes(), 5);
  t.is(readModels.checkpoint(tally), place(304));
});

test('kill -9 at any moment never parts the documents from their checkpoint', async (t) => {
  const path = join(scratchFolder(t), 'read-models.sqlite');
  const random = randomOf(t);
  for (let round = 0; round < 8; round += 1) {
    const child = startChildScript(t, feeder, [path, '7', '100000000']);
    await child.nextLine();
    await delay(random.whole(20, 170));
    await child.kill();
    using readModels = open(t, path);
    t.is(eventsTallied(readModels), Number(readModels.checkpoint(tally)), `round ${round}`);
  }
  using readModels = open(t, path);
  t.true(eventsTallied(readModels) > 0);
});

test('processes that feed the same file at the same time count every event once', async (t) => {
  const path = join(scratchFolder(t), 'read-models.sqlite');
  const children = ['3', '8', '50'].map((batch) => startChildScript(t, feeder, [path, batch, '5000']));
  t.deepEqual(await Promise.all(children.map((child) => child.exit)), [0, 0, 0]);
  const readModels = open(t, path);
  t.is(readModels.checkpoint(tally), place(5000));
  t.is(eventsTallied(readModels), 5000);
});

test('a file that another process holds is unavailable after a bounded wait, and usable once it is free', (t) => {
  const path = join(scratchFolder(t), 'read-models.sqlite');
  const readModels = open(t, path);
  using holder = new DatabaseSync(path);
  holder.exec('BEGIN IMMEDIATE');
  t.throws(() => readModels.apply(tally, creditBatch(1, 3)), { instanceOf: ReadModelsUnavailable });
  t.is(readModels.checkpoint(tally), null);
  holder.exec('ROLLBACK');
  readModels.apply(tally, creditBatch(1, 3));
  t.is(eventsTallied(readModels), 3);
});

test('a file that is no database is refused with the way out', (t) => {
  const path = join(scratchFolder(t), 'read-models.sqlite');
  writeFileSync(path, 'this is not a database, whatever its name says'.repeat(50));
  t.throws(() => open(t, path), { instanceOf: ReadModelsUnavailable, message: /delete it and start again/ });
});

test('a file with the layout of another version is refused', (t) => {
  const path = join(scratchFolder(t), 'read-models.sqlite');
  using other = new DatabaseSync(path);
  other.exec('PRAGMA user_version = 99');
  t.throws(() => open(t, path), { instanceOf: ReadModelsUnavailable, message: /layout 99/ });
});

/** Documents of a file with a key, and what SQL does to them. */
function keyed(t: ExecutionContext) {
  const path = join(scratchFolder(t), 'read-models.sqlite');
  const key = randomBytes(32);
  const opened = (options: { readonly key?: Buffer; readonly readOnly?: boolean } = { key }) => {
    const readModels = openSqliteReadModels({ path, comparePositions: comparePlaces, ...options });
    t.teardown(() => readModels[Symbol.dispose]());
    return readModels;
  };
  const readModels = opened();
  readModels.apply(tally, creditBatch(1, 6));
  const sql = (statements: string): void => {
    using database = new DatabaseSync(path);
    database.exec(statements);
  };
  return { readModels, opened, key, sql };
}

const edited = { instanceOf: ReadModelsUnavailable, message: /cannot be trusted: .* was edited .*delete it/ };

for (const [title, sql] of [
  ['its text', `UPDATE documents SET document = replace(document, '"events":2', '"events":9')`],
  [
    'its key',
    `UPDATE documents SET key = 'wallet-z' WHERE key = 'wallet-b'; UPDATE documents SET key = 'wallet-b' WHERE key = 'wallet-a'`,
  ],
  ['its lookup', `UPDATE documents SET lookup = 'another'`],
  ['its digest', `UPDATE documents SET digest = ''`],
  [
    'its projection',
    `UPDATE documents SET document = (SELECT document FROM documents WHERE key = 'wallet-a'), digest = (SELECT digest FROM documents WHERE key = 'wallet-a')`,
  ],
] as const) {
  test(`a document is refused wherever it is read once SQL has changed ${title}, and served again once it is right`, (t) => {
    const { readModels, sql: run } = keyed(t);
    run('CREATE TABLE before AS SELECT * FROM documents');
    t.notThrows(() => readModels.assertUnedited());
    run(sql);
    t.throws(() => readModels.get(tally, 'wallet-b'), edited);
    t.throws(() => readModels.assertUnedited(), edited);
    t.throws(() => readModels.list(tally), edited);
    t.throws(() => readModels.snapshot(tally), edited);
    t.throws(() => readModels.apply(tally, creditBatch(7, 9)), edited);
    run('DELETE FROM documents; INSERT INTO documents SELECT * FROM before');
    t.notThrows(() => readModels.assertUnedited());
    t.is(readModels.list(tally).length, 3);
  });
}

for (const [title, sql] of [
  ['forwards', 'UPDATE checkpoints SET position = position + 1'],
  ['back', 'UPDATE checkpoints SET position = position - 1'],
  ['over a stream that is said to wait', `INSERT INTO waiting_streams VALUES ('tally@1', 'wallet-a', 9, 'Later')`],
] as const) {
  test(`a checkpoint that SQL has moved ${title} is refused`, (t) => {
    const { readModels, sql: run } = keyed(t);
    run(sql);
    t.throws(() => readModels.checkpoint(tally), edited);
    t.throws(() => readModels.apply(tally, creditBatch(7, 9)), edited);
  });
}

test('what was edited is named to a reader of the whole, who reads on', (t) => {
  const { opened, key, sql } = keyed(t);
  sql(`UPDATE documents SET document = '{' WHERE key = 'wallet-b'`);
  t.deepEqual(opened({ key, readOnly: true }).snapshot(tally).edited?.key, 'wallet-b');
  t.is(opened({ readOnly: true }).snapshot(tally).edited, undefined);
  t.deepEqual(opened({ readOnly: true }).snapshot(tally).documents.get('wallet-b'), {} as never);
});

test('a closed store raises ReadModelsUnavailable', (t) => {
  const readModels = open(t);
  readModels[Symbol.dispose]();
  t.throws(() => readModels.get(tally, 'wallet-a'), { instanceOf: ReadModelsUnavailable });
  t.throws(() => readModels.apply(tally, creditBatch(1, 1)), { instanceOf: ReadModelsUnavailable });
  t.notThrows(() => readModels[Symbol.dispose]());
});
