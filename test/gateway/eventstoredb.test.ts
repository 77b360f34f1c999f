import test, { type ExecutionContext } from 'ava';
import { openEventStoreDbEventLog, type EventStoreDbEventLog } from '../../src/adapters/eventstoredb-event-log.ts';
import { keyPepper } from '../../src/adapters/secret-file.ts';
import { eurFromNano } from '../../src/domain/money.ts';
import { callChat, chatAnswer, errorOf } from '../_support/chat-call.ts';
import { startPeer, type EventStoreDbPeer } from '../_support/eventstoredb-peer/peer.ts';
import {
  dataDirectory,
  environmentFor,
  recordTenant,
  spawnGateway,
  startTestGateway,
  testConfig,
  type TenantOptions,
  type TestTenant,
} from '../_support/gateway.ts';
import { plainNano, worstBillOf } from '../_support/sandbox-bill.ts';
import { chat, HELLO } from '../_support/sandbox-post.ts';
import { startUpstreamGate, type UpstreamGate } from '../_support/upstream-gate.ts';
import { assertWalletIsSound, walletSight } from '../_support/ledger-view.ts';
import { startSandbox, type SandboxForTest } from '../_support/sandbox.ts';
import { until } from '../_support/until.ts';

interface Cluster {
  readonly peer: EventStoreDbPeer;
  readonly sandbox: SandboxForTest;
  readonly gate: UpstreamGate;
  readonly log: EventStoreDbEventLog;
  /** The environment of one more gateway, with a data directory of its own. */
  environment(): Record<string, string>;
  tenant(options?: TenantOptions): Promise<TestTenant>;
}

async function startCluster(t: ExecutionContext): Promise<Cluster> {
  const sandbox = await startSandbox(t);
  const gate = await startUpstreamGate(t, sandbox);
  const peer = await startPeer();
  const log = await openEventStoreDbEventLog({ connectionString: peer.connectionString, openMs: 60_000 });
  t.teardown(async () => {
    await log[Symbol.asyncDispose]();
    await peer[Symbol.asyncDispose]();
  });
  const ledger = { engine: 'eventstoredb', connection_string: '${LEDGER_URL}' };
  const config = testConfig(gate, { ledger, top: { content_keys: [{ id: '1', key: 'c0'.repeat(32) }] } });
  // Gateways of one ledger hash keys alike.
  const seeding = dataDirectory(t);
  const pepper = keyPepper(seeding).toString('hex');
  const environment = (): Record<string, string> => ({
    ...environmentFor(dataDirectory(t), config),
    LEDGER_URL: peer.connectionString,
    WAYBILL_KEY_PEPPER: pepper,
  });
  return { peer, sandbox, gate, log, environment, tenant: (options) => recordTenant(seeding, log, options) };
}

test.serial("two gateways on one engine know each other's keys, and admit exactly what the wallet holds", async (t) => {
  const { gate, log, environment, tenant } = await startCluster(t);
  const gateways = [await spawnGateway(t, environment()), await spawnGateway(t, environment())] as const;
  const body = chat(HELLO, { model: 'light', max_tokens: 50 });
  const worst = worstBillOf(Buffer.byteLength(JSON.stringify(body)), 50, plainNano);
  const admitted = 7;
  const { apiKey, walletId } = await tenant({ creditEur: eurFromNano(worst * BigInt(admitted) + 1n) });
  gate.close();
  const refused: (string | undefined)[] = [];
  const calls = Array.from({ length: 40 }, async (_, index) => {
    const seen = await chatAnswer(gateways[index % 2] ?? gateways[0], apiKey, body);
    if (seen.status !== 200) refused.push(errorOf(seen)?.code);
  });
  await until('every call was answered or forwarded', () => refused.length + gate.held === calls.length);
  t.is(gate.held, admitted);
  t.deepEqual([...new Set(refused)], ['insufficient_credit']);
  gate.open();
  await Promise.all(calls);
  const wallet = await until('all are settled', async () => {
    const sight = await walletSight(log, walletId);
    return sight.reservations.every(({ endings }) => endings > 0) && sight;
  });
  t.is(wallet.reservations.length, admitted);
  assertWalletIsSound(t, wallet);
});

test.serial(
  'an engine that is away is answered with 503, nothing is forwarded, and it recovers by itself',
  async (t) => {
    const { peer, sandbox, environment, tenant } = await startCluster(t);
    const gateway = await startTestGateway(t, environment());
    const { apiKey } = await tenant();
    const body = chat(HELLO, { model: 'light' });
    t.is((await chatAnswer(gateway, apiKey, body)).status, 200);
    const before = (await sandbox.requests()).length;

    await peer.line.cut();
    const seen = await callChat(gateway, apiKey, body).seen;
    t.is(seen.status, 503);
    t.is(errorOf(seen)?.code, 'ledger_unavailable');
    t.truthy(seen.headers['retry-after']);
    t.is((await sandbox.requests()).length, before);

    await peer.line.open();
    await until('the gateway answers again', async () => (await chatAnswer(gateway, apiKey, body)).status === 200);
  },
);
