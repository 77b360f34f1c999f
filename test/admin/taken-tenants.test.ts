import { randomUUID } from 'node:crypto';
import test from 'ava';
import { Administrator } from '../../src/admin/administrator.ts';
import type { AdminDeps } from '../../src/admin/operation.ts';
import { adminOperations } from '../../src/admin/operations.ts';
import { runOperation } from '../../src/admin/run-operation.ts';
import { GatewayError } from '../../src/errors.ts';
import { recordedScope } from '../../src/ledger/administration/scope-changes.ts';
import { recordedPrincipal } from '../../src/ledger/identities.ts';
import { adminScene } from '../_support/admin-scene.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

/** A tenant that has money and people, but was never created, stays out of reach of everybody below the platform. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
test.after.always('close', shared.end);

const { operator, reseller_admin: reseller, tenant_admin: admin } = scene.people;

const post = (person: typeof operator, path: string, body: object = {}, headers = {}) =>
  scene.ask(person, path, { method: 'POST', body, headers });

/** As `waybill keys create` makes one: a wallet and a person, and no record of the tenant. */
async function tenantWithoutRecord() {
  const tenantId = randomUUID();
  const walletId = await scene.addWallet(tenantId, '99');
  // Below a reseller that has nobody.
  const person = await scene.addPerson({ resellerId: randomUUID(), tenantId, walletId });
  return { tenantId, walletId, person };
}

test('a reseller cannot create a tenant under an id that wallets and people use already', async (t) => {
  const { tenantId, walletId, person } = await tenantWithoutRecord();
  const body = { id: tenantId, name: 'mine' };
  for (const headers of [{}, { 'idempotency-key': 'take-it' }]) {
    t.is((await post(reseller, '/tenants', body, headers)).json.error?.code, 'not_permitted');
    const named = { ...body, reseller_id: scene.tenant.resellerId };
    t.is((await post(reseller, '/tenants', named, headers)).json.error?.code, 'not_permitted');
  }
  t.is(await recordedScope(scene.ledger.log, 'tenant', tenantId), null);
  const order = { source_id: walletId, destination_id: scene.tenant.walletId, amount_eur: '99' };
  t.is((await post(reseller, '/transfers', order)).status, 404);
  t.is((await post(reseller, `/tenants/${tenantId}/suspend`, { reason: 'x' })).status, 404);
  t.is((await post(reseller, '/wallets', { tenant_id: tenantId })).status, 404);
  t.is((await post(reseller, '/users', { tenant_id: tenantId })).status, 404);
  for (const path of [
    `/wallets/${walletId}`,
    `/wallets?tenant_id=${tenantId}`,
    `/keys?tenant_id=${tenantId}`,
    `/keys/${person.keyId}`,
    `/usage?tenant_id=${tenantId}`,
  ]) {
    t.is((await scene.ask(reseller, path)).status, 404, path);
  }
  t.like((await scene.ask(operator, `/wallets/${walletId}`)).json, { posted_eur: '99.000000000', tenant_id: tenantId });
});

test('a reseller cannot create such a tenant either while the read models are behind the log', async (t) => {
  const { tenantId } = await tenantWithoutRecord();
  const deps = {
    ...scene.ledger,
    readModels: { get: () => null, find: () => null, list: () => [] },
    catchUp: () => Promise.resolve(),
    keyHasher: { hash: () => randomUUID().replaceAll('-', '').repeat(2) },
    createId: randomUUID,
    now: () => Date.now(),
  } as unknown as AdminDeps;
  const person = await recordedPrincipal(scene.ledger.log, reseller.userId);
  const createTenant = adminOperations.find(({ id }) => id === 'createTenant');
  if (createTenant === undefined) return t.fail();
  const administrator = new Administrator(person, 'api:test');
  const asked = runOperation(
    createTenant,
    { id: tenantId, name: 'mine' },
    { administrator, deps, idempotencyKey: null },
  );
  t.is((await t.throwsAsync(asked, { instanceOf: GatewayError })).code, 'not_permitted');
  t.is(await recordedScope(scene.ledger.log, 'tenant', tenantId), null);
});

test('a reseller cannot create a tenant in advance, before anything is recorded of it', async (t) => {
  const tenantId = randomUUID();
  t.is((await post(reseller, '/tenants', { id: tenantId, name: 'mine' })).json.error?.code, 'not_permitted');
  t.is((await post(operator, '/tenants', { id: tenantId, name: 'ours' })).status, 200);
});

test('a reseller makes a tenant without an id, once for an idempotency key', async (t) => {
  const headers = { 'idempotency-key': 'a new tenant' };
  const first = await post(reseller, '/tenants', { name: 'new' }, headers);
  t.is(first.json['parent_id'], scene.tenant.resellerId);
  t.deepEqual((await post(reseller, '/tenants', { name: 'new' }, headers)).json, first.json);
});

test('the platform puts a tenant below a reseller, with all that it has', async (t) => {
  const { tenantId, walletId } = await tenantWithoutRecord();
  const body = { id: tenantId, name: 'theirs', reseller_id: scene.tenant.resellerId };
  t.is((await post(operator, '/tenants', body)).status, 200);
  t.is((await scene.ask(reseller, `/wallets/${walletId}`)).status, 200);
});

test('a reseller cannot take over ids of wallets, people, keys and groups of others', async (t) => {
  const { tenant, foreign } = scene;
  for (const [who, path, body] of [
    [reseller, '/wallets', { id: foreign.walletId, tenant_id: tenant.tenantId }],
    [admin, '/users', { id: foreign.member.userId }],
    [admin, '/keys', { id: foreign.member.keyId, name: 'mine' }],
    [admin, '/groups', { id: foreign.groupId, name: 'mine' }],
  ] as const) {
    t.is((await post(who, path, body)).json.error?.code, 'already_exists', path);
  }
  t.is((await scene.ask(reseller, `/wallets/${foreign.walletId}`)).status, 404);
  t.is((await scene.ask(admin, `/users/${foreign.member.userId}`)).status, 404);
  t.is((await scene.ask(admin, `/keys/${foreign.member.keyId}`)).status, 404);
  t.is((await scene.ask(admin, `/groups/${foreign.groupId}`)).status, 404);
});

test('a person who was registered without a reseller belongs to that of their tenant', async (t) => {
  const { tenantId, resellerId } = scene.tenant;
  const early = await scene.addPerson({ resellerId: null, tenantId, walletId: '' });
  const path = `/users/${early.userId}`;
  t.is((await scene.ask(reseller, path)).status, 200);
  t.is((await post(reseller, '/keys', { user_id: early.userId, name: 'x' })).status, 200);
  const rules = { allowed_profiles: ['light'], default_profile: 'light', pii_required: false, max_request_eur: '1' };
  t.is((await scene.ask(reseller, `/policies/user/${early.userId}`, { method: 'PUT', body: rules })).status, 200);
  await scene.ask(operator, `/policies/reseller/${resellerId}`, { method: 'PUT', body: rules });
  const applied = (await scene.ask(admin, `${path}/policies`)).json['data'] as readonly {
    readonly scope_kind: string;
  }[];
  t.deepEqual(
    applied.map(({ scope_kind }) => scope_kind),
    ['reseller', 'user'],
  );
  t.is((await post(reseller, `${path}/suspend`, { reason: 'left' })).json['status'], 'suspended');
});
