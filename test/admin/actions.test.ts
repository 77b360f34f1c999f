import { randomUUID } from 'node:crypto';
import test from 'ava';
import { adminScene, type Person } from '../_support/admin-scene.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { waybillJson } from '../_support/waybill-command.ts';

/** Who did what to whom, over HTTP and as a command. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
test.after.always('close', shared.end);

const { operator, finance, auditor, reseller_admin: reseller, tenant_admin: admin, member } = scene.people;
const { tenant, sibling, foreign } = scene;

type Shown = Readonly<Record<string, unknown>>;

async function actionsOf(reader: Person, query = ''): Promise<readonly Shown[]> {
  const { json } = await scene.ask(reader, `/actions?limit=200${query}`);
  return json['data'] as readonly Shown[];
}

const post = (person: Person, path: string, body: object) => scene.ask(person, path, { method: 'POST', body });

test.before('people act', async () => {
  const limits = { requests_at_once_max: 9 };
  await scene.ask(operator, `/users/${tenant.member.userId}/limits`, { method: 'PUT', body: limits });
  await post(admin, `/users/${tenant.member.userId}/suspend`, { reason: 'away' });
  await post(admin, `/users/${tenant.member.userId}/resume`, {});
  await post(operator, `/tenants/${foreign.tenantId}/suspend`, { reason: 'unpaid' });
  await scene.ask(reseller, `/tenants/${sibling.tenantId}`, { method: 'PATCH', body: { name: 'Ada Lovelace Ltd' } });
  await post(finance, `/wallets/${tenant.walletId}/grants`, { amount_eur: '2', reason: 'welcome' });
  await post(finance, '/bills/close', { month: '2020-01', tenant_id: tenant.tenantId });
  await post(member, '/keys', { name: 'secret name' });
  const prices = { factor_basis_points: 15_000 };
  await scene.ask(reseller, `/prices/tenant/${tenant.tenantId}`, { method: 'PUT', body: prices });
});

test('an auditor reads what everybody did, newest first', async (t) => {
  const found = await actionsOf(auditor);
  const times = found.map(({ recorded_at }) => String(recorded_at));
  t.deepEqual(times, times.toSorted().toReversed());
  t.like(
    found.find(({ operation }) => operation === 'grantCredit'),
    {
      actor: 'api',
      actor_user_id: finance.userId,
      actor_key_id: finance.keyId,
      actor_role: 'finance',
      actor_level: 'platform',
      subject_kind: 'wallet',
      subject_id: tenant.walletId,
      tenant_id: tenant.tenantId,
      reason: 'welcome',
      after: { amount_eur: '2.000000000' },
    },
  );
  t.like(
    found.find(({ operation }) => operation === 'closeBill'),
    {
      actor_role: 'finance',
      subject_kind: 'bill',
      subject_id: tenant.tenantId,
      tenant_id: tenant.tenantId,
      reseller_id: tenant.resellerId,
      after: { month: '2020-01', zone: 'UTC', opening_eur: '0.000000000', closing_eur: '0.000000000' },
    },
  );
  t.like(
    found.find(({ operation }) => operation === 'suspendTenant'),
    { subject_id: foreign.tenantId, before: { status: 'active' }, after: { status: 'suspended' } },
  );
  t.like(
    found.find(({ operation }) => operation === 'limitUser'),
    { before: { limits: null }, after: { limits: { requests_at_once_max: 9 } } },
  );
});

test('an administrator of a tenant reads what was done in it, a reseller what was done below it', async (t) => {
  const ofTenant = await actionsOf(admin);
  t.true(ofTenant.some(({ operation }) => operation === 'suspendUser'));
  t.true(ofTenant.every(({ tenant_id }) => tenant_id === tenant.tenantId));
  const ofReseller = await actionsOf(reseller);
  t.true(ofReseller.every(({ reseller_id }) => reseller_id === tenant.resellerId));
  t.true(ofReseller.some(({ operation }) => operation === 'changeTenant'));
  t.true(ofReseller.length > ofTenant.length);
  t.deepEqual(
    await actionsOf(reseller, `&tenant_id=${tenant.tenantId}`),
    ofReseller.filter(({ tenant_id }) => tenant_id === tenant.tenantId),
  );
  t.is((await scene.ask(member, '/actions')).status, 403);
  for (const person of [admin, reseller]) {
    const answers = [foreign.tenantId, randomUUID()].map((id) => scene.ask(person, `/actions?tenant_id=${id}`));
    const [known, unknown] = (await Promise.all(answers)).map(({ status, json }) => [status, json.error?.code]);
    t.deepEqual(known, [404, 'resource_not_found']);
    t.deepEqual(known, unknown);
  }
});

test('of those above them readers learn role and level, and by no filter who it was', async (t) => {
  const limited = (found: readonly Shown[]) => found.find(({ operation }) => operation === 'limitUser');
  const above = { actor_user_id: null, actor_key_id: null, actor_role: 'operator', actor_level: 'platform' };
  for (const reader of [reseller, admin]) t.like(limited(await actionsOf(reader)), above);
  t.is(limited(await actionsOf(auditor))?.['actor_user_id'], operator.userId);
  t.deepEqual(await actionsOf(admin, `&actor_user_id=${operator.userId}`), []);
  t.true((await actionsOf(admin, `&actor_user_id=${admin.userId}`)).length >= 2);
});

test('a tenant sees that its prices were set, and not from what', async (t) => {
  const [found] = await actionsOf(admin, '&operation=setPrices');
  t.like(found, { subject_id: tenant.tenantId, before: {}, after: {} });
});

test('no name and no secret is told', async (t) => {
  const text = JSON.stringify(await actionsOf(auditor));
  t.notRegex(text, /Lovelace|secret name|wb_|key_hash/);
  t.regex(text, /changeTenant/);
});

test('filters select, days too, and pages have each action once', async (t) => {
  const all = await actionsOf(auditor);
  const today = new Date().toISOString().slice(0, 10);
  t.deepEqual(await actionsOf(auditor, `&from=2020-01-01&to=9999-12-31`), all);
  t.true((await actionsOf(auditor, `&from=${today}`)).length > 0);
  t.deepEqual(await actionsOf(auditor, '&to=2020-01-01'), []);
  t.deepEqual(await actionsOf(auditor, '&from=2999-01-01'), []);
  t.is((await scene.ask(auditor, '/actions?from=2026-02-02&to=2026-02-01')).json.error?.param, 'to');
  const ofUser = await actionsOf(auditor, `&subject_id=${tenant.member.userId}`);
  t.deepEqual(ofUser.map(({ operation }) => operation).slice(0, 3), ['resumeUser', 'suspendUser', 'limitUser']);
  t.deepEqual(await actionsOf(auditor, '&operation=suspendUser'), ofUser.slice(1, 2));
  const paged: Shown[] = [];
  for (let after = ''; after !== 'null';) {
    const { json } = await scene.ask(auditor, `/actions?limit=2${after === '' ? '' : `&after=${after}`}`);
    paged.push(...(json['data'] as readonly Shown[]));
    after = String(json['next']);
  }
  t.deepEqual(paged, all);
  t.deepEqual((await waybillJson(t, scene.environment, 'actions', 'list', '--limit', '200'))['data'], all);
});
