import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { projectionCatalogue } from '../../projections/catalogue.ts';
import { walletPrefix } from '../../src/ledger/stream-names.ts';
import { projectionId } from '../../src/ports/read-models.ts';

test('every file of the room is a projection of the catalogue, and no two have the same name', (t) => {
  const files = readdirSync(join(import.meta.dirname, '../../projections')).filter((file) => file !== 'catalogue.ts');
  const names = projectionCatalogue.map(({ name }) => name);
  t.deepEqual(names.toSorted(), files.map((file) => file.replace('.ts', '')).sort());
  t.is(new Set(projectionCatalogue.map(projectionId)).size, projectionCatalogue.length);
});

test('keys are folded after the people and policies above them', (t) => {
  const names = projectionCatalogue.map(({ name }) => name);
  t.true(names.indexOf('api-keys') > Math.max(names.indexOf('principals'), names.indexOf('policies')));
});

test('every projection folded from wallets may lag, so that no event of a wallet is awaited', (t) => {
  const ofWallets = projectionCatalogue.filter(({ streamPrefixes }) => streamPrefixes.includes(walletPrefix));
  t.true(ofWallets.length > 0);
  t.deepEqual(ofWallets.filter(({ mayLag }) => mayLag !== true).map(projectionId), []);
});
