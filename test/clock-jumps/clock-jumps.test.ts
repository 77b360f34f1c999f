import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import OpenAI from 'openai';
import { eurFromNano, nanoFromEur } from '../../src/domain/money.ts';
import { dataDirectory, environmentFor, spawnGateway, testConfig } from '../_support/gateway.ts';
import { httpCall } from '../_support/http-call.ts';
import { codeOf, keyedPost } from '../_support/keyed-post.ts';
import { assertWalletIsSound, viewLedger } from '../_support/ledger-view.ts';
import { assertBillingRecordsAgree } from '../_support/sandbox-bill.ts';
import { chat, HELLO } from '../_support/sandbox-post.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { until } from '../_support/until.ts';
import { startUpstreamGate } from '../_support/upstream-gate.ts';

/** Longer than what follows on the jumps, and shorter than the patience of the wait before them. */
const settleMs = 15_000;

/** Sweeps come every 50 ms: this is some twenty of them. */
const sweepsMs = 1_000;

/** A gateway as a process whose wall clock the test sets; what it measures by the other clock is not touched. */
async function startJumping(t: ExecutionContext, environment: Readonly<Record<string, string>>) {
  const file = join(scratchFolder(t), 'clock');
  writeFileSync(file, '+0');
  const gateway = await spawnGateway(t, {
    ...environment,
    LD_PRELOAD: process.env['LIBFAKETIME'] ?? '',
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  });
  return { ...gateway, jumpTo: (offset: string) => writeFileSync(file, offset) };
}

/** A figure of a gateway. */
async function figure(metricsUrl: string | null, name: string): Promise<number> {
  const { text } = await httpCall(metricsUrl ?? '');
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

for (const offset of ['+2h', '-2h', '+31d']) {
  test(`two gateways whose clocks jump by ${offset}, one after the other, keep their holds, run each key once and remove nothing`, async (t) => {
    const sandbox = await startSandbox(t);
    const gate = await startUpstreamGate(t, sandbox);
    const config = testConfig(gate, {
      target: { surfaces: ['chat_completions', 'responses'] },
      top: { clock: { settle_ms: settleMs }, idempotency: { wait_ms: 50 }, responses: { sweep_interval_ms: 1_000 } },
    });
    const environment = environmentFor(dataDirectory(t), config);
    const ledger = await viewLedger(t, environment);
    const { apiKey, walletId } = await ledger.tenant();
    const gateways = [await startJumping(t, environment), await startJumping(t, environment)] as const;
    const [one, other] = gateways;
    const client = new OpenAI({ apiKey, baseURL: other.baseUrl, maxRetries: 0 });
    const kept = await client.responses.create({ model: 'light', input: 'Remember me.', store: true });

    for (const { metricsUrl } of gateways) {
      await until('its clock is believed', async () => (await figure(metricsUrl, 'waybill_clock_is_settled')) === 1);
    }
    const asked = { apiKey, key: 'once', body: chat(HELLO, { model: 'light' }) };
    gate.close();
    const first = keyedPost(one, asked);
    await until('it is forwarded', () => gate.held === 1);
    for (const jumping of gateways) {
      jumping.jumpTo(offset);
      await until('the jump is told', async () => (await figure(jumping.metricsUrl, 'waybill_clock_jumps')) > 0);
      await sleep(sweepsMs);
      t.is(codeOf(await keyedPost(other, asked)), 'idempotency_key_in_use');
      const open = (await ledger.wallet(walletId)).reservations.filter(({ endings }) => endings === 0);
      t.deepEqual(
        open.map(({ story }) => story),
        [[]],
        'the hold is as it was made',
      );
    }
    gate.open();
    const answered = await first;
    t.is(answered.status, 200, answered.text);
    t.is((await client.responses.retrieve(kept.id)).output_text, kept.output_text);
    for (const jumped of gateways) {
      const again = await keyedPost(jumped, asked);
      t.is(again.text, answered.text);
      const fresh = await keyedPost(jumped, { ...asked, key: jumped.baseUrl });
      t.is(fresh.status, 200, fresh.text);
    }
    const wallet = await ledger.settledWallet(walletId, 4);
    assertWalletIsSound(t, wallet);
    t.true((await assertBillingRecordsAgree(t, { wallet, sandbox })) > 0n);
    t.is((await sandbox.billingRecords()).entries.length, 4, 'what was kept, the key, and one for each gateway');
    for (const { kill } of gateways) await kill('SIGTERM');
  });
}

/** The end of the next Sunday in March of 23 hours in Rome, milliseconds. */
function endOfShortDay(): number {
  const year = new Date().getUTCFullYear() + 1;
  const last = new Date(Date.UTC(year, 2, 31));
  return Date.UTC(year, 2, 31 - last.getUTCDay(), 22);
}

test('two gateways admit exactly what a daily budget holds, before and after a midnight of a change of clocks, and none when a clock goes back', async (t) => {
  const admitted = 7;
  const calls = 200;
  const sandbox = await startSandbox(t);
  const gate = await startUpstreamGate(t, sandbox);
  const environment = environmentFor(dataDirectory(t), testConfig(gate));
  const ledger = await viewLedger(t, environment);
  const [first, other] = [await startJumping(t, environment), await startJumping(t, environment)];
  const gateways = [first, other] as const;
  const send = async (apiKey: string, { baseUrl }: { readonly baseUrl: string }) =>
    await httpCall(`${baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(chat(HELLO, { model: 'light', max_tokens: 50 })),
    });
  const measured = await ledger.tenant();
  t.is((await send(measured.apiKey, first)).status, 200);
  const [{ reserved } = t.fail('nothing was held')] = (await ledger.settledWallet(measured.walletId, 1)).reservations;
  const amount_eur = eurFromNano(nanoFromEur(reserved.amount_eur) * BigInt(admitted));
  const budgets = [{ budget_id: randomUUID(), amount_eur, per: 'day', zone: 'Europe/Rome' }] as const;
  const { apiKey, walletId } = await ledger.tenant({ budgets });

  const jumpTo = async (clocks: readonly { readonly jumpTo: (offset: string) => void }[], wallMs: number) => {
    for (const clock of clocks)
      clock.jumpTo(`${wallMs < Date.now() ? '' : '+'}${Math.round((wallMs - Date.now()) / 1_000)}`);
    await sleep(sweepsMs);
  };
  const through: Promise<number>[] = [];
  /** At once at both: how many are let through. Those stay open to the end. */
  const admittedOf = async (): Promise<number> => {
    const before = gate.held;
    let refused = 0;
    for (let n = 0; n < calls; n += 1) {
      const reply = send(apiKey, gateways[n % 2 === 0 ? 0 : 1]).then(({ status }) => {
        if (status === 402) refused += 1;
        return status;
      });
      through.push(reply);
    }
    await until('all are decided', () => refused + gate.held - before === calls);
    return gate.held - before;
  };
  gate.close();
  const midnight = endOfShortDay();
  await jumpTo(gateways, midnight - 120_000);
  t.is(await admittedOf(), admitted, 'before midnight');
  await jumpTo(gateways, midnight + 1_000);
  t.is(await admittedOf(), admitted, 'after midnight');
  await jumpTo([other], midnight - 120_000);
  t.is(await admittedOf(), 0, 'one clock went back');
  await jumpTo(gateways, midnight + 23 * 3_600_000);
  t.is(await admittedOf(), 0, 'the last hour of the next day, which has 24 hours');
  await jumpTo(gateways, midnight + 24 * 3_600_000 + 1_000);
  t.is(await admittedOf(), admitted, 'the day after');
  gate.open();
  const answered = (await Promise.all(through)).filter((status) => status === 200);
  t.is(answered.length, 3 * admitted);
  assertWalletIsSound(t, await ledger.settledWallet(walletId, 3 * admitted));
  for (const { kill } of gateways) await kill('SIGTERM');
});
