import { request as httpRequest } from 'node:http';
import test from 'ava';
import { adminScene, type Person } from '../_support/admin-scene.ts';
import { startTestGateway } from '../_support/gateway.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

/** Who is shut out while a body arrives is refused, as if the request came only then. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
const second = await startTestGateway(shared, scene.environment);
test.after.always('close', shared.end);

const { operator } = scene.people;
const { resellerId } = scene.tenant;

interface Answered {
  readonly status: number;
  readonly text: string;
}

/** A request that was admitted, and whose body is still to come. */
async function admitted(url: string, { apiKey }: Person, body: object) {
  const bytes = Buffer.from(JSON.stringify(body));
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json', 'content-length': bytes.length };
  const request = httpRequest(url, { method: 'POST', agent: false, headers: { ...headers, expect: '100-continue' } });
  const answered = new Promise<Answered>((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString() }));
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
