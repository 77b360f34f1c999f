import test from 'ava';
import { adminScene, type Person } from '../_support/admin-scene.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

/** A policy binds the levels below the one that set it. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
test.after.always('close', shared.end);

const { operator, reseller_admin: reseller, tenant_admin: admin } = scene.people;
const { resellerId, tenantId } = scene.tenant;

const rules = { allowed_profiles: ['light'], default_profile: 'light', pii_required: false, max_request_eur: '1' };
const nothing = { ...rules, allowed_profiles: ['none'], default_profile: 'none' };

const policy = async (who: Person, place: string, method: string, body?: object) => {
  const { status, json } = await scene.ask(who, `/policies/${place}`, { method, body });
  return json.error?.code ?? { status, levels: levelsOf(json) };
};
const levelsOf = (json: Readonly<Record<string, unknown>>) =>
  (json['data'] as readonly { readonly level: string }[] | undefined)?.map(({ level }) => level);

async function chat({ apiKey }: Person): Promise<number> {
  const response = await fetch(`${scene.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'light', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] }),
  });
  await response.text();
  return response.status;
}

test('a policy of the operator for a user is neither widened nor removed from below, and the levels are shown', async (t) => {
  const person = await scene.addPerson({ resellerId, tenantId, walletId: '' });
  const place = `user/${person.userId}`;
  t.like((await scene.ask(operator, `/policies/${place}`, { method: 'PUT', body: nothing })).json, {
    level: 'platform',
  });
  t.is(await chat(person), 403);
  for (const below of [admin, reseller]) {
    t.deepEqual(await policy(below, place, 'PUT', rules), { status: 200, levels: undefined });
    t.is(await chat(person), 403);
  }
  t.deepEqual(await policy(admin, place, 'GET'), { status: 200, levels: ['platform', 'reseller', 'tenant'] });
  t.deepEqual(await policy(admin, place, 'DELETE'), { status: 200, levels: ['platform', 'reseller'] });
  t.deepEqual(await policy(reseller, place, 'DELETE'), { status: 200, levels: ['platform'] });
  t.deepEqual(await policy(admin, place, 'DELETE'), { status: 200, levels: ['platform'] });
  t.is(await chat(person), 403);
  const { json } = await scene.ask(person, `/users/${person.userId}/policies`);
  t.deepEqual(levelsOf(json), ['platform']);
  t.deepEqual(await policy(operator, place, 'DELETE'), { status: 200, levels: [] });
  t.is(await chat(person), 200);
  t.is(await policy(operator, place, 'DELETE'), 'resource_not_found');
});

test('a reseller narrows what the operator set for its tenant, and the operator removes both', async (t) => {
  const ownTenant = await scene.addScope('tenant', resellerId);
  const person = await scene.addPerson({ resellerId, tenantId: ownTenant, walletId: '' });
  const place = `tenant/${ownTenant}`;
  t.deepEqual(await policy(operator, place, 'PUT', rules), { status: 200, levels: undefined });
  t.is(await chat(person), 200);
  await policy(reseller, place, 'PUT', nothing);
  t.is(await chat(person), 403);
  await policy(operator, place, 'PUT', rules);
  t.is(await chat(person), 403);
  t.deepEqual(await policy(operator, place, 'DELETE'), { status: 200, levels: [] });
  t.is(await chat(person), 200);
});

test('nobody removes the policy of their own scope, or of people above them', async (t) => {
  const ownTenant = await scene.addScope('tenant', resellerId);
  const add = (role: string) => scene.addPerson({ resellerId, tenantId: ownTenant, walletId: '' }, { role });
  const [head, above] = [await add('admin'), await add('reseller_admin')];
  await policy(operator, `tenant/${ownTenant}`, 'PUT', rules);
  t.is(await policy(head, `tenant/${ownTenant}`, 'DELETE'), 'resource_not_found');
  await policy(operator, `user/${above.userId}`, 'PUT', rules);
  t.is(await policy(head, `user/${above.userId}`, 'DELETE'), 'not_permitted');
});
