import test from 'ava';
import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { seededDirectory, waybillJson } from '../_support/waybill-command.ts';

const launcher = join(import.meta.dirname, '..', '..', 'src', 'cli', 'waybill.mjs');
/** The superuser may write everywhere: then the command runs as nobody. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

test('a ledger in a directory that cannot be written is verified, and nothing is left there', async (t) => {
  const environment = await seededDirectory(t);
  const directory = environment.WAYBILL_DATA_DIR;
  await waybillJson(t, environment, 'wallets', 'list');
  const files = readdirSync(directory);
  for (const file of files)
    chmodSync(join(directory, file), statSync(join(directory, file)).isDirectory() ? 0o555 : 0o444);
  chmodSync(directory, 0o555);
  t.teardown(() => chmodSync(directory, 0o755));
  const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, 'ledger', 'verify', '--json'], {
    ...nobody,
    env: { PATH: process.env['PATH'], ...environment },
    encoding: 'utf8',
  });
  t.is(status, 0, stderr);
  t.like(JSON.parse(stdout), { ok: true, wallets: 2 });
  t.deepEqual(readdirSync(directory), files);
});
