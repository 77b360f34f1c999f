import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import test, { type ExecutionContext } from 'ava';
import { createAesContentCipher } from '../../../src/adapters/aes-content-cipher.ts';
import { createMemoryEventLog } from '../../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../../src/adapters/memory-read-models.ts';
import { openSqliteEventLog } from '../../../src/adapters/sqlite-event-log.ts';
import { splitMetadata } from '../../../src/domain/event-digest.ts';
import type { TreeHead } from '../../../src/domain/checkpoints/tree-head.ts';
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

function headOf(verdict: LedgerVerdict): TreeHead {
  if (!verdict.ok || verdict.tree === null) throw new Error(`no tree: ${JSON.stringify(verdict)}`);
  return verdict.tree;
}

async function withFile(path: string, work: (log: EventLog) => Promise<void>): Promise<void> {
  await using engine = await openSqliteEventLog({ path });
  await work(chainedLog(engine));
}

/** A file with a ledger, and the head of its tree. */
async function keptFile(t: ExecutionContext) {
  const folder = scratchFolder(t);
  const path = join(folder, 'ledger.db');
  await withFile(path, recordLedger);
  return { path, edited: join(folder, 'edited.db'), kept: headOf(await verifyFile(path)) };
}

async function creditOnce(log: EventLog): Promise<void> {
  await new Wallets({ log, createId: randomUUID }).execute(walletId, credit('3', id('f', 7)));
}

test('a ledger that was only continued agrees with its checkpoint, and has another one', async (t) => {
  const { path, kept } = await keptFile(t);
  await withFile(path, creditOnce);
  const next = headOf(await verifyFile(path, kept));
  t.is(next.origin, kept.origin);
  t.true(next.size > kept.size && !next.root.equals(kept.root));
  t.deepEqual(headOf(await verifyFile(path, next)), next);
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

test('a wallet without its events is found without a checkpoint', async (t) => {
  const { path, edited } = await keptFile(t);
  const stream = walletStream(otherWalletId);
  editedCopy(path, edited, (database) => removeEvents(database, stream));
  t.like(await verifyFile(edited), { ok: false, difference: { kind: 'missing', stream, found: 'none' } });
});

test('a whole wallet that is gone, with its name, is found without a checkpoint', async (t) => {
  const { path, edited } = await keptFile(t);
  editedCopy(path, edited, (database) => {
    removeEvents(database, walletStream(otherWalletId));
    database.prepare('DELETE FROM streams WHERE name = ?').run(walletStream(otherWalletId));
  });
  t.like(await verifyFile(edited), { ok: false, difference: { kind: 'missing', stream: null } });
});

test('a wallet that became a passing stream without events is found by the checkpoint alone', async (t) => {
  const { path, edited, kept } = await keptFile(t);
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
  t.like(await verifyFile(edited, kept), {
    ok: false,
    difference: { kind: 'checkpoint', stream: null },
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

test('a ledger that was written anew with another credit is found by the checkpoint alone', async (t) => {
  const { path, edited, kept } = await keptFile(t);
  await writtenAnew(path, edited, ({ type, data }) =>
    type === 'WalletCredited' ? data.replaceAll('"10.000000000"', '"11.000000000"') : data,
  );
  t.like(await verifyFile(edited), { ok: true, totals: { funding_eur: '-17.000000000' } });
  t.like(await verifyFile(edited, kept), { ok: false, difference: { kind: 'checkpoint' } });
});

test('a ledger that ends before its checkpoint is found by the checkpoint alone', async (t) => {
  const { path, edited, kept } = await keptFile(t);
  await writtenAnew(path, edited, ({ position, data }) => (Number(position) > 9 ? null : data));
  t.like(await verifyFile(edited), { ok: true, events: 9 });
  t.like(await verifyFile(edited, kept), {
    ok: false,
    difference: {
      kind: 'checkpoint',
      position: null,
      expected: `at least ${kept.size} kept events, as in the checkpoint`,
      found: '9',
    },
  });
});

test('a checkpoint does not change when contents are removed and the file is compacted', async (t) => {
  const path = join(scratchFolder(t), 'ledger.db');
  await using engine = await openSqliteEventLog({ path });
  const log = chainedLog(engine);
  const cipher = createAesContentCipher([{ id: '1', key: randomBytes(32) }]);
  const contents = new SealedContents({ log, retention: engine, cipher, createId: randomUUID });
  await contents.put(contentStream('first'), 'first', randomBytes(1_000));
  await recordLedger(log);
  await contents.put(contentStream('last'), 'last', randomBytes(1_000));
  const kept = headOf(await verifyFile(path));
  for (const content of ['first', 'last']) await contents.remove(contentStream(content));
  await engine.compact();
  t.deepEqual(headOf(await verifyFile(path, kept)), kept);
});

/** A log of an engine without an audit, and the head of its tree. */
async function notedLog() {
  const log = createMemoryEventLog();
  await recordLedger(chainedLog(log));
  const verified = (events: readonly RecordedEvent[], kept?: TreeHead): Promise<LedgerVerdict> =>
    verifyLedger({
      log: logHolding(log, events),
      readModels: createMemoryReadModels(log),
      projections: [],
      now: 0,
      ...(kept && { checkpoints: [kept] }),
    });
  const events = await log.readAll({ limit: 1_000 });
  return { log, verified, events, kept: headOf(await verified(events)) };
}

test('without an audit, a continued log agrees with its checkpoint', async (t) => {
  const { log, verified, kept } = await notedLog();
  await creditOnce(chainedLog(log));
  const continued = await log.readAll({ limit: 1_000 });
  t.true(headOf(await verified(continued, kept)).size > kept.size);
});

test('without an audit, the checkpoint finds a wallet that is gone, another time and a missing end', async (t) => {
  const { verified, events, kept } = await notedLog();
  const others = events.filter(({ stream }) => stream !== walletStream(otherWalletId));
  const later = events.map((event, index) =>
    index === 5 ? { ...event, recordedAt: '2020-01-01T00:00:00.000Z' } : event,
  );
  for (const changed of [others, later]) {
    t.true((await verified(changed)).ok);
    t.like(await verified(changed, kept), { ok: false, difference: { kind: 'checkpoint' } });
  }
  const cut = events.slice(0, 9);
  t.true((await verified(cut)).ok);
  t.like(await verified(cut, kept), { ok: false, difference: { kind: 'checkpoint', position: null } });
  t.like(await verified([], kept), { ok: false, difference: { kind: 'checkpoint', found: '0' } });
});

test('an error before the checkpoint is named as such, and one after it too', async (t) => {
  const { log, verified, kept } = await notedLog();
  await creditOnce(chainedLog(log));
  const events = await log.readAll({ limit: 1_000 });
  const changedAt = (place: number) =>
    events.map((event, index) => (index === place ? { ...event, data: event.data.replace('eur', 'EUR') } : event));
  t.like(await verified(changedAt(1), kept), { ok: false, difference: { kind: 'digest', position: '2' } });
  const last = events.length - 1;
  t.like(await verified(changedAt(last), kept), {
    ok: false,
    difference: { kind: 'digest', position: `${last + 1}` },
  });
});
