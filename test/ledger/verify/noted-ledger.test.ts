import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import test, { type ExecutionContext } from 'ava';
import { createAesContentCipher } from '../../../src/adapters/aes-content-cipher.ts';
import { createMemoryEventLog } from '../../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../../src/adapters/memory-read-models.ts';
import { openSqliteEventLog } from '../../../src/adapters/sqlite-event-log.ts';
import { splitMetadata } from '../../../src/domain/event-digest.ts';
import type { LogNote } from '../../../src/domain/log-note.ts';
import { chainedLog } from '../../../src/ledger/chained-log.ts';
import { SealedContents } from '../../../src/ledger/sealed-contents.ts';
import { contentStream, walletStream } from '../../../src/ledger/stream-names.ts';
import { verifyLedger, type LedgerVerdict } from '../../../src/ledger/verify/verify-ledger.ts';
import { Wallets } from '../../../src/ledger/wallets.ts';
import type { EventLog, RecordedEvent } from '../../../src/ports/event-log.ts';
import { otherWalletId, recordLedger } from '../../_support/recorded-ledger.ts';
import { scratchFolder } from '../../_support/scratch-folder.ts';
import { credit, id, walletId } from '../../_support/wallet-vocabulary.ts';
import { editedCopy, verifyFile } from '../_edited-file.ts';
import { logHolding } from '../_tampered-log.ts';

function noteOf(verdict: LedgerVerdict): LogNote {
  if (!verdict.ok || verdict.note === null) throw new Error(`no note: ${JSON.stringify(verdict)}`);
  return verdict.note;
}

async function withFile(path: string, work: (log: EventLog) => Promise<void>): Promise<void> {
  await using engine = await openSqliteEventLog({ path });
  await work(chainedLog(engine));
}

/** A file with a ledger, and its note. */
async function notedFile(t: ExecutionContext) {
  const folder = scratchFolder(t);
  const path = join(folder, 'ledger.db');
  await withFile(path, recordLedger);
  return { path, edited: join(folder, 'edited.db'), noted: noteOf(await verifyFile(path)) };
}

async function creditOnce(log: EventLog): Promise<void> {
  await new Wallets({ log, mintId: randomUUID }).execute(walletId, credit('3', id('f', 7)));
}

test('a ledger that was only continued agrees with its note, and has another note', async (t) => {
  const { path, noted } = await notedFile(t);
  await withFile(path, creditOnce);
  const next = noteOf(await verifyFile(path, noted));
  t.not(next.digest, noted.digest);
  t.true(Number(next.position) > Number(noted.position));
  t.deepEqual(noteOf(await verifyFile(path, next)), next);
});

/** Removes the events of a stream, and records their positions as those that a retention rule has removed. */
function removeEvents(database: DatabaseSync, stream: string): void {
  const rows = database
    .prepare('SELECT position, digest FROM events JOIN streams ON streams.id = stream_id WHERE name = ?')
    .all(stream);
  const insert = database.prepare('INSERT INTO removed_events VALUES (?, ?, ?)');
  const [first, last] = [rows[0], rows.at(-1)];
  insert.run(Number(first?.['position']), Number(last?.['position']), String(last?.['digest']));
  for (const row of rows) database.prepare('DELETE FROM events WHERE position = ?').run(Number(row['position']));
}

test('a wallet without its events is found without a note', async (t) => {
  const { path, edited } = await notedFile(t);
  const stream = walletStream(otherWalletId);
  editedCopy(path, edited, (database) => removeEvents(database, stream));
  t.like(await verifyFile(edited), { ok: false, difference: { kind: 'missing', stream, found: 'none' } });
});

test('a whole wallet that is gone, with its name, is found without a note', async (t) => {
  const { path, edited } = await notedFile(t);
  editedCopy(path, edited, (database) => {
    removeEvents(database, walletStream(otherWalletId));
    database.prepare('DELETE FROM streams WHERE name = ?').run(walletStream(otherWalletId));
  });
  t.like(await verifyFile(edited), { ok: false, difference: { kind: 'missing', stream: null } });
});

test('a wallet that became a passing stream without events is found by the note alone', async (t) => {
  const { path, edited, noted } = await notedFile(t);
  editedCopy(path, edited, (database) => {
    const { last } = database
      .prepare('SELECT max(revision) AS last FROM events JOIN streams ON streams.id = stream_id WHERE name = ?')
      .get(walletStream(otherWalletId)) as { readonly last: number };
    removeEvents(database, walletStream(otherWalletId));
    database
      .prepare("UPDATE streams SET name = 'content-none', revision_floor = ? WHERE name = ?")
      .run(last, walletStream(otherWalletId));
  });
  t.like(await verifyFile(edited), { ok: true, wallets: 1 });
  t.like(await verifyFile(edited, noted), {
    ok: false,
    difference: { kind: 'noted', position: noted.position, expected: noted.digest, stream: null },
  });
});

/** Writes the events of a file anew with this software, each with a valid digest. */
async function writtenAnew(from: string, to: string, change: (event: RecordedEvent) => string | null): Promise<void> {
  await using source = await openSqliteEventLog({ path: from });
  const events = await source.readAll({ limit: 1_000 });
  await withFile(to, async (log) => {
    for (const event of events) {
      const data = change(event);
      if (data === null) continue;
      const { stream, revision, type, metadata } = event;
      const bare = { id: event.id, type, data, metadata: splitMetadata(metadata)?.metadata ?? metadata };
      await log.append(stream, revision === 0 ? 'no_stream' : revision - 1, [bare]);
    }
  });
}

test('a ledger that was written anew with another credit is found by the note alone', async (t) => {
  const { path, edited, noted } = await notedFile(t);
  await writtenAnew(path, edited, ({ type, data }) =>
    type === 'WalletCredited' ? data.replaceAll('"10.000000000"', '"11.000000000"') : data,
  );
  t.like(await verifyFile(edited), { ok: true, totals: { funding_eur: '-17.000000000' } });
  t.like(await verifyFile(edited, noted), { ok: false, difference: { kind: 'noted', position: noted.position } });
});

test('a ledger that ends before its note is found by the note alone', async (t) => {
  const { path, edited, noted } = await notedFile(t);
  await writtenAnew(path, edited, ({ position, data }) => (Number(position) > 9 ? null : data));
  t.like(await verifyFile(edited), { ok: true, events: 9 });
  t.like(await verifyFile(edited, noted), {
    ok: false,
    difference: {
      kind: 'noted',
      position: null,
      expected: `an event at ${noted.position}, as noted`,
      found: 'none there, and the last at 9',
    },
  });
});

test('a note does not change when contents are removed and the file is compacted', async (t) => {
  const path = join(scratchFolder(t), 'ledger.db');
  await using engine = await openSqliteEventLog({ path });
  const log = chainedLog(engine);
  const cipher = createAesContentCipher([{ id: '1', key: randomBytes(32) }]);
  const contents = new SealedContents({ log, retention: engine, cipher, mintId: randomUUID });
  await contents.put(contentStream('first'), 'first', randomBytes(1_000));
  await recordLedger(log);
  await contents.put(contentStream('last'), 'last', randomBytes(1_000));
  const noted = noteOf(await verifyFile(path));
  for (const content of ['first', 'last']) await contents.remove(contentStream(content));
  await engine.compact();
  t.deepEqual(noteOf(await verifyFile(path, noted)), noted);
});

/** A log of an engine without an audit, and its note. */
async function notedLog() {
  const log = createMemoryEventLog();
  await recordLedger(chainedLog(log));
  const verified = (events: readonly RecordedEvent[], noted?: LogNote): Promise<LedgerVerdict> =>
    verifyLedger({
      log: logHolding(log, events),
      readModels: createMemoryReadModels(log),
      projections: [],
      now: 0,
      ...(noted && { noted }),
    });
  const events = await log.readAll({ limit: 1_000 });
  return { log, verified, events, noted: noteOf(await verified(events)) };
}

test('without an audit, a continued log agrees with its note', async (t) => {
  const { log, verified, noted } = await notedLog();
  await creditOnce(chainedLog(log));
  const continued = await log.readAll({ limit: 1_000 });
  t.not(noteOf(await verified(continued, noted)).digest, noted.digest);
});

test('without an audit, the note finds a wallet that is gone, another time and a missing end', async (t) => {
  const { verified, events, noted } = await notedLog();
  const others = events.filter(({ stream }) => stream !== walletStream(otherWalletId));
  const later = events.map((event, index) =>
    index === 5 ? { ...event, recordedAt: '2020-01-01T00:00:00.000Z' } : event,
  );
  for (const changed of [others, later]) {
    t.true((await verified(changed)).ok);
    t.like(await verified(changed, noted), { ok: false, difference: { kind: 'noted', position: noted.position } });
  }
  const cut = events.slice(0, 9);
  t.true((await verified(cut)).ok);
  t.like(await verified(cut, noted), { ok: false, difference: { kind: 'noted', position: null } });
  t.like(await verified([], noted), { ok: false, difference: { found: 'no events' } });
});

test('an error before the note is named as such, and one after it too', async (t) => {
  const { log, verified, noted } = await notedLog();
  await creditOnce(chainedLog(log));
  const events = await log.readAll({ limit: 1_000 });
  const changedAt = (place: number) =>
    events.map((event, index) => (index === place ? { ...event, data: event.data.replace('eur', 'EUR') } : event));
  t.like(await verified(changedAt(1), noted), { ok: false, difference: { kind: 'digest', position: '2' } });
  const last = events.length - 1;
  t.like(await verified(changedAt(last), noted), {
    ok: false,
    difference: { kind: 'digest', position: `${last + 1}` },
  });
});
