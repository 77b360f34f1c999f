import { request as httpRequest } from 'node:http';
import test from 'ava';
import { adminScene, type Person } from '../_support/admin-scene.ts';
import { appendGate } from '../_support/append-gate.ts';
import { startTestGateway } from '../_support/gateway.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { substitutingPiiEngine } from '../_support/substituting-pii-engine.ts';

/** What is taken from a caller while a body arrives, or later before the hold, is taken from the request that waits. */

const shared = new SharedTeardown();
const gate = appendGate();
const wrappers = { wrapLog: gate.wrapLog, piiEngine: substitutingPiiEngine('Ada') };
const scene = await adminScene(shared, { wrappers, top: { files: { openai: { upstream: 'sandbox' } } } });
const second = await startTestGateway(shared, scene.environment);
test.after.always('close', shared.end);

const { operator } = scene.people;
const { resellerId } = scene.tenant;

const form = [
  '--b\r\ncontent-disposition: form-data; name=purpose\r\n\r\nuser_data\r\n',
  '--b\r\ncontent-disposition: form-data; name=file; filename=a.txt\r\n\r\nI am Ada.\r\n--b--\r\n',
].join('');

interface Answered {
  readonly status: number;
  readonly pii?: unknown;
  readonly text: string;
}

/** A request that was admitted, and whose body is still to come. */
async function admitted(url: string, { apiKey }: Pick<Person, 'apiKey'>, body: object | string) {
  const isForm = typeof body === 'string';
  const bytes = Buffer.from(isForm ? body : JSON.stringify(body));
  const type = isForm ? 'multipart/form-data; boundary=b' : 'application/json';
  const headers = { 'x-api-key': apiKey, 'content-type': type, 'content-length': bytes.length };
  const request = httpRequest(url, { method: 'POST', agent: false, headers: { ...headers, expect: '100-continue' } });
  const answered = new Promise<Answered>((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          pii: response.headers['x-waybill-pii'],
          text: Buffer.concat(pieces).toString(),
        }),
      );
    });
  });
  const continued = new Promise<void>((resolve) => {
    request.once('continue', resolve);
  });
  request.flushHeaders();
  await continued;
  return async (): Promise<Answered> => {
    request.end(bytes);
    return await answered;
  };
}

const shutOut = {
  api_key_revoked: ({ keyId }: Person) => `/keys/${keyId}/revoke`,
  account_suspended: ({ userId }: Person) => `/users/${userId}/suspend`,
};

test('who is shut out while a body arrives holds no credit, and administers nobody', async (t) => {
  for (const [code, path] of Object.entries(shutOut)) {
    const tenantId = await scene.addScope('tenant', resellerId);
    const head = await scene.addPerson({ resellerId, tenantId, walletId: '' }, { role: 'admin' });
    const chat = { model: 'light', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] };
    const goOn = [
      await admitted(`${scene.baseUrl}/chat/completions`, head, chat),
      await admitted(`${second.baseUrl}/chat/completions`, head, chat),
      await admitted(`${scene.baseUrl}/files`, head, form),
      await admitted(`${scene.adminUrl}/groups`, head, { name: 'late', tenant_id: tenantId }),
      await admitted(`${second.adminUrl ?? ''}/groups`, head, { name: 'late', tenant_id: tenantId }),
    ];
    const acted = await scene.ask(operator, path(head), { method: 'POST', body: { reason: 'test' } });
    t.is(acted.status, 200);
    for (const next of goOn) {
      const { status, text } = await next();
      t.true([401, 403].includes(status), text);
      t.regex(text, new RegExp(code));
    }
    const { json } = await scene.ask(operator, `/groups?tenant_id=${tenantId}`);
    t.deepEqual(json['data'], []);
    const events = await scene.ledger.log.readAll({ limit: 10_000 });
    const held = events.filter(({ type, data }) => type === 'CreditReserved' && data.includes(head.userId));
    t.is(held.length, 0);
  }
});

const chatOf = (content: string) => ({ model: 'light', max_tokens: 5, messages: [{ role: 'user', content }] });
const rules = { allowed_profiles: ['light'], default_profile: 'light', pii_required: false, max_request_eur: '1' };
const least = '0.000000001';

/** What is taken, how, and with what the waiting request is refused. */
const taken: readonly (readonly [string, string, (person: Person) => string, object])[] = [
  [
    'profile_not_authorised',
    'PUT',
    ({ userId }) => `/policies/user/${userId}`,
    { ...rules, allowed_profiles: ['none'], default_profile: 'none' },
  ],
  ['profile_not_authorised', 'POST', ({ keyId }) => `/keys/${keyId}/narrow`, { allowed_profiles: [] }],
  ['request_cap_exceeded', 'PUT', ({ userId }) => `/policies/user/${userId}`, { ...rules, max_request_eur: least }],
  ['request_cap_exceeded', 'POST', ({ keyId }) => `/keys/${keyId}/narrow`, { max_request_eur: least }],
  ['key_budget_exceeded', 'POST', ({ keyId }) => `/keys/${keyId}/narrow`, { budget_eur: least }],
  [
    'budget_exceeded',
    'PUT',
    ({ userId }) => `/users/${userId}/budgets`,
    { budgets: [{ amount_eur: least, per: 'day' }] },
  ],
];

/** A request that waits, by itself, for its body, or for its idempotency key. */
const waits = {
  body: async (person: Person) => await admitted(`${scene.baseUrl}/chat/completions`, person, chatOf('I am Ada.')),
  key: async ({ apiKey, keyId }: Person) => {
    const release = gate.next('IdempotentRequestBegan');
    const asked = fetch(`${scene.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json', 'idempotency-key': keyId },
      body: JSON.stringify(chatOf('I am Ada.')),
    });
    const letGo = await release;
    return async (): Promise<Answered> => {
      letGo();
      const { status, headers, text } = await asked.then(async (reply) => ({
        status: reply.status,
        headers: reply.headers,
        text: await reply.text(),
      }));
      return { status, pii: headers.get('x-waybill-pii'), text };
    };
  },
};

for (const [wait, waiting] of Object.entries(waits)) {
  test.serial(`what a key may no longer do is refused to a request that waits for its ${wait}`, async (t) => {
    for (const [code, method, path, body] of taken) {
      const person = await scene.addPerson(scene.tenant);
      const next = await waiting(person);
      const acted = await scene.ask(operator, path(person), { method, body });
      t.is(acted.status, 200, JSON.stringify(acted.json));
      const { status, text } = await next();
      t.regex(text, new RegExp(`"code":"${code}"`), `${status} ${path(person)}`);
      const events = await scene.ledger.log.readAll({ limit: 10_000 });
      const held = events.filter(({ type, data }) => type === 'CreditReserved' && data.includes(person.userId));
      t.is(held.length, 0);
    }
  });
}

test.serial('a text is protected whose caller needs it since the request was sent', async (t) => {
  const protect = async ({ userId }: Person, more: object = {}): Promise<void> => {
    const asked = { method: 'PUT', body: { ...rules, pii_required: true, ...more } };
    t.is((await scene.ask(operator, `/policies/user/${userId}`, asked)).status, 200);
  };
  for (const [wait, waiting] of Object.entries(waits)) {
    const person = await scene.addPerson(scene.tenant);
    const next = await waiting(person);
    await protect(person);
    const { status, pii, text } = await next();
    if (wait === 'body') t.deepEqual({ status, pii }, { status: 200, pii: 'cast' });
    else t.regex(text, /since the request was read.*"code":"pii_engine_unavailable"/);
  }
  const stricter = await scene.addPerson(scene.tenant);
  await protect(stricter);
  const castBefore = await waits.key(stricter);
  await protect(stricter, { pii_grades: { PERSON: 'C' } });
  t.regex((await castBefore()).text, /since the request was read.*"code":"pii_engine_unavailable"/);
  const person = await scene.addPerson(scene.tenant);
  const next = await admitted(`${scene.baseUrl}/files`, person, form);
  await protect(person);
  t.regex((await next()).text, /"code":"input_not_inspectable"/);
  const sent = await scene.sandbox.requests();
  t.false(sent.some(({ body_text: body }) => body.includes('I am Ada')));
});
