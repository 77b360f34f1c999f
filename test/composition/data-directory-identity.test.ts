import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { DataDirectoryIdentity } from '../../src/composition/data-directory-identity.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';

test('a secret that is noted while a place of the ledger is being written stays noted, and so does the place', async (t) => {
  const directory = scratchFolder(t);
  const identity = new DataDirectoryIdentity(directory);
  const reaching = identity.reached({ logId: 'log', position: 7, digest: null, fingerprints: {} });
  await identity.secret('pepper', null, () => Buffer.from('secret'));
  await reaching;
  const written: unknown = JSON.parse(readFileSync(join(directory, 'identity.json'), 'utf8'));
  t.like(written, { ledger: { id: 'log', position: 7 } });
  t.deepEqual(Object.keys((written as { secrets: object }).secrets), ['pepper']);
});
