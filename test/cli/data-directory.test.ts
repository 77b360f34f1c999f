import test, { type ExecutionContext } from 'ava';
import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createSqliteInstanceLiveness } from '../../src/adapters/sqlite-instance-liveness.ts';
import { sandboxMark } from '../../src/config.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import {
  ended,
  recordInto,
  seededDirectory,
  startWaybill,
  waybill,
  waybillFailure,
  waybillJson,
} from '../_support/waybill-command.ts';
import { credit, walletId } from '../_support/wallet-vocabulary.ts';

/** Each case is a directory whose parts contradict each other, as real processes meet it. */

interface Environment {
  readonly [name: string]: string;
  readonly WAYBILL_DATA_DIR: string;
}

const at = ({ WAYBILL_DATA_DIR }: Environment, file: string): string => join(WAYBILL_DATA_DIR, file);

/** The recorded ledger, as a gateway in sandbox mode may take it. */
async function recordedDirectory(t: ExecutionContext): Promise<Environment> {
  const environment = await seededDirectory(t);
  writeFileSync(at(environment, sandboxMark), '');
  return environment;
}

const serving = (environment: Environment): Environment => ({
  ...environment,
  WAYBILL_PORT: '0',
  WAYBILL_LOG_LEVEL: 'silent',
});

/** Starts a gateway in sandbox mode and stops it again: the directory has all that a gateway leaves. */
async function servedOnce(t: ExecutionContext, environment: Environment): Promise<void> {
  const child = startWaybill(t, serving(environment), ['serve']);
  const line = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  t.regex(String(line.value), /^waybill ready/);
  child.kill('SIGTERM');
  t.is((await ended(child)).exitCode, 0);
}

async function refusedStart(t: ExecutionContext, environment: Environment, message: RegExp): Promise<void> {
  const { exitCode, stderr } = await waybill(t, serving(environment), 'serve');
  t.is(exitCode, 3);
  t.regex(stderr, message);
}

/** Removes a ledger with what belongs to it. */
function removeLedger(environment: Environment): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(at(environment, `ledger.db${suffix}`), { force: true });
}

async function recordCredits(environment: Environment, count: number): Promise<void> {
  await recordInto(environment, async (log) => {
    const wallets = new Wallets({ log, createId: randomUUID });
    for (let n = 0; n < count; n += 1) await wallets.execute(walletId, credit('1', randomUUID()));
  });
}

test('a missing or empty ledger is not created beside the other files of its directory', async (t) => {
  const environment = await recordedDirectory(t);
  await servedOnce(t, environment);
  removeLedger(environment);
  const message = /ledger\.db is missing or empty, and .* belongs to a ledger: it had reached position \d+\. Restore/;
  await refusedStart(t, environment, message);
  t.false(existsSync(at(environment, 'ledger.db')));
  const failure = await waybillFailure(t, environment, 'wallets', 'list');
  t.like(failure, { exitCode: 3, code: 'directory_contradicted' });
  writeFileSync(at(environment, 'ledger.db'), '');
  await refusedStart(t, environment, message);
  rmSync(at(environment, 'identity.json'));
  await refusedStart(t, environment, /ledger\.db is missing or empty, and .* belongs to a ledger\. Restore/);
});

test('an older ledger is refused, and once it is accepted the read models are folded from it', async (t) => {
  const environment = await recordedDirectory(t);
  const before = await waybillJson(t, environment, 'wallets', 'show', walletId);
  const events = await eventsIn(t, environment);
  copyFileSync(at(environment, 'ledger.db'), at(environment, 'older.db'));
  await recordCredits(environment, 3);
  await waybillJson(t, environment, 'wallets', 'list');
  removeLedger(environment);
  renameSync(at(environment, 'older.db'), at(environment, 'ledger.db'));
  const failure = await waybillFailure(t, environment, 'wallets', 'list');
  t.like(failure, { exitCode: 3, code: 'directory_contradicted' });
  t.regex(
    String(failure.message),
    new RegExp(
      `ends at position ${events}, and it had reached ${events + 3}: it is an older copy\\..*\`waybill ledger accept\``,
    ),
  );
  await refusedStart(t, environment, /it is an older copy/);
  const verdict = await waybill(t, environment, 'ledger', 'verify', '--json');
  t.is(verdict.exitCode, 1);
  t.like(JSON.parse(verdict.stdout), {
    difference: { kind: 'missing', expected: `events up to ${events + 3}, which was reached` },
  });
  t.like(await waybillJson(t, environment, 'ledger', 'accept'), { position: events, made: [] });
  const { data } = await waybillJson(t, environment, 'wallets', 'list');
  t.like(data, { 0: { credited_eur: before['credited_eur'] } });
  t.deepEqual(await waybillJson(t, environment, 'wallets', 'show', walletId), before);
  t.like(await waybillJson(t, environment, 'ledger', 'verify'), { ok: true, events });
});

async function eventsIn(t: ExecutionContext, environment: Environment): Promise<number> {
  return Number((await waybillJson(t, environment, 'ledger', 'verify'))['events']);
}

test('read models that are ahead of the log are refused, also where nothing else shows it, until they are deleted', async (t) => {
  const environment = await recordedDirectory(t);
  const events = await eventsIn(t, environment);
  copyFileSync(at(environment, 'ledger.db'), at(environment, 'older.db'));
  await recordCredits(environment, 3);
  await waybillJson(t, environment, 'wallets', 'list');
  removeLedger(environment);
  renameSync(at(environment, 'older.db'), at(environment, 'ledger.db'));
  rmSync(at(environment, 'identity.json'));
  const failure = await waybillFailure(t, environment, 'wallets', 'list');
  t.like(failure, { exitCode: 3, code: 'directory_contradicted' });
  t.regex(String(failure.message), /read-models\.db have reached position \d+, and the ledger ends at \d+/);
  for (const suffix of ['', '-wal', '-shm']) rmSync(at(environment, `read-models.db${suffix}`), { force: true });
  await waybillJson(t, environment, 'wallets', 'list');
  const verdict = await waybillJson(t, environment, 'ledger', 'verify');
  t.like(verdict, { ok: true, events });
  const [balances] = verdict['projections'] as readonly { readonly checkpoint: string; readonly documents: number }[];
  t.is(balances?.documents, 2);
  t.true(Number(balances?.checkpoint) <= events, 'no read model is ahead of the log');
});

test('the ledger of another directory is refused', async (t) => {
  const environment = await recordedDirectory(t);
  const other = { WAYBILL_DATA_DIR: scratchFolder(t) };
  await servedOnce(t, environment);
  await servedOnce(t, other);
  removeLedger(environment);
  copyFileSync(at(other, 'ledger.db'), at(environment, 'ledger.db'));
  await refusedStart(t, environment, /is ledger \w+, and .* belongs to ledger \w+\. Put back/);
});

test('a ledger with another history is refused', async (t) => {
  const environment = await recordedDirectory(t);
  copyFileSync(at(environment, 'ledger.db'), at(environment, 'older.db'));
  await recordCredits(environment, 2);
  await waybillJson(t, environment, 'wallets', 'list');
  removeLedger(environment);
  renameSync(at(environment, 'older.db'), at(environment, 'ledger.db'));
  await recordCredits(environment, 5);
  await refusedStart(t, environment, /has another history/);
});

test('a missing key pepper is not created again, and another one is refused', async (t) => {
  const environment = { WAYBILL_DATA_DIR: scratchFolder(t) };
  await servedOnce(t, environment);
  const pepper = at(environment, 'key-pepper');
  renameSync(pepper, `${pepper}.away`);
  await refusedStart(t, environment, /key-pepper is missing: restore it from a backup/);
  t.false(existsSync(pepper));
  await refusedStart(t, { ...environment, WAYBILL_KEY_PEPPER: 'ab'.repeat(32) }, /key-pepper is not the one/);
  const identity = at(environment, 'identity.json');
  rmSync(identity);
  await refusedStart(t, environment, /key-pepper is missing/);
  renameSync(`${pepper}.away`, pepper);
  await servedOnce(t, environment);
  rmSync(pepper);
  t.deepEqual((await waybillJson(t, environment, 'ledger', 'accept'))['made'], ['key-pepper']);
  await servedOnce(t, environment);
});

test('a missing key pepper is noticed by the keys of the ledger, where no fingerprint is recorded', async (t) => {
  const environment = await recordedDirectory(t);
  rmSync(at(environment, 'key-pepper'));
  await refusedStart(t, environment, /key-pepper is missing/);
  t.false(existsSync(at(environment, 'key-pepper')));
});

test('a missing content key is not created again', async (t) => {
  const environment = { WAYBILL_DATA_DIR: scratchFolder(t) };
  await servedOnce(t, environment);
  const key = at(environment, 'content-key');
  rmSync(key);
  await refusedStart(t, environment, /content-key is missing: restore it from a backup/);
  t.false(existsSync(key));
});

test('an unreadable identity is reported, and can be created again', async (t) => {
  const environment = await recordedDirectory(t);
  await waybillJson(t, environment, 'wallets', 'list');
  const identity = at(environment, 'identity.json');
  t.is(statSync(identity).mode & 0o777, 0o600);
  t.false(readFileSync(identity, 'utf8').includes(readFileSync(at(environment, 'key-pepper'), 'utf8').trim()));
  writeFileSync(identity, '{"format":');
  const failure = await waybillFailure(t, environment, 'wallets', 'list');
  t.like(failure, { exitCode: 3, code: 'directory_contradicted' });
  await waybillJson(t, environment, 'ledger', 'accept');
  await waybillJson(t, environment, 'wallets', 'list');
  t.true(existsSync(identity));
});

test('nothing is accepted while a gateway runs on the directory', async (t) => {
  const environment = await recordedDirectory(t);
  const directory = at(environment, 'instances');
  const one = createSqliteInstanceLiveness({ directory });
  const failure = await waybillFailure(t, environment, 'ledger', 'accept');
  t.like(failure, { exitCode: 1, code: 'gateway_running' });
  t.regex(String(failure.message), /^1 gateway process runs on .*: stop it first/);
  const other = createSqliteInstanceLiveness({ directory });
  const both = await waybillFailure(t, environment, 'ledger', 'accept');
  t.regex(String(both.message), /^2 gateway processes run on .*: stop them first/);
  await Promise.all([one.release(), other.release()]);
});
