import { setTimeout as sleep } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { nanoFromEur } from '../../../src/domain/money.ts';
import { spawnDoomedGateway } from '../../_support/doomed-gateway.ts';
import { startTestGateway } from '../../_support/gateway.ts';
import {
  assertProjectionsAreFolds,
  assertWalletIsSound,
  type LedgerView,
  type WalletSight,
} from '../../_support/ledger-view.ts';
import { roundsOf } from '../../_support/nightly.ts';
import type { SandboxForTest } from '../../_support/sandbox.ts';
import { randomOf } from '../../_support/seeded-random.ts';
import { alwaysAsked, choicesIn, setSwitchyardScene } from '../../_support/switchyard-scene.ts';
import { readText } from '../../_support/read-text.ts';

const switchyard = { ...alwaysAsked, ask: 'llm', trade_off: 10 } as const;

/** Nano-euro for a token: whole, so that nothing is rounded. */
const priceOf = {
  'sandbox-judge': [50n, 200n],
  'sandbox-small': [100n, 400n],
  'sandbox-large': [2_000n, 10_000n],
} as const;

/** What the sandbox has recorded, at the prices of the scene, by the ids of answers and choices. */
async function bookedNano({ billingRecords }: SandboxForTest): Promise<ReadonlyMap<string, bigint>> {
  const { entries } = await billingRecords();
  const booked = new Map<string, bigint>();
  for (const { model, usage, state, reservation_id } of entries) {
    const prices = priceOf[model as keyof typeof priceOf];
    if (usage === null || state !== 'charged' || prices === undefined || reservation_id === null) continue;
    const [input, output] = [Number(usage['prompt_tokens'] ?? 0), Number(usage['completion_tokens'] ?? 0)];
    const cost = BigInt(input) * prices[0] + BigInt(output) * prices[1];
    booked.set(reservation_id, (booked.get(reservation_id) ?? 0n) + cost);
  }
  return booked;
}

/** What the wallet was charged, by the same ids. */
function chargedNano({ events }: WalletSight): ReadonlyMap<string, bigint> {
  const charged = new Map<string, bigint>();
  for (const { type, data } of events) {
    if (!('cost_eur' in data) || nanoFromEur(data.cost_eur) === 0n) continue;
    const id = type === 'SelectionCharged' ? data.selection_id : data.reservation_id;
    charged.set(id, (charged.get(id) ?? 0n) + nanoFromEur(data.cost_eur));
  }
  return charged;
}

/** Every choice and every answer is charged what its upstream has recorded, and all of it within its hold. */
async function assertCharged(t: ExecutionContext, wallet: WalletSight, sandbox: SandboxForTest): Promise<void> {
  assertWalletIsSound(t, wallet);
  t.is(wallet.state.reserved, 0n);
  const billingRecords = await sandbox.billingRecords();
  const [charged, booked] = [chargedNano(wallet), await bookedNano(sandbox)];
  const wrong = [...new Set([...charged.keys(), ...booked.keys()])].filter((id) => charged.get(id) !== booked.get(id));
  const about = wrong.map((id) => ({
    id,
    charged: charged.get(id),
    booked: booked.get(id),
    entries: billingRecords.entries.filter(({ reservation_id }) => reservation_id === id),
    events: wallet.events
      .filter((event) => JSON.stringify(event).includes(id))
      .map(({ type, data }) => ('reason' in data ? `${type} ${data.reason}` : type)),
  }));
  t.deepEqual(about, []);
  const ids = choicesIn(wallet).map(({ reservation_id }) => reservation_id);
  t.is(new Set(ids).size, ids.length, 'one choice for each request');
  const spent = new Map<string, bigint>();
  const holds = new Map<string, bigint>();
  for (const { type, data } of wallet.events) {
    if (!('reservation_id' in data)) continue;
    if (type === 'CreditReserved' && data.is_selection !== true) {
      holds.set(data.reservation_id, nanoFromEur(data.amount_eur));
    }
    if ('cost_eur' in data) {
      spent.set(data.reservation_id, (spent.get(data.reservation_id) ?? 0n) + nanoFromEur(data.cost_eur));
    }
  }
  for (const [id, hold] of holds) t.true((spent.get(id) ?? 0n) <= hold, id);
}

/** Where a process can die, and what must have been charged by the end. */
const points = {
  reserve: { when: 'after the hold is durable', charged: [] },
  forwarded: { when: 'while the judge is asked', charged: ['judge'] },
  judged: { when: 'when the judge has answered, before the choice is written', charged: ['judge'] },
  selected: { when: 'when the choice is durable, before anything is forwarded', charged: ['judge'] },
  answering: { when: 'when the answer was asked for', charged: ['judge', 'answer'] },
  settle: { when: 'when the settlement is durable', charged: ['judge', 'answer'] },
} as const;

for (const [point, { when, charged }] of Object.entries(points)) {
  test.serial(`kill -9 ${when}: the next process charges the consumed usage, and nothing else`, async (t) => {
    const { sandbox, environment, ledger, tenant, stop } = await setSwitchyardScene(t, { switchyard });
    await stop();
    const fatal = { ...environment, CRASH_POINT: point, CRASH_BOOKS_URL: sandbox.baseUrl };
    const count = roundsOf(t, { ordinary: 1, nightly: 20 });
    for (let round = 1; round <= count; round += 1) {
      const doomed = await spawnDoomedGateway(t, fatal);
      await t.throwsAsync(
        fetch(`${doomed.baseUrl}/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${tenant.apiKey}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            model: 'switchyard',
            max_tokens: 20,
            messages: [{ role: 'user', content: 'die here' }],
          }),
        }),
      );
      await doomed.assertKilled();
      const next = await startTestGateway(t, environment);
      const wallet = await ledger.settledWallet(tenant.walletId, round);
      await next.stop();
      await assertCharged(t, wallet, sandbox);
      t.is(
        wallet.state.selectionSettled > 0n,
        charged.some((what) => what === 'judge'),
      );
      t.is(
        wallet.state.settled > wallet.state.selectionSettled,
        charged.some((what) => what === 'answer'),
      );
    }
    await assertProjectionsAreFolds(t, environment);
  });
}

const texts = [
  'What is the capital of Italy?',
  'Prove that there is no largest prime.',
  'a few words [[sandbox: frames=40; frame_delay_ms=1]]',
  'slow [[sandbox: delay_ms=120]]',
  'reset [[sandbox: reset_before_first_byte]]',
  'forgetful [[sandbox: missing_usage; frames=10]]',
  'strange [[sandbox: strange_label]]',
  'busy [[sandbox: 503]]',
  'broken [[sandbox: 500]]',
  'cut [[sandbox: cut_mid_stream; frames=20]]',
] as const satisfies readonly [string, ...string[]];

test.serial(
  'over many mixed requests with timeouts and callers who hang up, the wallet equals the billing records of the upstream',
  async (t) => {
    const rounds = roundsOf(t, { ordinary: 1, nightly: 10 });
    const requests = rounds === 1 ? 80 : 1_000;
    for (let round = 1; round <= rounds; round += 1) await playMixed(t, requests);
  },
);

/** To look at thousands of events takes a while: it is done seldom, and the gateway has time between two looks. */
async function endedWallet(ledger: LedgerView, walletId: string): Promise<WalletSight> {
  for (let looks = 1; ; looks += 1) {
    const sight = await ledger.wallet(walletId);
    const open = sight.reservations.filter(({ endings }) => endings === 0);
    if (open.length === 0) return sight;
    if (looks === 240) throw new Error(`never ended: ${JSON.stringify(open.map(({ reserved }) => reserved))}`);
    await sleep(500);
  }
}

async function playMixed(t: ExecutionContext, requests: number): Promise<void> {
  const random = randomOf(t);
  const { sandbox, environment, ledger, tenant, baseUrl, stop } = await setSwitchyardScene(t, {
    switchyard: { ...switchyard, deadline_ms: 100 },
    tenant: { creditEur: '10000' },
    upstream: { circuit_failures: 1_000, retries_max: 0 },
  });
  const call = async (): Promise<void> => {
    const hangsUp = random.whole(1, 6) === 1;
    const answer = await fetch(`${baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'switchyard',
        stream: random.whole(0, 1) === 1,
        max_tokens: random.whole(1, 200),
        messages: [{ role: 'user', content: random.oneOf(texts) }],
      }),
      signal: AbortSignal.timeout(hangsUp ? random.whole(5, 150) : 60_000),
    });
    await readText(answer);
  };
  const clients = Array.from({ length: 8 }, async (_, client) => {
    for (let done = client; done < requests; done += 8) await call().catch(() => undefined);
  });
  await Promise.all(clients);
  const wallet = await endedWallet(ledger, tenant.walletId);
  await stop();
  t.log(`${choicesIn(wallet).length} choices, ${wallet.reservations.length} reservations`);
  await assertCharged(t, wallet, sandbox);
  await assertProjectionsAreFolds(t, environment);
}
