import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { createSqliteInstanceLiveness } from '../../src/adapters/sqlite-instance-liveness.ts';
import { nanoFromEur } from '../../src/domain/money.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import type { Wrappers } from '../../src/main.ts';
import { callChat, chatAnswer } from '../_support/chat-call.ts';
import {
  dataDirectory,
  environmentFor,
  plainPrices,
  startTestGateway,
  testConfig,
  type TestTenant,
  unauditedDirectory,
} from '../_support/gateway.ts';
import { assertWalletIsSound, viewLedger, type LedgerView } from '../_support/ledger-view.ts';
import {
  lostInstance,
  plantedBounds,
  plantReservation,
  type PlantedReservation,
} from '../_support/planted-reservation.ts';
import { assertBillingRecordsAgree, billOf, plainNano } from '../_support/sandbox-bill.ts';
import { chat, HELLO, post } from '../_support/sandbox-post.ts';
import { startSandbox, type SandboxForTest } from '../_support/sandbox.ts';
import { until } from '../_support/until.ts';
import { startUpstreamGate, type UpstreamGate } from '../_support/upstream-gate.ts';

const longMs = 3_600_000;

interface Scene {
  readonly sandbox: SandboxForTest;
  readonly gate: UpstreamGate;
  readonly ledger: LedgerView;
  readonly tenant: TestTenant;
  readonly environment: Readonly<Record<string, string>>;
  readonly baseUrl: string;
  /** The id of a process that is no more. */
  readonly lost: string;
  plant(planted: PlantedReservation): Promise<string>;
  /** Resolves when the reconciler has looked over everything so many times more. */
  sweeps(count: number): Promise<void>;
}

interface Setting {
  readonly reservations?: Readonly<Record<string, unknown>>;
  readonly upstream?: Readonly<Record<string, unknown>>;
  readonly server?: Readonly<Record<string, unknown>>;
  readonly wrapLog?: Wrappers['wrapLog'];
  /** The test plants what no audit passes. */
  readonly isUnaudited?: true;
}

async function setScene(
  t: ExecutionContext,
  { wrapLog = (log) => log, isUnaudited, ...sections }: Setting = {},
): Promise<Scene> {
  const sandbox = await startSandbox(t);
  const gate = await startUpstreamGate(t, sandbox);
  const reservations = { sweep_interval_ms: 10, never_seen_grace_ms: longMs, ...sections.reservations };
  const directory = isUnaudited === true ? unauditedDirectory(t) : dataDirectory(t);
  const environment = environmentFor(directory, testConfig(gate, { ...sections, reservations }));
  const ledger = await viewLedger(t, environment);
  const tenant = await ledger.tenant();
  let looks = 0;
  const { baseUrl } = await startTestGateway(t, environment, {
    wrapLog,
    // Every sweep begins with a look at the end of the log, and little else of an idle gateway does.
    wrapLogEnd: (log) => ({
      end: (options) => {
        looks += 1;
        return log.end(options);
      },
    }),
  });
  return {
    sandbox,
    gate,
    ledger,
    tenant,
    environment,
    baseUrl,
    lost: await lostInstance(environment),
    plant: (planted) => plantReservation(ledger.log, tenant, planted),
    sweeps: async (count) => {
      const enough = looks + count;
      await until(`${count} sweeps`, () => looks >= enough);
    },
  };
}

const withoutBillingRecords = { billing_records_path: undefined };

/** Total times that leave room for a short life of holds. */
const shortest = {
  upstream: { total_timeout_ms: 200 },
  server: { write_stall_ms_max: 50, request_total_ms_max: 260 },
};

/** The only reservation of the scene's wallet, once it has ended. */
async function ended({ ledger, tenant }: Scene) {
  const wallet = await ledger.settledWallet(tenant.walletId);
  const [reservation] = wallet.reservations;
  if (reservation === undefined) throw new Error('no reservation');
  return { wallet, reservation };
}

async function storyOf({ ledger, tenant }: Scene, id: string): Promise<readonly string[] | undefined> {
  const { reservations } = await ledger.wallet(tenant.walletId);
  return reservations.find((reservation) => reservation.id === id)?.story;
}

/** The log's clock at the last event of a type, milliseconds since the epoch. */
async function recordedAt({ ledger, tenant }: Scene, type: string): Promise<number> {
  const recorded = await ledger.log.readStream(`wallet-${tenant.walletId}`);
  return Date.parse(recorded.findLast((event) => event.type === type)?.recordedAt ?? '');
}

async function msBetween(scene: Scene, first: string, second: string): Promise<number> {
  return (await recordedAt(scene, second)) - (await recordedAt(scene, first));
}

test('a reservation of a lost process that the billing records show as charged is settled by them, to the nano-euro', async (t) => {
  const scene = await setScene(t);
  const id = randomUUID();
  await post(scene.sandbox, chat(`${HELLO} [[sandbox: prompt_tokens=7; completion_tokens=123457]]`), id);
  await scene.plant({ instanceId: scene.lost, reservationId: id, amountEur: '1' });
  const { wallet, reservation } = await ended(scene);
  t.deepEqual(reservation.story, ['ReservationFlagged process_lost', 'ReservationSettled']);
  t.is(reservation.settled?.usage_source, 'billing_records');
  t.is(reservation.settled?.resolved_by, 'rule');
  t.is(reservation.charged, billOf(7, 123_457, plainNano));
  assertWalletIsSound(t, wallet);
  await assertBillingRecordsAgree(t, { wallet, sandbox: scene.sandbox });
});

test('a settlement by the billing records uses the prices of the tier that served', async (t) => {
  const scene = await setScene(t);
  const id = randomUUID();
  await post(
    scene.sandbox,
    chat('[[sandbox: prompt_tokens=10; completion_tokens=100]]', { service_tier: 'priority' }),
    id,
  );
  const prices = { ...plainPrices, service_tiers: { priority: { input: '3', output: '5' } } };
  await scene.plant({ instanceId: scene.lost, reservationId: id, prices });
  const { reservation } = await ended(scene);
  t.is(reservation.settled?.service_tier, 'priority');
  t.is(reservation.charged, billOf(10, 100, { input: 3_000_000_000n, output: 5_000_000_000n }));
});

test('a settlement by the billing records uses the requested tier if it was served under another name', async (t) => {
  const scene = await setScene(t);
  const id = randomUUID();
  await post(scene.sandbox, chat('[[sandbox: prompt_tokens=10; completion_tokens=100]]', { service_tier: 'fast' }), id);
  const prices = { ...plainPrices, service_tiers: { fast: { input: '3', output: '5' } } };
  await scene.plant({ instanceId: scene.lost, reservationId: id, prices, serviceTier: 'fast' });
  const { reservation } = await ended(scene);
  t.is((await scene.sandbox.lookUp(id))?.service_tier, 'priority');
  t.is(reservation.settled?.service_tier, 'fast');
  t.is(reservation.charged, billOf(10, 100, { input: 3_000_000_000n, output: 5_000_000_000n }));
});

test('a reservation of a lost process that the billing records show as not charged is released', async (t) => {
  const scene = await setScene(t);
  const id = randomUUID();
  await post(scene.sandbox, chat('[[sandbox: 500]]'), id);
  await scene.plant({ instanceId: scene.lost, reservationId: id });
  const { wallet, reservation } = await ended(scene);
  t.deepEqual(reservation.story, [
    'ReservationFlagged process_lost',
    'ReservationReleased billing_records_not_charged',
  ]);
  assertWalletIsSound(t, wallet);
});

test('"never seen" releases a reservation only after the grace', async (t) => {
  const graceMs = 300;
  const scene = await setScene(t, { reservations: { never_seen_grace_ms: graceMs } });
  await scene.plant({ instanceId: scene.lost });
  const { wallet, reservation } = await ended(scene);
  t.deepEqual(reservation.story, ['ReservationFlagged process_lost', 'ReservationReleased billing_records_never_seen']);
  t.true((await msBetween(scene, 'ReservationFlagged', 'ReservationReleased')) >= graceMs);
  assertWalletIsSound(t, wallet);
});

test('a request that arrives late within the grace is settled', async (t) => {
  const scene = await setScene(t);
  const id = await scene.plant({ instanceId: scene.lost });
  await until('the billing records were asked', () => scene.gate.lookUps(id) >= 3);
  t.deepEqual(await storyOf(scene, id), ['ReservationFlagged process_lost']);
  await post(scene.sandbox, chat(HELLO), id);
  const { wallet } = await ended(scene);
  assertWalletIsSound(t, wallet);
  t.true((await assertBillingRecordsAgree(t, { wallet, sandbox: scene.sandbox })) > 0n);
});

test('a reservation waits while its request runs at the upstream', async (t) => {
  const scene = await setScene(t, { reservations: { never_seen_grace_ms: 1 } });
  const id = randomUUID();
  const running = new AbortController();
  const hanging = fetch(`${scene.sandbox.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${scene.sandbox.apiKey}`, 'x-waybill-reservation': id },
    body: JSON.stringify(chat(`${HELLO} [[sandbox: hang]]`)),
    signal: running.signal,
  });
  await until('the sandbox works', async () => (await scene.sandbox.lookUp(id))?.entries[0]?.model);
  await scene.plant({ instanceId: scene.lost, reservationId: id });
  await until('the billing records were asked', () => scene.gate.lookUps(id) >= 5);
  t.deepEqual(await storyOf(scene, id), ['ReservationFlagged process_lost']);
  running.abort();
  await t.throwsAsync(hanging);
  const { wallet, reservation } = await ended(scene);
  t.deepEqual(reservation.story, ['ReservationFlagged process_lost', 'ReservationSettled']);
  t.true((await assertBillingRecordsAgree(t, { wallet, sandbox: scene.sandbox })) > 0n);
});

test('a reservation waits while the billing records are unavailable', async (t) => {
  const scene = await setScene(t, { reservations: { never_seen_grace_ms: 1, unknown_outcome: 'release' } });
  const id = randomUUID();
  await post(scene.sandbox, chat(HELLO), id);
  scene.gate.denyBillingRecords(true);
  await scene.plant({ instanceId: scene.lost, reservationId: id });
  await until('the billing records were asked', () => scene.gate.lookUps(id) >= 5);
  t.deepEqual(await storyOf(scene, id), ['ReservationFlagged process_lost']);
  scene.gate.denyBillingRecords(false);
  const { wallet } = await ended(scene);
  assertWalletIsSound(t, wallet);
  t.true((await assertBillingRecordsAgree(t, { wallet, sandbox: scene.sandbox })) > 0n);
});

test('a reservation that cannot be reconciled does not delay others', async (t) => {
  const scene = await setScene(t, { isUnaudited: true });
  const [first, second] = ['00000000-0000-4000-8000-000000000000', 'ffffffff-ffff-4fff-bfff-ffffffffffff'];
  for (const id of [first, second]) await post(scene.sandbox, chat(HELLO), id);
  const unreadable = { ...plainPrices, eur_per_million_tokens: { input: 'much', output: 'more' } };
  await scene.plant({ instanceId: scene.lost, reservationId: first, prices: unreadable });
  await scene.plant({ instanceId: scene.lost, reservationId: second });
  await until('the second has ended', async () => (await storyOf(scene, second))?.includes('ReservationSettled'));
  t.deepEqual(await storyOf(scene, first), ['ReservationFlagged process_lost']);
});

test('by the rule "keep" a flagged reservation without billing records waits for an operator', async (t) => {
  const reservations = { unknown_outcome: 'keep', unknown_outcome_grace_ms: 1 };
  const scene = await setScene(t, { reservations, upstream: withoutBillingRecords });
  const id = await scene.plant({ instanceId: scene.lost, expiresInMs: 1 });
  await until('it is flagged', async () => (await storyOf(scene, id))?.length === 1);
  await scene.sweeps(10);
  t.deepEqual(await storyOf(scene, id), ['ReservationFlagged process_lost']);
  t.is((await scene.ledger.wallet(scene.tenant.walletId)).state.reserved, nanoFromEur('0.01'));
});

test('by the rule "release" a flagged reservation without billing records is released after the grace', async (t) => {
  const graceMs = 300;
  const reservations = { unknown_outcome: 'release', unknown_outcome_grace_ms: graceMs };
  const scene = await setScene(t, { reservations, upstream: withoutBillingRecords });
  await scene.plant({ instanceId: scene.lost });
  const { wallet, reservation } = await ended(scene);
  t.deepEqual(reservation.story, ['ReservationFlagged process_lost', 'ReservationReleased outcome_unknown']);
  t.true((await msBetween(scene, 'ReservationFlagged', 'ReservationReleased')) >= graceMs);
  assertWalletIsSound(t, wallet);
});

test('by the rule "settle_hold" a flagged reservation without billing records costs its hold after the grace', async (t) => {
  const graceMs = 300;
  const reservations = { unknown_outcome: 'settle_hold', unknown_outcome_grace_ms: graceMs };
  const scene = await setScene(t, { reservations, upstream: withoutBillingRecords });
  await scene.plant({ instanceId: scene.lost, amountEur: '0.123456789' });
  const { wallet, reservation } = await ended(scene);
  t.deepEqual(reservation.story, ['ReservationFlagged process_lost', 'ReservationSettled']);
  t.is(reservation.charged, 123_456_789n);
  t.like(reservation.settled, { usage_source: 'hold', resolved_by: 'rule', released_eur: '0.000000000', lines: [] });
  t.true((await msBetween(scene, 'ReservationFlagged', 'ReservationSettled')) >= graceMs);
  assertWalletIsSound(t, wallet);
});

test('a living process keeps its reservation, however long it has been expired', async (t) => {
  const scene = await setScene(t, { reservations: { ttl_ms: 1_000 }, ...shortest });
  const directory = join(scene.environment['WAYBILL_DATA_DIR'] ?? '', 'instances');
  const living = createSqliteInstanceLiveness({ directory });
  t.teardown(() => living.release());
  const id = await scene.plant({ instanceId: living.instanceId, expiresInMs: -100_000_000_000 });
  await scene.sweeps(20);
  t.deepEqual(await storyOf(scene, id), []);
  t.is(scene.gate.lookUps(id), 0);
  await living.release();
  await until('it is flagged', async () => (await storyOf(scene, id))?.[0]);
  t.deepEqual(await storyOf(scene, id), ['ReservationFlagged process_lost']);
});

test('a hold of the gateway itself without a running request is reconciled at once', async (t) => {
  const scene = await setScene(t);
  await chatAnswer(scene, scene.tenant.apiKey, chat(HELLO, { model: 'light' }));
  const { reservation: own } = await ended(scene);
  const id = randomUUID();
  await post(scene.sandbox, chat(HELLO), id);
  await scene.plant({ instanceId: own.reserved.instance_id, reservationId: id });
  await until('it has ended', async () => (await storyOf(scene, id))?.length === 2);
  t.deepEqual(await storyOf(scene, id), ['ReservationFlagged request_lost', 'ReservationSettled']);
});

test('a reservation of a process that cannot be observed is reconciled after this process has observed it for its ttl', async (t) => {
  const ttlMs = 400;
  const scene = await setScene(t, { reservations: { ttl_ms: ttlMs }, ...shortest });
  const id = randomUUID();
  await post(scene.sandbox, chat(HELLO), id);
  await scene.plant({ instanceId: randomUUID(), reservationId: id, expiresInMs: -100_000_000_000 });
  const { wallet, reservation } = await ended(scene);
  t.deepEqual(reservation.story, ['ReservationFlagged process_unknown', 'ReservationSettled']);
  t.true((await msBetween(scene, 'CreditReserved', 'ReservationFlagged')) >= ttlMs);
  assertWalletIsSound(t, wallet);
  t.true((await assertBillingRecordsAgree(t, { wallet, sandbox: scene.sandbox })) > 0n);
});

test('an outcome recorded after a rule released the hold is charged once', async (t) => {
  const scene = await setScene(t, { reservations: { ttl_ms: 300, never_seen_grace_ms: 1 }, ...shortest });
  await scene.plant({ instanceId: randomUUID() });
  const { reservation } = await ended(scene);
  t.deepEqual(reservation.story, [
    'ReservationFlagged process_unknown',
    'ReservationReleased billing_records_never_seen',
  ]);
  const wallets = new Wallets({ log: scene.ledger.log, createId: randomUUID });
  const late = {
    type: 'settle_reservation',
    reservationId: reservation.id,
    cost: { total: 42n, lines: [] },
    counted: plantedBounds,
    priceListId: plainPrices.id,
    priceListVersion: plainPrices.version,
    serviceTier: null,
    usageSource: 'operator',
    resolvedBy: null,
  } as const;
  t.true((await wallets.execute(scene.tenant.walletId, late)).accepted);
  t.false((await wallets.execute(scene.tenant.walletId, late)).accepted);
  t.is((await scene.ledger.wallet(scene.tenant.walletId)).reservations[0]?.charged, 42n);
});

test('a resolution by an operator stays, whatever the billing records show', async (t) => {
  const scene = await setScene(t);
  const [settled, released] = [randomUUID(), randomUUID()];
  for (const id of [settled, released]) await post(scene.sandbox, chat(HELLO), id);
  scene.gate.denyBillingRecords(true);
  for (const reservationId of [settled, released]) await scene.plant({ instanceId: scene.lost, reservationId });
  const wallets = new Wallets({ log: scene.ledger.log, createId: randomUUID });
  await wallets.execute(scene.tenant.walletId, {
    type: 'settle_reservation',
    reservationId: settled,
    cost: { total: 42n, lines: [] },
    counted: plantedBounds,
    priceListId: plainPrices.id,
    priceListVersion: plainPrices.version,
    serviceTier: null,
    usageSource: 'operator',
    resolvedBy: 'operator',
  });
  await wallets.execute(scene.tenant.walletId, {
    type: 'release_reservation',
    reservationId: released,
    reason: 'goodwill',
    resolvedBy: 'operator',
  });
  scene.gate.denyBillingRecords(false);
  await scene.sweeps(10);
  const wallet = await scene.ledger.settledWallet(scene.tenant.walletId, 2);
  t.deepEqual(
    wallet.reservations.map(({ charged }) => charged),
    [42n, 0n],
  );
  assertWalletIsSound(t, wallet);
});

test('a running request that an operator has resolved is not charged again by its own answer', async (t) => {
  const scene = await setScene(t);
  scene.gate.close();
  const call = callChat(scene, scene.tenant.apiKey, chat(HELLO, { model: 'light' }));
  await until('it is forwarded', () => scene.gate.held === 1);
  const [open] = (await scene.ledger.wallet(scene.tenant.walletId)).reservations;
  const wallets = new Wallets({ log: scene.ledger.log, createId: randomUUID });
  await wallets.execute(scene.tenant.walletId, {
    type: 'release_reservation',
    reservationId: open?.id ?? '',
    reason: 'goodwill',
    resolvedBy: 'operator',
  });
  scene.gate.open();
  t.is((await call.seen).status, 200);
  await scene.sweeps(5);
  const { wallet, reservation } = await ended(scene);
  t.deepEqual(reservation.story, ['ReservationReleased goodwill']);
  assertWalletIsSound(t, wallet);
});
