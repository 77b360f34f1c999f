import test from 'ava';
import { walletStream } from '../../src/ledger/stream-names.ts';
import { adminScene, type Person } from '../_support/admin-scene.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

const shared = new SharedTeardown();
const scene = await adminScene(shared);
test.after.always('close', shared.end);

const { operator, reseller_admin: reseller, tenant_admin: admin } = scene.people;

async function call(person: Person, path = '/chat/completions') {
  const response = await fetch(scene.baseUrl + path, {
    method: 'POST',
    headers: { 'x-api-key': person.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'light', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] }),
  });
  const json = (await response.json()) as { readonly type?: string; readonly error?: { readonly code?: string } };
  return { status: response.status, retryAfter: response.headers.get('retry-after'), json };
}

const limit = (path: string, body: object) => scene.ask(operator, `${path}/limits`, { method: 'PUT', body });

async function newcomer(): Promise<Person & { readonly tenantId: string; readonly walletId: string }> {
  const tenantId = await scene.addScope('tenant', scene.tenant.resellerId);
  const person = await scene.addPerson({ resellerId: scene.tenant.resellerId, tenantId, walletId: '' });
  const { json } = await scene.ask(operator, `/users/${person.userId}`);
  return { ...person, tenantId, walletId: String(json['wallet_id']) };
}

for (const whose of ['key', 'tenant'] as const) {
  test(`requests a minute of a ${whose} count from the next request, and nothing is held for one too many`, async (t) => {
    const person = await newcomer();
    const path = whose === 'key' ? `/keys/${person.keyId}` : `/tenants/${person.tenantId}`;
    t.is((await call(person)).status, 200);
    t.is((await limit(path, { requests_per_minute_max: 1 })).status, 200);
    t.is((await call(person)).status, 200);
    const before = await scene.ledger.log.readStream(walletStream(person.walletId));
    const refused = await call(person);
    t.is(refused.status, 429);
    t.is(refused.json.error?.code, 'rate_limit_exceeded');
    t.true(Number(refused.retryAfter) >= 1);
    const dialect = await call(person, '/messages');
    t.is(dialect.status, 429);
    t.is(dialect.json.type, 'error');
    t.is((await scene.ledger.log.readStream(walletStream(person.walletId))).length, before.length);
    t.is((await limit(path, {})).status, 200);
    t.is((await call(person)).status, 200);
  });

  test(`requests at once of a ${whose} are no more than was set`, async (t) => {
    const person = await newcomer();
    const path = whose === 'key' ? `/keys/${person.keyId}` : `/tenants/${person.tenantId}`;
    await limit(path, { requests_at_once_max: 1 });
    await scene.sandbox.misbehave('delay_ms=1000', 1);
    const first = call(person);
    const others = await Promise.all([call(person), call(person)]);
    const statuses = [...others, await first].map(({ status }) => status).toSorted((a, b) => a - b);
    t.is(statuses.at(-1), 429);
    t.is(statuses[0], 200);
  });
}

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
