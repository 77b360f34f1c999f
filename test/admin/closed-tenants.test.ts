import test from 'ava';
import { adminScene, type Person } from '../_support/admin-scene.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { waybillFailure } from '../_support/waybill-command.ts';

/** A closed tenant takes no money, and a suspended one does; anybody may ask to pay into their own wallet. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
test.after.always('close', shared.end);

const { operator, finance, member, tenant_admin: admin } = scene.people;
const post = (person: Person, path: string, body: object = {}) => scene.ask(person, path, { method: 'POST', body });
const balance = async (walletId: string): Promise<unknown> =>
  (await scene.ask(finance, `/wallets/${walletId}`)).json['available_eur'];
const ids = (json: Readonly<Record<string, unknown>>): readonly unknown[] =>
  (json['data'] as readonly { readonly id: unknown }[]).map(({ id }) => id);

async function tenantThat(verb: 'suspend' | 'close', kind: 'tenant' | 'reseller' = 'tenant') {
  const resellerId = await scene.addScope('reseller', null);
  const tenantId = await scene.addScope('tenant', resellerId);
  const walletId = await scene.addWallet(tenantId, '3');
  const { json } = await post(finance, '/topups', { wallet_id: walletId, amount_eur: '5' });
  const id = kind === 'tenant' ? tenantId : resellerId;
  const close = await post(operator, `/${kind}s/${id}/${verb}`, { reason: 'test' });
  return { walletId, topupId: String(json['id']), status: close.status };
}

const confirmed = (topupId: string, bank_reference: string) =>
  post(finance, `/topups/${topupId}/confirm`, { bank_reference, bank_date: '2026-11-20', received_eur: '5' });

for (const kind of ['tenant', 'reseller'] as const) {
  test(`a closed ${kind} takes no money: what is sent comes back, nothing is asked for, a payment is refused`, async (t) => {
    const { walletId, topupId, status } = await tenantThat('close', kind);
    t.is(status, 200);
    const source_id = await scene.addWallet(scene.tenant.tenantId, '10');
    const sent = await post(finance, '/transfers', { source_id, destination_id: walletId, amount_eur: '4' });
    t.like(sent.json, { status: 'undone', to: 'source' });
    t.like((await scene.ask(finance, `/transfers/${String(sent.json['id'])}`)).json, { status: 'undone' });
    t.deepEqual([await balance(source_id), await balance(walletId)], ['10.000000000', '3.000000000']);
    const shares = { parent_id: source_id, allocations: [{ wallet_id: walletId, basis_points: 10_000 }] };
    t.is((await post(finance, '/allocations', shares)).status, 200);
    t.deepEqual([await balance(source_id), await balance(walletId)], ['10.000000000', '3.000000000']);
    const topup = await post(finance, '/topups', { wallet_id: walletId, amount_eur: '5' });
    t.like(topup.json.error, { code: 'not_possible' });
    t.regex(topup.json.error?.message ?? '', /tenant_closed/);
    t.regex((await confirmed(topupId, `closed ${kind}`)).json.error?.message ?? '', /tenant_closed/);
    t.like((await scene.ask(finance, `/topups/${topupId}`)).json, { status: 'pending', payments: [] });
    const credit = await waybillFailure(t, scene.environment, 'wallets', 'credit', walletId, '5');
    t.is(credit.code, 'tenant_closed');
    // What it has can leave.
    const out = { source_id: walletId, destination_id: source_id, amount_eur: '3' };
    t.like((await post(finance, '/transfers', out)).json, { status: 'completed' });
  });
}

test('a suspended tenant takes money', async (t) => {
  const { walletId, topupId } = await tenantThat('suspend');
  const source_id = await scene.addWallet(scene.tenant.tenantId, '10');
  const sent = await post(finance, '/transfers', { source_id, destination_id: walletId, amount_eur: '4' });
  t.like(sent.json, { status: 'completed' });
  t.is((await post(finance, '/topups', { wallet_id: walletId, amount_eur: '5' })).status, 200);
  t.like((await confirmed(topupId, 'suspended 1')).json, { status: 'credited' });
  t.is(await balance(walletId), '12.000000000');
});

test('a member asks with an amount alone to pay into their own wallet, and sees that top-up and no other', async (t) => {
  const person = await scene.addPerson(scene.tenant);
  const { status, json } = await post(person, '/topups', { amount_eur: '10' });
  t.is(status, 200);
  const user = await scene.ask(operator, `/users/${person.userId}`);
  t.like(json, { wallet_id: user.json['wallet_id'], amount_eur: '10.000000000', status: 'pending' });
  const other = await post(finance, '/topups', { wallet_id: scene.tenant.walletId, amount_eur: '5' });
  t.deepEqual(ids((await scene.ask(person, '/topups')).json), [json['id']]);
  const shown = await scene.ask(person, `/topups/${String(json['id'])}`);
  t.like(shown.json['bank_transfer'], { iban: 'DE89370400440532013000' });
  t.is((await scene.ask(person, `/topups/${String(other.json['id'])}`)).json.error?.code, 'resource_not_found');
  t.is((await scene.ask(member, `/topups/${String(json['id'])}`)).json.error?.code, 'resource_not_found');
  const foreign = { wallet_id: scene.tenant.walletId, amount_eur: '5' };
  t.is((await post(person, '/topups', foreign)).json.error?.code, 'resource_not_found');
  const cancel = `/topups/${String(json['id'])}/cancel`;
  t.is((await post(person, cancel, { reason: 'x' })).json.error?.code, 'not_permitted');
  t.is((await post(admin, cancel, { reason: 'x' })).json['status'], 'cancelled');
});
