import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test, { type ExecutionContext } from 'ava';
import { openSqliteEventLog } from '../../../src/adapters/sqlite-event-log.ts';
import { openAuditedFile } from '../../../src/adapters/sqlite-event-log/audited-file.ts';
import { chainedLog } from '../../../src/ledger/chained-log.ts';
import type { AuditedPage, ReachedPosition } from '../../../src/ports/audited-log.ts';
import { EventLogUnavailable, type EventLog } from '../../../src/ports/event-log.ts';
import { scratchFolder } from '../../_support/scratch-folder.ts';

const eventCount = 200;

async function writtenFile(t: ExecutionContext): Promise<string> {
  const path = join(scratchFolder(t), 'ledger.db');
  await using engine = await openSqliteEventLog({ path });
  const log = chainedLog(engine);
  for (let n = 0; n < eventCount; n += 1) {
    const event = { id: randomUUID(), type: 'Noted', data: `{"n":${n},"text":"${'x'.repeat(500)}"}`, metadata: '{}' };
    await log.append(`notes-${n % 7}`, n < 7 ? 'no_stream' : Math.floor(n / 7) - 1, [event]);
  }
  return path;
}

function edited(path: string, sql: string): void {
  const database = new DatabaseSync(path, { defensive: false });
  database.exec(sql);
  database.close();
}

const options = { thinnedPrefixes: [] };

/** The number of events that are read, the faulty one among them, and the fault. */
function audited(path: string, reached: ReachedPosition | null = null) {
  using file = openAuditedFile(path, reached);
  const pages = [...file.pages(options)];
  return { events: pages.reduce((sum, { events }) => sum + events.length, 0), fault: pages.at(-1)?.fault ?? null };
}

test('a file as it was written has no fault', async (t) => {
  t.like(audited(await writtenFile(t)), { events: eventCount, fault: null });
});

test('a file that SQLite can read only in part is damaged', async (t) => {
  const path = await writtenFile(t);
  const pages = readFileSync(path).length / 4_096;
  const file = openSync(path, 'r+');
  for (let page = Math.floor(pages / 2); page < pages; page += 1)
    writeSync(file, Buffer.alloc(512, 0xa5), 0, 512, page * 4_096);
  closeSync(file);
  t.like(audited(path), { fault: { kind: 'damaged', position: null, expected: 'a file that SQLite can read' } });
});

test('a file whose index lacks an event is damaged, though every event is as it was written', async (t) => {
  const path = await writtenFile(t);
  edited(
    path,
    `CREATE TABLE others (stream_id, revision); CREATE UNIQUE INDEX others_by_stream ON others (stream_id, revision);
     PRAGMA writable_schema = ON;
     UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'others_by_stream')
       WHERE name = 'events_by_stream';
     DELETE FROM sqlite_schema WHERE tbl_name = 'others';`,
  );
  t.like(audited(path), { events: eventCount, fault: { kind: 'damaged', position: null } });
});

test('an event with other bytes in a column of text is damaged', async (t) => {
  const path = await writtenFile(t);
  // A strict table takes no other bytes, but another program could write them.
  const replaced = (from: string, to: string): string =>
    `PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, '${from}', '${to}') WHERE name = 'events'`;
  edited(path, replaced(') STRICT', ') '));
  edited(path, `UPDATE events SET type = x'4e6f746564' WHERE position = 100`);
  edited(path, replaced(') ', ') STRICT'));
  t.like(audited(path), {
    events: 99,
    fault: { kind: 'damaged', position: '100', expected: 'text in every column of text' },
  });
});

test('another digest at a position that was reached is another history', async (t) => {
  const path = await writtenFile(t);
  const digest = 'f'.repeat(64);
  t.like(audited(path, { position: 50, digest }), {
    fault: { kind: 'running_digest', position: '50', expected: digest },
  });
});

test('a file that is no log cannot be audited', async (t) => {
  const path = join(scratchFolder(t), 'other.db');
  edited(path, 'CREATE TABLE invoices (id INTEGER)');
  t.throws(() => openAuditedFile(path), { instanceOf: EventLogUnavailable, message: /belongs to another program/ });
});

async function append(
  log: EventLog,
  stream: string,
  after: number | 'no_stream',
  ...types: readonly string[]
): Promise<void> {
  const events = types.map((type) => ({ id: randomUUID(), type, data: '{}', metadata: '{}' }));
  await chainedLog(log).append(stream, after, events);
}

const typesOf = (pages: Iterable<AuditedPage>): readonly string[] =>
  [...pages].flatMap(({ events, fault }) => [
    ...events.map(({ type }) => type),
    ...(fault === null ? [] : [fault.kind]),
  ]);

test('a file that another process has written since it was opened is read as it is now', async (t) => {
  const path = join(scratchFolder(t), 'ledger.db');
  await using first = await openSqliteEventLog({ path });
  await append(first, 'kept', 'no_stream', 'One', 'Two');
  await first[Symbol.asyncDispose]();
  using file = openAuditedFile(path);
  await using second = await openSqliteEventLog({ path });
  await append(second, 'kept', 1, 'Three');
  t.deepEqual(typesOf(file.pages(options)), ['One', 'Two', 'Three']);
});

test('a file that another process makes shorter while it is read is not taken for damaged', async (t) => {
  const path = join(scratchFolder(t), 'ledger.db');
  const large = 'x'.repeat(10_000);
  await using first = await openSqliteEventLog({ path });
  await append(first, 'kept', 'no_stream', ...Array.from({ length: 300 }, () => 'One'));
  for (let n = 0; n < 20; n += 1) {
    const parts = Array.from({ length: 40 }, () => ({ id: randomUUID(), type: 'Part', data: large, metadata: '{}' }));
    await chainedLog(first).append('removed', n === 0 ? 'no_stream' : n * 40 - 1, parts);
  }
  await append(first, 'kept', 299, 'Two');
  await first[Symbol.asyncDispose]();
  using file = openAuditedFile(path);
  const pages = file.pages({ ...options, thinnedPrefixes: ['removed'] })[Symbol.iterator]();
  t.is(pages.next().value?.events.length, 250);
  await using second = await openSqliteEventLog({ path });
  await second.tombstoneStream('removed', 'any');
  await second.compact();
  await second[Symbol.asyncDispose]();
  const rest = typesOf({ [Symbol.iterator]: () => pages });
  t.deepEqual(rest, [...Array.from({ length: 50 }, () => 'One'), 'Two']);
});

for (const [what, sql, fault] of [
  ['as they were removed', '', null],
  ['and the event before them too', 'UPDATE removed_events SET first_position = first_position - 1', 'missing'],
  ['and an event elsewhere too', "INSERT INTO removed_events VALUES (1, 1, 'x')", 'missing'],
  [
    'and others behind them',
    "INSERT INTO removed_events SELECT last_position, 900, 'x' FROM removed_events",
    'missing',
  ],
  [
    'and others beyond the end, fewer elsewhere',
    "INSERT INTO removed_events VALUES (900, 899, 'x'), (950, 900, 'x')",
    'missing',
  ],
] as const) {
  test(`positions that are said to be removed, ${what}, are ${fault ?? 'right'}`, async (t) => {
    const path = join(scratchFolder(t), 'ledger.db');
    await using log = await openSqliteEventLog({ path });
    await append(log, 'kept', 'no_stream', 'One', 'Two');
    await append(log, 'removed', 'no_stream', 'Part', 'Part');
    await append(log, 'kept', 1, 'Three');
    await log.tombstoneStream('removed', 'any');
    await log.compact();
    await log[Symbol.asyncDispose]();
    edited(path, sql);
    using file = openAuditedFile(path);
    const kept = ['One', 'Two', 'Three'];
    t.deepEqual(typesOf(file.pages({ ...options, thinnedPrefixes: ['removed'] })), fault ? [...kept, fault] : kept);
  });
}

test('a file that has gone since it was opened cannot be read, and is closed all the same', async (t) => {
  const path = join(scratchFolder(t), 'ledger.db');
  await using log = await openSqliteEventLog({ path });
  await append(log, 'kept', 'no_stream', 'One');
  await log[Symbol.asyncDispose]();
  using file = openAuditedFile(path);
  rmSync(path);
  t.throws(() => [...file.pages(options)], { instanceOf: EventLogUnavailable, message: /does not exist/ });
});
