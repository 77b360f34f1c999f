import test, { type ExecutionContext } from 'ava';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readModelsKey } from '../../../src/adapters/secret-file.ts';
import { openSqliteEventLog } from '../../../src/adapters/sqlite-event-log.ts';
import { openSqliteReadModels } from '../../../src/adapters/sqlite-read-models.ts';
import { Wallets } from '../../../src/ledger/wallets.ts';
import { chainedLog } from '../../../src/ledger/chained-log.ts';
import { projectAll } from '../../_support/recorded-ledger.ts';
import { scratchFolder } from '../../_support/scratch-folder.ts';
import { seededDirectory, waybillJson } from '../../_support/waybill-command.ts';
import * as the from '../../_support/wallet-vocabulary.ts';
import { randomUUID } from 'node:crypto';

const launcher = join(import.meta.dirname, '..', '..', '..', 'src', 'cli', 'waybill.mjs');
/** The superuser may write everywhere: then the command runs as nobody. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** What a verification says of a directory in which nothing can be written. */
function verifiedWithoutWriting(t: ExecutionContext, environment: object, directory: string) {
  const files = readdirSync(directory);
  for (const file of files)
    chmodSync(join(directory, file), statSync(join(directory, file)).isDirectory() ? 0o555 : 0o444);
  chmodSync(directory, 0o555);
  t.teardown(() => chmodSync(directory, 0o755));
  const { stdout, stderr } = spawnSync(process.execPath, [launcher, 'ledger', 'verify', '--json'], {
    ...nobody,
    env: { PATH: process.env['PATH'], ...environment, WAYBILL_DATA_DIR: directory },
    encoding: 'utf8',
  });
  t.deepEqual(readdirSync(directory), files);
  t.not(stdout, '', stderr);
  return JSON.parse(stdout) as Readonly<Record<string, unknown>>;
}

test('a ledger in a read-only directory is verified, and nothing is written there', async (t) => {
  const environment = await seededDirectory(t);
  await waybillJson(t, environment, 'wallets', 'list');
  t.like(verifiedWithoutWriting(t, environment, environment.WAYBILL_DATA_DIR), { ok: true, wallets: 2 });
});

test('journals in such a directory are read, also without their companion files', async (t) => {
  const environment = await seededDirectory(t);
  const directory = environment.WAYBILL_DATA_DIR;
  await waybillJson(t, environment, 'wallets', 'list');
  const [ledger, models] = ['ledger.db', 'read-models.db'];
  await using engine = await openSqliteEventLog({ path: join(directory, ledger) });
  const log = chainedLog(engine);
  await new Wallets({ log, createId: randomUUID }).execute(the.id('7', 7), { ...the.open, walletId: the.id('7', 7) });
  using readModels = openSqliteReadModels({
    path: join(directory, models),
    key: readModelsKey(directory),
    comparePositions: (a, b) => log.comparePositions(a, b),
  });
  await projectAll(log, readModels);
  // Copied while both files are open: what was written last stands in their journals alone.
  const copyWithout = (...endings: readonly string[]): string => {
    const copy = join(scratchFolder(t), 'copy');
    cpSync(directory, copy, { recursive: true });
    chmodSync(join(copy, '..'), 0o755);
    for (const ending of endings) for (const file of [ledger, models]) rmSync(join(copy, file + ending));
    return copy;
  };
  t.like(verifiedWithoutWriting(t, environment, copyWithout()), { ok: true, wallets: 3 });
  t.like(verifiedWithoutWriting(t, environment, copyWithout('-shm')), { ok: true, wallets: 3 });
});
