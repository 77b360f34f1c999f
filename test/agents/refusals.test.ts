import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { displayEur } from '../../src/domain/money.ts';
import { changeApiKey, revokeApiKey } from '../../src/ledger/identities.ts';
import { plainPrices, type TenantOptions, type TestTenant } from '../_support/gateway.ts';
import { assertWalletIsSound, viewOf } from '../_support/ledger-view.ts';
import { assertBillingRecordsAgree } from '../_support/sandbox-bill.ts';
import { sharedGateway, type ServedGateway } from '../_support/served-gateway.ts';
import { notingProxy } from './_noting-proxy.ts';
import { agents, isInstalled, oneTurn, type Agent } from './_six-agents.ts';

// What agents do when they are refused or cut off: how often they ask, what it costs, and what their user reads.

const creditHint = 'Credit is at https://pay.example/top-up';
const target = {
  surfaces: ['chat_completions', 'responses', 'messages'],
  context_tokens_max: 200_000,
  output_tokens_max: 64_000,
  prices: plainPrices,
};
const served = sharedGateway({
  config: {
    target,
    profiles: { locked: { targets: ['small'] } },
    top: { credit_hint: { text: creditHint } },
  },
});
test.after.always(served.end);

/** Within a minute; who waits as long as `retry-after` says asks less often. */
const repeatsMax = 30;

interface Case {
  readonly name: string;
  readonly tenant?: TenantOptions;
  readonly model?: string;
  /** Brings it about. */
  begin(gateway: ServedGateway, tenant: TestTenant): Promise<unknown>;
  /** What the user reads of it; absent: not all agents end within the time that they have here. */
  readonly words?: RegExp;
}

const nothing = async (): Promise<void> => undefined;
const identities = ({ log }: ServedGateway) => ({ log, createId: randomUUID, actor: 'system:test' });

const refusals: readonly Case[] = [
  {
    name: '401',
    begin: (gateway, { keyId }) => revokeApiKey(identities(gateway), keyId, 'test'),
    words: /The key was revoked\. Create a new key\./,
  },
  {
    name: '402',
    tenant: { creditEur: '0' },
    begin: nothing,
    words: /The wallet has € 0\.00 available\..* Credit is at https:\/\/pay\.example\/top-up/,
  },
  { name: '403', model: 'locked', begin: nothing, words: /is not allowed for this caller\./ },
];

/** Repeating them is free, and may help. */
const passing: readonly Case[] = [
  {
    name: '429',
    begin: async (gateway, { keyId, apiKey }) => {
      const limits = { requests_per_minute_max: 1 };
      await changeApiKey(identities(gateway), keyId, { type: 'limit_api_key', limits });
      const ask = () => fetch(`${gateway.baseUrl}/models`, { headers: { authorization: `Bearer ${apiKey}` } });
      for (let status = 200; status !== 429;) ({ status } = await ask());
    },
  },
  { name: '503', begin: ({ sandbox }) => sandbox.misbehave('503', 1_000) },
];

const cut: Case = { name: 'cut', begin: ({ sandbox }) => sandbox.misbehave('cut_mid_stream', 1_000) };

for (const agent of agents) {
  const serial = isInstalled(agent) ? test.serial : test.serial.skip;
  for (const its of refusals) {
    serial(`${agent.name} gives up at ${its.name}, with the words of the answer`, async (t) => {
      const { passed, charged, words } = await tried(t, agent, its);
      t.true(passed.length > 0 && passed.length <= agent.requestsMax, passed.join(', '));
      t.true(
        passed.every((each) => each.endsWith(` ${its.name}`)),
        passed.join(', '),
      );
      t.is(charged, 0);
      t.regex(words, its.words ?? /./);
    });
  }
  for (const its of passing) {
    serial(`${agent.name} at ${its.name} asks slowly, and pays for nothing but an answer`, async (t) => {
      const { passed, charged } = await tried(t, agent, its);
      t.true(passed.length <= repeatsMax, passed.join(', '));
      t.is(charged, passed.filter((each) => each.endsWith(' 200')).length);
    });
  }
  serial(`${agent.name} pays for a cut stream as often as it is known to`, async (t) => {
    const { charged } = await tried(t, agent, cut);
    t.true(charged > 0 && charged <= agent.cutsMax, String(charged));
  });
}

async function tried(t: ExecutionContext, agent: Agent, its: Case) {
  const gateway = await served.start();
  const ledger = viewOf(gateway.log, gateway.dataDir);
  const tenant = await gateway.tenant({ profiles: ['light'], ...its.tenant });
  const proxy = await notingProxy(t, gateway.origin);
  await its.begin(gateway, tenant);
  const account = { origin: proxy.origin, apiKey: tenant.apiKey, model: its.model ?? 'light' };
  t.teardown(() => gateway.sandbox.behave());
  const run = await oneTurn(t, agent, account, 'Hello there, friend');
  await gateway.sandbox.behave();
  const wallet = await ledger.settledWallet(tenant.walletId, 0);
  assertWalletIsSound(t, wallet);
  await assertBillingRecordsAgree(t, { wallet, sandbox: gateway.sandbox });
  const bills = wallet.reservations.filter((each) => each.charged > 0n).map((each) => each.charged);
  const sum = bills.reduce((all, each) => all + each, 0n);
  const passed = proxy.passed.filter((each) => each.startsWith('POST'));
  const words = `${run.stdout}\n${run.stderr}`;
  t.log(
    `${run.seconds} s, exit ${run.code ?? 'none'}, ${bills.length} charged (${displayEur(sum)}): ${passed.join(', ')}`,
  );
  t.log(words.trim().slice(-400));
  return { passed, charged: bills.length, words };
}
