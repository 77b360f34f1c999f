import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { createSqliteInstanceLiveness } from '../../../src/adapters/sqlite-instance-liveness.ts';
import { Wallets } from '../../../src/ledger/wallets.ts';
import { startPeer, type EventStoreDbPeer } from '../../_support/eventstoredb-peer/peer.ts';
import { scratchFolder } from '../../_support/scratch-folder.ts';
import { untilWithin } from '../../_support/until.ts';
import { recordedCounts } from '../../_support/recorded-ledger.ts';
import {
  ended,
  recordInto,
  seededDirectory,
  startWaybill,
  waybill,
  waybillFailure,
  waybillJson,
  type CommandEnvironment,
} from '../../_support/waybill-command.ts';

const [recordedEvents] = await recordedCounts();

const copying = ['ledger', 'copy', '--from', 'sqlite', '--to', 'eventstoredb'];

async function peerFor(t: ExecutionContext): Promise<{ readonly peer: EventStoreDbPeer; readonly copy: string[] }> {
  const peer = await startPeer();
  t.teardown(() => peer[Symbol.asyncDispose]());
  return { peer, copy: [...copying, '--connection-string', peer.connectionString] };
}

/** More wallets, each opened and credited. */
async function recordWallets(environment: CommandEnvironment, count: number): Promise<void> {
  await recordInto(environment, async (log) => {
    const wallets = new Wallets({ log, createId: randomUUID });
    for (let n = 0; n < count; n += 1) {
      const walletId = randomUUID();
      await wallets.execute(walletId, { type: 'open_wallet', walletId, tenantId: randomUUID() });
      const credit = { type: 'credit_wallet', creditId: randomUUID(), amount: 1n, reason: 'gift' } as const;
      await wallets.execute(walletId, credit);
    }
  });
}

test('a ledger is copied and verified, and a second copy finds nothing to copy', async (t) => {
  const environment = await seededDirectory(t);
  const { copy } = await peerFor(t);
  t.like(await waybillJson(t, environment, ...copy), {
    ok: true,
    events: recordedEvents,
    copied: recordedEvents,
    streams: 5,
    left_out: 0,
    is_level: true,
    relays: [],
    totals: { posted_eur: '15.873725000' },
  });
  const { exitCode, stdout, stderr } = await waybill(t, environment, ...copy);
  t.is(exitCode, 0);
  t.is(stderr, '');
  t.true(stdout.includes(`the target holds ${recordedEvents} events in 5 streams, 0 of them copied now\n`));
  t.regex(stdout, /^next: start the gateway with ledger\.engine eventstoredb/m);
});

test('a killed copy is continued by the next', async (t) => {
  const environment = await seededDirectory(t);
  await recordWallets(environment, 100);
  const { peer, copy } = await peerFor(t);
  let appends = 0;
  // Some are written and not answered, the rest is not even written, when the process ends.
  peer.appends.fault = () => {
    appends += 1;
    if (appends > 50) return 'ignored';
    return appends > 40 ? 'unanswered' : null;
  };
  const child = startWaybill(t, environment, copy);
  const ending = ended(child);
  await untilWithin('the copy is under way', ending, () => appends > 50);
  child.kill('SIGKILL');
  await ending;
  peer.appends.fault = null;
  const all = recordedEvents + 200;
  const { ok, copied, events } = await waybillJson(t, environment, ...copy);
  t.deepEqual({ ok, events }, { ok: true, events: all });
  t.true(Number(copied) > 0 && Number(copied) < all, `${String(copied)} of ${all} by the second copy`);
  const [first, ...rest] = peer.store.log.filter(({ stream }) => !stream.startsWith('$'));
  t.is(first?.type, 'LedgerContinued', 'the tree of the target begins with the last checkpoint of the source');
  t.is(rest.length, all);
});

test('a copy waits for a target that is slow for a while', async (t) => {
  const { WAYBILL_DATA_DIR } = await seededDirectory(t);
  const { peer } = await peerFor(t);
  const config = join(WAYBILL_DATA_DIR, 'waybill.yaml');
  const ledger = `engine: eventstoredb, connection_string: '${peer.connectionString}', call_timeout_ms: 500`;
  writeFileSync(config, `ledger: { ${ledger} }\n`);
  const environment = { WAYBILL_DATA_DIR, WAYBILL_CONFIG: config };
  const { events } = await waybillJson(t, environment, ...copying);
  peer.silentStream = peer.store.log.find(({ stream }) => stream.startsWith('wallet-'))?.stream ?? null;
  const again = waybillJson(t, environment, ...copying);
  await untilWithin('it has asked again and again', again, () => peer.silencedReads >= 3);
  peer.silentStream = null;
  t.like(await again, { ok: true, events, copied: 0 });
});

test('a target that holds another ledger is refused, with its stream and revision', async (t) => {
  const { copy } = await peerFor(t);
  await waybillJson(t, await seededDirectory(t), ...copy);
  const other = { WAYBILL_DATA_DIR: scratchFolder(t) };
  await recordWallets(other, 1);
  const failure = await waybillFailure(t, other, ...copy);
  t.like(failure, { exitCode: 1, code: 'target_foreign' });
  t.regex(String(failure.message), /^the target holds wallet-.*Copy into an empty database$/);
});

test('a copy is refused while a gateway runs on the ledger, without --while-running', async (t) => {
  const environment = await seededDirectory(t);
  const { copy } = await peerFor(t);
  const gateway = createSqliteInstanceLiveness({ directory: join(environment.WAYBILL_DATA_DIR, 'instances') });
  const failure = await waybillFailure(t, environment, ...copy);
  t.like(failure, { exitCode: 1, code: 'gateway_running' });
  t.regex(String(failure.message), /^1 gateway process runs on .*--while-running/);
  t.like(await waybillJson(t, environment, ...copy, '--while-running'), { ok: true, copied: recordedEvents });
  await gateway.release();
  t.like(await waybillJson(t, environment, ...copy), { ok: true, copied: 0 });
});

test('a source or target that cannot be used is named', async (t) => {
  const environment = await seededDirectory(t);
  const noTarget = await waybillFailure(t, environment, ...copying);
  t.like(noTarget, { exitCode: 2, code: 'wrong_usage' });
  t.regex(String(noTarget.message), /set --connection-string, or WAYBILL_CONFIG/);
  const unusable = await waybillFailure(t, environment, ...copying, '--connection-string', 'esdb://u:secret@[');
  t.like(unusable, { exitCode: 2, code: 'wrong_usage' });
  t.false(String(unusable.message).includes('secret'));
  const engine = await waybillFailure(t, environment, 'ledger', 'copy', '--from', 'sqlite', '--to', 'postgres');
  t.regex(String(engine.message), /Allowed choices are eventstoredb/);
});
