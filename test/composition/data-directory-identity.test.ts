import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import {
  contentKeyPrefix,
  DataDirectoryIdentity,
  readModelsFile,
} from '../../src/composition/data-directory-identity.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';

test('a secret that is noted while a place of the ledger is being written stays noted, and so does the place', async (t) => {
  const directory = scratchFolder(t);
  const identity = new DataDirectoryIdentity(directory);
  const reaching = identity.reached({ logId: 'log', position: 7, digest: 'd', fingerprints: {} });
  await identity.secret('pepper', null, () => Buffer.from('secret'));
  await reaching;
  const written: unknown = JSON.parse(readFileSync(join(directory, 'identity.json'), 'utf8'));
  t.like(written, { ledger: { id: 'log', position: 7 } });
  t.deepEqual(Object.keys((written as { secrets: object }).secrets), ['pepper']);
});

test('when a remote ledger is accepted, the record of it and of all secrets but its content keys goes', async (t) => {
  const directory = scratchFolder(t);
  const identity = new DataDirectoryIdentity(directory);
  const event = { stream: 'wallet-1', revision: 0, position: '1', digest: 'd' };
  await identity.secret('pepper', null, () => Buffer.from('secret'));
  await identity.secret(`${contentKeyPrefix}1`, null, () => Buffer.from('key'));
  await identity.reachedEvent('log', event);
  writeFileSync(join(directory, readModelsFile('log')), '');
  const before = await DataDirectoryIdentity.fingerprints(directory, null);
  await DataDirectoryIdentity.accept(directory, null);
  t.deepEqual(await DataDirectoryIdentity.fingerprints(directory, null), {
    [`${contentKeyPrefix}1`]: before[`${contentKeyPrefix}1`],
  });
  t.is(new DataDirectoryIdentity(directory).remoteEvent('log'), null);
  t.deepEqual(readdirSync(directory), ['identity.json']);
});
