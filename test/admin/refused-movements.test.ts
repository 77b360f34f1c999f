import { randomUUID } from 'node:crypto';
import test from 'ava';
import { adminScene } from '../_support/admin-scene.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

/** Money that an operation refuses to move stays where it is, and its id stays with what had it first. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
test.after.always('close', shared.end);

const { finance, tenant_admin: admin, member } = scene.people;
const { tenantId, walletId } = scene.tenant;

const post = (path: string, body: object = {}, person = finance) => scene.ask(person, path, { method: 'POST', body });

const balance = async (wallet: string): Promise<unknown> =>
  (await scene.ask(finance, `/wallets/${wallet}`)).json['available_eur'];

const correct = (wallet: string, direction: 'credit' | 'debit', id: string) =>
  post(`/wallets/${wallet}/corrections`, {
    id,
    direction,
    amount_eur: '1',
    reason: 'mistyped',
    corrects: randomUUID(),
  });

test('a wallet neither pays itself nor gets a share of itself', async (t) => {
  const wallet = await scene.addWallet(tenantId, '5');
  const other = await scene.addWallet(tenantId);
  const transfer = await post('/transfers', { source_id: wallet, destination_id: wallet, amount_eur: '1' });
  t.is(transfer.status, 400);
  t.like(transfer.json.error, { code: 'invalid_value', param: 'destination_id' });
  const shares = [other, wallet].map((wallet_id) => ({ wallet_id, basis_points: 100 }));
  const allocation = await post('/allocations', { parent_id: wallet, allocations: shares });
  t.is(allocation.status, 400);
  t.like(allocation.json.error, { code: 'invalid_value', param: 'allocations.1.wallet_id' });
  t.deepEqual([await balance(wallet), await balance(other)], ['5.000000000', '0.000000000']);
});

test('a transfer under the id of a correction of its source is refused before anything leaves', async (t) => {
  const [source, destination] = [await scene.addWallet(tenantId, '5'), await scene.addWallet(tenantId)];
  for (const direction of ['credit', 'debit'] as const) {
    const id = randomUUID();
    t.is((await correct(source, direction, id)).status, 200);
    const refused = await post('/transfers', { id, source_id: source, destination_id: destination, amount_eur: '1' });
    t.is(refused.json.error?.code, 'already_exists', direction);
    t.is((await scene.ask(finance, `/transfers/${id}`)).status, 404);
  }
  t.deepEqual([await balance(source), await balance(destination)], ['5.000000000', '0.000000000']);
});

test('a correction under the id of another movement of its wallet is refused, and a repeated one is made once', async (t) => {
  const [source, destination] = [await scene.addWallet(tenantId, '5'), await scene.addWallet(tenantId)];
  const id = randomUUID();
  const order = { id, source_id: source, destination_id: destination, amount_eur: '2' };
  t.is((await post('/transfers', order)).json['status'], 'completed');
  for (const [wallet, direction] of [
    [source, 'debit'],
    [destination, 'credit'],
  ] as const) {
    // The second time the request itself is known, and still not its movement.
    for (let time = 0; time < 2; time += 1) {
      t.is((await correct(wallet, direction, id)).json.error?.code, 'already_exists', `${direction} ${time}`);
    }
  }
  t.deepEqual([await balance(source), await balance(destination)], ['3.000000000', '2.000000000']);
});

test('a top-up is credited although its wallet has its id for another credit', async (t) => {
  const wallet = await scene.addWallet(tenantId);
  const id = randomUUID();
  t.is((await post('/topups', { id, wallet_id: wallet, amount_eur: '4' })).status, 200);
  t.is((await correct(wallet, 'credit', id)).status, 200);
  const payment = { bank_reference: `bank ${id}`, bank_date: '2026-01-02', received_eur: '4' };
  t.is((await post(`/topups/${id}/confirm`, payment)).json['status'], 'credited');
  t.is(await balance(wallet), '5.000000000');
});

test('an administrator gives a key another wallet of the tenant, a member only their own, and nobody one of others', async (t) => {
  const wallet = await scene.addWallet(tenantId, '5');
  const create = (wallet_id: string, person: typeof admin, user_id = person.userId) =>
    post('/keys', { name: 'a key', user_id, wallet_id }, person);
  t.is((await create(wallet, admin, member.userId)).json['wallet_id'], wallet);
  const own = String((await scene.ask(member, `/users/${member.userId}`)).json['wallet_id']);
  t.is((await create(own, member)).json['wallet_id'], own);
  for (const [refusedWallet, person] of [
    [wallet, member],
    [walletId, member],
    [scene.foreign.walletId, member],
    [scene.foreign.walletId, admin],
    [scene.sibling.walletId, admin],
    [randomUUID(), admin],
  ] as const) {
    const { status, json } = await create(refusedWallet, person);
    t.is(status, 404);
    t.regex(json.error?.message ?? '', /^There is no such wallet\./);
  }
});

test('a user gets another wallet of the tenant, and none of others, and protection without losing their role', async (t) => {
  const wallet = await scene.addWallet(tenantId);
  const person = await scene.addPerson(scene.tenant, { role: 'admin' });
  const change = (body: object) => scene.ask(admin, `/users/${person.userId}`, { method: 'PATCH', body });
  t.like((await change({ wallet_id: wallet, pii_enabled: true })).json, {
    wallet_id: wallet,
    pii_enabled: true,
    role: 'admin',
  });
  t.is((await change({ wallet_id: scene.foreign.walletId })).status, 404);
  const differing = await change({ user_id: member.userId, role: 'member' });
  t.like(differing.json.error, { code: 'invalid_value', param: 'user_id' });
  t.like((await change({ user_id: person.userId, pii_enabled: false })).json, {
    wallet_id: wallet,
    pii_enabled: false,
    role: 'admin',
  });
});
