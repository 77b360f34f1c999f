import test from 'ava';
import { StorageRoom } from '../../src/ledger/storage-room.ts';

const limitsOf = (keptBytesMax: number) =>
  ({ ofTenant: () => ({ keptBytesMax }), ofKey: () => ({}) }) as unknown as ConstructorParameters<
    typeof StorageRoom
  >[0]['limits'];

test('two uploads of unknown length are counted together, and their bytes are freed when they end', async (t) => {
  const storedBytes = { of: () => 0, catchUp: () => Promise.resolve() };
  const room = new StorageRoom({ storedBytes, limits: limitsOf(1_000) });
  const [one, other] = [await room.claim('t', 0), await room.claim('t', 0)];
  one.cover(600);
  t.throws(() => other.cover(500), { code: 'storage_limit_exceeded' });
  other.cover(400);
  t.false(room.hasRoom('t', 1));
  one.leave();
  one.leave();
  const third = await room.claim('t', 600);
  t.false(room.hasRoom('t', 1));
  third.leave();
  other.leave();
  await room.claim('t', 1_000);
});
