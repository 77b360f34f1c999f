import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openEventStoreDbEventLog } from '../../src/adapters/eventstoredb-event-log.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import { patience } from '../_support/eventstoredb-peer/patience.ts';
import { startPeer, type EventStoreDbPeer } from '../_support/eventstoredb-peer/peer.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { waybill, waybillFailure, waybillJson, type CommandEnvironment } from '../_support/waybill-command.ts';
import { credit, open, walletId } from '../_support/wallet-vocabulary.ts';

/** A database elsewhere that was put back as it was earlier, beside a data directory that has seen more of it. */

async function peerWith(t: ExecutionContext, credits: number): Promise<EventStoreDbPeer> {
  const peer = await startPeer();
  t.teardown(() => peer[Symbol.asyncDispose]());
  if (credits > 0) await record(peer, async (wallets) => void (await wallets.execute(walletId, open)));
  await creditTimes(peer, credits);
  return peer;
}

async function creditTimes(peer: EventStoreDbPeer, times: number): Promise<void> {
  await record(peer, async (wallets) => {
    for (let n = 0; n < times; n += 1) await wallets.execute(walletId, credit('1', randomUUID()));
  });
}

async function record(peer: EventStoreDbPeer, work: (wallets: Wallets) => Promise<void>): Promise<void> {
  await using log = await openEventStoreDbEventLog({ connectionString: peer.connectionString, ...patience });
  await work(new Wallets({ log: chainedLog(log), createId: randomUUID }));
}

function environmentOf(folder: string, { connectionString }: EventStoreDbPeer): CommandEnvironment {
  const config = join(folder, 'waybill.yaml');
  writeFileSync(config, `ledger: { engine: eventstoredb, connection_string: '${connectionString}' }\n`);
  return { WAYBILL_DATA_DIR: folder, WAYBILL_CONFIG: config };
}

/** Puts back what there was before the credit of that revision. */
function restoreBefore({ store }: EventStoreDbPeer, revision: number): void {
  const cut = store.log.find(({ stream, revision: at }) => stream === `wallet-${walletId}` && at === revision);
  if (cut === undefined) throw new Error(`no event ${revision}`);
  store.restoreBefore(cut);
}

test('a database that ends before its known end is named, and refused until it is accepted', async (t) => {
  const peer = await peerWith(t, 5);
  const environment = environmentOf(scratchFolder(t), peer);
  t.like(await waybillJson(t, environment, 'ledger', 'verify'), { ok: true, events: 6 });
  await waybillJson(t, environment, 'wallets', 'list');
  restoreBefore(peer, 3);

  const verdict = await waybill(t, environment, 'ledger', 'verify', '--json');
  t.is(verdict.exitCode, 1);
  t.like(JSON.parse(verdict.stdout), {
    ok: false,
    difference: { kind: 'missing', stream: `wallet-${walletId}`, revision: 5, found: 'none' },
  });
  const refused = await waybill(t, environment, 'wallets', 'list');
  t.is(refused.exitCode, 3);
  t.regex(refused.stderr, /does not hold what it had reached: .*restore the newest.*waybill ledger accept/s);

  await waybillJson(t, environment, 'ledger', 'accept');
  t.like(await waybillJson(t, environment, 'wallets', 'show', walletId), { available_eur: '2.000000000' });
  t.like(await waybillJson(t, environment, 'ledger', 'verify'), { ok: true, events: 3 });
});

test('a database that continued differently after a restored copy is named', async (t) => {
  const peer = await peerWith(t, 5);
  const environment = environmentOf(scratchFolder(t), peer);
  await waybillJson(t, environment, 'wallets', 'list');
  restoreBefore(peer, 3);
  await creditTimes(peer, 9);

  const verdict = await waybill(t, environment, 'ledger', 'verify', '--json');
  t.like(JSON.parse(verdict.stdout), { ok: false, difference: { kind: 'digest', revision: 5 } });
  t.is((await waybillFailure(t, environment, 'wallets', 'list')).exitCode, 3);
});

test('an empty database in the place of another is refused, and one that was filled is taken', async (t) => {
  const folder = scratchFolder(t);
  await waybillJson(t, environmentOf(folder, await peerWith(t, 2)), 'wallets', 'list');
  const refused = await waybill(t, environmentOf(folder, await peerWith(t, 0)), 'wallets', 'list');
  t.is(refused.exitCode, 3);
  t.regex(refused.stderr, /the database is empty, and .* belongs to database .*waybill ledger copy/s);
  const filled = environmentOf(folder, await peerWith(t, 4));
  t.like(await waybillJson(t, filled, 'wallets', 'show', walletId), { available_eur: '4.000000000' });
});
