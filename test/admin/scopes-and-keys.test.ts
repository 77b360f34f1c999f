import { randomUUID } from 'node:crypto';
import test from 'ava';
import { adminScene, type Answer, type Person } from '../_support/admin-scene.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

const shared = new SharedTeardown();
const scene = await adminScene(shared);
test.after.always('close', shared.end);

const { operator, tenant_admin: admin, reseller_admin: reseller, member } = scene.people;

/** The status and code of a chat completion with a key. */
async function chat(apiKey: string): Promise<string> {
  const response = await fetch(`${scene.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'light', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] }),
  });
  const json = (await response.json()) as { readonly error?: { readonly code: string } };
  return json.error === undefined ? String(response.status) : `${response.status} ${json.error.code}`;
}

const post = (person: Pick<Person, 'apiKey'>, path: string, body: object = {}, key?: string) =>
  scene.ask(person, path, {
    method: 'POST',
    body,
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });

for (const kind of ['reseller', 'tenant', 'group', 'user'] as const) {
  test(`keys below a suspended ${kind} are refused in the moment it is answered, and taken again after it is resumed`, async (t) => {
    const resellerId = await scene.addScope('reseller', null);
    const tenantId = await scene.addScope('tenant', resellerId);
    const groupId = await scene.addScope('group', tenantId);
    const person = await scene.addPerson({ resellerId, tenantId, walletId: '' });
    await scene.ask(operator, `/groups/${groupId}/members/${person.userId}`, { method: 'PUT' });
    t.is(await chat(person.apiKey), '200');
    const path = { reseller: `/resellers/${resellerId}`, tenant: `/tenants/${tenantId}`, group: `/groups/${groupId}` };
    const own = kind === 'user' ? `/users/${person.userId}` : path[kind];
    const suspended = await post(operator, `${own}/suspend`, { reason: 'overdue' });
    t.is(suspended.json['status'], 'suspended');
    t.is(await chat(person.apiKey), '403 account_suspended');
    t.is((await scene.ask(person, '/keys')).json.error?.code, 'account_suspended');
    t.is((await post(operator, `${own}/resume`)).json['status'], 'active');
    t.is(await chat(person.apiKey), '200');
    t.is((await post(operator, `${own}/close`, { reason: 'ended' })).json['status'], 'closed');
    t.is(await chat(person.apiKey), '403 account_suspended');
    t.is((await post(operator, `${own}/resume`)).json.error?.code, 'not_possible');
  });
}

test.serial('nothing is created below a closed tenant', async (t) => {
  const tenantId = await scene.addScope('tenant', scene.tenant.resellerId);
  const person = await scene.addPerson({ resellerId: scene.tenant.resellerId, tenantId, walletId: '' });
  await post(operator, `/tenants/${tenantId}/close`, { reason: 'ended' });
  for (const [path, body] of [
    ['/users', { tenant_id: tenantId }],
    ['/groups', { tenant_id: tenantId, name: 'x' }],
    ['/wallets', { tenant_id: tenantId }],
    ['/keys', { user_id: person.userId, name: 'x' }],
  ] as const) {
    const before = (await scene.ledger.log.readAll({ limit: 10_000 })).length;
    t.is((await post(operator, path, body)).json.error?.code, 'not_possible', path);
    t.is((await scene.ledger.log.readAll({ limit: 10_000 })).length, before);
  }
});

test('nobody changes their own roles, and what another person gives is an alert', async (t) => {
  const person = await scene.addPerson(scene.tenant, { platformRole: 'operator' });
  const patch = (by: Person, userId: string, body: object) =>
    scene.ask(by, `/users/${userId}`, { method: 'PATCH', body });
  for (const body of [{ platform_role: 'finance' }, { platform_role: 'none' }, { role: 'reseller_admin' }]) {
    const refused = await patch(person, person.userId, body);
    t.is(refused.status, 403, JSON.stringify(body));
    t.is(refused.json.error?.code, 'not_permitted');
  }
  t.is((await patch(admin, admin.userId, { role: 'member' })).json.error?.code, 'not_permitted');
  t.is((await patch(person, person.userId, { platform_role: 'operator', pii_enabled: false })).status, 200);
  t.is((await patch(person, member.userId, { platform_role: 'finance' })).status, 200);
  t.is((await patch(person, member.userId, { platform_role: 'none' })).status, 200);
  const alerts = (await scene.ledger.log.readAll({ limit: 10_000 })).filter(
    ({ type }) => type === 'PlatformRoleGranted',
  );
  t.true(alerts.some(({ data }) => data.includes(member.userId) && data.includes(person.userId)));
});

test('a key made by a key is within it, and revoking the first ends the second and those below it', async (t) => {
  const person = await scene.addPerson(scene.tenant, { role: 'admin' });
  const cost = { max_request_eur: '0.5', budget_eur: '4', expires_in_days: 10 };
  const made = await post(person, '/keys', { name: 'limited', administers: true, ...cost });
  const limited = { ...person, apiKey: String(made.json['api_key']), keyId: String(made.json['id']) };
  t.is(made.json['parent_key_id'], person.keyId);
  for (const [beyond, param] of [
    [{}, 'budget_eur'],
    [{ budget_eur: '5' }, 'budget_eur'],
    [{ budget_eur: '1', max_request_eur: '0.6' }, 'max_request_eur'],
    [{ budget_eur: '1', expires_in_days: 11 }, 'expires_at'],
    [{ budget_eur: '1', allow_all_models: true }, 'allow_all_models'],
  ] as const) {
    const refused = await post(limited, '/keys', { name: 'more', ...beyond });
    t.true([400, 403].includes(refused.status), JSON.stringify(refused.json));
    t.is(refused.json.error?.param, param, JSON.stringify(refused.json));
  }
  const second = await post(limited, '/keys', { name: 'second', administers: true, inference: true, budget_eur: '3' });
  t.like(second.json, {
    parent_key_id: limited.keyId,
    max_request_eur: '0.500000000',
    budget_eur: '3.000000000',
    expires_at: made.json['expires_at'],
    allowed_profiles: ['light'],
  });
  t.is((await scene.ask(operator, `/keys/${limited.keyId}`)).json['budget_eur'], '1.000000000', 'it was handed over');
  t.is((await post(limited, '/keys', { name: 'third', budget_eur: '1.5' })).json.error?.param, 'budget_eur');
  const below = { apiKey: String(second.json['api_key']) };
  const last = await post(below, '/keys', { name: 'last', budget_eur: '1' });
  const lastKey = String(last.json['api_key']);
  t.deepEqual([await chat(below.apiKey), await chat(lastKey)], ['200', '200']);
  t.is((await post(person, `/keys/${limited.keyId}/revoke`, { reason: 'leaked' })).status, 200);
  for (const apiKey of [limited.apiKey, below.apiKey, lastKey]) t.is(await chat(apiKey), '401 api_key_revoked');
  t.is((await scene.ask(below, '/keys')).status, 401);
});

test('a key with a budget, an end or fewer profiles makes no link to log in, which has none of them', async (t) => {
  const person = await scene.addPerson(scene.tenant, { role: 'admin' });
  const invited = (apiKey: string) => post({ apiKey }, `/users/${person.userId}/invitations`);
  for (const [param, limits] of [
    ['budget_eur', { budget_eur: '4' }],
    ['budgets', { budgets: [{ amount_eur: '4', per: 'month', zone: 'Europe/Rome' }] }],
    ['max_request_eur', { max_request_eur: '1' }],
    ['expires_at', { expires_in_days: 10 }],
    ['allowed_profiles', { allowed_profiles: [] }],
  ] as const) {
    const { json } = await post(person, '/keys', { name: param, administers: true, ...limits });
    const refused = await invited(String(json['api_key']));
    t.like(refused.json.error, { code: 'not_permitted', param }, JSON.stringify(refused.json));
  }
  const plain = await post(person, '/keys', { name: 'plain', administers: true });
  t.is((await invited(String(plain.json['api_key']))).status, 200);
});

test('keys made at once by one key share its budget', async (t) => {
  const person = await scene.addPerson(scene.tenant, { role: 'admin' });
  const made = await post(person, '/keys', { name: 'limited', administers: true, budget_eur: '4' });
  const limited = { ...person, apiKey: String(made.json['api_key']) };
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => post(limited, '/keys', { name: `part ${index}`, budget_eur: '1.5' })),
  );
  t.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 200, 403, 403, 403, 403],
  );
  const left = await scene.ask(operator, `/keys/${String(made.json['id'])}`);
  t.is(left.json['budget_eur'], '1.000000000');
});

test('a limited key gets no larger one by rotating it, and what narrows it narrows those that it made', async (t) => {
  const person = await scene.addPerson(scene.tenant, { role: 'admin' });
  const made = await post(person, '/keys', { name: 'limited', administers: true, max_request_eur: '0.5' });
  const limited = { apiKey: String(made.json['api_key']), keyId: String(made.json['id']) };
  const refused = await post(limited, `/keys/${person.keyId}/rotate`);
  t.is(refused.json.error?.code, 'not_permitted', JSON.stringify(refused.json));
  t.is((await post(limited, `/keys/${limited.keyId}/rotate`)).status, 200, 'its own secret allows no more');
  const second = await post(limited, '/keys', { name: 'second' });
  t.is(await chat(String(second.json['api_key'])), '200');
  await post(person, `/keys/${limited.keyId}/narrow`, { max_request_eur: '0.000000001' });
  t.is(await chat(String(second.json['api_key'])), '402 request_cap_exceeded');
  await scene.ask(operator, `/keys/${limited.keyId}/limits`, { method: 'PUT', body: { requests_per_minute_max: 1 } });
  t.is(await chat(String(second.json['api_key'])), '402 request_cap_exceeded');
  t.is(await chat(String(second.json['api_key'])), '429 rate_limit_exceeded');
});

test('keys are made one below another up to a depth', async (t) => {
  let by: Pick<Person, 'apiKey'> = await scene.addPerson(scene.tenant, { role: 'admin' });
  for (let depth = 1; depth <= 8; depth += 1) {
    const made = await post(by, '/keys', { name: `${depth}`, administers: true, inference: depth === 8 });
    t.is(made.status, 200, JSON.stringify(made.json));
    by = { apiKey: String(made.json['api_key']) };
  }
  t.is(await chat(by.apiKey), '200');
  t.is((await post(by, '/keys', { name: 'too deep' })).json.error?.code, 'not_possible');
});

test('a key that administers calls no model unless it says so, and makes keys that do', async (t) => {
  const person = await scene.addPerson(scene.tenant, { role: 'admin' });
  const made = await post(person, '/keys', { name: 'administers', administers: true });
  t.like(made.json, { administers: true, inference: false, allowed_profiles: ['light'] });
  const apiKey = String(made.json['api_key']);
  t.is(await chat(apiKey), '403 profile_not_authorised');
  const asked = async (path: string, method: string, body?: string) => {
    const headers = { 'x-api-key': apiKey, ...(body !== undefined && { 'content-type': 'application/json' }) };
    const answer = await fetch(scene.baseUrl + path, { method, headers, ...(body !== undefined && { body }) });
    return { status: answer.status, json: (await answer.json()) as Answer['json'] };
  };
  for (const body of ['{}', '{"model":"light"}', '{"model":5}', '{']) {
    t.like(await asked('/chat/completions', 'POST', body), { status: 403 }, body);
  }
  t.deepEqual((await asked('/models', 'GET')).json['data'], []);
  const shown = await asked('/models/light', 'GET');
  t.is(shown.status, 403);
  t.regex(shown.json.error?.message ?? '', /`inference: true`/);
  const below = await post({ apiKey }, '/keys', { name: 'calls' });
  t.like(below.json, { administers: false, inference: true });
  t.is(await chat(String(below.json['api_key'])), '200');
  const both = await post({ apiKey }, '/keys', { name: 'both', administers: true, inference: true });
  t.like(both.json, { administers: true, inference: true });
  t.is(await chat(String(both.json['api_key'])), '200');
  const neither = await post({ apiKey }, '/keys', { name: 'neither', inference: false });
  t.is(neither.json.error?.param, 'inference');
});

test('a key shows its secret once, also when its creation is repeated', async (t) => {
  const body = { name: 'laptop', budget_eur: '1.5', expires_in_days: 30 };
  const first = await post(member, '/keys', body, 'make-laptop');
  t.regex(String(first.json['api_key']), /^wb_[0-9A-Za-z]{49}$/);
  t.like(first.json, {
    name: 'laptop',
    budget_eur: '1.500000000',
    allowed_profiles: ['light'],
    user_id: member.userId,
  });
  t.is(await chat(String(first.json['api_key'])), '200');
  const again = await post(member, '/keys', body, 'make-laptop');
  t.like(again.json, { id: first.json['id'], api_key: null });
  t.is((await post(member, '/keys', { ...body, name: 'other' }, 'make-laptop')).json.error?.code, 'already_exists');
  const shown = await scene.ask(member, `/keys/${String(first.json['id'])}`);
  t.false(JSON.stringify(shown.json).includes(String(first.json['api_key'])));
  t.false('key_hash' in shown.json);
});

test('a key shows the day of its last use, in lists and by itself', async (t) => {
  const made = await post(member, '/keys', { name: 'used' });
  const [id, secret] = [String(made.json['id']), String(made.json['api_key'])];
  const day = async () => (await scene.ask(member, `/keys/${id}`)).json['last_used_on'];
  t.is(await day(), null);
  const before = new Date().toISOString().slice(0, 10);
  t.is(await chat(secret), '200');
  const after = new Date().toISOString().slice(0, 10);
  t.true([before, after].includes(String(await day())));
  const listed = (await scene.ask(member, '/keys')).json['data'] as readonly Readonly<Record<string, unknown>>[];
  t.is(listed.find((key) => key['id'] === id)?.['last_used_on'], await day());
});

test('a rotated key is one key with two secrets until the overlap ends, or a rotation without one ends them all', async (t) => {
  const made = await post(member, '/keys', { name: 'rotating', budget_eur: '5' });
  const [id, old] = [String(made.json['id']), String(made.json['api_key'])];
  const rotated = await post(member, `/keys/${id}/rotate`, { overlap_seconds: 3_600 }, 'rotate-1');
  const secret = String(rotated.json['api_key']);
  t.is(rotated.json['id'], id);
  t.is(await chat(secret), '200');
  t.is(await chat(old), '200');
  t.is((await post(member, `/keys/${id}/rotate`, { overlap_seconds: 3_600 }, 'rotate-1')).json['api_key'], null);
  t.is(await chat(secret), '200');
  const third = String((await post(member, `/keys/${id}/rotate`, { overlap_seconds: 0 })).json['api_key']);
  t.is(await chat(third), '200');
  for (const earlier of [secret, old]) t.is(await chat(earlier), '401 api_key_expired');
  const fourth = String((await post(member, `/keys/${id}/rotate`)).json['api_key']);
  for (const valid of [third, fourth]) t.is(await chat(valid), '200');
  for (const earlier of [secret, old]) t.is(await chat(earlier), '401 api_key_expired');
  t.is((await post(member, `/keys/${id}/revoke`, { reason: 'lost' })).json['revoked'], true);
  t.is(await chat(third), '401 api_key_revoked');
  t.is(await chat(old), '401 api_key_revoked');
});

test('a key is narrowed, and never widened', async (t) => {
  const made = await post(member, '/keys', { name: 'narrow' });
  const [id, secret] = [String(made.json['id']), String(made.json['api_key'])];
  t.is((await post(member, `/keys/${id}/narrow`, { budget_eur: '3' })).json['budget_eur'], '3.000000000');
  const widened = (await post(member, `/keys/${id}/narrow`, { budget_eur: '4' })).json.error;
  t.is(widened?.code, 'not_possible');
  t.regex(widened?.message ?? '', /api_key_not_narrower\. Use narrower limits than the current ones/);
  t.deepEqual((await post(member, `/keys/${id}/narrow`, { allowed_profiles: [] })).json['allowed_profiles'], []);
  t.is((await post(member, `/keys/${id}/narrow`, { allowed_profiles: ['light'] })).json.error?.code, 'not_possible');
  t.is(await chat(secret), '403 profile_not_authorised');
});

test('no person raises their own role, makes keys for people above them, or gives roles of the platform', async (t) => {
  const code = async (person: Person, path: string, body: object) => (await post(person, path, body)).json.error?.code;
  const change = async (person: Person, userId: string, body: object) =>
    (await scene.ask(person, `/users/${userId}`, { method: 'PATCH', body })).json.error?.code;
  t.is(await code(admin, '/keys', { name: 'x', user_id: operator.userId, administers: true }), 'not_permitted');
  t.is(await code(admin, '/keys', { name: 'x', user_id: reseller.userId, administers: true }), 'not_permitted');
  t.is(await code(admin, `/keys/${operator.keyId}/rotate`, {}), 'not_permitted');
  t.is(await code(admin, `/users/${operator.userId}/suspend`, { reason: 'x' }), 'not_permitted');
  t.is(await code(admin, '/users', { platform_role: 'operator' }), 'not_permitted');
  t.is(await code(admin, '/users', { role: 'reseller_admin' }), 'not_permitted');
  t.is(await change(admin, admin.userId, { role: 'reseller_admin' }), 'not_permitted');
  t.is(await change(reseller, reseller.userId, { platform_role: 'finance' }), 'not_permitted');
  t.is(await change(admin, operator.userId, { role: 'member' }), 'not_permitted');
  t.is((await post(admin, '/users', { role: 'admin' })).status, 200);
});

test('no person narrows the keys or the policy of people above them', async (t) => {
  const [limits, rules] = [
    { requests_per_minute_max: 1 },
    { allowed_profiles: ['light'], default_profile: 'light', pii_required: true, max_request_eur: '0.01' },
  ];
  const put = async (who: typeof admin, path: string, body: object): Promise<string | number> => {
    const { status, json } = await scene.ask(who, path, { method: 'PUT', body });
    return json.error?.code ?? status;
  };
  for (const above of [operator, reseller, scene.people.auditor]) {
    t.is(await put(admin, `/keys/${above.keyId}/limits`, limits), 'not_permitted');
    t.is(await put(admin, `/policies/user/${above.userId}`, rules), 'not_permitted');
  }
  const below = await scene.addPerson(scene.tenant);
  t.is(await put(admin, `/keys/${below.keyId}/limits`, limits), 200);
  t.is(await put(admin, `/policies/user/${below.userId}`, rules), 200);
  t.is(await put(operator, `/keys/${below.keyId}/limits`, { requests_per_minute_max: 5 }), 200);
});

test('a policy is set from above, and counts on the next request', async (t) => {
  const rules = { allowed_profiles: ['none'], default_profile: 'none', pii_required: false, max_request_eur: '1' };
  const set = async (person: Person, kind: string, id: string) =>
    (await scene.ask(person, `/policies/${kind}/${id}`, { method: 'PUT', body: rules })).status;
  const resellerId = await scene.addScope('reseller', null);
  const tenantId = await scene.addScope('tenant', resellerId);
  const tenancy = { resellerId, tenantId, walletId: '' };
  const [boss, head, user] = [
    await scene.addPerson(tenancy, { role: 'reseller_admin' }),
    await scene.addPerson(tenancy, { role: 'admin' }),
    await scene.addPerson(tenancy),
  ];
  t.is(await set(boss, 'reseller', resellerId), 404);
  t.is(await set(head, 'tenant', tenantId), 404);
  t.is(await set(user, 'user', user.userId), 403);
  t.is(await chat(user.apiKey), '200');
  t.is(await set(head, 'user', user.userId), 200);
  t.is(await chat(user.apiKey), '403 profile_not_authorised');
  t.is(await set(boss, 'tenant', tenantId), 200);
  const listed = await scene.ask(user, `/users/${user.userId}/policies`);
  t.deepEqual(
    (listed.json['data'] as readonly { readonly scope_kind: string }[]).map(({ scope_kind }) => scope_kind),
    ['tenant', 'user'],
  );
});

test('lists are given in pages, each entry once, and a cursor is valid for one list', async (t) => {
  const tenantId = await scene.addScope('tenant', scene.tenant.resellerId);
  const { resellerId } = scene.tenant;
  for (let count = 0; count < 7; count += 1) await scene.addPerson({ resellerId, tenantId, walletId: '' });
  const ids: string[] = [];
  let after = '';
  let pages = 0;
  do {
    const path = `/users?tenant_id=${tenantId}&limit=3${after === '' ? '' : `&after=${after}`}`;
    const { json } = await scene.ask(operator, path);
    ids.push(...(json['data'] as readonly { readonly id: string }[]).map(({ id }) => id));
    after = typeof json['next'] === 'string' ? json['next'] : '';
    pages += 1;
  } while (after !== '');
  t.is(pages, 3);
  t.is(new Set(ids).size, 7);
  t.deepEqual(
    ids,
    ids.toSorted((a, b) => (a < b ? -1 : 1)),
  );
  const { json } = await scene.ask(operator, `/users?tenant_id=${tenantId}&limit=3`);
  const foreign = await scene.ask(operator, `/users?tenant_id=${scene.sibling.tenantId}&after=${String(json['next'])}`);
  t.is(foreign.json.error?.code, 'invalid_value');
});

test('a request with an id is done once, and its event names the actor with key, user and role', async (t) => {
  const id = randomUUID();
  t.is((await post(operator, '/resellers', { id, name: 'Resale' })).json['id'], id);
  t.is((await post(operator, '/resellers', { id, name: 'Resale' })).status, 200);
  t.is((await post(operator, '/resellers', { id, name: 'Other' })).json.error?.code, 'already_exists');
  const events = await scene.ledger.log.readStream(`scope-reseller-${id}`);
  t.is(events.length, 1);
  const { actor } = JSON.parse(events[0]?.data ?? '{}') as { readonly actor?: string };
  t.is(actor, `api:key=${operator.keyId} user=${operator.userId} role=operator`);
});

test('the description is served without a key, and names every operation', async (t) => {
  const { status, json } = await scene.ask({ apiKey: '' }, '/openapi.json');
  t.is(status, 200);
  t.is(json['openapi'], '3.1.0');
  t.true('/keys/{key_id}/rotate' in (json['paths'] as object));
});
