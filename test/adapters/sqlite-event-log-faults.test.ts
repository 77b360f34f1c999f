import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, statSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import { openSqliteEventLog } from '../../src/adapters/sqlite-event-log.ts';
import { readNumber } from '../../src/adapters/sqlite-event-log/database.ts';
import type { Removals } from '../../src/adapters/sqlite-event-log/removals.ts';
import { openSession } from '../../src/adapters/sqlite-event-log/session.ts';
import { SteadyClock } from '../../src/time/steady-clock.ts';
import { AppendOutcomeUnknown, EventLogBusy, EventLogUnavailable } from '../../src/ports/event-log.ts';
import { startChildScript } from '../_support/child-script.ts';
import { hasProgram } from '../_support/has-program.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { event, events, idsOf, readAllPages } from './_event-log-fixtures.ts';
import type { Worker } from 'node:worker_threads';
import type { ExecutionContext } from 'ava';
import type { EventToAppend } from '../../src/ports/event-log.ts';

const APPENDER = join(import.meta.dirname, '_event-log-appender.ts');

test('a file that is no database is refused', async (t) => {
  const path = join(scratchFolder(t), 'log.db');
  writeFileSync(path, 'not a database at all '.repeat(1_000));
  await assertRefused(t, path, /log\.db is damaged .*restore it from a backup/);
});

test('a torn page is refused where it is read', async (t) => {
  const path = await writtenLog(t);
  const bytes = readFileSync(path);
  for (let page = 20; page < 40; page += 1) bytes.fill(0xa5, page * 4_096, page * 4_096 + 512);
  writeFileSync(path, bytes);
  await using log = await openSqliteEventLog({ path });
  await t.throwsAsync(readAllPages(log, ['wallet-']), { message: /is damaged, restore it from a backup/ });
});

test('a file that was cut off is refused', async (t) => {
  const path = await writtenLog(t);
  truncateSync(path, Math.floor(statSync(path).size / 8_192) * 4_096);
  await assertRefused(t, path, /is damaged/);
});

test('a directory is refused', async (t) => {
  await assertRefused(t, scratchFolder(t), /cannot be used: unable to open/);
});

test('a database of another program is refused', async (t) => {
  const path = join(scratchFolder(t), 'log.db');
  const other = new DatabaseSync(path);
  other.exec('CREATE TABLE invoices (id INTEGER)');
  other.close();
  await assertRefused(t, path, /belongs to another program/);
});

test('a log of another version is refused', async (t) => {
  const path = await writtenLog(t);
  const other = new DatabaseSync(path);
  other.exec('PRAGMA user_version = 2');
  other.close();
  await assertRefused(t, path, /has schema 2, this Waybill knows 3: run the version/);
});

test('a directory that cannot be made is refused', async (t) => {
  const file = join(scratchFolder(t), 'file');
  writeFileSync(file, '');
  await assertRefused(t, join(file, 'log.db'), /ENOTDIR|EEXIST/);
});

test('the whole appends of a torn journal are kept, in order', async (t) => {
  const folder = scratchFolder(t);
  const path = join(folder, 'log.db');
  await using log = await openSqliteEventLog({ path });
  const appended: string[] = [];
  for (let append = 0; append < 40; append += 1) {
    const written = events(3);
    await log.append(`wallet-${append % 4}`, 'any', written);
    appended.push(...idsOf(written));
  }
  const journal = statSync(`${path}-wal`).size;
  for (const [index, share] of [0.2, 0.5, 0.8, 0.97, 0.9999].entries()) {
    const copy = join(folder, `torn-${index}.db`);
    copyFileSync(path, copy);
    copyFileSync(`${path}-wal`, `${copy}-wal`);
    truncateSync(`${copy}-wal`, Math.floor(journal * share));
    await using torn = await openSqliteEventLog({ path: copy });
    const kept = idsOf(await readAllPages(torn, ['']));
    t.deepEqual(kept, appended.slice(0, kept.length));
    t.is(kept.length % 3, 0, 'every append is whole');
    await torn.append('wallet-0', 'any', events(1));
  }
});

test('appends are busy, and write nothing, while another process holds the file too long', async (t) => {
  const path = join(scratchFolder(t), 'log.db');
  await using log = await openSqliteEventLog({ path, lockWaitMs: 50 });
  await log.append('wallet-1', 'no_stream', events(1));
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  await t.throwsAsync(log.append('wallet-1', 0, events(1)), { instanceOf: EventLogBusy });
  await t.throwsAsync(log.deleteStream('wallet-1', 0), { instanceOf: EventLogBusy });
  t.is((await log.readStream('wallet-1')).length, 1, 'reads go on');
  other.exec('ROLLBACK');
  other.close();
  t.is((await log.append('wallet-1', 0, events(1))).revision, 1);
});

test('a lock held for a moment is waited for', async (t) => {
  const path = join(scratchFolder(t), 'log.db');
  await using log = await openSqliteEventLog({ path, lockWaitMs: 20_000 });
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  const appending = log.append('wallet-1', 'no_stream', events(1));
  setTimeout(() => other.close(), 100);
  t.is((await appending).revision, 0);
});

test('an append without an answer in time is in doubt, and its repetition is written once', async (t) => {
  const path = join(scratchFolder(t), 'log.db');
  await using log = await openSqliteEventLog({ path, lockWaitMs: 60_000, answerMs: 1_000 });
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  const written = events(2);
  const sent = t.throwsAsync(log.append('wallet-1', 'no_stream', written), { instanceOf: AppendOutcomeUnknown });
  await sleep(50);
  const unsent = t.throwsAsync(log.append('wallet-2', 'no_stream', events(1)), { instanceOf: EventLogBusy });
  await t.throwsAsync(log.readStream('wallet-1'), { instanceOf: EventLogUnavailable });
  await Promise.all([sent, unsent]);
  other.close();
  await appendPatiently(t, log, ['wallet-1', written]);
  t.deepEqual(idsOf(await log.readStream('wallet-1')), idsOf(written));
  t.deepEqual(await log.readStream('wallet-2'), [], 'what did not reach the worker is not written later');
});

test.serial('appends in doubt of a dead worker are known in the end, and the log recovers by itself', async (t) => {
  const workers = startedWorkers(t);
  await using log = await openSqliteEventLog({ path: join(scratchFolder(t), 'log.db') });
  const sent = Array.from({ length: 20 }, () => events(2));
  const outcomes = Promise.allSettled(sent.map((batch, index) => log.append(`wallet-${index}`, 'no_stream', batch)));
  await new Promise(setImmediate);
  await workers.at(-1)?.terminate();
  for (const outcome of await outcomes) {
    if (outcome.status === 'rejected') t.true(outcome.reason instanceof AppendOutcomeUnknown, String(outcome.reason));
  }
  await t.throwsAsync(log.append('wallet-0', 'any', events(1)), { instanceOf: EventLogUnavailable });
  await t.throwsAsync(log.readAll(), { instanceOf: EventLogUnavailable });
  for (const [index, batch] of sent.entries()) await appendPatiently(t, log, [`wallet-${index}`, batch]);
  const recorded = await readAllPages(log, ['']);
  t.deepEqual(idsOf(recorded).sort(), sent.flatMap(idsOf).sort(), 'each is there once');
});

test.serial('a follower fails when the worker dies, and may follow again', async (t) => {
  const workers = startedWorkers(t);
  await using log = await openSqliteEventLog({ path: join(scratchFolder(t), 'log.db') });
  const follow = async (): Promise<void> => {
    for await (const step of log.follow({ signal: AbortSignal.timeout(100_000) })) {
      if (step.kind === 'caught_up') void workers.at(-1)?.terminate();
    }
  };
  await t.throwsAsync(follow(), { instanceOf: EventLogUnavailable });
  await appendPatiently(t, log, ['wallet-1', events(1)]);
  for await (const step of log.follow({ signal: AbortSignal.timeout(100_000) })) {
    t.is(step.kind, 'events');
    break;
  }
});

test.runIf(hasProgram('prlimit'))(
  'a full disk refuses appends, loses none that were acknowledged, and recovers by itself',
  async (t) => {
    const path = join(scratchFolder(t), 'log.db');
    const child = startChildScript(t, APPENDER, [path, 'untilRefused']);
    limitFileSize(child.process.pid, '3000000');
    const said: string[][] = [];
    for (;;) {
      const words = (await child.nextLine()).split(' ');
      if (words[0] === 'stuck') break;
      said.push(words);
    }
    limitFileSize(child.process.pid, 'unlimited');
    child.process.stdin?.write('go on\n');
    for (;;) {
      const words = (await child.nextLine()).split(' ');
      if (words[0] === 'recovered') break;
      said.push(words);
    }
    t.is(await child.exit, 0);
    await using log = await openSqliteEventLog({ path });
    const filled = await log.readStream('filled', { limit: 10_000 });
    const recorded = idsOf(filled);
    t.true(filled.every(({ revision, position }, index) => revision === index && position === String(index + 1)));
    const idsSaid = (word: string): string[] => said.flatMap(([first, id = '']) => (first === word ? [id] : []));
    t.deepEqual(recorded, idsSaid('acknowledged'));
    t.true(idsSaid('EventLogUnavailable').length >= 5);
    t.deepEqual([...new Set(said.map(([word = '']) => word))].toSorted(), ['EventLogUnavailable', 'acknowledged']);
  },
);

test.serial('a removed file is not created again under its readers', async (t) => {
  const workers = startedWorkers(t);
  const path = join(scratchFolder(t), 'log.db');
  await using log = await openSqliteEventLog({ path });
  await log.append('wallet-1', 'no_stream', events(1));
  for (const suffix of ['', '-wal', '-shm']) unlinkSync(path + suffix);
  await workers.at(-1)?.terminate();
  let reason = '';
  while (!reason.includes('has gone: put it back')) {
    const refusal = await t.throwsAsync(log.append('wallet-1', 0, events(1)), { instanceOf: EventLogUnavailable });
    reason = refusal?.message ?? '';
    await sleep(10);
  }
  t.throws(() => statSync(path), { code: 'ENOENT' });
});

/** All short steps of a compaction, as `compact` goes through them. */
function compactInSteps(removals: Removals): void {
  for (let after: number | null = 0; after !== null;) {
    const step: { readonly lastStream: number | null } = removals.removeHidden(after);
    after = step.lastStream;
  }
  for (let after: number | null = 0; after !== null;) {
    const step: { readonly lastStretch: number | null } = removals.dropEmptied(after);
    after = step.lastStretch;
  }
  while (!removals.reclaimSpace().isDone);
  removals.emptyJournal();
}

test('a compacted event is in no byte of the files', (t) => {
  const path = join(scratchFolder(t), 'log.db');
  const options = { path, lockWaitMs: 1_000, mayCreate: true, clockSettleMs: 0 };
  const { removals, close } = openSession(options, new SteadyClock({ settleMs: 0 }));
  const database = new DatabaseSync(path);
  t.teardown(() => {
    database.close();
    close();
  });
  const random = randomNumbers(2);
  const canaryOf = (stream: number): string => `canary-${String(stream).padStart(5, '0')}-`;
  const streams = Array.from({ length: 6_000 }, (_, index) => index + 1);
  database.exec('BEGIN');
  for (const id of streams) {
    const text = canaryOf(id) + 'y'.repeat(Math.floor(random() * 700)) + canaryOf(id);
    database.prepare('INSERT INTO streams (id, name) VALUES (?, ?)').run(id, `secret-${id}`);
    database.prepare("INSERT INTO events VALUES (?1, ?1, 0, 0, 'id', 'type', ?2, '{}', NULL)").run(id, text);
  }
  database.exec('COMMIT');
  let kept = streams;
  const remove = (going: readonly number[]): void => {
    database.exec('BEGIN');
    const hide = database.prepare('UPDATE streams SET hidden_before = 1 WHERE id = ?');
    for (const id of going) hide.run(id);
    database.exec('COMMIT');
    compactInSteps(removals);
    const leaving = new Set(going);
    kept = kept.filter((id) => !leaving.has(id));
  };
  const assertGone = (): void => {
    const here = new Set(
      bytesOf(path)
        .toString('latin1')
        .match(/canary-\d{5}-/g),
    );
    t.deepEqual(
      streams.filter((id) => here.has(canaryOf(id))),
      kept,
    );
  };
  // Stretches that are empty as a whole, and then what stood beside them.
  for (const first of [100, 1_500]) {
    remove(kept.filter((id) => id > first && id < first + 1_310));
    remove(kept.filter((id) => id > first - 20 && id < first + 1_330));
  }
  t.true(readNumber(database, 'SELECT count(*) FROM events') < 6_000, 'rows that are empty among empty ones go');
  assertGone();
  // In many rounds and here and there, so that each round moves events about which a later one removes.
  for (let round = 0; round < 8; round += 1) remove(kept.filter(() => random() < 0.25));
  assertGone();
  t.is(statSync(`${path}-wal`).size, 0);
});

test('compaction returns the space to the file system', async (t) => {
  const path = join(scratchFolder(t), 'log.db');
  await using log = await openSqliteEventLog({ path });
  for (let append = 0; append < 20; append += 1) await log.append('wallet-1', 'any', events(500));
  await log.append('wallet-2', 'any', events(1));
  await log.deleteStream('wallet-1', 'any');
  await log.compact();
  t.true(statSync(path).size < 300_000, `${statSync(path).size} bytes`);
});

test('a compaction takes short steps, for any amount to remove', async (t) => {
  const path = join(scratchFolder(t), 'log.db');
  {
    await using log = await openSqliteEventLog({ path });
    for (let stream = 0; stream < 40; stream += 1) {
      await log.append(`content-${stream}`, 'no_stream', [event({ data: JSON.stringify('x'.repeat(200_000)) })]);
      await log.append('many', 'any', events(100));
      await log.tombstoneStream(`content-${stream}`, 0);
    }
    await log.deleteStream('many', 'any');
  }
  const options = { path, lockWaitMs: 1_000, mayCreate: false, clockSettleMs: 0 };
  const { removals, close } = openSession(options, new SteadyClock({ settleMs: 0 }));
  t.teardown(close);
  const removed: number[] = [];
  for (let after: number | null = 0; after !== null;) {
    const step: { readonly eventsRemoved: number; readonly lastStream: number | null } = removals.removeHidden(after);
    removed.push(step.eventsRemoved);
    after = step.lastStream;
  }
  t.is(
    removed.reduce((sum, events) => sum + events, 0),
    4_040,
  );
  t.true(removed.length >= 10 && Math.max(...removed) <= 1_000, 'a MiB or a thousand events at most');
  let steps = 1;
  while (!removals.reclaimSpace().isDone) steps += 1;
  t.true(steps >= 8, `8 MB in ${steps} steps of a MiB`);
});

async function writtenLog(t: ExecutionContext): Promise<string> {
  const path = join(scratchFolder(t), 'log.db');
  await using log = await openSqliteEventLog({ path });
  for (let append = 0; append < 10; append += 1) await log.append(`wallet-${append}`, 'no_stream', events(300));
  return path;
}

async function assertRefused(t: ExecutionContext, path: string, message: RegExp): Promise<void> {
  await t.throwsAsync(openSqliteEventLog({ path, lockWaitMs: 100 }), { instanceOf: EventLogUnavailable, message });
}

// Repeats the identical append, as the port asks of whoever is told that the log is away or the outcome unknown.
async function appendPatiently(
  t: ExecutionContext,
  log: Awaited<ReturnType<typeof openSqliteEventLog>>,
  [stream, batch]: readonly [string, EventToAppend[]],
): Promise<void> {
  for (let attempt = 0; attempt < 2_000; attempt += 1) {
    try {
      await log.append(stream, 'no_stream', batch);
      return;
    } catch (error) {
      if (!(error instanceof EventLogUnavailable || error instanceof AppendOutcomeUnknown)) throw error;
      await sleep(5);
    }
  }
  t.fail(`${stream} could not be written again`);
}

/** Every worker that is started from now on; for tests that run alone. */
function startedWorkers(t: ExecutionContext): Worker[] {
  const workers: Worker[] = [];
  const remember = (worker: Worker): void => void workers.push(worker);
  process.on('worker', remember);
  // A log whose calls are answered does not keep the process alive until its worker has ended.
  const alive = setInterval(() => undefined, 60_000);
  t.teardown(() => {
    clearInterval(alive);
    process.off('worker', remember);
  });
  return workers;
}

// The same numbers in every run: a linear congruence.
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

function limitFileSize(pid: number | undefined, soft: string): void {
  spawnSync('prlimit', ['--pid', String(pid), `--fsize=${soft}:unlimited`]);
}

function bytesOf(path: string): Buffer {
  return Buffer.concat(['', '-wal', '-shm'].map((suffix) => readFileSync(path + suffix)));
}
