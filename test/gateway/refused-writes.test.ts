import { randomUUID } from 'node:crypto';
import test from 'ava';
import { availableNano } from '../../src/domain/wallet-state.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import { httpCall } from '../_support/http-call.ts';
import { walletSight } from '../_support/ledger-view.ts';
import { sharedGateway, type ServedGateway } from '../_support/served-gateway.ts';

// A request that is refused leaves nothing in the ledger, whatever key it names itself by.

const shared = sharedGateway();
test.after.always(shared.end);

const chat = (body: object) => ({ model: 'light', messages: [{ role: 'user', content: 'Hi' }], ...body });

const post = ({ baseUrl }: ServedGateway, apiKey: string, body: object, key: string) =>
  httpCall(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  });

const eventCount = async ({ log }: ServedGateway): Promise<number> => (await log.readAll({ limit: 10_000 })).length;

for (const [what, tenant, body, status, code] of [
  ['of an empty wallet', { creditEur: '0' }, chat({}), 402, 'insufficient_credit'],
  [
    'that costs more than the wallet has',
    { creditEur: '0.0001' },
    chat({ max_tokens: 900 }),
    402,
    'insufficient_credit',
  ],
  ['above its cap', { maxRequestEur: '0.0001' }, chat({ max_tokens: 900 }), 402, 'request_cap_exceeded'],
  ['beyond the budget of its key', { budgetEur: '0.0001' }, chat({ max_tokens: 900 }), 402, 'key_budget_exceeded'],
  ['for a model that is not allowed', {}, chat({ model: 'other' }), 403, 'profile_not_authorised'],
] as const) {
  test.serial(`a request ${what} writes nothing, however many keys it is sent with`, async (t) => {
    const gateway = await shared.start();
    const { apiKey } = await gateway.tenant(tenant);
    const before = await eventCount(gateway);
    for (let round = 0; round < 3; round += 1) {
      const refused = await post(gateway, apiKey, body, randomUUID());
      t.is(refused.status, status, refused.text);
      t.like(JSON.parse(refused.text), { error: { code } });
    }
    t.is(await eventCount(gateway), before);
  });
}

test.serial('the answer of a key is replayed even after the wallet is empty', async (t) => {
  const gateway = await shared.start();
  const { apiKey, walletId } = await gateway.tenant();
  const key = randomUUID();
  const body = chat({ max_tokens: 100 });
  const first = await post(gateway, apiKey, body, key);
  t.is(first.status, 200, first.text);
  const amount = availableNano((await walletSight(gateway.log, walletId)).state);
  const elsewhere = new Wallets({ log: gateway.log, createId: randomUUID });
  await elsewhere.execute(walletId, { type: 'debit_wallet', debitId: randomUUID(), amount, reason: 'all' });
  t.is((await post(gateway, apiKey, body, randomUUID())).status, 402);
  const again = await post(gateway, apiKey, body, key);
  t.is(again.status, 200);
  t.is(again.headers['idempotent-replayed'], 'true');
  t.is(again.text, first.text);
});

test.serial('a credit recorded by another process counts before a request is refused', async (t) => {
  const gateway = await shared.start();
  const { apiKey, walletId, tenantId } = await gateway.tenant({ creditEur: '0' });
  t.is((await post(gateway, apiKey, chat({}), randomUUID())).status, 402);
  const elsewhere = new Wallets({ log: gateway.log, createId: randomUUID });
  await elsewhere.execute(walletId, {
    type: 'credit_wallet',
    creditId: randomUUID(),
    amount: 10n ** 9n,
    reason: 'gift',
  });
  t.is((await post(gateway, apiKey, chat({}), randomUUID())).status, 200, tenantId);
});
