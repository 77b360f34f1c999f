import { randomUUID } from 'node:crypto';
import test from 'ava';
import { adminScene, type Answer, type Person } from '../../_support/admin-scene.ts';
import { SharedTeardown } from '../../_support/shared-teardown.ts';

const shared = new SharedTeardown();
test.after.always(shared.end);
const scene = adminScene(shared);
const url = 'https://hooks.example/waybill';

async function asked(person: Person, call: string, body?: object, key?: string): Promise<Answer> {
  const [method = '', path = ''] = call.split(' ');
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return await (await scene).ask(person, path, { method, headers, ...(body !== undefined && { body }) });
}

const idOf = ({ json }: Answer): string => String(json['id']);

/** Everything that is in the ledger, as text. */
async function ledgerText(): Promise<string> {
  const { ledger } = await scene;
  const events = await ledger.log.readAll({ limit: 10_000 });
  return events.map(({ data }) => data).join('\n');
}

test('a secret is shown once, to whoever makes it, and nothing of it is in the ledger', async (t) => {
  const { people } = await scene;
  const key = randomUUID();
  const created = await asked(people.tenant_admin, 'POST /webhooks', { url }, key);
  t.is(created.status, 200);
  const { id, secret } = created.json as { readonly id: string; readonly secret: string };
  t.regex(secret, /^whsec_[A-Za-z0-9+/]{32}$/);
  const again = await asked(people.tenant_admin, 'POST /webhooks', { url }, key);
  t.like(again.json, { id, secret: null });
  const shown = await asked(people.tenant_admin, `GET /webhooks/${id}`);
  t.false('secret' in shown.json);
  const rotation = randomUUID();
  const rotated = await asked(people.tenant_admin, `POST /webhooks/${id}/rotate`, { overlap_seconds: 60 }, rotation);
  const repeated = await asked(people.tenant_admin, `POST /webhooks/${id}/rotate`, { overlap_seconds: 60 }, rotation);
  t.regex(String(rotated.json['secret']), /^whsec_/);
  t.not(rotated.json['secret'], secret);
  t.is(repeated.json['secret'], null);
  const text = await ledgerText();
  for (const each of [secret, String(rotated.json['secret'])]) {
    const bare = each.replace('whsec_', '');
    for (const form of [bare, Buffer.from(bare, 'base64').toString('hex')]) t.false(text.includes(form));
  }
});

test('a webhook is of whom it says, and else as wide as its maker may', async (t) => {
  const { people, tenant } = await scene;
  const scopeOf = async (person: Person) => {
    const { json } = await asked(person, 'POST /webhooks', { url });
    return { tenant_id: json['tenant_id'], reseller_id: json['reseller_id'] };
  };
  t.deepEqual(await scopeOf(people.operator), { tenant_id: null, reseller_id: null });
  t.deepEqual(await scopeOf(people.reseller_admin), { tenant_id: null, reseller_id: tenant.resellerId });
  t.deepEqual(await scopeOf(people.tenant_admin), { tenant_id: tenant.tenantId, reseller_id: null });
});

test('nobody makes, reads or changes a webhook that is wider than they are', async (t) => {
  const { people, tenant, foreign } = await scene;
  for (const body of [{ reseller_id: tenant.resellerId }, { tenant_id: foreign.tenantId }]) {
    t.is((await asked(people.tenant_admin, 'POST /webhooks', { url, ...body })).status, 404);
  }
  const wide = await asked(people.operator, 'POST /webhooks', { url });
  for (const [method, path] of [
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/rotate'],
    ['POST', '/try'],
    ['GET', '/deliveries'],
  ] as const) {
    const answer = await asked(people.reseller_admin, `${method} /webhooks/${idOf(wide)}${path}`);
    t.is(answer.status, 404, `${method} ${path}`);
  }
  const list = async (person: Person) => JSON.stringify((await asked(person, 'GET /webhooks?limit=200')).json['data']);
  t.false((await list(people.tenant_admin)).includes(idOf(wide)));
  t.false((await list(people.reseller_admin)).includes(idOf(wide)));
  t.true((await list(people.operator)).includes(idOf(wide)));
});

test('a delivery is reached by its own webhook alone', async (t) => {
  const { people, foreign } = await scene;
  const [own, other] = [
    await asked(people.tenant_admin, 'POST /webhooks', { url }),
    await asked(people.operator, 'POST /webhooks', { url, tenant_id: foreign.tenantId }),
  ];
  const delivery = await asked(people.operator, `POST /webhooks/${idOf(other)}/try`);
  const path = `/webhooks/${idOf(own)}/deliveries/${idOf(delivery)}/retry`;
  t.is((await asked(people.tenant_admin, `POST ${path}`)).status, 404);
});

for (const bad of [
  'http://hooks.example/',
  'https://user:word@hooks.example/',
  'https://hooks.example/#part',
  'https://hooks.example/ blank',
  'https://hööks.example/',
  'file:///etc/passwd',
  '//hooks.example/',
  `https://hooks.example/${'a'.repeat(2_000)}`,
]) {
  test(`${bad.slice(0, 40)} is no address of a webhook`, async (t) => {
    const { people } = await scene;
    const { status, json } = await asked(people.operator, 'POST /webhooks', { url: bad });
    t.is(status, 400);
    t.is(json.error?.param, 'url');
  });
}
