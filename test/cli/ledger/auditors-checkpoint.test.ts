import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
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
import { witnessOf } from '../../_support/checkpoints.ts';
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
  await new Wallets({ log, createId: randomUUID }).execute(walletId, credit('3', id('f', 7)));
}

/** Takes a checkpoint into a file. */
async function kept(t: ExecutionContext, environment: CommandEnvironment): Promise<string> {
  const { checkpoint } = await waybillJson(t, environment, 'ledger', 'checkpoint');
  const path = join(scratchFolder(t), 'checkpoint.txt');
  writeFileSync(path, String(checkpoint));
  return path;
}

test('a checkpoint is printed in text and in JSON, once while nothing is new, and holds for the continued ledger', async (t) => {
  const environment = await seededDirectory(t);
  const { checkpoint, size, verifier_key: key } = await waybillJson(t, environment, 'ledger', 'checkpoint');
  t.regex(String(checkpoint), /^waybill\/[0-9a-f]{16}\n\d+\n[\w+/]{43}=\n\n— waybill\/[0-9a-f]{16} [\w+/]{91}=\n$/);
  const again = await waybill(t, environment, 'ledger', 'checkpoint');
  t.is(again.stdout, String(checkpoint));
  t.true(again.stderr.includes(String(key)));
  const path = await kept(t, environment);

  await recordInto(environment, creditOnce);

  const asked = [...verify, '--checkpoint', path, '--signed-by', String(key)] as const;
  const verdict = await waybillJson(t, environment, ...asked);
  t.like(verdict, { ok: true, unchanged_up_to: size, checkpoint: { size, verifier_key: key } });
  t.is((verdict['signed_by'] as readonly unknown[]).length, 1);
  t.not(verdict['tree'], String(checkpoint).split('\n\n')[0]);
  const words = await waybill(t, environment, ...asked);
  t.true(
    words.stdout.includes(`\nnothing has changed that the checkpoint covers: ${String(size)} kept events of `),
    words.stdout,
  );
  const next = await waybillJson(t, environment, 'ledger', 'checkpoint');
  t.true(Number(next['size']) > Number(size));
  t.like(await waybillJson(t, environment, ...asked), { ok: true, checkpoint: { size: next['size'] } });
});

test('what a witness answers is verified and added to a checkpoint, and no line of another', async (t) => {
  const environment = await seededDirectory(t);
  const path = await kept(t, environment);
  const checkpoint = readFileSync(path, 'utf8');
  const text = checkpoint.slice(0, checkpoint.indexOf('\n\n') + 1);
  const [own, other] = [witnessOf('one.example', text), witnessOf('other.example', text)];
  const answered = (answer: string): string => {
    const file = join(scratchFolder(t), 'answer.txt');
    writeFileSync(file, answer);
    return file;
  };
  const cosign = (answer: string, key = own.key) =>
    ['ledger', 'cosign', path, answered(answer), '--witness', key] as const;

  const both = own.line + other.line;
  const added = await waybillJson(t, environment, ...cosign(both));
  t.deepEqual(added, {
    checkpoint: checkpoint + own.line,
    signed_by: [{ name: 'one.example', seen_at: '2023-03-20T12:12:27.000Z' }],
    left_out: ['other.example'],
  });
  const words = await waybill(t, environment, ...cosign(checkpoint + both));
  t.is(words.stdout, checkpoint + own.line);
  t.true(words.stderr.includes('other.example'), words.stderr);
  const cosigned = answered(words.stdout);
  const asked = [...verify, '--checkpoint', cosigned, '--signed-by', own.key] as const;
  t.like(await waybillJson(t, environment, ...asked), { ok: true, signed_by: added['signed_by'] });
  // A second time nothing is repeated.
  const again = ['ledger', 'cosign', cosigned, answered(own.line), '--witness', own.key] as const;
  t.is((await waybill(t, environment, ...again)).stdout, checkpoint + own.line);

  const failing = async (answer: string, key?: string) =>
    (await waybillFailure(t, environment, ...cosign(answer, key))).code;
  t.is(await failing(other.line), 'checkpoint_not_signed');
  t.is(await failing(witnessOf('one.example', `${text}more\n`).line), 'checkpoint_not_signed');
  t.is(await failing(`another\n\n${own.line}`), 'another_checkpoint');
  t.is(await failing('yes\n'), 'wrong_usage');
});

test('a later checkpoint is proved to continue an earlier one, and no other', async (t) => {
  const environment = await seededDirectory(t);
  const older = await kept(t, environment);
  await recordInto(environment, creditOnce);
  const newer = await kept(t, environment);
  const proof = await waybillJson(t, environment, 'ledger', 'prove', older, newer);
  const hashes = proof['proof'] as readonly string[];
  t.true(hashes.length > 0);
  t.is((await waybill(t, environment, 'ledger', 'prove', older, newer)).stdout, `${hashes.join('\n')}\n`);
  t.is((await waybillFailure(t, environment, 'ledger', 'prove', newer, older)).code, 'not_continued');
  const foreign = await seededDirectory(t);
  t.is((await waybillFailure(t, foreign, 'ledger', 'prove', older, newer)).code, 'not_continued');
});

test('a ledger that is not that of the checkpoint is named in JSON and in words, with exit code 1', async (t) => {
  const environment = await seededDirectory(t);
  const path = await kept(t, environment);
  const other = await seededDirectory(t);
  recordedADayEarlier(join(other.WAYBILL_DATA_DIR, 'ledger.db'));
  t.like(await waybillJson(t, other, ...verify), { ok: true });
  const { exitCode, stdout } = await waybill(t, other, ...verify, '--checkpoint', path, '--json');
  t.is(exitCode, 1);
  t.like(JSON.parse(stdout), { ok: false, difference: { kind: 'checkpoint' } });
  const words = await waybill(t, other, ...verify, '--checkpoint', path);
  t.is(words.exitCode, 1);
  t.regex(words.stdout, /^the ledger.*: The ledger is not the one of a checkpoint, continued/m);
});

test('a file that holds no checkpoint, and a key that did not sign it, are refused', async (t) => {
  const environment = await seededDirectory(t);
  const empty = join(scratchFolder(t), 'empty.txt');
  writeFileSync(empty, '27\n');
  const mistyped = await waybillFailure(t, environment, ...verify, '--checkpoint', empty);
  t.like(mistyped, { exitCode: 2, code: 'wrong_usage' });
  t.regex(String(mistyped.message), /must be a checkpoint, as `waybill ledger checkpoint` prints it/);
  const path = await kept(t, environment);
  const { verifier_key: foreign } = await waybillJson(t, await seededDirectory(t), 'ledger', 'checkpoint');
  const unsigned = await waybillFailure(
    t,
    environment,
    ...verify,
    '--checkpoint',
    path,
    '--signed-by',
    String(foreign),
  );
  t.like(unsigned, { exitCode: 1, code: 'checkpoint_not_signed' });
});

/** A data directory that has never seen the database. */
function freshDirectory(t: ExecutionContext, { connectionString }: EventStoreDbPeer): CommandEnvironment {
  const folder = scratchFolder(t);
  const config = join(folder, 'waybill.yaml');
  writeFileSync(config, `ledger: { engine: eventstoredb, connection_string: '${connectionString}' }\n`);
  return { WAYBILL_DATA_DIR: folder, WAYBILL_CONFIG: config };
}

test('a checkpoint of EventStoreDB holds after a scavenge, and not after an older backup was restored', async (t) => {
  const peer = await startPeer();
  t.teardown(() => peer[Symbol.asyncDispose]());
  let path: string;
  {
    await using engine = await openEventStoreDbEventLog({ connectionString: peer.connectionString, ...patience });
    const log = chainedLog(engine);
    await recordLedger(log);
    const cipher = createAesContentCipher([{ id: '1', key: randomBytes(32) }]);
    const contents = new SealedContents({ log, retention: engine, cipher, createId: randomUUID });
    await contents.put(contentStream('a'), 'a', randomBytes(1_000));
    await creditOnce(log);
    path = await kept(t, freshDirectory(t, peer));
    await contents.remove(contentStream('a'));
  }
  peer.store.scavenge();
  t.like(await waybillJson(t, freshDirectory(t, peer), ...verify, '--checkpoint', path), { ok: true });

  const cut = peer.store.log.findLast(({ stream }) => stream === `wallet-${walletId}`);
  if (cut === undefined) throw new Error('no event of the wallet');
  peer.store.restoreBefore(cut);
  t.like(await waybillJson(t, freshDirectory(t, peer), ...verify), { ok: true });
  const { exitCode, stdout } = await waybill(t, freshDirectory(t, peer), ...verify, '--checkpoint', path);
  t.is(exitCode, 1);
  t.regex(stdout, /Expected at least \d+ kept events, as in the checkpoint; found \d+\./);
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
