import { randomUUID } from 'node:crypto';
import test from 'ava';
import { eurFromNano, nanoFromEur } from '../../src/domain/money.ts';
import { spendOf } from '../../src/domain/wallet-state.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import { adminScene, type Answer } from '../_support/admin-scene.ts';
import { walletSight } from '../_support/ledger-view.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

const shared = new SharedTeardown();
const scene = await adminScene(shared);
test.after.always('close', shared.end);

const { tenant_admin: admin, finance } = scene.people;

const put = (path: string, body: object): Promise<Answer> => scene.ask(admin, path, { method: 'PUT', body });

/** What was told of a wallet, in order. */
async function told(walletId: string): Promise<readonly string[]> {
  const events = await scene.ledger.log.readStream(walletStream(walletId));
  return events.map(({ type }) => type).filter((type) => type.endsWith('RanLow'));
}

async function correct(walletId: string, direction: 'credit' | 'debit', amount_eur: string): Promise<void> {
  const body = { direction, amount_eur, reason: 'test', corrects: randomUUID() };
  await scene.ask(finance, `/wallets/${walletId}/corrections`, { method: 'POST', body });
}

test('a low wallet raises one event for each crossing', async (t) => {
  const walletId = await scene.addWallet(scene.tenant.tenantId, '10');
  const set = await put(`/wallets/${walletId}/alert`, { below_eur: '5' });
  t.deepEqual(set.json['alert'], { below_eur: '5.000000000', low: false });
  for (const amount of ['5', '1', '1']) await correct(walletId, 'debit', amount);
  t.deepEqual(await told(walletId), ['WalletRanLow']);
  await correct(walletId, 'credit', '2');
  await correct(walletId, 'debit', '1');
  t.deepEqual(await told(walletId), ['WalletRanLow', 'WalletRanLow']);
  t.deepEqual((await scene.ask(admin, `/wallets/${walletId}`)).json['alert'], { below_eur: '5.000000000', low: true });
  t.deepEqual((await put(`/wallets/${walletId}/alert`, {})).json['alert'], { below_eur: null, low: false });
});

test('a low budget raises an event with the call that spends it, and again when it is narrowed', async (t) => {
  const person = await scene.addPerson(scene.tenant);
  const made = { name: 'x', user_id: person.userId, budget_eur: '1', allowed_profiles: ['light'] };
  const key = (await scene.ask(admin, '/keys', { method: 'POST', body: made })).json;
  const set = await put(`/keys/${String(key['id'])}/alert`, { left_eur: '0.9999999' });
  const walletId = String(key['wallet_id']);
  const alert = { key_id: key['id'], budget_eur: '1.000000000', left_eur: '0.999999900', reported: false };
  t.deepEqual(set.json['budget_alerts'], [alert]);
  const body = JSON.stringify({ model: 'light', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] });
  const headers = { 'x-api-key': String(key['api_key']), 'content-type': 'application/json' };
  for (let calls = 0; calls < 2; calls += 1) {
    await (await fetch(`${scene.baseUrl}/chat/completions`, { method: 'POST', headers, body })).text();
  }
  t.deepEqual(await told(walletId), ['BudgetRanLow']);
  await scene.ask(admin, `/keys/${String(key['id'])}/narrow`, { method: 'POST', body: { budget_eur: '0.5' } });
  t.deepEqual(await told(walletId), ['BudgetRanLow', 'BudgetRanLow']);
});

test('a budget reports that half of it is spent, with the first hold that names a lowered amount', async (t) => {
  const person = await scene.addPerson(scene.tenant);
  const made = { name: 'x', user_id: person.userId, budget_eur: '1', allowed_profiles: ['light'] };
  const key = (await scene.ask(admin, '/keys', { method: 'POST', body: made })).json;
  const body = JSON.stringify({ model: 'light', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] });
  const headers = { 'x-api-key': String(key['api_key']), 'content-type': 'application/json' };
  const call = async (): Promise<number> => {
    const answer = await fetch(`${scene.baseUrl}/chat/completions`, { method: 'POST', headers, body });
    await answer.text();
    return answer.status;
  };
  for (let calls = 0; calls < 20; calls += 1) t.is(await call(), 200);
  const walletId = String(key['wallet_id']);
  const reports = async (): Promise<readonly unknown[]> => {
    const events = await scene.ledger.log.readStream(walletStream(walletId));
    return events.filter(({ type }) => type === 'BudgetReached').map(({ data }) => JSON.parse(data) as object);
  };
  t.deepEqual(await reports(), []);
  const { state, reservations } = await walletSight(scene.ledger.log, walletId);
  const spent = spendOf(state, String(key['id'])).settled;
  // One more hold fits, and what is spent is more than half.
  const budget_eur = eurFromNano(spent + nanoFromEur(reservations.at(-1)?.reserved.amount_eur ?? '0'));
  await scene.ask(admin, `/keys/${String(key['id'])}/narrow`, { method: 'POST', body: { budget_eur } });
  t.is(await call(), 200);
  t.deepEqual(await reports(), [
    { key_id: key['id'], subject: 'key', per: 'total', percent: 50, budget_eur, spent_eur: eurFromNano(spent) },
  ]);
});

test('a key without a budget has none that could run low', async (t) => {
  const { status, json } = await put(`/keys/${scene.tenant.member.keyId}/alert`, { left_eur: '1' });
  t.is(status, 409);
  t.is(json.error?.code, 'not_possible');
});

test('who shares a wallet sees the alerts of their own keys, and administrators those of all', async (t) => {
  const walletId = await scene.addWallet(scene.tenant.tenantId, '10');
  const [one, other] = [await scene.addPerson(scene.tenant), await scene.addPerson(scene.tenant)];
  const ids: string[] = [];
  for (const { userId } of [one, other]) {
    await scene.ask(admin, `/users/${userId}`, { method: 'PATCH', body: { wallet_id: walletId } });
    const body = { name: 'x', user_id: userId, budget_eur: '1' };
    const { id } = (await scene.ask(admin, '/keys', { method: 'POST', body })).json;
    await put(`/keys/${String(id)}/alert`, { left_eur: '0.5' });
    ids.push(String(id));
  }
  const seenBy = async (person: typeof one) =>
    (
      (await scene.ask(person, `/wallets/${walletId}`)).json['budget_alerts'] as readonly { readonly key_id: string }[]
    ).map(({ key_id }) => key_id);
  t.deepEqual(await seenBy(one), ids.slice(0, 1));
  t.deepEqual(await seenBy(other), ids.slice(1));
  t.deepEqual((await seenBy(admin)).toSorted(), ids.toSorted());
});
