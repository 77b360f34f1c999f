import { createHash } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { closeSync, copyFileSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import { openSqliteEventLog } from '../../src/adapters/sqlite-event-log.ts';
import { openAuditedFile } from '../../src/adapters/sqlite-event-log/audited-file.ts';
import { noStreamId } from '../../src/adapters/sqlite-event-log/emptied-rows.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { thinnedPrefixes } from '../../src/ledger/stream-names.ts';
import { verifyLedger, type LedgerVerdict } from '../../src/ledger/verify/verify-ledger.ts';
import { logWith } from '../_support/recorded-log.ts';
import { recordLedger } from '../_support/recorded-ledger.ts';
import { roundsOf } from '../_support/nightly.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { randomOf, type SeededRandom } from '../_support/seeded-random.ts';
import { editedCopy, isNamed, verifyFile, writeLedger } from './_edited-file.ts';

/** Every file here is verified without any read model. */

interface Files {
  readonly original: string;
  readonly edited: string;
}

async function written(t: ExecutionContext, events: number): Promise<Files> {
  const folder = scratchFolder(t);
  const original = join(folder, 'ledger.db');
  await writeLedger(original, events);
  const verdict = await verifyFile(original);
  t.true(verdict.ok, JSON.stringify(verdict));
  return { original, edited: join(folder, 'edited.db') };
}

type Difference = Extract<LedgerVerdict, { readonly ok: false; readonly difference: unknown }>['difference'];

async function differenceAfter(
  { original, edited }: Files,
  edit: (database: DatabaseSync) => void,
): Promise<Difference | null> {
  editedCopy(original, edited, edit);
  const verdict = await verifyFile(edited);
  return verdict.ok ? null : verdict.difference;
}

const number = (database: DatabaseSync, sql: string, ...values: (string | number)[]): number =>
  Number(Object.values(database.prepare(sql).get(...values) ?? {})[0]);

interface Forgery {
  readonly title: string;
  readonly kind: Difference['kind'];
  edit(database: DatabaseSync): void;
}

/** The last events, and with them everything that says that they were there but the running digest. */
function deleteLast(database: DatabaseSync, events: number): void {
  const last = number(database, 'SELECT last_position FROM log') - events;
  database.exec(`DELETE FROM events WHERE position > ${last}`);
  database.exec(`UPDATE log SET last_position = ${last}`);
}

const forgeries: readonly Forgery[] = [
  {
    title: 'a credit that is larger, with its posting',
    kind: 'digest',
    edit: (database) =>
      database.exec("UPDATE events SET data = replace(data, '10.0', '99.0') WHERE type = 'WalletCredited'"),
  },
  {
    title: 'a bill that is lower, line by line, with its postings',
    kind: 'digest',
    edit: (database) => {
      const row = database
        .prepare("SELECT position, data FROM events WHERE type = 'ReservationSettled' ORDER BY position DESC LIMIT 1")
        .get();
      database
        .prepare('UPDATE events SET data = ? WHERE position = ?')
        .run(lowered(String(row?.['data'])), Number(row?.['position']));
    },
  },
  {
    title: 'the last 20 events that are gone',
    kind: 'missing',
    edit: (database) => {
      const last = number(database, 'SELECT last_position FROM log');
      database.exec(`DELETE FROM events WHERE position > ${last - 20}`);
    },
  },
  {
    title: 'the last 20 events that are gone, with the end of the log moved',
    kind: 'running_digest',
    edit: (database) => deleteLast(database, 20),
  },
  {
    title: 'a credit that is larger, in an event without a digest',
    kind: 'digest',
    edit: (database) => {
      const columns = "data = replace(data, '10.0', '99.0'), metadata = json_remove(metadata, '$.digest')";
      database.exec(`UPDATE events SET ${columns} WHERE type = 'WalletCredited'`);
    },
  },
  {
    title: 'a hold and its bill that are gone, the revisions behind them closed up',
    kind: 'digest',
    edit: (database) => {
      const wallet = number(database, "SELECT stream_id FROM events WHERE type = 'WalletOpened' LIMIT 1");
      database.exec(`DELETE FROM events WHERE stream_id = ${wallet} AND revision IN (2, 3)`);
      database.exec(`UPDATE events SET revision = revision - 2 WHERE stream_id = ${wallet} AND revision > 3`);
      database.exec(`UPDATE events SET position = -position WHERE position > 0`);
      const rows = database.prepare('SELECT position FROM events ORDER BY position DESC').all();
      const renumber = database.prepare('UPDATE events SET position = ? WHERE position = ?');
      for (const [index, row] of rows.entries()) renumber.run(index + 1, Number(row['position']));
    },
  },
  {
    title: 'a budget that is another',
    kind: 'digest',
    edit: (database) =>
      database.exec(
        `UPDATE events SET data = replace(data, '"budget_eur":null', '"budget_eur":"9.000000000"')
         WHERE type = 'ApiKeyCreated'`,
      ),
  },
  {
    title: 'a time of recording that is a year off',
    kind: 'running_digest',
    edit: (database) => database.exec('UPDATE events SET recorded_at = recorded_at - 31536000000 WHERE position = 30'),
  },
  {
    title: 'an id that is no UUID',
    kind: 'event_id',
    edit: (database) => database.exec("UPDATE events SET id = 'x' WHERE position = 30"),
  },
  {
    title: 'an end of the log that is a thousand places on',
    kind: 'missing',
    edit: (database) => database.exec('UPDATE log SET last_position = last_position + 1000'),
  },
  {
    title: 'events that trade places',
    kind: 'running_digest',
    edit: (database) => {
      const [a, b] = database
        .prepare("SELECT max(position) AS position FROM events WHERE type = 'WalletOpened' GROUP BY stream_id LIMIT 2")
        .all()
        .map(({ position }) => Number(position));
      database.exec(`UPDATE events SET position = -1 WHERE position = ${a}`);
      database.exec(`UPDATE events SET position = ${a} WHERE position = ${b}`);
      database.exec(`UPDATE events SET position = ${b} WHERE position = -1`);
    },
  },
  {
    title: 'a wallet whose beginning is hidden from readers',
    kind: 'hidden',
    edit: (database) => database.exec("UPDATE streams SET truncate_before = 2 WHERE name LIKE 'wallet-%'"),
  },
  {
    title: 'a part of a sealed content that is gone',
    kind: 'missing',
    edit: (database) =>
      database.exec(
        "DELETE FROM events WHERE position = (SELECT max(position) FROM events WHERE type = 'ContentPart')",
      ),
  },
  {
    title: 'running digests that are gone',
    kind: 'running_digest',
    edit: (database) => database.exec('UPDATE events SET digest = NULL WHERE position > 40'),
  },
];

/** A bill without its first line, as if no input had been counted, balanced by a larger release. */
function lowered(text: string): string {
  const data = JSON.parse(text) as {
    cost_eur: string;
    released_eur: string;
    counted: { counters: Record<string, number> };
    lines: { counter: string; quantity: number; amount_eur: string; unit_price_eur: string }[];
    postings: { amount_eur: string }[];
  };
  const [first, ...rest] = data.lines;
  const { input_tokens: _, ...counters } = data.counted.counters;
  const cost = nano(data.cost_eur) - nano(first?.amount_eur ?? '0');
  const released = nano(data.released_eur) + nano(first?.amount_eur ?? '0');
  const postings = data.postings.map((posting, index) => ({
    ...posting,
    amount_eur: euro(index === 0 ? cost : released),
  }));
  const bill = { cost_eur: euro(cost), counted: { counters }, lines: rest, released_eur: euro(released) };
  return JSON.stringify({ ...data, ...bill, postings });
}

const nano = (eur: string): bigint => BigInt(eur.replace('.', ''));
const euro = (amount: bigint): string =>
  String(amount)
    .padStart(10, '0')
    .replace(/(\d{9})$/, '.$1');

test('is named without read models: each edit that obeys the rules of money', async (t) => {
  const files = await written(t, 200);
  for (const { title, kind, edit } of forgeries) {
    t.is((await differenceAfter(files, edit))?.kind, kind, title);
  }
});

test('an id that occurs twice in a stream is named, though every digest is valid', async (t) => {
  const path = join(scratchFolder(t), 'ledger.db');
  const event = { id: '41339fe9-5bcd-4f94-ac2f-f272db64dd1e', type: 'ApiKeyRevoked', metadata: '{"v":1}' };
  {
    await using engine = await openSqliteEventLog({ path });
    const log = chainedLog(engine);
    await log.append('api-key-a', 'no_stream', [{ ...event, data: '{"n":1}' }]);
    await log.append('api-key-a', 0, [{ ...event, data: '{"n":2}' }]);
  }
  using file = openAuditedFile(path);
  const [page] = file.pages({ thinnedPrefixes: [] });
  t.like(page?.fault, { kind: 'event_id', position: '2', found: `${event.id} again` });
});

test('a page that goes back is named, and ends the verification', async (t) => {
  const log = chainedLog(createMemoryEventLog());
  await recordLedger(log);
  const page = await log.readAll({ limit: 3 });
  const options = { readModels: createMemoryReadModels(log), projections: [], now: 0 };
  const verdict = await verifyLedger({ log: logWith(log, { readAll: async () => page }), ...options });
  t.like(verdict, { ok: false, events: 3, difference: { kind: 'position' } });
});

/** One edit of what the tables say; answers what it did, `null` when that changes nothing. */
type Edit = (database: DatabaseSync, random: SeededRandom) => string | null;

const last = (database: DatabaseSync): number => number(database, 'SELECT max(position) FROM events');
// Nothing is read of places that compaction has emptied.
const nearest = `SELECT position FROM events WHERE stream_id <> ${noStreamId} ORDER BY abs(position - ?) LIMIT 1`;
const anyRow = (database: DatabaseSync, random: SeededRandom): number =>
  number(database, nearest, random.whole(1, last(database)));

function flippedText(text: string, random: SeededRandom): string {
  const bytes = Buffer.from(text);
  const at = random.whole(0, Math.max(0, bytes.length - 1));
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random.whole(0, 7));
  return bytes.toString();
}

const flipText =
  (table: 'events' | 'streams', column: string): Edit =>
  (database, random) => {
    const id =
      table === 'events'
        ? anyRow(database, random)
        : number(database, 'SELECT stream_id FROM events WHERE position = ?', anyRow(database, random));
    const key = table === 'events' ? 'position' : 'id';
    const before = String(database.prepare(`SELECT ${column} AS it FROM ${table} WHERE ${key} = ?`).get(id)?.['it']);
    const after = flippedText(before, random);
    if (after === before) return null;
    database.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`).run(after, id);
    return `${table}.${column} of ${id}: ${before.length} characters, a bit`;
  };

const flipNumber =
  (column: string): Edit =>
  (database, random) => {
    const position = anyRow(database, random);
    const bit = 2 ** random.whole(0, 30);
    try {
      database.exec(
        `UPDATE events SET ${column} = (${column} | ${bit}) - (${column} & ${bit}) WHERE position = ${position}`,
      );
    } catch {
      // Another row stands there.
      return null;
    }
    return `${column} of ${position}: bit ${bit}`;
  };

const edits: readonly [Edit, ...Edit[]] = [
  flipText('events', 'data'),
  ...['id', 'type', 'data', 'data', 'metadata', 'digest'].map((column) => flipText('events', column)),
  flipText('streams', 'name'),
  ...['position', 'revision', 'recorded_at', 'stream_id'].map(flipNumber),
  (database, random) => {
    const position = anyRow(database, random);
    const events = random.whole(1, 3);
    database.exec(`DELETE FROM events WHERE position BETWEEN ${position} AND ${position + events - 1}`);
    return `${events} from ${position} on deleted`;
  },
  (database, random) => {
    const events = random.whole(1, 50);
    deleteLast(database, events);
    return `the last ${events} deleted`;
  },
  (database, random) => {
    const [a, b] = [anyRow(database, random), anyRow(database, random)];
    if (a === b) return null;
    const columns = 'type, data, metadata, id, recorded_at';
    const row = (at: number): (string | number)[] =>
      Object.values(database.prepare(`SELECT ${columns} FROM events WHERE position = ?`).get(at) ?? {}) as string[];
    const [rowA, rowB] = [row(a), row(b)];
    const put = database.prepare(`UPDATE events SET (${columns}) = (?, ?, ?, ?, ?) WHERE position = ?`);
    put.run(...rowB, a);
    put.run(...rowA, b);
    return `${a} and ${b} traded`;
  },
  (database, random) => {
    const position = anyRow(database, random);
    const event = `SELECT ${last(database) + 1}, stream_id, 1000000, recorded_at, id, type, data, metadata, digest`;
    database.exec(`INSERT INTO events ${event} FROM events WHERE position = ${position}`);
    return `${position} copied to the end`;
  },
];

test('is named without read models: bits that flip, events that go, trade places or are added', async (t) => {
  const rounds = roundsOf(t, { ordinary: 40, nightly: 2_000 });
  const files = await written(t, rounds > 1_000 ? 10_000 : 500);
  const random = randomOf(t);
  const missed: string[] = [];
  let edited = 0;
  while (edited < rounds) {
    let what: string | null = null;
    editedCopy(files.original, files.edited, (database) => {
      what = random.oneOf(edits)(database, random);
    });
    if (what === null) continue;
    edited += 1;
    if (!(await isNamed(files.edited))) missed.push(what);
  }
  t.log(`${edited - missed.length} of ${edited} named`);
  t.true(missed.length <= edited / 1_000, missed.join('\n'));
});

/** What became of a byte of the file that is another: it is named, SQLite refuses the file, or the ledger reads the same. */
type Verdict = 'named' | 'refused' | 'unchanged' | 'missed';

async function verdictAfterFlip({ edited }: Files, before: string): Promise<Verdict> {
  const after = contentOf(edited);
  if (after === before) return 'unchanged';
  if (await isNamed(edited)) return after.startsWith('refused') ? 'refused' : 'named';
  return 'missed';
}

test('each byte of the file that is another is named or refused, or changes nothing that is read', async (t) => {
  const rounds = roundsOf(t, { ordinary: 25, nightly: 5_000 });
  // Bounded in time, too: a file of ten thousand events is copied, read and verified each time.
  const endsAtMs = performance.now() + 600_000;
  const files = await written(t, rounds > 1_000 ? 10_000 : 500);
  const random = randomOf(t);
  const before = contentOf(files.original);
  const verdicts: Record<Verdict, number> = { named: 0, refused: 0, unchanged: 0, missed: 0 };
  const missed: string[] = [];
  for (let round = 0; round < rounds && performance.now() < endsAtMs; round += 1) {
    const at = random.whole(0, statSync(files.original).size - 1);
    const mask = random.whole(0, 1) === 0 ? 1 << random.whole(0, 7) : random.whole(1, 255);
    copyFileSync(files.original, files.edited);
    flipInFile(files.edited, at, mask);
    const verdict = await verdictAfterFlip(files, before);
    verdicts[verdict] += 1;
    if (verdict === 'missed') missed.push(`byte ${at} with mask ${mask}`);
  }
  t.log(verdicts);
  t.true(verdicts.named + verdicts.refused > 0);
  t.true(missed.length <= (verdicts.named + verdicts.refused) / 1_000, missed.join('\n'));
});

function flipInFile(path: string, at: number, mask: number): void {
  const file = openSync(path, 'r+');
  const byte = Buffer.alloc(1);
  readSync(file, byte, 0, 1, at);
  byte[0] = (byte[0] ?? 0) ^ mask;
  writeSync(file, byte, 0, 1, at);
  closeSync(file);
}

/** A digest of all that the log says up to its first fault, as a whole and by stream; why a file cannot be read. */
function contentOf(path: string): string {
  const content = createHash('sha256');
  try {
    using log = openAuditedFile(path);
    for (const { events } of log.pages({ thinnedPrefixes })) {
      for (const event of events) content.update(JSON.stringify(event));
    }
    for (const row of rowsByStream(path)) content.update(JSON.stringify(row));
    return content.digest('hex');
  } catch (error) {
    return `refused: ${String(error)}`;
  }
}

/** As readers of streams find them: by the index. */
function rowsByStream(path: string): readonly unknown[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const rows = `SELECT name, revision, events.id, data FROM streams
      JOIN events INDEXED BY events_by_stream ON stream_id = streams.id ORDER BY streams.id, revision`;
    return database.prepare(rows).all();
  } finally {
    database.close();
  }
}
