import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { projectionCatalogue } from '../../projections/catalogue.ts';
import type { WalletEvent } from '../../src/domain/wallet-events.ts';
import { walletEventSchemas } from '../../src/domain/wallet-events.ts';
import { walletStream, walletPrefix } from '../../src/ledger/stream-names.ts';
import type { Position } from '../../src/ports/event-log.ts';
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

/** Every event of a wallet as it was first written. */
const ofWallet: readonly WalletEvent[] = Object.keys(walletEventSchemas).flatMap((type) => {
  const text = readFileSync(join(import.meta.dirname, `../domain/events-golden/${type}.v1.json`), 'utf8');
  return (JSON.parse(text) as readonly unknown[]).map((data) => ({ type, data }) as WalletEvent); // its type names the file
});

test('a projection of wallets that names the types it hears has no key for an event of another', (t) => {
  const choosy = projectionCatalogue.filter(
    ({ streamPrefixes, eventTypes }) => eventTypes !== undefined && streamPrefixes.includes(walletPrefix),
  );
  const found = new Set<string>();
  const stream = walletStream('018f0000-0000-7000-8000-000000000001');
  for (const projection of choosy) {
    const heard: ReadonlySet<string> = projection.eventTypes ?? new Set();
    const keyed = ofWallet.filter((event) => {
      const position = '1' as Position;
      const recorded = { event, stream, revision: 0, position, id: '0', recordedAt: '2026-01-01T00:00:00.000Z' };
      return projection.keyOf(recorded) !== null;
    });
    const types = new Set(keyed.map(({ type }) => type));
    t.deepEqual([...types.difference(heard)], [], projection.name);
    for (const type of types) found.add(type);
  }
  t.true(found.size > 0);
});
