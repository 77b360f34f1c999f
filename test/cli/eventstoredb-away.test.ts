import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { walletBalances } from '../../projections/wallet-balances.ts';
import { openEventStoreDbEventLog } from '../../src/adapters/eventstoredb-event-log.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { encodeEvent } from '../../src/ledger/codec.ts';
import { storingOf } from '../../src/ledger/read-models/stored-read-model.ts';
import { readModelStream, walletStream } from '../../src/ledger/stream-names.ts';
import type { Position } from '../../src/ports/event-log.ts';
import { projectionId } from '../../src/ports/read-models.ts';
import { patience } from '../_support/eventstoredb-peer/patience.ts';
import { startPeer, type EventStoreDbPeer } from '../_support/eventstoredb-peer/peer.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { until, untilWithin } from '../_support/until.ts';
import { credited, opened, walletId } from '../_support/wallet-vocabulary.ts';
import {
  ended,
  startWaybill,
  waybillFailure,
  waybillJson,
  type CommandEnvironment,
} from '../_support/waybill-command.ts';

interface Scene {
  readonly peer: EventStoreDbPeer;
  readonly environment: CommandEnvironment;
}

/** A ledger of one wallet in EventStoreDB, and a data directory for commands. */
async function startScene(t: ExecutionContext, credits: number, times = ''): Promise<Scene> {
  const peer = await startPeer();
  t.teardown(() => peer[Symbol.asyncDispose]());
  await using log = await openEventStoreDbEventLog({ connectionString: peer.connectionString, ...patience });
  const chained = chainedLog(log);
  const events = [opened, ...Array.from({ length: credits }, () => credited('1', randomUUID()))];
  for (let from = 0; from < events.length; from += 500) {
    const batch = events.slice(from, from + 500).map((event) => encodeEvent(event, randomUUID()));
    await chained.append(walletStream(walletId), from === 0 ? 'no_stream' : from - 1, batch);
  }
  const folder = scratchFolder(t);
  const config = join(folder, 'waybill.yaml');
  writeFileSync(config, `ledger: { engine: eventstoredb, connection_string: '${peer.connectionString}'${times} }\n`);
  return { peer, environment: { WAYBILL_DATA_DIR: folder, WAYBILL_CONFIG: config } };
}

test.serial('a command waits for an engine that is unavailable at its start', async (t) => {
  const { peer, environment } = await startScene(t, 10);
  await peer.line.cut();
  const running = waybillJson(t, environment, 'wallets', 'show', walletId);
  await pause(3_000);
  await peer.line.open();
  t.is((await running)['available_eur'], '10.000000000');
});

test.serial('an engine that is unavailable again and again delays a command, which loses no event', async (t) => {
  const credits = 6_000;
  const { peer, environment } = await startScene(t, credits);
  const running = startWaybill(t, environment, ['ledger', 'verify', '--json']);
  const result = ended(running);
  for (let cuts = 0; cuts < 3; cuts += 1) {
    const reads = peer.reads;
    await until('more of the log is read', () => peer.reads > reads || running.exitCode !== null);
    await peer.line.cut();
    await pause(1_500);
    await peer.line.open();
  }
  const { exitCode, stdout, stderr } = await result;
  t.is(exitCode, 0, stderr);
  t.like(JSON.parse(stdout), { ok: true, events: credits + 1 });
});

test.serial('an unanswered call is given up after the configured time, and repeated', async (t) => {
  const { peer, environment } = await startScene(t, 10, ', call_timeout_ms: 200');
  peer.silentStream = walletStream(walletId);
  const running = waybillJson(t, environment, 'wallets', 'show', walletId);
  // With the five seconds that are usual it would not ask so often within the patience of a test.
  await until('it has asked again and again', () => peer.silencedReads >= 6);
  peer.silentStream = null;
  t.is((await running)['available_eur'], '10.000000000');
});

test.serial('a command waits for a database that is slow to show what it had reached', async (t) => {
  const { peer, environment } = await startScene(t, 10, ', call_timeout_ms: 500');
  await waybillJson(t, environment, 'wallets', 'list');
  const identity = readFileSync(join(environment['WAYBILL_DATA_DIR'] ?? '', 'identity.json'), 'utf8');
  t.true(identity.includes(walletStream(walletId)), 'it is known what was reached');
  peer.silentStream = walletStream(walletId);
  const running = waybillJson(t, environment, 'wallets', 'list');
  await untilWithin('it has asked again and again', running, () => peer.silencedReads >= 3);
  peer.silentStream = null;
  await t.notThrowsAsync(running);
});

test.serial('a stored read model that differs from its events is named', async (t) => {
  const { peer, environment } = await startScene(t, 10);
  t.like(await waybillJson(t, environment, 'ledger', 'verify'), { ok: true });
  await using log = await openEventStoreDbEventLog({ connectionString: peer.connectionString, ...patience });
  const [last] = await log.readStream(walletStream(walletId), { direction: 'backwards', limit: 1 });
  const documents = [[walletId, '{"available_eur":"11.000000000"}']] as const;
  const upTo = last?.position ?? ('0' as Position);
  const stored = storingOf(walletBalances, { upTo, after: null, documents });
  const events = stored.map((event) => encodeEvent(event, randomUUID()));
  await chainedLog(log).append(readModelStream(projectionId(walletBalances)), 'no_stream', events);
  const { exitCode, stdout } = await ended(startWaybill(t, environment, ['ledger', 'verify', '--json']));
  t.is(exitCode, 1);
  const projection = `${projectionId(walletBalances)} in the log`;
  t.like(JSON.parse(stdout), { ok: false, difference: { kind: 'projection', projection, key: walletId } });
});

test.serial('a command ends with an error after its --timeout, and a wrong --timeout is refused', async (t) => {
  const { peer, environment } = await startScene(t, 1);
  await peer.line.cut();
  t.like(await waybillFailure(t, environment, 'wallets', 'show', walletId, '--timeout', '1'), {
    exitCode: 3,
    code: 'ledger_unavailable',
  });
  t.like(await waybillFailure(t, environment, 'wallets', 'list', '--timeout', 'soon'), { exitCode: 2 });
});
