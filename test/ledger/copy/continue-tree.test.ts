import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createMemoryEventLog } from '../../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../../src/adapters/memory-read-models.ts';
import { chainedLog } from '../../../src/ledger/chained-log.ts';
import { copyLedger } from '../../../src/ledger/copy/copy-ledger.ts';
import { CopyRefused } from '../../../src/ledger/copy/copy-refused.ts';
import { RelayLease } from '../../../src/ledger/relay-lease.ts';
import { checkpointStream } from '../../../src/ledger/stream-names.ts';
import { Wallets } from '../../../src/ledger/wallets.ts';
import { verifyLedger } from '../../../src/ledger/verify/verify-ledger.ts';
import { checkpointOf } from '../../_support/checkpoints.ts';
import { recordLedger } from '../../_support/recorded-ledger.ts';
import { credit, walletId } from '../../_support/wallet-vocabulary.ts';

/** A ledger with a checkpoint, half of it published, and a copy of it. */
async function copied() {
  const source = createMemoryEventLog();
  const target = createMemoryEventLog();
  await recordLedger(chainedLog(source));
  const earlier = await checkpointOf(chainedLog(source));
  const wallets = new Wallets({ log: chainedLog(source), createId: randomUUID });
  await wallets.execute(walletId, credit('1', randomUUID()));
  const old = await checkpointOf(chainedLog(source));
  const relay = { relay: 'kafka', createId: randomUUID };
  const lease = new RelayLease({ ...relay, log: chainedLog(source), retention: source });
  const half = (await source.readAll({ limit: 15 })).at(-1)?.position ?? null;
  await lease.write(await lease.look(), { holderId: null, publishedUpTo: half });
  const copy = () => copyLedger({ source, target, createId: randomUUID, now: 0, mayGrow: false });
  const verdict = await copy();
  return { source, target, earlier, old, copy, verdict };
}

test('the tree of a copy begins with the last checkpoint of the source, and goes on with its own', async (t) => {
  const { source, target, earlier, old, verdict } = await copied();
  t.true(verdict.ok);
  const [first] = await target.readAll({ limit: 1 });
  t.is(first?.type, 'LedgerContinued');
  t.is((JSON.parse(first?.data ?? '{}') as { readonly checkpoint: string }).checkpoint, old.checkpoint);
  const own = await checkpointOf(chainedLog(target));
  t.not(own.head.origin, old.head.origin);
  const verified = (log: typeof target, checkpoints = [own.head]) =>
    verifyLedger({ log, readModels: createMemoryReadModels(log), projections: [], now: 0, checkpoints });
  t.like(await verified(target), { ok: true, continues: [{ origin: old.head.origin, size: old.size }] });
  t.like(await verified(source, [old.head, earlier.head]), { ok: true, continues: [] });
  // The copy begins with the last checkpoint; what an earlier one or a forged one covers it cannot tell.
  t.true((await verified(target, [old.head])).ok);
  for (const kept of [
    earlier.head,
    { ...old.head, root: earlier.head.root },
    { ...old.head, size: old.size + 1_000 },
  ]) {
    const refused = await verified(target, [kept]);
    t.like(refused, { ok: false, difference: { kind: 'checkpoint', found: `one of ${kept.size}` } });
    t.true(!refused.ok && refused.difference.expected.includes(`of ${old.size} events of ${old.head.origin}`));
  }
});

test('the relay goes on in the copy where it was, although the tree of the copy begins before', async (t) => {
  const { source, target, verdict } = await copied();
  if (!verdict.ok) return t.fail();
  const [relay] = verdict.relays;
  t.truthy(relay?.published_up_to);
  const facts = (await source.readAll()).filter(({ stream }) => !/^(relay|checkpoint)-/.test(stream));
  const after = relay?.published_up_to ?? null;
  const left = await target.readAll({ ...(after !== null && { after }) });
  const rest = left.filter(({ stream }) => !stream.startsWith('relay-'));
  t.deepEqual(
    rest.map(({ id }) => id),
    facts.slice(15).map(({ id }) => id),
  );
});

test('a copy that goes on records the later checkpoint, and one into a ledger that signs its own is refused', async (t) => {
  const { source, target, copy } = await copied();
  await copy();
  t.is((await target.readStream(checkpointStream)).length, 1, 'nothing is new');
  const event = { id: randomUUID(), type: 'CreditIdKept', metadata: '{"v":1}' };
  await chainedLog(source).append('policy-tenant-a', 'no_stream', [
    { ...event, type: 'PolicyRemoved', data: '{"scope_kind":"tenant","scope_id":"a","actor":"system:test"}' },
  ]);
  const later = await checkpointOf(chainedLog(source));
  await copy();
  const continued = await target.readStream(checkpointStream);
  t.is(continued.length, 2);
  t.true(continued[1]?.data.includes(JSON.stringify(later.checkpoint)));
  await checkpointOf(chainedLog(target));
  const error = await t.throwsAsync(copy(), { instanceOf: CopyRefused });
  t.is(error?.code, 'target_ahead');
});
