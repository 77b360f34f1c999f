import test from 'ava';
import { walletStream } from '../../src/ledger/stream-names.ts';
import { adminScene, type Person } from '../_support/admin-scene.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

const shared = new SharedTeardown();
const scene = await adminScene(shared);
test.after.always('close', shared.end);

const { operator, reseller_admin: reseller, tenant_admin: admin } = scene.people;

async function call(person: Person, path = '/chat/completions', maxTokens = 5) {
  const response = await fetch(scene.baseUrl + path, {
    method: 'POST',
    headers: { 'x-api-key': person.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'light', max_tokens: maxTokens, messages: [{ role: 'user', content: 'Hi' }] }),
  });
  const json = (await response.json()) as {
    readonly type?: string;
    readonly error?: { readonly code?: string; readonly message?: string };
    readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number };
  };
  const { status, headers } = response;
  return { status, headers, retryAfter: headers.get('retry-after'), json };
}

const limit = (path: string, body: object) => scene.ask(operator, `${path}/limits`, { method: 'PUT', body });

async function newcomer(): Promise<Person & { readonly [Id in 'tenantId' | 'walletId' | 'groupId']: string }> {
  const tenantId = await scene.addScope('tenant', scene.tenant.resellerId);
  const person = await scene.addPerson({ resellerId: scene.tenant.resellerId, tenantId, walletId: '' });
  const { json } = await scene.ask(operator, `/users/${person.userId}`);
  const groupId = await scene.addScope('group', tenantId);
  await scene.ask(operator, `/groups/${groupId}/members/${person.userId}`, { method: 'PUT' });
  return { ...person, tenantId, groupId, walletId: String(json['wallet_id']) };
}

type Newcomer = Awaited<ReturnType<typeof newcomer>>;

/** Where each noun is limited. */
const pathsOf: Readonly<Record<string, (person: Newcomer) => string>> = {
  key: ({ keyId }) => `/keys/${keyId}`,
  person: ({ userId }) => `/users/${userId}`,
  group: ({ groupId }) => `/groups/${groupId}`,
  tenant: ({ tenantId }) => `/tenants/${tenantId}`,
};

for (const [whose, pathOf] of Object.entries(pathsOf)) {
  test(`requests a minute of a ${whose} count from the next request, and nothing is held for one too many`, async (t) => {
    const person = await newcomer();
    const path = pathOf(person);
    t.is((await call(person)).status, 200);
    t.is((await limit(path, { requests_per_minute_max: 1 })).status, 200);
    const last = await call(person);
    t.is(last.status, 200);
    t.is(last.headers.get('x-ratelimit-limit-requests'), '1');
    t.is(last.headers.get('x-ratelimit-remaining-requests'), '0');
    const before = await scene.ledger.log.readStream(walletStream(person.walletId));
    const refused = await call(person);
    t.is(refused.status, 429);
    t.is(refused.json.error?.code, 'rate_limit_exceeded');
    t.true(
      refused.json.error?.message?.includes(`This ${whose} may send 1 requests a minute.`),
      refused.json.error?.message,
    );
    t.true(Number(refused.retryAfter) >= 1);
    t.regex(refused.headers.get('x-ratelimit-reset-requests') ?? '', /^(1m0s|[\d.]+s)$/);
    const dialect = await call(person, '/messages');
    t.is(dialect.status, 429);
    t.is(dialect.json.type, 'error');
    t.is(dialect.headers.get('anthropic-ratelimit-requests-remaining'), '0');
    t.is(dialect.headers.get('x-ratelimit-remaining-requests'), null);
    for (const shared of ['/models', '/models/light', '/files', '/usage']) {
      const headers = { 'x-api-key': person.apiKey, 'anthropic-version': '2023-06-01' };
      const listed = await fetch(`${scene.baseUrl}${shared}`, { headers });
      t.is(listed.headers.get('anthropic-ratelimit-requests-remaining'), '0', shared);
      t.is(listed.headers.get('x-ratelimit-remaining-requests'), null, shared);
    }
    t.is((await scene.ledger.log.readStream(walletStream(person.walletId))).length, before.length);
    t.is((await limit(path, {})).status, 200);
    t.is((await call(person)).status, 200);
  });

  test(`tokens a minute of a ${whose} are estimated at the hold and corrected by the charge`, async (t) => {
    const person = await newcomer();
    const path = pathOf(person);
    t.like((await limit(path, { tokens_per_minute_max: 1_000 })).json, { tokens_per_minute_max: 1_000 });
    const first = await call(person, '/chat/completions', 300);
    t.true(Number(first.json.usage?.completion_tokens) < 10);
    const second = await call(person, '/chat/completions', 300);
    t.is(second.headers.get('x-ratelimit-limit-tokens'), '1000');
    const left = Number(second.headers.get('x-ratelimit-remaining-tokens'));
    // 690 are left at once; 400 if the first were not corrected, 990 if the second were free. Each second frees sixteen.
    t.true(left > 600 && left < 980, `the second is estimated, the first was charged: ${left}`);
  });

  test(`tokens a minute of a ${whose} are no more than was set, and nothing is held for too many`, async (t) => {
    const person = await newcomer();
    await limit(pathOf(person), { tokens_per_minute_max: 10 });
    t.is((await call(person)).status, 200, 'more than a whole minute has is let through once');
    const before = await scene.ledger.log.readStream(walletStream(person.walletId));
    const refused = await call(person);
    t.is(refused.status, 429, JSON.stringify(refused.json));
    const { message = '' } = refused.json.error ?? {};
    t.true(message.includes(`This ${whose} may use 10 tokens a minute.`), message);
    t.true(Number(refused.retryAfter) >= 1);
    t.is((await call(person, '/messages')).headers.get('anthropic-ratelimit-tokens-limit'), '10');
    t.is((await scene.ledger.log.readStream(walletStream(person.walletId))).length, before.length);
  });

  test(`requests at once of a ${whose} are no more than was set`, async (t) => {
    const person = await newcomer();
    await limit(pathOf(person), { requests_at_once_max: 1 });
    await scene.sandbox.misbehave('delay_ms=1000', 1);
    const first = call(person);
    const others = await Promise.all([call(person), call(person)]);
    const statuses = [...others, await first].map(({ status }) => status).toSorted((a, b) => a - b);
    t.is(statuses.at(-1), 429);
    t.is(statuses[0], 200);
    t.is((await call(person)).status, 200, 'the place is left');
  });
}

test('the limits of a group hold for its people together, and those of a person for all their keys', async (t) => {
  const one = await newcomer();
  const two = await scene.addPerson({ resellerId: scene.tenant.resellerId, tenantId: one.tenantId, walletId: '' });
  await scene.ask(operator, `/groups/${one.groupId}/members/${two.userId}`, { method: 'PUT' });
  await limit(`/groups/${one.groupId}`, { requests_per_minute_max: 2 });
  t.deepEqual([(await call(one)).status, (await call(two)).status, (await call(two)).status], [200, 200, 429]);
  await limit(`/groups/${one.groupId}`, {});
  const { json } = await scene.ask(one, '/keys', { method: 'POST', body: { name: 'second' } });
  const second = { ...one, apiKey: String(json['api_key']) };
  await limit(`/users/${one.userId}`, { requests_per_minute_max: 2 });
  t.deepEqual([(await call(one)).status, (await call(second)).status, (await call(second)).status], [200, 200, 429]);
  t.like((await scene.ask(operator, `/users/${one.userId}`)).json, {
    limits: { requests_per_minute_max: 2 },
    limited_by: { requests_per_minute_max: 'platform' },
  });
});

test('a request that is refused its credit gives its estimated tokens back', async (t) => {
  const person = await newcomer();
  const body = { name: 'poor', budget_eur: '0.000000001' };
  const { json } = await scene.ask(person, '/keys', { method: 'POST', body });
  const poor = { ...person, apiKey: String(json['api_key']) };
  await limit(`/users/${person.userId}`, { tokens_per_minute_max: 1_000 });
  for (let nth = 0; nth < 60; nth += 1) t.is((await call(poor)).status, 402);
  const left = Number((await call(person)).headers.get('x-ratelimit-remaining-tokens'));
  t.true(left > 900, String(left));
});

test('a limit that is set does not widen the configured one', async (t) => {
  const person = await newcomer();
  await limit(`/tenants/${person.tenantId}`, { requests_per_minute_max: 1 });
  await limit(`/keys/${person.keyId}`, { requests_per_minute_max: 1_000 });
  t.is((await call(person)).status, 200);
  t.is((await call(person)).status, 429);
});

const limitAs = async (who: Person, path: string, body: object) =>
  (await scene.ask(who, `${path}/limits`, { method: 'PUT', body })).json;

test('limits of the operator are lifted and widened by no administrator below, and the answer names the level', async (t) => {
  const { resellerId } = scene.tenant;
  const person = await newcomer();
  const head = await scene.addPerson({ resellerId, tenantId: person.tenantId, walletId: '' }, { role: 'admin' });
  const [key, tenant] = [`/keys/${person.keyId}`, `/tenants/${person.tenantId}`];
  const shown = { requests_per_minute_max: 1, limited_by: { requests_per_minute_max: 'platform' } };
  for (const [path, below] of [
    [key, head],
    [key, reseller],
    [tenant, reseller],
  ] as const) {
    t.like(await limitAs(operator, path, { requests_per_minute_max: 1 }), shown);
    for (const wider of [{ requests_per_minute_max: 100 }, {}]) t.like(await limitAs(below, path, wider), shown);
    const { json } = await scene.ask(below, path);
    t.like(json, { limits: { requests_per_minute_max: 1 }, limited_by: shown.limited_by });
    t.false('limits_by' in json);
  }
  t.is((await call(person)).status, 200);
  t.is((await call(person)).status, 429);
});

test('an administrator narrows what is above, and whoever is above lifts it', async (t) => {
  const { keyId } = await scene.addPerson({ ...scene.tenant, walletId: '' });
  await limitAs(operator, `/keys/${keyId}`, { requests_per_minute_max: 9 });
  t.like(await limitAs(admin, `/keys/${keyId}`, { requests_per_minute_max: 2, requests_at_once_max: 1 }), {
    requests_per_minute_max: 2,
    requests_at_once_max: 1,
    limited_by: { requests_per_minute_max: 'tenant', requests_at_once_max: 'tenant' },
  });
  t.like(await limitAs(operator, `/keys/${keyId}`, { requests_per_minute_max: 50 }), { requests_per_minute_max: 2 });
  t.like(await limitAs(reseller, `/keys/${keyId}`, {}), { requests_per_minute_max: 50 });
  t.deepEqual(await limitAs(operator, `/keys/${keyId}`, {}), { id: keyId, object: 'limits' });
  t.false('limits' in (await scene.ask(admin, `/keys/${keyId}`)).json);
});
