import test from 'ava';
import { adminScene, type Person } from '../_support/admin-scene.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

/** Nobody keeps those above from the management API: not by what they suspend, and not by what they limit. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
test.after.always('close', shared.end);

const { operator, reseller_admin: reseller } = scene.people;
const { resellerId } = scene.tenant;

const post = (person: Person, path: string, body: object = {}) => scene.ask(person, path, { method: 'POST', body });
const code = async (person: Person): Promise<string | number> => {
  const { status, json } = await scene.ask(person, `/users/${person.userId}`);
  return json.error?.code ?? status;
};

async function peopleOf(tenantId: string) {
  const add = (roles: object) => scene.addPerson({ resellerId, tenantId, walletId: '' }, roles);
  return {
    above: await add({ platformRole: 'operator' }),
    finance: await add({ platformRole: 'finance' }),
    distributor: await add({ role: 'reseller_admin' }),
    head: await add({ role: 'admin' }),
  };
}

for (const verb of ['suspend', 'close']) {
  test(`an operator in a tenant that the reseller ${verb}s administers on, and calls no model`, async (t) => {
    const tenantId = await scene.addScope('tenant', resellerId);
    const { above, finance, distributor, head } = await peopleOf(tenantId);
    t.is((await post(reseller, `/tenants/${tenantId}/${verb}`, { reason: 'x' })).json['blocked_by'], 'reseller');
    for (const person of [above, finance]) t.is(await code(person), 200);
    for (const person of [distributor, head]) t.is(await code(person), 'account_suspended');
    const called = await fetch(`${scene.baseUrl}/models`, { headers: { 'x-api-key': above.apiKey } });
    t.is(called.status, 403);
    await called.text();
    if (verb === 'suspend') {
      t.is((await post(above, `/tenants/${tenantId}/resume`)).json['status'], 'active');
      t.is(await code(head), 200);
    }
  });
}

test('a reseller’s administrator in a group that the tenant suspends administers on', async (t) => {
  const tenantId = await scene.addScope('tenant', resellerId);
  const groupId = await scene.addScope('group', tenantId);
  const { above, distributor, head } = await peopleOf(tenantId);
  for (const person of [above, distributor]) {
    const joined = await scene.ask(operator, `/groups/${groupId}/members/${person.userId}`, { method: 'PUT' });
    t.is(joined.status, 200);
  }
  t.is((await post(head, `/groups/${groupId}/suspend`, { reason: 'x' })).json['blocked_by'], 'tenant');
  t.deepEqual([await code(above), await code(distributor)], [200, 200]);
  t.is((await post(distributor, `/groups/${groupId}/suspend`, { reason: 'x' })).json['blocked_by'], 'reseller');
  t.deepEqual([await code(above), await code(distributor)], [200, 'account_suspended']);
});

test('the requests of a tenant, as its reseller limits them, leave the operator in it theirs', async (t) => {
  const tenantId = await scene.addScope('tenant', resellerId);
  const { above, head } = await peopleOf(tenantId);
  const body = { requests_per_minute_max: 1 };
  t.is((await scene.ask(reseller, `/tenants/${tenantId}/limits`, { method: 'PUT', body })).status, 200);
  t.deepEqual([await code(head), await code(head)], [200, 'rate_limit_exceeded']);
  t.deepEqual([await code(above), await code(above)], [200, 200]);
});
