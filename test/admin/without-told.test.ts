import test from 'ava';
import { adminOperations } from '../../src/admin/operations.ts';
import { adminOpenapi } from '../../src/admin/admin-openapi.ts';
import { showing, toldMembers } from '../../src/admin/calling/without-told.ts';
import { adminScene, type Answer, type Person } from '../_support/admin-scene.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

/** A record that was read can be sent back where it is changed, with all that it only tells. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
test.after.always('close', shared.end);

const { operator, reseller_admin: reseller, tenant_admin: admin, member } = scene.people;
const { resellerId, tenantId, groupId } = scene.tenant;

const events = async () => (await scene.ledger.log.readAll({ limit: 10_000 })).length;
const write = (who: Person, method: string, path: string, body: object) => scene.ask(who, path, { method, body });
const read = async (who: Person, path: string) => (await scene.ask(who, path)).json;

/** Keys, people and scopes with everything that a record can have. */
const ofEverything = async () => {
  const made = await write(member, 'POST', '/keys', {
    name: 'whole',
    budget_eur: '5',
    budgets: [{ per: 'month', zone: 'Europe/Rome', amount_eur: '3' }],
    expires_in_days: 9,
  });
  const key = `/keys/${String(made.json['id'])}`;
  const user = `/users/${member.userId}`;
  const tenant = `/tenants/${tenantId}`;
  const tags = [{ name: 'project', values: ['atlas'], required: true }];
  const limits = { requests_per_minute_max: 50_000 };
  for (const place of [key, user, tenant, `/groups/${groupId}`])
    await write(operator, 'PUT', `${place}/limits`, limits);
  await write(operator, 'PUT', `${tenant}/tags`, { tags, metadata_tags: true });
  await write(operator, 'PUT', `${key}/tags`, { required_tags: ['project'] });
  await write(operator, 'PUT', `${user}/budgets`, { budgets: [{ per: 'day', amount_eur: '7' }] });
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await write(operator, 'POST', `${user}/budgets/raise`, { per: 'day', amount_eur: '9', until, reason: 'more' });
  const hook = await write(admin, 'POST', '/webhooks', { url: 'https://example.com/in', alerts: ['budget.low'] });
  return {
    key,
    user,
    tenant,
    group: `/groups/${groupId}`,
    reseller: `/resellers/${resellerId}`,
    hook: `/webhooks/${String(hook.json['id'])}`,
  };
};
let places: Awaited<ReturnType<typeof ofEverything>>;
test.serial.before('everything is there', async () => {
  places = await ofEverything();
});

const changeable = {
  key: [operator, reseller, admin, member],
  user: [operator, reseller, admin],
  tenant: [operator, reseller],
  group: [operator, reseller, admin],
  reseller: [operator],
  hook: [operator, reseller, admin],
} as const;

for (const kind of ['key', 'user', 'tenant', 'group', 'reseller', 'hook'] as const) {
  test.serial(`what GET answers of a ${kind} is taken by PATCH as it came, and nothing is written`, async (t) => {
    for (const who of changeable[kind]) {
      const before = await read(who, places[kind]);
      const recorded = await events();
      const { status, json } = await write(who, 'PATCH', places[kind], before);
      t.is(status, 200, JSON.stringify(json));
      t.is(await events(), recorded);
      t.deepEqual(await read(who, places[kind]), before);
    }
  });
}

test.serial(
  'a member that is not changed there is refused if it differs, by its name, and nothing is written',
  async (t) => {
    const other = scene.tenant.walletId;
    const changes: readonly (readonly [path: string, changed: Readonly<Record<string, unknown>>])[] = [
      [places.key, { max_request_eur: '1' }],
      [places.key, { budgets: [] }],
      [places.key, { revoked: true }],
      [places.key, { expires_at: null }],
      [places.key, { id: other }],
      [places.user, { tenant_id: other }],
      [places.user, { group_ids: [other] }],
      [places.user, { status: 'suspended' }],
      [places.user, { budgets: null }],
      [places.tenant, { limits: {} }],
      [places.tenant, { tags: [] }],
      [places.tenant, { object: 'group' }],
      [places.hook, { tenant_id: null }],
    ];
    for (const [path, changed] of changes) {
      const record = await read(operator, path);
      const recorded = await events();
      // People and webhooks have no name.
      const named = path === places.user || path === places.hook ? {} : { name: 'other' };
      const refused = await write(operator, 'PATCH', path, { ...record, ...named, ...changed });
      t.is(refused.status, 400, JSON.stringify([path, changed]));
      t.like(refused.json.error, { code: 'invalid_value', param: Object.keys(changed)[0] }, path);
      t.regex(refused.json.error?.message ?? '', /differs from the record/);
      t.is(await events(), recorded);
    }
  },
);

test.serial('limits, tags, budgets and prices are put back as they were answered', async (t) => {
  const prices = `/prices/tenant/${tenantId}`;
  await write(reseller, 'PUT', prices, { factor_basis_points: 11_000 });
  const budgets = { budgets: (await read(operator, places.user))['budgets'] };
  const [price] = (await read(reseller, prices))['data'] as readonly object[];
  const { limits } = await read(operator, places.tenant);
  const { tags, metadata_tags, declared_by } = await read(operator, places.tenant);
  const puts: readonly (readonly [who: Person, path: string, body: object])[] = [
    [operator, `${places.user}/budgets`, budgets],
    [operator, `${places.user}/budgets`, await read(operator, places.user)],
    [operator, `${places.tenant}/limits`, limits as object],
    [operator, `${places.tenant}/tags`, { tags, metadata_tags, declared_by }],
    [reseller, prices, price ?? {}],
    ...(await Promise.all(
      [places.key, places.user, places.tenant, places.group].map(async (place) => {
        const asked = (await read(operator, place))['limits'] as object;
        const { json } = await write(operator, 'PUT', `${place}/limits`, asked);
        return [operator, `${place}/limits`, json] as const;
      }),
    )),
  ];
  const seen = async () =>
    await Promise.all([places.key, places.user, places.tenant, places.group].map((place) => read(operator, place)));
  const before = await seen();
  for (const [who, path, body] of puts) {
    const answer = await write(who, 'PUT', path, body);
    t.is(answer.status, 200, `${path} ${JSON.stringify(answer.json)}`);
  }
  t.deepEqual(await seen(), before, 'with the raise of the budget');
  const ofPlatform = await write(admin, 'PUT', `${places.user}/budgets`, budgets);
  t.regex(
    ofPlatform.json.error?.message ?? '',
    /You set budgets of the level tenant; this one is of the level platform/,
  );
  t.regex((await write(operator, 'PUT', prices, price ?? {})).json.error?.message ?? '', /of the level reseller/);
});

/** The part of a record that is set at a path of its own. */
const partOf = (path: string, key: string, record: Answer['json']): object => {
  const { limits = {}, tags, metadata_tags, declared_by, required_tags, required_by, alert, budget_alerts } = record;
  if (path.endsWith('/limits')) return limits as object;
  if (path === '/tenants/{tenant_id}/tags') return { tags, metadata_tags, declared_by };
  if (path === '/keys/{key_id}/tags') return { required_tags, required_by };
  if (path === '/wallets/{wallet_id}/alert') return alert as object;
  if (path === '/keys/{key_id}/alert') {
    return (budget_alerts as readonly { readonly key_id: string }[]).find(({ key_id }) => key.endsWith(key_id)) ?? {};
  }
  return (record['data'] as readonly object[] | undefined)?.[0] ?? record;
};

test.serial(
  'every operation that changes what another shows takes it as it was shown, and nothing changes',
  async (t) => {
    const walletId = String((await read(operator, places.key))['wallet_id']);
    const policy = { allow_all_models: true, default_profile: 'light', pii_required: false, max_request_eur: '1' };
    await write(operator, 'PUT', `/policies/tenant/${tenantId}`, policy);
    await write(operator, 'PUT', `/prices/tenant/${tenantId}`, { factor_basis_points: 12_000 });
    await write(operator, 'PUT', `/wallets/${walletId}/alert`, { below_eur: '2' });
    await write(operator, 'PUT', `${places.key}/alert`, { left_eur: '1' });
    const idsOf: Readonly<Record<string, string>> = {
      key_id: places.key.slice(6),
      user_id: member.userId,
      tenant_id: tenantId,
      group_id: groupId,
      reseller_id: resellerId,
      webhook_id: places.hook.slice(10),
      wallet_id: walletId,
      scope_kind: 'tenant',
      scope_id: tenantId,
    };
    const changing = adminOperations.filter((each) => showing(each) !== undefined || each.path.endsWith('/alert'));
    t.true(changing.length >= 17);
    for (const operation of changing) {
      const at = (path: string): string => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => idsOf[name] ?? '');
      const shownAt = operation.id === 'setBudgetAlert' ? '/wallets/{wallet_id}' : (showing(operation)?.path ?? '');
      const before = await read(operator, at(shownAt));
      const recorded = await events();
      const body = partOf(operation.path, places.key, before);
      for (const sent of [body, Object.fromEntries(Object.entries(body).toReversed())]) {
        const { status, json } = await write(operator, operation.method.toUpperCase(), at(operation.path), sent);
        t.is(status, 200, `${operation.id} ${JSON.stringify([sent, json])}`);
      }
      t.deepEqual(await read(operator, at(shownAt)), before, operation.id);
      t.is(await events(), recorded, operation.id);
    }
  },
);

test.serial('a key with all models is narrowed by what was read of it, and keeps them', async (t) => {
  const body = { name: 'all', allowed_profiles: ['light'], allow_all_models: true };
  const path = `/keys/${String((await write(operator, 'POST', '/keys', body)).json['id'])}`;
  const record = await read(operator, path);
  t.is((await write(operator, 'POST', `${path}/narrow`, record)).status, 200);
  t.deepEqual(await read(operator, path), record);
  const other = await write(operator, 'POST', `${path}/narrow`, { ...record, allowed_profiles: [] });
  t.like(other.json, { allow_all_models: true, allowed_profiles: [] }, 'no list is dropped in silence');
  const narrowed = await write(operator, 'POST', `${path}/narrow`, { allow_all_models: false });
  t.like(narrowed.json, { allow_all_models: false, allowed_profiles: [] });
  t.is((await write(operator, 'POST', `${path}/narrow`, { allow_all_models: true })).status, 409);
});

test.serial('of a budget that was read, neither its id nor its raise is changed or made by what is sent', async (t) => {
  const { budgets: [ofUser] = [] } = (await read(operator, places.user)) as { budgets?: readonly object[] };
  const { budgets: [ofKey] = [] } = (await read(operator, places.key)) as { budgets?: readonly object[] };
  const raised = { amount_eur: '99', until: '2999-01-01T00:00:00Z', reason: 'mine' };
  const budget_id = scene.tenant.walletId;
  const recorded = await events();
  for (const [method, path, budget] of [
    ['PUT', `${places.user}/budgets`, ofUser],
    ['POST', `${places.key}/narrow`, ofKey],
  ] as const) {
    for (const changed of [{ raised }, { budget_id }, { per: 'week' }]) {
      const { status, json } = await write(operator, method, path, { budgets: [{ ...budget, ...changed }] });
      t.is(status, 400, JSON.stringify([path, changed, json]));
      t.regex(json.error?.message ?? '', /of a budget differs from the record, and is not set here\. Leave it out\./);
    }
  }
  const made = await write(member, 'POST', '/keys', { name: 'other', budgets: [ofKey] });
  t.like(made.json.error, { code: 'unsupported_parameter', param: 'budgets.0.budget_id' });
  t.regex(made.json.error?.message ?? '', /`budgets\.0\.budget_id`, `budgets\.0\.spent_eur`, .*do(es)? not set them/);
  t.is(await events(), recorded);
});

test.serial('an entry of a list is told by what it tells: prices of others are refused', async (t) => {
  const path = `/prices/tenant/${tenantId}`;
  const [price] = (await read(operator, path))['data'] as readonly object[];
  const refused = await write(operator, 'PUT', path, { ...price, id: scene.tenant.walletId });
  t.like(refused.json.error, { code: 'invalid_value', param: 'id' });
});

test.serial('a request is answered as before when it is repeated after the record has changed', async (t) => {
  const record = await read(member, places.key);
  const headers = { 'idempotency-key': 'renamed-once' };
  const rename = () => scene.ask(member, places.key, { method: 'PATCH', body: { ...record, name: 'again' }, headers });
  const first = await rename();
  t.is(first.status, 200);
  await write(operator, 'PUT', `${places.key}/limits`, { requests_per_minute_max: 9 });
  t.deepEqual(await rename(), first);
});

test('the description of what changes a record names all that may be sent back with it', (t) => {
  const { paths } = adminOpenapi(adminOperations) as { readonly paths: Readonly<Record<string, object>> };
  let seen = 0;
  for (const operation of adminOperations.filter((each) => showing(each) !== undefined)) {
    const { requestBody } = (paths[operation.path] as Readonly<Record<string, { readonly requestBody?: object }>>)[
      operation.method
    ] ?? { requestBody: {} };
    const described = JSON.stringify(requestBody ?? {});
    if (requestBody === undefined) continue;
    for (const name of Object.keys(toldMembers(operation))) {
      seen += 1;
      t.true(described.includes(`"${name}":{"readOnly":true`), `${operation.id} ${name}`);
    }
  }
  t.true(seen > 80);
});

test.serial('a client may write null for what is absent, and what was used meanwhile is no difference', async (t) => {
  const record = await read(member, places.key);
  const used = { last_used_on: '2026-01-01', cost_of_month_eur: '1.000000000', revoked_by: null };
  t.is((await write(member, 'PATCH', places.key, { ...record, ...used })).status, 200);
});

test.serial(
  'a whole record where only a part of it is set is refused, so that no limit is lifted by mistake',
  async (t) => {
    for (const [place, part] of [
      [places.tenant, 'limits'],
      [places.key, 'limits'],
      [places.key, 'tags'],
    ] as const) {
      const record = await read(operator, place);
      const refused = await write(operator, 'PUT', `${place}/${part}`, record);
      t.is(refused.status, 400, `${place}/${part}`);
      t.deepEqual(await read(operator, place), record);
    }
  },
);

test.serial('what makes something new names at once all that a record only tells', async (t) => {
  const record = await read(member, places.key);
  const refused = await write(member, 'POST', '/keys', record);
  t.like(refused.json.error, { code: 'unsupported_parameter', param: 'object' });
  const { message = '' } = refused.json.error ?? {};
  t.regex(message, /^Answers tell `object`, .*; this operation does not set them\. Leave them out\./);
  const told = [...message.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
  const own = Object.entries(record).filter(([name]) => !['id', ...told].includes(name));
  const budgets = [{ per: 'month', zone: 'Europe/Rome', amount_eur: '3' }];
  const asked = { ...Object.fromEntries(own), budgets };
  const made = await write(member, 'POST', '/keys', asked);
  t.is(made.status, 200, JSON.stringify(made.json));
  t.like(made.json, { name: record['name'], budget_eur: record['budget_eur'] });
  t.is((await write(member, 'POST', '/keys', { name: 'x', revoked: true })).json.error?.param, 'revoked');
});

test.serial('a record of others tells nothing by what it refuses', async (t) => {
  const record = await read(operator, places.key);
  const stranger = await scene.addPerson({ resellerId, tenantId, walletId: '' });
  for (const body of [record, { ...record, revoked: true }]) {
    t.is((await write(stranger, 'PATCH', places.key, body)).status, 404);
  }
});

test.serial('an id that is none is refused by its name, whatever the record tells', async (t) => {
  const writes = adminOperations.filter(({ method }) => method === 'patch' || method === 'put');
  t.true(writes.length > 10);
  for (const { method, path } of writes) {
    const asked = path.replaceAll(/\{\w+\}/g, 'none');
    const { status, json } = await write(operator, method.toUpperCase(), asked, { object: 'x', id: 'y' });
    t.is(status, 400, `${method} ${path} ${JSON.stringify(json)}`);
  }
});

test.serial('a filter that is unknown is answered with those that there are', async (t) => {
  const { json } = await scene.ask(operator, '/keys?revoked=true');
  t.regex(json.error?.message ?? '', /`revoked` is unknown here\. Known: /);
});
