import test from 'ava';
import { isConsistent } from '../../../src/domain/checkpoints/consistency-proof.ts';
import { continuedFrom } from '../../../src/ledger/checkpoints/prove-consistency.ts';
import { RecordedTree } from '../../../src/ledger/checkpoints/recorded-tree.ts';
import { logWith } from '../../_support/recorded-log.ts';
import { signedLedger } from './_signed-ledger.ts';

test('the last checkpoint is proved to continue the tree of any size before it', async (t) => {
  const { log, heads } = await signedLedger([1, 254, 2, 300, 800]);
  const tree = new RecordedTree(log);
  const last = heads.at(-1);
  if (last === undefined) return t.fail();
  for (const size of [1, 2, 255, 256, 257, 511, 512, 513, last.size - 1, last.size]) {
    const found = await continuedFrom(tree, size);
    if (found === null) return t.fail(String(size));
    t.deepEqual(found.last.head, last);
    t.true(isConsistent({ size, root: found.root }, last, found.proof), String(size));
  }
  for (const head of heads) t.deepEqual((await continuedFrom(tree, head.size))?.root, head.root);
  t.is(await continuedFrom(tree, last.size + 1), null);
});

test('each checkpoint is read once, also by two at once, and those that came since are found', async (t) => {
  const { log, heads, sign } = await signedLedger([300, 400]);
  let read = 0;
  const counted = logWith(log, {
    readStream: async (stream, options) => {
      const page = await log.readStream(stream, options);
      read += page.length;
      return page;
    },
  });
  const tree = new RecordedTree(counted);
  const [one, two] = await Promise.all([continuedFrom(tree, 5), continuedFrom(tree, 290)]);
  t.deepEqual([one?.last.head, two?.last.head], [heads[1], heads[1]]);
  t.is(read, 2);
  const newest = await sign(900);
  t.deepEqual((await continuedFrom(tree, 5))?.last.head, newest);
  t.is(read, 3);
});

test('a ledger that was changed behind its checkpoint proves nothing', async (t) => {
  const { log } = await signedLedger([300]);
  const changed = logWith(log, {
    readAll: async (options) =>
      (await log.readAll(options)).map((event) => ({ ...event, recordedAt: '2020-01-01T00:00:00.000Z' })),
  });
  await t.throwsAsync(continuedFrom(new RecordedTree(changed), 5), { message: /does not agree with its checkpoint/ });
});
