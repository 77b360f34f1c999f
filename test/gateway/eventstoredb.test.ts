import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { openEventStoreDbEventLog, type EventStoreDbEventLog } from '../../src/adapters/eventstoredb-event-log.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import { keyPepper } from '../../src/adapters/secret-file.ts';
import { revokeApiKey } from '../../src/ledger/identities.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import { credit } from '../_support/wallet-vocabulary.ts';
import { verifyLedger } from '../../src/ledger/verify/verify-ledger.ts';
import { admissionRounds, playRound, unevenPrices } from '../_support/admission-race.ts';
import { callChat, chatAnswer, errorOf } from '../_support/chat-call.ts';
import { patience } from '../_support/eventstoredb-peer/patience.ts';
import { startPeer, type EventStoreDbPeer } from '../_support/eventstoredb-peer/peer.ts';
import { dataDirectory, environmentFor, spawnGateway, startTestGateway, testConfig } from '../_support/gateway.ts';
import { viewOf, type LedgerView } from '../_support/ledger-view.ts';
import { roundsOf } from '../_support/nightly.ts';
import { chat, HELLO } from '../_support/sandbox-post.ts';
import { startSandbox, type SandboxForTest } from '../_support/sandbox.ts';
import { randomOf } from '../_support/seeded-random.ts';
import { FollowedStream } from '../_support/followed-stream.ts';
import { until } from '../_support/until.ts';
import { startUpstreamGate, type UpstreamGate } from '../_support/upstream-gate.ts';

interface Cluster {
  readonly peer: EventStoreDbPeer;
  readonly sandbox: SandboxForTest;
  readonly gate: UpstreamGate;
  readonly log: EventStoreDbEventLog;
  readonly ledger: LedgerView;
  /** The environment of one more gateway, with a data directory of its own. */
  environment(): Record<string, string>;
}

async function startCluster(t: ExecutionContext, ledger: Readonly<Record<string, unknown>> = {}): Promise<Cluster> {
  const sandbox = await startSandbox(t);
  const gate = await startUpstreamGate(t, sandbox);
  const peer = await startPeer();
  const log = await openEventStoreDbEventLog({ connectionString: peer.connectionString, ...patience });
  t.teardown(async () => {
    await log[Symbol.asyncDispose]();
    await peer[Symbol.asyncDispose]();
  });
  const section = { engine: 'eventstoredb', connection_string: '${LEDGER_URL}', ...ledger };
  const config = testConfig(gate, {
    target: { prices: unevenPrices },
    ledger: section,
    top: { content_keys: [{ id: '1', key: 'c0'.repeat(32) }] },
  });
  // Gateways of one ledger hash keys alike.
  const seeding = dataDirectory(t);
  const pepper = keyPepper(seeding).toString('hex');
  const environment = (): Record<string, string> => ({
    ...environmentFor(dataDirectory(t), config),
    LEDGER_URL: peer.connectionString,
    WAYBILL_KEY_PEPPER: pepper,
  });
  return { peer, sandbox, gate, log, environment, ledger: viewOf(chainedLog(log), seeding) };
}

for (const [processes, limitedBy] of [
  [2, 'credit'],
  [2, 'budget'],
  [3, 'credit'],
] as const) {
  const limit = limitedBy === 'credit' ? 'the wallet' : 'the budget of the key';
  test.serial(
    `${processes} processes on one engine admit exactly as many of 200 calls as ${limit} holds worst cases`,
    async (t) => {
      const count = roundsOf(t, admissionRounds);
      const random = randomOf(t);
      const { gate, sandbox, log, ledger, environment } = await startCluster(t);
      const others = Array.from({ length: processes - 1 }, () => spawnGateway(t, environment()));
      const gateways = [await spawnGateway(t, environment()), ...(await Promise.all(others))] as const;
      const arena = { gateways, gate, sandbox, ledger };
      for (let round = 0; round < count; round += 1) await playRound(t, arena, { random, limitedBy });
      const readModels = createMemoryReadModels({ comparePositions: (a, b) => log.comparePositions(a, b) });
      const verdict = await verifyLedger({ log, readModels, projections: [], now: Date.now() });
      t.like(verdict, { ok: true, wallets: count });
    },
  );
}

test.serial(
  'a key works at every gateway once its creation is answered, and at none once its revocation is',
  async (t) => {
    const { log, ledger, environment } = await startCluster(t);
    const gateways = [await spawnGateway(t, environment()), await spawnGateway(t, environment())] as const;
    const statuses = async (apiKey: string): Promise<readonly number[]> => {
      const answers = gateways.map((gateway) => chatAnswer(gateway, apiKey, chat(HELLO, { model: 'light' })));
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    for (let round = 0; round < roundsOf(t, { ordinary: 5, nightly: 100 }); round += 1) {
      const { apiKey, keyId } = await ledger.tenant();
      t.deepEqual(await statuses(apiKey), [200, 200]);
      t.is(await revokeApiKey({ log, createId: randomUUID, actor: 'system:test' }, keyId, 'lost'), null);
      t.deepEqual(await statuses(apiKey), [401, 401]);
    }
  },
);

test.serial('a gateway whose subscriptions fell silent refuses a revoked key as soon as others do', async (t) => {
  const { peer, log, ledger, environment } = await startCluster(t);
  const gateway = await startTestGateway(t, environment());
  const body = chat(HELLO, { model: 'light' });
  const [kept, lost] = [await ledger.tenant(), await ledger.tenant()];
  for (const { apiKey } of [kept, lost]) t.is((await chatAnswer(gateway, apiKey, body)).status, 200);
  t.true(peer.muteOpenSubscriptions() > 0);
  t.is(await revokeApiKey({ log, createId: randomUUID, actor: 'system:test' }, lost.keyId, 'lost'), null);
  t.is((await chatAnswer(gateway, lost.apiKey, body)).status, 401);
  t.is((await chatAnswer(gateway, kept.apiKey, body)).status, 200);
});

test.serial('a statement and charges are followed at one gateway while another one serves, and resumed', async (t) => {
  const { environment, ledger } = await startCluster(t);
  const [serving, other] = [await startTestGateway(t, environment()), await startTestGateway(t, environment())];
  const { apiKey, walletId } = await ledger.tenant({ administers: true });
  const body = chat(HELLO, { model: 'light' });
  await until('both know the key', async () =>
    (await Promise.all([serving, other].map((each) => chatAnswer(each, apiKey, body)))).every(
      ({ status }) => status === 200,
    ),
  );
  await ledger.settledWallet(walletId, 2);
  const open = (path: string, lastEventId = ''): Promise<FollowedStream> =>
    FollowedStream.open(other.adminUrl ?? '', { apiKey }, path, lastEventId);
  const [entries, charges] = ['entries', 'charges'].map((what) => {
    const base = what === 'entries' ? `/wallets/${walletId}/entries` : '/charges';
    return `${base}?follow=true`;
  }) as [string, string];
  const [statement, list] = [await open(entries), await open(charges)];
  t.is((await chatAnswer(serving, apiKey, body)).status, 200);
  const seen = await statement.take(2);
  t.deepEqual(
    seen.map(({ data }) => data['kind']),
    ['hold', 'charge'],
  );
  t.is((await list.take(1))[0]?.data['wallet_id'], walletId);
  statement.cut();
  const again = await open(entries, seen[0]?.id);
  t.deepEqual(await again.take(1), seen.slice(1), 'the rest, once');
});

test.serial('an unavailable engine gets 503, nothing is forwarded, and the gateway recovers by itself', async (t) => {
  const { peer, sandbox, environment, ledger } = await startCluster(t);
  const gateway = await startTestGateway(t, environment());
  const { apiKey } = await ledger.tenant();
  const body = chat(HELLO, { model: 'light' });
  t.is((await chatAnswer(gateway, apiKey, body)).status, 200);
  const before = (await sandbox.requests()).length;

  await peer.line.cut();
  const seen = await callChat(gateway, apiKey, body).seen;
  t.is(seen.status, 503);
  t.is(errorOf(seen)?.code, 'ledger_unavailable');
  t.truthy(seen.headers['retry-after']);
  t.is((await sandbox.requests()).length, before);

  // The figures of the ledger are read while it is away, too.
  const metrics = await until('the outage is known', async () => {
    const text = await (await fetch(String(gateway.metricsUrl))).text();
    return /^waybill_ledger_engine_up 0$/m.test(text) && text;
  });
  for (const line of [
    /^waybill_ledger_append_seconds_count\{outcome="written"\} [1-9]/m,
    /^waybill_ledger_append_events_sum [1-9]/m,
    /^waybill_ledger_events_appended [1-9]/m,
    /^waybill_ledger_queue_events \d/m,
    /^waybill_ledger_unknown_outcomes 0$/m,
    /^waybill_projection_lag_seconds 0$/m,
    /^waybill_projection_is_live [01]$/m,
  ]) {
    t.regex(metrics, line);
  }

  await peer.line.open();
  await until('the gateway answers again', async () => (await chatAnswer(gateway, apiKey, body)).status === 200);
});

test.serial('a lost answer of one append delays the calls of its wallet, and none is refused for it', async (t) => {
  const { peer, environment, ledger } = await startCluster(t);
  const gateway = await startTestGateway(t, environment());
  const { apiKey, walletId } = await ledger.tenant();
  const statuses = async (calls: number): Promise<readonly number[]> => {
    const answers = Array.from({ length: calls }, () => chatAnswer(gateway, apiKey, chat(HELLO, { model: 'light' })));
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  t.deepEqual(await statuses(1), [200]);
  await ledger.settledWallet(walletId, 1);
  for (const [round, fault] of (['unanswered', 'ignored'] as const).entries()) {
    let lost = 0;
    peer.appends.fault = ({ stream }) => {
      if (stream !== `wallet-${walletId}` || lost > 0) return null;
      lost += 1;
      return fault;
    };
    t.deepEqual(
      await statuses(10),
      Array.from({ length: 10 }, () => 200),
      fault,
    );
    t.is(lost, 1);
    await ledger.settledWallet(walletId, 11 + 10 * round);
  }
});

test.serial(
  'an engine that writes the appends of a wallet and answers none of them delays its calls, and refuses none',
  async (t) => {
    const { peer, environment, ledger } = await startCluster(t, { reserve_wait_ms: 6_000 });
    const gateway = await startTestGateway(t, environment());
    const { apiKey, walletId } = await ledger.tenant();
    const body = chat(HELLO, { model: 'light' });
    t.is((await chatAnswer(gateway, apiKey, body)).status, 200);
    peer.appends.fault = ({ stream }) => (stream.startsWith('wallet-') ? 'unanswered' : null);
    for (let call = 0; call < 3; call += 1) t.is((await chatAnswer(gateway, apiKey, body)).status, 200);
    await ledger.settledWallet(walletId, 4);
  },
);

test.serial(
  'an engine that neither writes nor answers appends, and answers reads, gets 503, and no hold is left or made twice',
  async (t) => {
    const { peer, sandbox, environment, ledger } = await startCluster(t);
    const gateway = await startTestGateway(t, environment());
    const { apiKey, walletId } = await ledger.tenant();
    const body = chat(HELLO, { model: 'light' });
    t.is((await chatAnswer(gateway, apiKey, body)).status, 200);
    await ledger.settledWallet(walletId, 1);
    const before = (await sandbox.requests()).length;
    peer.appends.fault = ({ stream }) => (stream.startsWith('wallet-') ? 'ignored' : null);
    const refused = await Promise.all(Array.from({ length: 5 }, () => callChat(gateway, apiKey, body).seen));
    for (const seen of refused) {
      t.is(seen.status, 503);
      t.true(['ledger_unavailable', 'ledger_busy'].includes(errorOf(seen)?.code ?? ''));
      t.regex(errorOf(seen)?.message ?? '', /Nothing was forwarded\. Try again after the time in `retry-after`/);
      t.truthy(seen.headers['retry-after']);
    }
    t.is((await sandbox.requests()).length, before);
    peer.appends.fault = null;
    await until('the wallet answers again', async () => (await chatAnswer(gateway, apiKey, body)).status === 200);
    const { state, reservations } = await ledger.settledWallet(walletId, 2);
    const charged = reservations.map((one) => one.charged).filter((nano) => nano > 0n);
    t.is(charged.length, 2, 'the first call and the last');
    t.deepEqual([state.reserved, state.settled], [0n, charged.reduce((sum, nano) => sum + nano, 0n)]);
  },
);

for (const [what, damage] of [
  [
    'was truncated',
    ({ store }, stream) => void store.append(`$$${stream}`, 'any', [eventOf('$metadata', '{"$tb":3}')]),
  ],
  ['was tombstoned', ({ store }, stream) => void store.tombstone(stream, 'any')],
  [
    'got an event of another program',
    ({ store }, stream) => void store.append(stream, 'any', [eventOf('ReservationSettled', '{"secret":')]),
  ],
] as readonly (readonly [string, (peer: EventStoreDbPeer, stream: string) => void])[]) {
  test.serial(
    `a wallet whose stream ${what} is refused for a while, not as empty, and others are served`,
    async (t) => {
      const { peer, sandbox, environment, ledger } = await startCluster(t);
      const first = await startTestGateway(t, environment());
      const [wounded, other] = [await ledger.tenant(), await ledger.tenant()];
      const body = chat(HELLO, { model: 'light' });
      for (const { apiKey } of [wounded, other]) t.is((await chatAnswer(first, apiKey, body)).status, 200);
      await ledger.settledWallet(wounded.walletId, 1);
      damage(peer, `wallet-${wounded.walletId}`);
      const next = await startTestGateway(t, environment());
      const before = (await sandbox.requests()).length;
      const seen = await callChat(next, wounded.apiKey, body).seen;
      t.deepEqual([seen.status, errorOf(seen)?.code], [503, 'ledger_unavailable']);
      t.truthy(seen.headers['retry-after']);
      t.is((await sandbox.requests()).length, before);
      t.is((await chatAnswer(next, other.apiKey, body)).status, 200);
    },
  );
}

function eventOf(type: string, data: string) {
  return {
    id: randomUUID(),
    type,
    contentType: 'application/json',
    data: Buffer.from(data),
    metadata: Buffer.from('{}'),
  };
}

test.serial('a running gateway refuses a database that was put back as it was earlier', async (t) => {
  const { peer, sandbox, log, environment, ledger } = await startCluster(t);
  const gateway = await startTestGateway(t, environment());
  const { apiKey, walletId } = await ledger.tenant();
  const body = chat(HELLO, { model: 'light' });
  for (let call = 0; call < 3; call += 1) t.is((await chatAnswer(gateway, apiKey, body)).status, 200);
  const stream = `wallet-${walletId}`;
  await ledger.settledWallet(walletId, 3);
  const { length } = await log.readStream(stream);
  const before = (await sandbox.requests()).length;
  await peer.line.cut();
  const cut = peer.store.log.find((event) => event.stream === stream && event.revision === length - 2);
  t.truthy(cut);
  if (cut !== undefined) peer.store.restoreBefore(cut);
  await peer.line.open();
  // Another process continues the older copy, as far as the gateway had seen it.
  const others = new Wallets({ log: chainedLog(log), createId: randomUUID });
  for (let n = 0; n < 2; n += 1) {
    t.like(await others.execute(walletId, credit('1', randomUUID())), { accepted: true });
  }
  const seen = await callChat(gateway, apiKey, body).seen;
  t.deepEqual([seen.status, errorOf(seen)?.code], [503, 'ledger_unavailable']);
  t.is((await sandbox.requests()).length, before);
  t.is((await log.readStream(stream)).length, length);
  const ready = await until('readiness says so', async () => {
    const answer = await fetch(new URL('/readyz', String(gateway.metricsUrl)));
    const { missing, notices } = (await answer.json()) as { missing: string[]; notices: string[] };
    const notice = notices.find((text) => text.startsWith('ledger_rewound: '));
    return answer.status === 503 && notice !== undefined && { missing, notice };
  });
  t.deepEqual(ready.missing, ['ledger']);
  t.regex(ready.notice, /older copy.*waybill ledger accept/);
});
