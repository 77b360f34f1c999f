import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openSqliteEventLog } from '../../../src/adapters/sqlite-event-log.ts';
import { openEventStoreDbEventLog } from '../../../src/adapters/eventstoredb-event-log.ts';
import { chainedLog } from '../../../src/ledger/chained-log.ts';
import { archiveScene, smallRanges, type ArchiveScene } from '../../_support/archive-scene.ts';
import { checkpointOf } from '../../_support/checkpoints.ts';
import { environmentFor, testConfig } from '../../_support/gateway.ts';
import { patience } from '../../_support/eventstoredb-peer/patience.ts';
import { startPeer } from '../../_support/eventstoredb-peer/peer.ts';
import { recordLedger } from '../../_support/recorded-ledger.ts';
import { scratchFolder } from '../../_support/scratch-folder.ts';
import { until } from '../../_support/until.ts';
import {
  ended,
  recordInto,
  seededDirectory,
  startWaybill,
  waybill,
  waybillFailure,
  waybillJson,
  type CommandEnvironment,
} from '../../_support/waybill-command.ts';

/** A data directory whose ledger is archived, a bucket, and a configuration that names it. */
async function archivedDirectory(t: ExecutionContext) {
  const scene = await archiveScene(t);
  const { WAYBILL_DATA_DIR: dataDir } = await seededDirectory(t);
  await using engine = await openSqliteEventLog({ path: join(dataDir, 'ledger.db') });
  const log = { ...chainedLog(engine), end: engine.end.bind(engine) };
  const { verifier_key } = await checkpointOf(log);
  await scene.archiveAll(scene.writer(log, { limits: smallRanges }));
  return { scene, environment: configured(t, scene, dataDir), verifier_key };
}

function configured(t: ExecutionContext, { s3 }: ArchiveScene, dataDir: string): CommandEnvironment {
  const { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey } = s3.settings;
  const keys = { access_key_id: accessKeyId, secret_access_key: secretAccessKey };
  const archive = { endpoint, bucket, prefix, region, ...keys };
  const upstream = { baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'none' };
  return { ...environmentFor(scratchFolder(t), testConfig(upstream, { top: { archive } })), WAYBILL_DATA_DIR: dataDir };
}

/** The objects of a bucket as somebody copies them. */
function copied(t: ExecutionContext, { s3 }: ArchiveScene): string {
  const folder = scratchFolder(t);
  for (const [key, bytes] of s3.objects) {
    const path = join(folder, key.slice(s3.settings.prefix.length));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
  return folder;
}

test('status tells how far the archive is, and how old what is missing', async (t) => {
  const { environment, scene } = await archivedDirectory(t);
  const level = await waybillJson(t, environment, 'archive', 'status');
  t.like(level, { lag_seconds: 0, is_of_this_ledger: true });
  t.is(level['place'], `${scene.s3.settings.endpoint}/archive/ledger/`);
  const event = { id: crypto.randomUUID(), type: 'CreditIdKept', data: '{}', metadata: '{"v":1}' };
  await recordInto(environment, async (log) => void (await log.append('credit-a', 'no_stream', [event])));
  t.like(await waybillJson(t, environment, 'archive', 'status'), { ranges: level['ranges'], is_of_this_ledger: true });
  t.regex((await waybill(t, environment, 'archive', 'status')).stdout, /ranges +\d+\n/);
});

test('status says where the archive is of another ledger', async (t) => {
  const { scene } = await archivedDirectory(t);
  const other = configured(t, scene, (await seededDirectory(t)).WAYBILL_DATA_DIR);
  const forked: CommandEnvironment = other;
  await recordInto(forked, async (log) => void (await checkpointOf(log, 'other')));
  const { exitCode, stdout, stderr } = await waybill(t, forked, 'archive', 'status', '--json');
  t.is(exitCode, 1);
  t.like(JSON.parse(stdout), { is_of_this_ledger: false });
  t.regex(stderr, /archive\.prefix/);
});

test('an archive is verified in its bucket and as a copy, without a ledger or a secret', async (t) => {
  const { environment, scene, verifier_key: key } = await archivedDirectory(t);
  const inBucket = await waybillJson(t, environment, 'archive', 'verify', '--signed-by', key);
  const folder = copied(t, scene);
  const nothing = { WAYBILL_DATA_DIR: join(scratchFolder(t), 'none') };
  t.deepEqual(await waybillJson(t, nothing, 'archive', 'verify', folder, '--signed-by', key), inBucket);
  const { stdout } = await waybill(t, nothing, 'archive', 'verify', folder);
  t.regex(stdout, /^verified: \d+ ranges, \d+ events from .*\n/);
  t.regex(stdout, /charged_eur +0\.126275000\n/);
  writeFileSync(join(folder, 'charges', 'x.parquet'), 'x');
  const wrong = await waybill(t, nothing, 'archive', 'verify', folder);
  t.is(wrong.exitCode, 1);
  t.regex(wrong.stdout, /NOT verified.*\n.*charges\/x\.parquet: stray/);
});

test('a ledger is restored with its balances and checkpoints, and verifies', async (t) => {
  const { environment } = await archivedDirectory(t);
  const own = await waybillJson(t, environment, 'ledger', 'verify');
  const restored = { ...environment, WAYBILL_DATA_DIR: join(scratchFolder(t), 'restored') };
  const told = await waybillJson(t, restored, 'archive', 'restore');
  t.deepEqual(told['missing_secrets'], ['checkpoint-key', 'key-pepper']);
  t.deepEqual(readdirSync(restored.WAYBILL_DATA_DIR), ['ledger.db']);
  const verified = await waybillJson(t, restored, 'ledger', 'verify');
  for (const member of ['events', 'wallets', 'tree', 'checkpoint', 'totals'])
    t.deepEqual(verified[member], own[member]);
  t.like(await waybillJson(t, restored, 'archive', 'status'), { lag_seconds: 0, is_of_this_ledger: true });
});

test('a ledger in EventStoreDB is restored as an embedded one, which continues its checkpoint', async (t) => {
  const scene = await archiveScene(t);
  const peer = await startPeer();
  t.teardown(() => peer[Symbol.asyncDispose]());
  await using engine = await openEventStoreDbEventLog({ connectionString: peer.connectionString, ...patience });
  const log = { ...chainedLog(engine), end: engine.end.bind(engine) };
  const event = (type: string, data = '{}') => ({ id: crypto.randomUUID(), type, data, metadata: '{"v":1}' });
  const secret = { idempotency_key_hash: 'a' };
  await recordLedger(log);
  await log.append('relay-kafka', 'no_stream', [event('RelayAdvanced', JSON.stringify(secret))]);
  const { checkpoint, head } = await checkpointOf(log);
  await scene.archiveAll(scene.writer(log, { limits: smallRanges }));
  const environment = { WAYBILL_DATA_DIR: join(scratchFolder(t), 'restored') };
  const { stderr, exitCode } = await waybill(t, environment, 'archive', 'restore', copied(t, scene));
  t.is(exitCode, 0, stderr);
  t.regex(stderr, /positions are new here/);
  const kept = join(scratchFolder(t), 'kept.txt');
  writeFileSync(kept, checkpoint);
  const verified = await waybillJson(t, environment, 'ledger', 'verify', '--checkpoint', kept);
  t.like(verified, { ok: true, unchanged_up_to: null, totals: { posted_eur: '15.873725000' } });
  t.deepEqual((verified['continues'] as readonly { readonly origin: string }[])[0]?.origin, head.origin);
  // As any other ledger, it goes on: a checkpoint is taken, and it is copied back.
  t.true(Number((await waybillJson(t, environment, 'ledger', 'checkpoint'))['size']) > 0);
  const other = await startPeer();
  t.teardown(() => other[Symbol.asyncDispose]());
  const back = ['ledger', 'copy', '--from', 'sqlite', '--to', 'eventstoredb', '--connection-string'];
  t.like(await waybillJson(t, environment, ...back, other.connectionString), { ok: true, is_level: true });
});

test('nothing is restored over a ledger, from an archive that is not right, or from none', async (t) => {
  const { environment, scene } = await archivedDirectory(t);
  t.like(await waybillFailure(t, environment, 'archive', 'restore'), { exitCode: 3, code: 'not_empty' });
  const restored = { ...environment, WAYBILL_DATA_DIR: join(scratchFolder(t), 'restored') };
  const events = [...scene.s3.objects.keys()].findLast((name) => name.includes('/events/')) ?? '';
  scene.s3.objects.delete(events);
  const refused = await waybillFailure(t, restored, 'archive', 'restore');
  t.like(refused, { exitCode: 1, code: 'archive_differs' });
  t.deepEqual(readdirSync(restored.WAYBILL_DATA_DIR), []);
  scene.s3.fault = () => ({ status: 503 });
  t.like(await waybillFailure(t, restored, 'archive', 'restore'), { exitCode: 3, code: 'archive_unavailable' });
  scene.s3.fault = () => ({ status: 403, body: '<Error><Code>AccessDenied</Code></Error>' });
  t.like(await waybillFailure(t, restored, 'archive', 'verify'), { exitCode: 3, code: 'archive_refused' });
  t.like(await waybillFailure(t, restored, 'archive', 'verify', scratchFolder(t)), { exitCode: 3, code: 'no_archive' });
  t.deepEqual(readdirSync(restored.WAYBILL_DATA_DIR), []);
  const none = { WAYBILL_DATA_DIR: restored.WAYBILL_DATA_DIR };
  t.like(await waybillFailure(t, none, 'archive', 'verify'), { exitCode: 2, code: 'wrong_usage' });
  const nowhere = { WAYBILL_DATA_DIR: join(scratchFolder(t), 'never', 'made') };
  t.like(await waybillFailure(t, nowhere, 'archive', 'restore'), { exitCode: 2, code: 'wrong_usage' });
  t.false(existsSync(nowhere.WAYBILL_DATA_DIR), 'a directory that nothing was restored into');
});

test('two restores into one directory are one, and what a killed one has left is removed', async (t) => {
  const { environment } = await archivedDirectory(t);
  const restored = { ...environment, WAYBILL_DATA_DIR: join(scratchFolder(t), 'restored') };
  mkdirSync(restored.WAYBILL_DATA_DIR);
  const beside = (writer: number, end = ''): string =>
    join(restored.WAYBILL_DATA_DIR, `ledger.db.restoring-${writer}${end}`);
  writeFileSync(beside(process.pid), 'half');
  t.like(await waybillFailure(t, restored, 'archive', 'restore'), { exitCode: 3, code: 'restoring' });
  t.true(existsSync(beside(process.pid)));
  rmSync(beside(process.pid));
  // More than any system has.
  for (const end of ['', '-wal', '-shm']) writeFileSync(beside(2 ** 31 - 2, end), 'half');
  t.like(await waybillJson(t, restored, 'archive', 'restore'), { ok: true });
  t.deepEqual(readdirSync(restored.WAYBILL_DATA_DIR), ['ledger.db']);
});

test('of restores at once into one directory one is there, whole, and the others are refused', async (t) => {
  const { environment } = await archivedDirectory(t);
  const restored = { ...environment, WAYBILL_DATA_DIR: join(scratchFolder(t), 'restored') };
  const all = await Promise.all([1, 2, 3].map(() => waybill(t, restored, 'archive', 'restore', '--json')));
  const codes = all.map(({ exitCode }) => exitCode);
  t.deepEqual(
    codes.toSorted((one, other) => Number(one) - Number(other)),
    [0, 3, 3],
  );
  for (const { stderr } of all.filter(({ exitCode }) => exitCode === 3)) t.regex(stderr, /"(not_empty|restoring)"/);
  t.deepEqual(readdirSync(restored.WAYBILL_DATA_DIR), ['ledger.db']);
  t.like(await waybillJson(t, restored, 'ledger', 'verify'), { ok: true });
});

test('a restore that is killed in the middle leaves nothing that the next one keeps', async (t) => {
  const { environment, scene } = await archivedDirectory(t);
  const restored = { ...environment, WAYBILL_DATA_DIR: join(scratchFolder(t), 'restored') };
  const last = [...scene.s3.objects.keys()].findLast((name) => name.includes('/events/')) ?? '';
  scene.s3.fault = ({ key }) => (last.endsWith(key) && key !== '' ? 'silent' : null);
  const child = startWaybill(t, restored, ['archive', 'restore']);
  await until(
    'it has begun',
    () => existsSync(restored.WAYBILL_DATA_DIR) && readdirSync(restored.WAYBILL_DATA_DIR).length > 0,
  );
  child.kill('SIGKILL');
  t.is((await ended(child)).exitCode, null);
  t.true(readdirSync(restored.WAYBILL_DATA_DIR).every((name) => name.startsWith('ledger.db.restoring-')));
  scene.s3.fault = () => null;
  t.like(await waybillJson(t, restored, 'archive', 'restore'), { ok: true });
  t.deepEqual(readdirSync(restored.WAYBILL_DATA_DIR), ['ledger.db']);
  t.like(await waybillJson(t, restored, 'ledger', 'verify'), { ok: true });
});

test('a ledger is restored on a file system without links', async (t) => {
  const { environment } = await archivedDirectory(t);
  const withoutLinks = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
    fs.linkSync = () => { throw Object.assign(new Error('no links'), { code: 'ENOTSUP' }); }; syncBuiltinESMExports();`;
  const restored = {
    ...environment,
    WAYBILL_DATA_DIR: join(scratchFolder(t), 'restored'),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(withoutLinks)}`,
  };
  t.like(await waybillJson(t, restored, 'archive', 'restore'), { ok: true });
  t.deepEqual(readdirSync(restored.WAYBILL_DATA_DIR), ['ledger.db']);
  t.like(await waybillJson(t, restored, 'ledger', 'verify'), { ok: true });
});

for (const taken of ['a ledger is made', 'another takes its file for what was left'] as const) {
  test(`a restore during which ${taken} puts nothing over it`, async (t) => {
    const { environment, scene } = await archivedDirectory(t);
    const directory = join(scratchFolder(t), 'restored');
    const restored = { ...environment, WAYBILL_DATA_DIR: directory };
    // What another process does while the archive is read.
    scene.s3.fault = () => {
      const [own] = existsSync(directory) ? readdirSync(directory) : [];
      if (own === undefined || own === 'ledger.db') return null;
      if (taken === 'a ledger is made') writeFileSync(join(directory, 'ledger.db'), 'of another');
      else rmSync(join(directory, own), { force: true });
      return null;
    };
    const code = taken === 'a ledger is made' ? 'not_empty' : 'restoring';
    t.like(await waybillFailure(t, restored, 'archive', 'restore'), { exitCode: 3, code });
    t.deepEqual(readdirSync(directory), taken === 'a ledger is made' ? ['ledger.db'] : []);
  });
}
