import test from 'ava';
import { StorageClaims } from '../../src/ledger/storage-claims.ts';
import { ReadModelsUnavailable } from '../../src/ports/read-models.ts';

const limitsOf = (keptBytesMax: number) =>
  ({ ofTenant: () => ({ keptBytesMax }), ofKey: () => ({}) }) as unknown as ConstructorParameters<
    typeof StorageClaims
  >[0]['limits'];

test('two uploads of unknown length are counted together, and their bytes are freed when they end', async (t) => {
  const storedBytes = { of: () => 0, catchUp: () => Promise.resolve() };
  const room = new StorageClaims({ storedBytes, limits: limitsOf(1_000) });
  const [one, other] = [await room.claim('t', 0), await room.claim('t', 0)];
  one.cover(600);
  t.throws(() => other.cover(500), { code: 'storage_limit_exceeded' });
  other.cover(400);
  t.false(room.hasSpace('t', 1));
  one.release();
  one.release();
  const third = await room.claim('t', 600);
  t.false(room.hasSpace('t', 1));
  third.release();
  other.release();
  await room.claim('t', 1_000);
});

test('while the read models are unavailable nobody knows what is stored, and the answer is 503', async (t) => {
  const storedBytes = {
    of: () => {
      throw new ReadModelsUnavailable('a fault of the test');
    },
    catchUp: () => Promise.resolve(),
  };
  const room = new StorageClaims({ storedBytes, limits: limitsOf(1_000) });
  t.throws(() => room.hasSpace('t', 1), { code: 'ledger_unavailable' });
  await t.throwsAsync(room.claim('t', 1), { code: 'ledger_unavailable' });
});

test('a claim is freed though the read model cannot catch up when it is left', async (t) => {
  let isAway = false;
  const catchUp = () => (isAway ? Promise.reject(new ReadModelsUnavailable('a fault of the test')) : Promise.resolve());
  const room = new StorageClaims({ storedBytes: { of: () => 0, catchUp }, limits: limitsOf(1_000) });
  const claim = await room.claim('t', 1_000);
  isAway = true;
  claim.release();
  isAway = false;
  await t.notThrowsAsync(room.claim('t', 1_000));
});
