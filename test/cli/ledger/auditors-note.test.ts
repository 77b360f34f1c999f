import { randomBytes, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test, { type ExecutionContext } from 'ava';
import { createAesContentCipher } from '../../../src/adapters/aes-content-cipher.ts';
import { openEventStoreDbEventLog } from '../../../src/adapters/eventstoredb-event-log.ts';
import { noDigest, ownDigest, runningDigest } from '../../../src/domain/event-digest.ts';
import { chainedLog } from '../../../src/ledger/chained-log.ts';
import { SealedContents } from '../../../src/ledger/sealed-contents.ts';
import { contentStream } from '../../../src/ledger/stream-names.ts';
import { Wallets } from '../../../src/ledger/wallets.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import { patience } from '../../_support/eventstoredb-peer/patience.ts';
import { startPeer, type EventStoreDbPeer } from '../../_support/eventstoredb-peer/peer.ts';
import { recordLedger } from '../../_support/recorded-ledger.ts';
import { scratchFolder } from '../../_support/scratch-folder.ts';
import {
  recordInto,
  seededDirectory,
  waybill,
  waybillFailure,
  waybillJson,
  type CommandEnvironment,
} from '../../_support/waybill-command.ts';
import { credit, id, walletId } from '../../_support/wallet-vocabulary.ts';

const verify = ['ledger', 'verify'] as const;

async function creditOnce(log: EventLog): Promise<void> {
  await new Wallets({ log, mintId: randomUUID }).execute(walletId, credit('3', id('f', 7)));
}

async function noteOf(t: ExecutionContext, environment: CommandEnvironment): Promise<string> {
  return String((await waybillJson(t, environment, ...verify))['note']);
}

test('a note is printed in text and in JSON, and holds for the continued ledger', async (t) => {
  const environment = await seededDirectory(t);
  const noted = await noteOf(t, environment);
  t.regex(noted, /^\d+:[\w-]{43}$/);
  const { stdout } = await waybill(t, environment, ...verify);
  t.true(stdout.includes(`\nnote for the next audit: ${noted}\n`), stdout);

  await recordInto(environment, creditOnce);

  const position = noted.slice(0, noted.indexOf(':'));
  const verdict = await waybillJson(t, environment, ...verify, '--noted', noted);
  t.like(verdict, { ok: true, unchanged_up_to: position });
  t.not(verdict['note'], noted);
  const words = await waybill(t, environment, ...verify, '--noted', noted);
  t.true(words.stdout.includes(`\nnothing has changed up to the note, position ${position}\n`), words.stdout);
});

test('a ledger that is not the noted one is named in JSON and in words, with exit code 1', async (t) => {
  const environment = await seededDirectory(t);
  const noted = await noteOf(t, environment);
  const other = await seededDirectory(t);
  recordedADayEarlier(join(other.WAYBILL_DATA_DIR, 'ledger.db'));
  t.like(await waybillJson(t, other, ...verify), { ok: true });
  const { exitCode, stdout } = await waybill(t, other, ...verify, '--noted', noted, '--json');
  t.is(exitCode, 1);
  t.like(JSON.parse(stdout), {
    ok: false,
    difference: { kind: 'noted', expected: noted.slice(noted.indexOf(':') + 1) },
  });
  const words = await waybill(t, other, ...verify, '--noted', noted);
  t.is(words.exitCode, 1);
  t.regex(words.stdout, /^the ledger, up to position \d+: The ledger is not the noted one, continued/m);
});

test('a text that is no note, or the note of another engine, is wrong usage', async (t) => {
  const environment = await seededDirectory(t);
  const mistyped = await waybillFailure(t, environment, ...verify, '--noted', '27');
  t.like(mistyped, { exitCode: 2, code: 'wrong_usage' });
  t.regex(String(mistyped.message), /must be a note that `waybill ledger verify` printed/);
  const foreign = await waybillFailure(t, environment, ...verify, '--noted', `5/5:${'A'.repeat(43)}`);
  t.like(foreign, { exitCode: 2, code: 'wrong_usage' });
  t.regex(String(foreign.message), /after `waybill ledger copy`, take a new note/);
});

/** A data directory that has never seen the database. */
function freshDirectory(t: ExecutionContext, { connectionString }: EventStoreDbPeer): CommandEnvironment {
  const folder = scratchFolder(t);
  const config = join(folder, 'waybill.yaml');
  writeFileSync(config, `ledger: { engine: eventstoredb, connection_string: '${connectionString}' }\n`);
  return { WAYBILL_DATA_DIR: folder, WAYBILL_CONFIG: config };
}

test('a note of EventStoreDB holds after a scavenge, and not after an older backup was restored', async (t) => {
  const peer = await startPeer();
  t.teardown(() => peer[Symbol.asyncDispose]());
  let noted: string;
  {
    await using engine = await openEventStoreDbEventLog({ connectionString: peer.connectionString, ...patience });
    const log = chainedLog(engine);
    await recordLedger(log);
    const cipher = createAesContentCipher([{ id: '1', key: randomBytes(32) }]);
    const contents = new SealedContents({ log, retention: engine, cipher, mintId: randomUUID });
    await contents.put(contentStream('a'), 'a', randomBytes(1_000));
    await creditOnce(log);
    noted = await noteOf(t, freshDirectory(t, peer));
    await contents.remove(contentStream('a'));
  }
  peer.store.scavenge();
  const position = noted.slice(0, noted.indexOf(':'));
  t.like(await waybillJson(t, freshDirectory(t, peer), ...verify, '--noted', noted), { unchanged_up_to: position });

  const cut = peer.store.log.findLast(({ stream }) => stream === `wallet-${walletId}`);
  if (cut === undefined) throw new Error('no event of the wallet');
  peer.store.restoreBefore(cut);
  t.like(await waybillJson(t, freshDirectory(t, peer), ...verify), { ok: true });
  const { exitCode, stdout } = await waybill(t, freshDirectory(t, peer), ...verify, '--noted', noted);
  t.is(exitCode, 1);
  t.regex(stdout, /Expected an event at \d+\/\d+, as noted; found none there, and the last at \d+\/\d+\./);
});

/** Moves the times of all events, and computes every digest of the log anew. */
function recordedADayEarlier(path: string): void {
  using database = new DatabaseSync(path);
  database.exec('UPDATE events SET recorded_at = recorded_at - 86400000');
  const save = database.prepare('UPDATE events SET digest = ? WHERE position = ?');
  let running: string = noDigest;
  const rows = database.prepare('SELECT position, revision, recorded_at, metadata FROM events ORDER BY position').all();
  for (const row of rows) {
    const [position, revision, recordedAtMs] = [row['position'], row['revision'], row['recorded_at']].map(Number);
    const placed = { position: position ?? 0, revision: revision ?? 0, recordedAtMs: recordedAtMs ?? 0 };
    running = runningDigest(running, { ...placed, digest: ownDigest({ metadata: String(row['metadata']) }) });
    save.run(running, placed.position);
  }
  database.prepare('UPDATE log SET digest = ?').run(running);
}
