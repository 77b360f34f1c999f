import test, { type ExecutionContext } from 'ava';
import { openEventStoreDbEventLog } from '../../src/adapters/eventstoredb-event-log.ts';
import { keyPepper } from '../../src/adapters/secret-file.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { callChat, errorOf } from '../_support/chat-call.ts';
import { patience } from '../_support/eventstoredb-peer/patience.ts';
import { startPeerCluster, type PeerCluster } from '../_support/eventstoredb-peer/peer-cluster.ts';
import { dataDirectory, environmentFor, startTestGateway, testConfig } from '../_support/gateway.ts';
import { viewOf } from '../_support/ledger-view.ts';
import { chat, HELLO } from '../_support/sandbox-post.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { until } from '../_support/until.ts';

const lanes = 4;

/** Calls at a gateway on three nodes from before their leader dies until the next one answers. Each is charged once. */
async function callsOver(
  t: ExecutionContext,
  ledger: Readonly<Record<string, number>>,
  election: (cluster: PeerCluster) => Promise<unknown>,
) {
  const sandbox = await startSandbox(t);
  const cluster = await startPeerCluster();
  const connectionString = `esdb://${cluster.authority}?tls=false`;
  const log = await openEventStoreDbEventLog({ connectionString, ...patience });
  t.teardown(async () => {
    await log[Symbol.asyncDispose]();
    await cluster[Symbol.asyncDispose]();
  });
  const config = testConfig(sandbox, {
    ledger: { engine: 'eventstoredb', connection_string: '${LEDGER_URL}', ...ledger },
    top: { content_keys: [{ id: '1', key: 'c0'.repeat(32) }] },
  });
  const seeding = dataDirectory(t);
  const gateway = await startTestGateway(t, {
    ...environmentFor(dataDirectory(t), config),
    LEDGER_URL: connectionString,
    WAYBILL_KEY_PEPPER: keyPepper(seeding).toString('hex'),
  });
  const view = viewOf(chainedLog(log), seeding);
  const { apiKey, walletId } = await view.tenant();
  const call = () => callChat(gateway, apiKey, chat(HELLO, { model: 'light' })).seen;
  t.is((await call()).status, 200);

  const over = new AbortController();
  const answers: Awaited<ReturnType<typeof call>>[] = [];
  const calling = Promise.all(
    Array.from({ length: lanes }, async () => {
      while (!over.signal.aborted) answers.push(await call());
    }),
  );
  cluster.leader.isCalledAlive = false;
  await cluster.leader.line.cut();
  await election(cluster);
  const before = answers.length;
  await until('calls are answered again', () => answers.slice(before + lanes).some(({ status }) => status === 200));
  over.abort();
  await calling;
  const answered = answers.filter(({ status }) => status === 200).length + 1;
  const { reservations } = await view.settledWallet(walletId, answered);
  const charged = reservations.filter((reservation) => reservation.charged > 0n).length;
  t.is(charged, answered, 'each answer was charged once, and nothing else');
  t.is((await sandbox.billingRecords()).entries.length, answered, 'and nothing else was forwarded');
  return answers;
}

test.serial('an election that is shorter than requests may wait costs no refusal', async (t) => {
  const answers = await callsOver(t, { away_ms: 60_000, reserve_wait_ms: 15_000 }, (cluster) =>
    cluster.election(2_000),
  );
  t.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
});

test.serial('an election of seven seconds costs refusals that say when to come back, and nothing else', async (t) => {
  const answers = await callsOver(t, { reserve_wait_ms: 3_000 }, (cluster) => cluster.election());
  const refused = answers.filter(({ status }) => status !== 200);
  t.true(refused.length > 0);
  for (const answer of refused) {
    t.is(answer.status, 503);
    t.is(errorOf(answer)?.code, 'ledger_unavailable');
    t.truthy(answer.headers['retry-after']);
  }
});
