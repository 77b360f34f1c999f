import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { nanoFromEur } from '../../src/domain/money.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import {
  admissionRounds,
  playRound,
  unevenNano,
  unevenPrices,
  type Arena,
  type Round,
} from '../_support/admission-race.ts';
import { chatAnswer } from '../_support/chat-call.ts';
import { dataDirectory, environmentFor, spawnGateway, testConfig, type GatewayProcess } from '../_support/gateway.ts';
import { assertProjectionsAreFolds, assertWalletIsSound, viewLedger } from '../_support/ledger-view.ts';
import { roundsOf } from '../_support/nightly.ts';
import { lostInstance, plantReservation } from '../_support/planted-reservation.ts';
import { assertBillingRecordsAgree } from '../_support/sandbox-bill.ts';
import { chat, post } from '../_support/sandbox-post.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { randomOf } from '../_support/seeded-random.ts';
import { until } from '../_support/until.ts';
import { startUpstreamGate } from '../_support/upstream-gate.ts';

interface LocalArena extends Arena {
  readonly environment: Readonly<Record<string, string>>;
}

/** Gateway processes on one data directory, and a sandbox whose door can be shut. */
async function startArena(t: ExecutionContext, processes: 1 | 2 | 3, reservations = {}): Promise<LocalArena> {
  const sandbox = await startSandbox(t, { record: false });
  const gate = await startUpstreamGate(t, sandbox);
  const config = testConfig(gate, { target: { prices: unevenPrices }, reservations });
  const environment = environmentFor(dataDirectory(t), config);
  const first = await spawnGateway(t, environment);
  const others: GatewayProcess[] = [];
  while (others.length < processes - 1) others.push(await spawnGateway(t, environment));
  return { gateways: [first, ...others], gate, sandbox, ledger: await viewLedger(t, environment), environment };
}

async function playRounds(t: ExecutionContext, processes: 1 | 2 | 3, limitedBy: Round['limitedBy']): Promise<void> {
  const count = roundsOf(t, admissionRounds);
  const random = randomOf(t);
  const arena = await startArena(t, processes);
  for (let round = 0; round < count; round += 1) await playRound(t, arena, { random, limitedBy });
  await assertProjectionsAreFolds(t, arena.environment);
}

test.serial(
  'two processes admit exactly as many of 200 calls as the balance covers at their worst-case cost',
  async (t) => {
    await playRounds(t, 2, 'credit');
  },
);

test.serial(
  'two processes admit exactly as many of 200 calls as the budget of the key holds worst cases',
  async (t) => {
    await playRounds(t, 2, 'budget');
  },
);

test.serial('three processes admit exactly as many of 200 calls as the wallet holds worst cases', async (t) => {
  await playRounds(t, 3, 'credit');
});

test.serial('one process admits exactly as many of 200 calls as the wallet holds worst cases', async (t) => {
  await playRounds(t, 1, 'credit');
});

test.serial(
  'a refusal is decided on events of all processes: a credit by another process counts at once',
  async (t) => {
    const { gateways, ledger } = await startArena(t, 2);
    const tenant = await ledger.tenant({ creditEur: '0.000000001' });
    const elsewhere = new Wallets({ log: ledger.log, createId: randomUUID });
    for (const gateway of gateways) {
      t.is((await chatAnswer(gateway, tenant.apiKey, chat('hello', { model: 'light' }))).status, 402);
    }
    const topUp = {
      type: 'credit_wallet',
      creditId: randomUUID(),
      amount: nanoFromEur('1'),
      reason: 'top-up',
    } as const;
    await elsewhere.execute(tenant.walletId, topUp);
    for (const gateway of gateways) {
      t.is((await chatAnswer(gateway, tenant.apiKey, chat('hello', { model: 'light' }))).status, 200);
    }
  },
);

test.serial('a request and two reconcilers settle the same reservations at once: each ends once', async (t) => {
  const count = roundsOf(t, { ordinary: 40, nightly: 800 });
  const random = randomOf(t);
  // On a slow machine the billing records are read before the request reaches the upstream, and do not count then.
  const settings = { sweep_interval_ms: 1, never_seen_grace_ms: 60_000 };
  const { gate, gateways, ledger, sandbox } = await startArena(t, 2, settings);
  const tenant = await ledger.tenant({ creditEur: '1000' });
  const wallets = new Wallets({ log: ledger.log, createId: randomUUID });
  const callsAtOnce = 20;
  for (let done = 0; done < count; done += callsAtOnce) {
    gate.close();
    const answers = Array.from({ length: callsAtOnce }, () => {
      // The sandbox charges a JSON answer before it sends it, so that its billing records have the cost before the request does.
      const text = `hello [[sandbox: frame_delay_ms=${random.whole(1, 60)}]]`;
      return chatAnswer(random.oneOf(gateways), tenant.apiKey, chat(text, { model: 'light' }));
    });
    await until('all calls are forwarded', () => gate.held === callsAtOnce);
    const { reservations } = await ledger.wallet(tenant.walletId);
    for (const { id, endings } of reservations) {
      // As if doubt had arisen while the request was still running.
      const flag = { type: 'flag_reservation', reservationId: id, reason: 'process_lost' } as const;
      if (endings === 0) await wallets.execute(tenant.walletId, flag);
    }
    gate.open();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    t.deepEqual([...new Set(statuses)], [200]);
  }
  const wallet = await ledger.settledWallet(tenant.walletId, count);
  assertWalletIsSound(t, wallet);
  await assertBillingRecordsAgree(t, { wallet, sandbox, prices: unevenNano });
  const byRequest = wallet.reservations.filter(({ settled }) => settled?.usage_source === 'upstream').length;
  t.log(`settled by the request: ${byRequest}, by a reconciler: ${count - byRequest}`);
});

test.serial('two reconcilers settle the reservations of a lost process at once: each ends once', async (t) => {
  const count = roundsOf(t, { ordinary: 60, nightly: 900 });
  const { ledger, sandbox, environment } = await startArena(t, 2, { sweep_interval_ms: 1 });
  const tenant = await ledger.tenant({ creditEur: '1000' });
  const instanceId = await lostInstance(environment);
  const ids = Array.from({ length: count }, () => randomUUID());
  for (const id of ids) {
    await post(sandbox, chat('hello'), id);
    await plantReservation(ledger.log, tenant, { instanceId, reservationId: id });
  }
  const wallet = await ledger.settledWallet(tenant.walletId, count);
  assertWalletIsSound(t, wallet);
  await assertBillingRecordsAgree(t, { wallet, sandbox });
  t.deepEqual(
    [...new Set(wallet.reservations.map(({ story }) => story.join(', ')))],
    ['ReservationFlagged process_lost, ReservationSettled'],
  );
});
