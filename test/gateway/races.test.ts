import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { eurFromNano, nanoFromEur } from '../../src/domain/money.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import { chatAnswer, errorOf, type Callee } from '../_support/chat-call.ts';
import { dataDirectory, environmentFor, spawnGateway, testConfig } from '../_support/gateway.ts';
import {
  assertProjectionsAreFolds,
  assertWalletIsSound,
  viewLedger,
  type LedgerView,
} from '../_support/ledger-view.ts';
import { roundsOf } from '../_support/nightly.ts';
import { lostInstance, plantReservation } from '../_support/planted-reservation.ts';
import { assertBooksAgree, worstBillOf, type SimplePrices } from '../_support/sandbox-bill.ts';
import { chat, post, streamed, type Body, type Seen } from '../_support/sandbox-post.ts';
import { startSandbox, type SandboxForTest } from '../_support/sandbox.ts';
import { randomOf, type SeededRandom } from '../_support/seeded-random.ts';
import { until } from '../_support/until.ts';
import { startUpstreamGate, type UpstreamGate } from '../_support/upstream-gate.ts';

const callsPerRound = 200;
const rounds = { ordinary: 5, nightly: 100 };

/** Prices that leave fractions of a nano-euro to round. */
const prices = { id: 'uneven', version: '1', eur_per_million_tokens: { input: '0.123456789', output: '1.987654321' } };
const nanoPrices: SimplePrices = { input: 123_456_789n, output: 1_987_654_321n };

interface Arena {
  readonly gateways: readonly [Callee, ...Callee[]];
  readonly gate: UpstreamGate;
  readonly sandbox: SandboxForTest;
  readonly ledger: LedgerView;
  readonly environment: Readonly<Record<string, string>>;
}

/** Gateway processes on one data directory, and a sandbox whose door can be shut. */
async function startArena(t: ExecutionContext, processes: 1 | 2, reservations = {}): Promise<Arena> {
  const sandbox = await startSandbox(t, { record: false });
  const gate = await startUpstreamGate(t, sandbox);
  const config = testConfig(gate, { target: { prices }, reservations });
  const environment = environmentFor(dataDirectory(t), config);
  const first = await spawnGateway(t, environment);
  const others = processes === 1 ? [] : [await spawnGateway(t, environment)];
  return { gateways: [first, ...others], gate, sandbox, ledger: await viewLedger(t, environment), environment };
}

interface Round {
  readonly random: SeededRandom;
  /** What is worth exactly so many worst cases. */
  readonly limitedBy: 'credit' | 'budget';
}

/**
 * All answers are held back at the upstream until every call was either answered or forwarded, so that no settlement
 * gives credit back while the calls compete for it.
 */
async function playRound(t: ExecutionContext, arena: Arena, { random, limitedBy }: Round): Promise<void> {
  const { gate, gateways, ledger, sandbox } = arena;
  const admitted = random.whole(7, 40);
  const outputTokensMax = random.whole(1, 900);
  const words = `${'word '.repeat(random.whole(1, 60))}end`;
  const body: Body = random.oneOf([chat, streamed])(words, { model: 'light', max_tokens: outputTokensMax });
  const worst = worstBillOf(Buffer.byteLength(JSON.stringify(body)), outputTokensMax, nanoPrices);
  const limit = worst * BigInt(admitted) + BigInt(random.whole(0, Number(worst) - 1));
  const tenant = await ledger.tenant(
    limitedBy === 'credit' ? { creditEur: eurFromNano(limit) } : { creditEur: '1000', budgetEur: eurFromNano(limit) },
  );

  gate.close();
  const refused: Seen[] = [];
  const served: Seen[] = [];
  const calls = Array.from({ length: callsPerRound }, async () => {
    const seen = await chatAnswer(random.oneOf(gateways), tenant.apiKey, body);
    (seen.status === 200 ? served : refused).push(seen);
  });
  await until('every call was answered or forwarded', () => refused.length + gate.held === callsPerRound);
  const round = `seed ${random.seed}: ${admitted} worst cases of ${worst} nano-euro`;
  t.is(gate.held, admitted, round);
  const code = limitedBy === 'credit' ? 'insufficient_credit' : 'key_budget_exceeded';
  t.deepEqual(new Set(refused.map((seen) => `${seen.status} ${errorOf(seen)?.code}`)), new Set([`402 ${code}`]), round);
  t.deepEqual(new Set(refused.map(({ headers }) => headers['x-should-retry'])), new Set(['false']));

  gate.open();
  await Promise.all(calls);
  t.is(served.length, admitted, round);
  t.is(served.filter(({ broken }) => broken).length, 0);
  const wallet = await ledger.settledWallet(tenant.walletId, admitted);
  t.is(wallet.reservations.length, admitted);
  assertWalletIsSound(t, wallet);
  const cost = await assertBooksAgree(t, { wallet, sandbox, prices: nanoPrices });
  t.is(nanoFromEur(limitedBy === 'credit' ? eurFromNano(limit) : '1000') - cost, wallet.state.posted);
  const entries = (await sandbox.books()).entries.filter(({ reservation_id }) =>
    wallet.reservations.some(({ id }) => id === reservation_id),
  );
  t.deepEqual(
    entries.map(({ state }) => state),
    Array.from({ length: admitted }, () => 'charged'),
  );
}

async function playRounds(t: ExecutionContext, processes: 1 | 2, limitedBy: Round['limitedBy']): Promise<void> {
  const count = roundsOf(t, rounds);
  const random = randomOf(t);
  const arena = await startArena(t, processes);
  for (let round = 0; round < count; round += 1) await playRound(t, arena, { random, limitedBy });
  await assertProjectionsAreFolds(t, arena.environment);
}

test.serial('two processes admit exactly as many of 200 calls as the wallet holds worst cases', async (t) => {
  await playRounds(t, 2, 'credit');
});

test.serial(
  'two processes admit exactly as many of 200 calls as the budget of the key holds worst cases',
  async (t) => {
    await playRounds(t, 2, 'budget');
  },
);

test.serial('one process admits exactly as many of 200 calls as the wallet holds worst cases', async (t) => {
  await playRounds(t, 1, 'credit');
});

test.serial('a refusal is decided on what other processes have written: a top-up is seen at once', async (t) => {
  const { gateways, ledger } = await startArena(t, 2);
  const tenant = await ledger.tenant({ creditEur: '0.000000001' });
  const elsewhere = new Wallets({ log: ledger.log, mintId: randomUUID });
  for (const gateway of gateways) {
    t.is((await chatAnswer(gateway, tenant.apiKey, chat('hello', { model: 'light' }))).status, 402);
  }
  const topUp = { type: 'credit_wallet', creditId: randomUUID(), amount: nanoFromEur('1'), reason: 'top-up' } as const;
  await elsewhere.execute(tenant.walletId, topUp);
  for (const gateway of gateways) {
    t.is((await chatAnswer(gateway, tenant.apiKey, chat('hello', { model: 'light' }))).status, 200);
  }
});

test.serial('a request and two reconcilers settle the same reservations at once: each ends once', async (t) => {
  const count = roundsOf(t, { ordinary: 40, nightly: 800 });
  const random = randomOf(t);
  const { gate, gateways, ledger, sandbox } = await startArena(t, 2, { sweep_interval_ms: 1 });
  const tenant = await ledger.tenant({ creditEur: '1000' });
  const wallets = new Wallets({ log: ledger.log, mintId: randomUUID });
  const callsAtOnce = 20;
  for (let done = 0; done < count; done += callsAtOnce) {
    gate.close();
    const answers = Array.from({ length: callsAtOnce }, () => {
      // The sandbox charges a JSON answer before it sends it, so that the books know the cost before the request does.
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
    t.deepEqual(new Set(statuses), new Set([200]));
  }
  const wallet = await ledger.settledWallet(tenant.walletId, count);
  assertWalletIsSound(t, wallet);
  await assertBooksAgree(t, { wallet, sandbox, prices: nanoPrices });
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
  await assertBooksAgree(t, { wallet, sandbox });
  t.deepEqual(
    new Set(wallet.reservations.map(({ story }) => story.join(', '))),
    new Set(['ReservationFlagged process_lost, ReservationSettled']),
  );
});
