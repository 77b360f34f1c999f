import test from 'ava';
import { adminScene } from '../_support/admin-scene.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

const shared = new SharedTeardown();
const { ask, addWallet, people, tenant } = await adminScene(shared);
test.after.always('close', shared.end);

test('a payout is of whole cents, and parts of a cent stay in the wallet', async (t) => {
  const wallet_id = await addWallet(tenant.tenantId, '10.019999999');
  const request = (body: object) => ask(people.finance, '/payouts', { method: 'POST', body: { wallet_id, ...body } });
  const refused = await request({ amount_eur: '1.001' });
  t.is(refused.status, 400);
  t.is(refused.json.error?.param, 'amount_eur');
  t.like((await request({ amount_eur: '1.010' })).json, { amount_eur: '1.010000000' });
  t.like((await request({})).json, { amount_eur: '9.000000000' });
  t.like((await ask(people.finance, `/wallets/${wallet_id}`)).json, { available_eur: '0.009999999' });
  t.is((await request({})).status, 402);
});
