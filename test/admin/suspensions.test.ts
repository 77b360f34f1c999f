import test from 'ava';
import { adminScene, type Person } from '../_support/admin-scene.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

/** A suspension is lifted by the level that made it, or one above, and by nobody below. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
test.after.always('close', shared.end);

const { operator, reseller_admin: reseller, tenant_admin: admin } = scene.people;
const { resellerId, tenantId } = scene.tenant;

const post = (person: Person, path: string, body: object = {}) => scene.ask(person, path, { method: 'POST', body });
const reason = { reason: 'overdue' };

test('a user whom the operator suspended is resumed by no administrator below', async (t) => {
  const { userId } = await scene.addPerson({ resellerId, tenantId, walletId: '' });
  t.like((await post(operator, `/users/${userId}/suspend`, reason)).json, {
    status: 'suspended',
    blocked_by: 'platform',
  });
  for (const below of [admin, reseller]) {
    const { status, json } = await post(below, `/users/${userId}/resume`);
    t.is(status, 403);
    t.is(json.error?.code, 'not_permitted');
    t.is(
      json.error?.message,
      'The operator of the platform suspended this user. Ask the operator of the platform to resume it.',
    );
  }
  t.is((await scene.ask(admin, `/users/${userId}`)).json['blocked_by'], 'platform');
  const { json } = await post(operator, `/users/${userId}/resume`);
  t.is(json['status'], 'active');
  t.false('blocked_by' in json);
});

test('a group that the reseller suspended is resumed by the reseller and the operator', async (t) => {
  const group = `/groups/${await scene.addScope('group', tenantId)}`;
  for (const above of [reseller, operator]) {
    t.like((await post(reseller, `${group}/suspend`, reason)).json, { blocked_by: 'reseller' });
    t.is(
      (await post(admin, `${group}/resume`)).json.error?.message,
      'An administrator of the reseller suspended this group. Ask an administrator of the reseller or the operator of the platform to resume it.',
    );
    t.is((await post(above, `${group}/resume`)).json['status'], 'active');
  }
});

test('a tenant that the operator suspended stays suspended for its reseller, also when the reseller was first', async (t) => {
  const tenant = `/tenants/${await scene.addScope('tenant', resellerId)}`;
  t.is((await post(reseller, `${tenant}/suspend`, reason)).json['blocked_by'], 'reseller');
  t.is((await post(operator, `${tenant}/suspend`, reason)).json['blocked_by'], 'platform');
  t.is((await post(reseller, `${tenant}/resume`)).json.error?.code, 'not_permitted');
  t.is((await scene.ask(reseller, tenant)).json['status'], 'suspended');
  t.is((await post(operator, `${tenant}/resume`)).json['status'], 'active');
});

test('an administrator resumes what they suspended themselves', async (t) => {
  const { userId } = await scene.addPerson({ resellerId, tenantId, walletId: '' });
  t.is((await post(admin, `/users/${userId}/suspend`, reason)).json['blocked_by'], 'tenant');
  t.is((await post(admin, `/users/${userId}/resume`)).json['status'], 'active');
});

test('a member does not escape from a group that was suspended or closed from above', async (t) => {
  for (const verb of ['suspend', 'close']) {
    const groupId = await scene.addScope('group', tenantId);
    const { userId } = await scene.addPerson({ resellerId, tenantId, walletId: '' });
    const membership = `/groups/${groupId}/members/${userId}`;
    await scene.ask(admin, membership, { method: 'PUT' });
    await post(operator, `/groups/${groupId}/${verb}`, reason);
    const { json } = await scene.ask(admin, membership, { method: 'DELETE' });
    t.is(json.error?.code, 'not_permitted', verb);
    t.regex(json.error?.message ?? '', /Ask the operator of the platform to remove the user\.$/);
    t.deepEqual((await scene.ask(operator, membership, { method: 'DELETE' })).json['group_ids'], []);
  }
});

test('money leaves no tenant that was suspended or closed from above, but by the finance department', async (t) => {
  for (const verb of ['suspend', 'close']) {
    const blocked = await scene.addScope('tenant', resellerId);
    const [from, to] = [await scene.addWallet(blocked, '10'), await scene.addWallet(tenantId)];
    const move = (who: Person) => post(who, '/transfers', { source_id: from, destination_id: to, amount_eur: '1' });
    const shares = { parent_id: from, allocations: [{ wallet_id: to, basis_points: 10_000 }] };
    t.is((await post(reseller, `/tenants/${blocked}/${verb}`, reason)).json['blocked_by'], 'reseller');
    t.is((await move(reseller)).status, 200);
    t.is((await post(operator, `/tenants/${blocked}/${verb}`, reason)).json['blocked_by'], 'platform');
    const { status, json } = await move(reseller);
    t.is(status, 403);
    t.regex(
      json.error?.message ?? '',
      /its money stays in its wallets\. Ask the operator of the platform, or the finance/,
    );
    t.is((await post(reseller, '/allocations', shares)).json.error?.code, 'not_permitted');
    t.is((await move(scene.people.finance)).status, 200);
  }
});

test('a person with two roles suspends in the one that allows it', async (t) => {
  const both = await scene.addPerson(
    { resellerId, tenantId, walletId: '' },
    { role: 'admin', platformRole: 'finance' },
  );
  const { userId } = await scene.addPerson({ resellerId, tenantId, walletId: '' });
  t.is((await post(reseller, `/users/${userId}/suspend`, reason)).json['blocked_by'], 'reseller');
  t.is((await post(both, `/users/${userId}/resume`)).json.error?.code, 'not_permitted');
});
