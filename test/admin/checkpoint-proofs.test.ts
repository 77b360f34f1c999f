import test from 'ava';
import { isConsistent } from '../../src/domain/checkpoints/consistency-proof.ts';
import { readNote } from '../../src/domain/checkpoints/signed-note.ts';
import { readTreeHash, readTreeHead } from '../../src/domain/checkpoints/tree-head.ts';
import { adminScene } from '../_support/admin-scene.ts';
import { checkpointOf } from '../_support/checkpoints.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

const shared = new SharedTeardown();
const scene = await adminScene(shared);
const { member } = scene.people;

test.after.always('close', shared.end);

const asked = (size: unknown) => scene.ask(member, `/checkpoint/proof?older_size=${String(size)}`);

test.serial('a receipt that nobody has signed yet is said to come in some minutes', async (t) => {
  const { status, json } = await scene.ask(member, `/reservations/${await scene.call(member)}/receipt`);
  t.is(status, 409);
  t.is(
    json.error?.message,
    'No checkpoint covers the charge yet. Ask again in some minutes, or have one signed now: `waybill ledger checkpoint`.',
  );
});

test.serial('whoever has an earlier checkpoint is told how the last one continues it', async (t) => {
  t.is((await asked(1)).status, 409);
  const older = await checkpointOf(scene.ledger.log);
  await scene.call(member);
  const newer = await checkpointOf(scene.ledger.log);
  const { status, json } = await asked(older.size);
  t.is(status, 200);
  t.like(json, { origin: older.head.origin, size: newer.size, older_size: older.size, checkpoint: newer.checkpoint });
  const proof = (json['proof'] as readonly string[]).flatMap((hash) => readTreeHash(hash) ?? []);
  const head = readTreeHead(readNote(String(json['checkpoint']))?.text ?? '');
  if (head === null) return t.fail();
  t.is(json['older_root'], older.head.root.toString('base64'));
  t.true(isConsistent(older.head, head, proof));
  t.false(isConsistent({ ...older.head, root: head.root }, head, proof));
});

test.serial('of the same one nothing is to be proved, and of a later one nothing can be', async (t) => {
  const { size } = await checkpointOf(scene.ledger.log);
  t.deepEqual((await asked(size)).json['proof'], []);
  const { status, json } = await asked(size + 1);
  t.is(status, 409);
  t.regex(json.error?.message ?? '', /No checkpoint of this ledger is of \d+ events or more yet\. Compare the origin/);
  for (const wrong of ['', 0, -1, 1.5, '1e3', 'x', 10 ** 13]) t.is((await asked(wrong)).status, 400, String(wrong));
});
