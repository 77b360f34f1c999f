import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { spawnDoomedGateway } from '../../_support/doomed-gateway.ts';
import { startTestGateway } from '../../_support/gateway.ts';
import { assertProjectionsAreFolds } from '../../_support/ledger-view.ts';
import { roundsOf } from '../../_support/nightly.ts';
import {
  assertBothBillingRecordsAgree,
  failedAttempts,
  setPoolScene,
  type PoolScene,
} from '../../_support/failing-over-scene.ts';
import { randomOf } from '../../_support/seeded-random.ts';
import { scratchFolder } from '../../_support/scratch-folder.ts';
import { spawnSandbox } from '../../_support/sandbox.ts';
import { until } from '../../_support/until.ts';
import { readText } from '../../_support/read-text.ts';

/** Where a process can die while it goes from one target to the next, and how many attempts were recorded by then. */
const points = {
  reserve: { when: 'after the hold is durable', failed: 0 },
  attempt_failing: { when: 'when the first attempt has failed, before that is written', failed: 0 },
  attempt_failed: { when: 'when that is durable, before the next is asked', failed: 1 },
  next_attempt: { when: 'when the next was asked', failed: 1 },
  usage: { when: 'when the next has answered, before that is written', failed: 1 },
  settle: { when: 'when the settlement is durable', failed: 1 },
} as const;

/** How the first target fails: known not to have run; executed and charged; not executed, which nobody here knows. */
const failures = ['503', 'reset_before_first_byte', 'reset_before_first_byte_uncharged'] as const;

for (const [point, { when, failed }] of Object.entries(points)) {
  for (const behaviour of failures) {
    test.serial(`kill -9 ${when} ("${behaviour}"): the wallet equals both billing records`, async (t) => {
      const scene = await setPoolScene(t);
      const { first, second, environment, ledger, tenant } = scene;
      await scene.stop();
      const fatal = {
        ...environment,
        CRASH_POINT: point,
        CRASH_BOOKS_URL: first.baseUrl,
        CRASH_NEXT_BOOKS_URL: second.baseUrl,
      };
      const count = roundsOf(t, { ordinary: 1, nightly: 10 });
      for (let round = 1; round <= count; round += 1) {
        await first.behave();
        await first.misbehave(behaviour);
        const doomed = await spawnDoomedGateway(t, fatal);
        await t.throwsAsync(
          fetch(`${doomed.baseUrl}/chat/completions`, {
            method: 'POST',
            headers: { authorization: `Bearer ${tenant.apiKey}`, 'content-type': 'application/json' },
            body: JSON.stringify({
              model: 'light',
              max_tokens: 20,
              messages: [{ role: 'user', content: 'die on the way' }],
            }),
          }),
        );
        await doomed.assertKilled();
        const next = await startTestGateway(t, environment);
        const wallet = await ledger.settledWallet(tenant.walletId, round);
        await next.stop();
        t.is(failedAttempts(wallet).length, failed * round);
        await assertBothBillingRecordsAgree(t, wallet, scene);
      }
      await assertProjectionsAreFolds(t, environment);
    });
  }
}

const troubles = [
  '503',
  '429',
  '500',
  'reset_before_first_byte',
  'reset_before_first_byte_uncharged',
  'cut_mid_stream; frames=20',
  'delay_ms=40',
] as const satisfies readonly [string, ...string[]];

test.serial(
  'over many requests with failing targets and callers who hang up, the wallet equals the billing records of both upstreams',
  async (t) => {
    const rounds = roundsOf(t, { ordinary: 1, nightly: 10 });
    for (let round = 1; round <= rounds; round += 1) await playMixed(t, rounds === 1 ? 120 : 1_000);
  },
);

async function playMixed(t: ExecutionContext, requests: number): Promise<void> {
  const random = randomOf(t);
  const scene = await setPoolScene(t, { tenant: { creditEur: '10000' } });
  const { ledger, tenant, environment } = scene;
  const call = async (): Promise<void> => {
    if (random.whole(1, 100) <= 50) await scene.first.misbehave(random.oneOf(troubles));
    if (random.whole(1, 100) <= 15) await scene.second.misbehave(random.oneOf(troubles));
    const hangsUp = random.whole(1, 6) === 1;
    const answer = await ask(scene, random.whole(0, 1) === 1, hangsUp ? random.whole(5, 150) : 60_000);
    await readText(answer);
  };
  const clients = Array.from({ length: 8 }, async (_, client) => {
    for (let done = client; done < requests; done += 8) await call().catch(() => undefined);
  });
  await Promise.all(clients);
  const wallet = await ledger.settledWallet(tenant.walletId, 1);
  await scene.stop();
  t.log(`${failedAttempts(wallet).length} attempts failed, ${wallet.reservations.length} holds`);
  t.true(failedAttempts(wallet).length > requests / 20);
  await assertBothBillingRecordsAgree(t, wallet, scene);
  await assertProjectionsAreFolds(t, environment);
}

/** Requests so far: a repeat of one in doubt would be refused, and try nothing. */
let asked = 0;

function ask({ baseUrl, tenant }: Pick<PoolScene, 'baseUrl' | 'tenant'>, stream: boolean, timeoutMs: number) {
  return fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'light',
      stream,
      max_tokens: 60,
      messages: [{ role: 'user', content: `what now, ${(asked += 1)}? [[sandbox: frames=12; frame_delay_ms=2]]` }],
    }),
    signal: AbortSignal.timeout(timeoutMs),
  });
}

test.serial(
  'an upstream that is killed under load fails no requests except those whose streams had already begun',
  async (t) => {
    const billingRecordsFile = join(scratchFolder(t), 'billing-records.jsonl');
    const doomed = await spawnSandbox(t, { billingRecordsFile, billingRecordsMax: 100_000 });
    const scene = await setPoolScene(t, { tenant: { creditEur: '10000' }, sandbox: doomed });
    const { ledger, tenant, environment } = scene;
    const over = new AbortController();
    const seen = { answered: 0, streamsCut: 0, second: 0 };
    const clients = Array.from({ length: 6 }, async (_, client) => {
      while (!over.signal.aborted) {
        const isStream = client % 2 === 0;
        const answer = await ask(scene, isStream, 60_000);
        const text = await readText(answer);
        t.is(answer.status, 200, text);
        const isWhole = isStream ? text.trimEnd().endsWith('[DONE]') : text.includes('"finish_reason"');
        if (isWhole) seen.answered += 1;
        else if (isStream) seen.streamsCut += 1;
        else t.fail(text);
        if (answer.headers.get('x-waybill-attempts') === '2') seen.second += 1;
      }
    });
    await until('requests are answered', () => seen.answered > 20);
    await doomed.kill('SIGKILL');
    const { second } = seen;
    await until('the second answers for the first', () => seen.second > second + 5);
    over.abort();
    await Promise.all(clients);
    t.true(seen.streamsCut <= 3, 'no more than ran');
    // Its billing records survive: cut requests are looked up once it is back.
    const back = await spawnSandbox(t, { billingRecordsFile, billingRecordsMax: 100_000, port: doomed.port });
    const wallet = await ledger.settledWallet(tenant.walletId, 1);
    await scene.stop();
    t.log(JSON.stringify(seen), `${failedAttempts(wallet).length} attempts failed`);
    await assertBothBillingRecordsAgree(t, wallet, { first: back, second: scene.second });
    await assertProjectionsAreFolds(t, environment);
  },
);
