import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { openBlockAccounts } from '../../src/composition/block-accounts.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';

const digest = 'a'.repeat(64);

test('the accounts of opaque blocks survive a restart with the same data directory, in one file', (t) => {
  const dataDir = join(scratchFolder(t), 'data');
  const deps = { clock: { now: () => 0, isSettled: true }, telemetry: { warn: (what: string) => t.fail(what) } };
  const first = openBlockAccounts(dataDir, deps);
  first.blockAccounts.made([digest], 'one');
  first.close();
  t.deepEqual(readdirSync(dataDir), ['opaque-blocks.db']);
  const second = openBlockAccounts(dataDir, deps);
  t.is(second.blockAccounts.madeBy(digest), 'one');
  second.close();
});

test('without a data directory the accounts of opaque blocks are known until the gateway ends, in no file', (t) => {
  const deps = { clock: { now: () => 0, isSettled: true }, telemetry: { warn: (what: string) => t.fail(what) } };
  const first = openBlockAccounts(null, deps);
  first.blockAccounts.made([digest], 'one');
  t.is(first.blockAccounts.madeBy(digest), 'one');
  first.close();
  t.is(openBlockAccounts(null, deps).blockAccounts.madeBy(digest), null);
  t.false(existsSync('opaque-blocks.db'));
});
