import test from 'ava';
import * as fc from 'fast-check';
import { isConsistent } from '../../../src/domain/checkpoints/consistency-proof.ts';
import type { TreeHead } from '../../../src/domain/checkpoints/tree-head.ts';
import { proveConsistency } from '../../../src/ledger/checkpoints/prove-consistency.ts';
import { logWith } from '../../_support/recorded-log.ts';
import { signedLedger } from './_signed-ledger.ts';

test('each of several checkpoints is proved to continue each before it, whatever their sizes', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 2, maxLength: 5 }), async (counts) => {
      const { log, heads } = await signedLedger(counts);
      for (const [index, newer] of heads.entries()) {
        for (const older of heads.slice(0, index + 1)) {
          const proof = await proveConsistency(log, older, newer);
          t.true(proof !== null && isConsistent(older, newer, proof));
        }
      }
    }),
    { numRuns: 20 },
  );
});

test('what is not continued is not proved', async (t) => {
  const { log, heads } = await signedLedger([300, 500]);
  const other = await signedLedger([300, 500]);
  const [older, newer] = heads as [TreeHead, TreeHead];
  const [otherOlder] = other.heads as [TreeHead];
  for (const [one, two] of [
    [newer, older],
    [otherOlder, newer],
    [{ ...older, root: newer.root }, newer],
    [older, { ...newer, root: older.root }],
    [older, { ...newer, size: newer.size + 5_000 }],
    [{ ...older, size: 0 }, newer],
    [{ ...otherOlder, origin: newer.origin }, newer],
  ] as const) {
    t.is(await proveConsistency(log, one, two), null);
  }
  const changed = logWith(log, {
    readAll: async (options) =>
      (await log.readAll(options)).map((event) => ({ ...event, recordedAt: '2020-01-01T00:00:00.000Z' })),
  });
  t.is(await proveConsistency(changed, older, newer), null);
});
