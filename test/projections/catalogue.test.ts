import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { projectionCatalogue } from '../../projections/catalogue.ts';
import { walletPrefix } from '../../src/ledger/stream-names.ts';
import { projectionId } from '../../src/ports/read-models.ts';

test('every file of the room is a projection of the catalogue, and no two are filed under the same name', (t) => {
  const files = readdirSync(join(import.meta.dirname, '../../projections')).filter((file) => file !== 'catalogue.ts');
  const names = projectionCatalogue.map(({ name }) => name);
  t.deepEqual(names.toSorted(), files.map((file) => file.replace('.ts', '')).sort());
  t.is(new Set(projectionCatalogue.map(projectionId)).size, projectionCatalogue.length);
});

test('keys are fed after the people and the policies above them, so that none is found without', (t) => {
  const names = projectionCatalogue.map(({ name }) => name);
  t.true(names.indexOf('api-keys') > Math.max(names.indexOf('principals'), names.indexOf('policies')));
});

test('all that is folded from wallets may lag: one that may not would have every event of a wallet awaited', (t) => {
  const ofWallets = projectionCatalogue.filter(({ streamPrefixes }) => streamPrefixes.includes(walletPrefix));
  t.true(ofWallets.length > 0);
  t.deepEqual(ofWallets.filter(({ mayLag }) => mayLag !== true).map(projectionId), []);
});
