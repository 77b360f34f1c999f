import test, { type ExecutionContext } from 'ava';
import type { Upstream } from '../../src/ports/upstream.ts';
import { httpCall, rawConnection } from '../_support/http-call.ts';
import { audioPrices } from '../_support/sandbox-bill.ts';
import { serveGateway, type ServedGateway } from '../_support/served-gateway.ts';
import { until } from '../_support/until.ts';

// What one key and one tenant may do, and what they leave to others: over sockets, by counts and orders.

const hello = { model: 'light', messages: [{ role: 'user', content: 'Hi' }] };
const minute = 60;

const post = ({ baseUrl }: ServedGateway, apiKey: string, path = '/chat/completions') =>
  httpCall(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(hello),
  });

/** The head of a request whose body is not sent; answers what comes back. */
async function headOnly({ baseUrl }: ServedGateway, apiKey: string, more: string, path = '/v1/chat/completions') {
  const connection = await rawConnection(baseUrl);
  connection.socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${apiKey}\r\n${more}\r\n`);
  return connection;
}

const json = 'content-type: application/json\r\ncontent-length: 1000000\r\n';
const form = 'content-type: multipart/form-data; boundary=b\r\ncontent-length: 1000000\r\n';

/** Holds every request before its upstream until it is let go. */
function heldUpstream() {
  const gate = Promise.withResolvers<void>();
  const tenants: (string | undefined)[] = [];
  return {
    open: gate.resolve,
    arrived: () => tenants.length,
    /** Those whose requests wait here. */
    tenants,
    wrapUpstream: (upstream: Upstream): Upstream => ({
      send: async (request) => {
        tenants.push(request.sharer?.tenantId);
        await gate.promise;
        return await upstream.send(request);
      },
    }),
  };
}

const gatewayWith = (t: ExecutionContext, top: object, server: object = {}, wrappers = {}) =>
  serveGateway(t, { config: { server: { ...server }, top: { fairness: { wait_ms_max: 50 }, ...top } }, wrappers });

test('a key that has used up its requests of the minute gets 429 with retry-after before its body is read', async (t) => {
  const gateway = await gatewayWith(t, { limits: { key: { requests_per_minute_max: 2 } } });
  const { apiKey } = await gateway.tenant();
  for (let nth = 0; nth < 2; nth += 1) t.is((await post(gateway, apiKey)).status, 200);
  const { until: answered } = await headOnly(gateway, apiKey, json);
  const reply = await answered((text) => text.includes('rate_limit_exceeded'));
  t.regex(reply, /^HTTP\/1\.1 429 /);
  const seconds = Number(/retry-after: (\d+)/i.exec(reply)?.[1]);
  t.true(seconds > 0 && seconds <= minute / 2, reply);
  const other = await gateway.tenant();
  t.is((await post(gateway, other.apiKey)).status, 200, 'another key has a minute of its own');
});

test('a key whose budget is held gets 402 before its body is read, and is served once some of it is free', async (t) => {
  const upstream = heldUpstream();
  const gateway = await gatewayWith(t, {}, {}, upstream);
  const unlimited = await gateway.tenant();
  const first = post(gateway, unlimited.apiKey);
  await until('the first is inside', () => upstream.arrived() === 1);
  const held = (await gateway.wallet(unlimited.walletId)).find(({ type }) => type === 'CreditReserved');
  const { apiKey } = await gateway.tenant({ budgetEur: String(held?.data['amount_eur']) });
  const inside = post(gateway, apiKey);
  await until('the second is inside', () => upstream.arrived() === 2);
  for (const more of [json, `${json}idempotency-key: fresh\r\n`]) {
    const { until: answered } = await headOnly(gateway, apiKey, more);
    const reply = await answered((text) => text.includes('"code"'));
    t.regex(reply, /^HTTP\/1\.1 402 [^]*"code":"key_budget_exceeded"/);
    t.regex(reply, /is spent or held/);
  }
  upstream.open();
  for (const reply of [await first, await inside]) t.is(reply.status, 200);
  const cheaper = JSON.stringify({ ...hello, max_tokens: 1 });
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const last = await httpCall(`${gateway.baseUrl}/chat/completions`, { method: 'POST', headers, body: cheaper });
  t.is(last.status, 200, last.text);
});

test('keys of a tenant share one minute of requests; an override raises it for one tenant', async (t) => {
  const tenantId = '11111111-1111-4111-8111-111111111111';
  const limits = { tenant: { requests_per_minute_max: 2 }, tenants: { [tenantId]: { requests_per_minute_max: 4 } } };
  const gateway = await gatewayWith(t, { limits });
  const first = await gateway.tenant();
  const { apiKey: second } = await gateway.tenant({ tenantId: first.tenantId, walletId: first.walletId });
  const statuses = [];
  for (const apiKey of [first.apiKey, second, first.apiKey]) statuses.push((await post(gateway, apiKey)).status);
  t.deepEqual(statuses, [200, 200, 429]);
  const { apiKey: favoured } = await gateway.tenant({ tenantId });
  for (let nth = 0; nth < 4; nth += 1) t.is((await post(gateway, favoured)).status, 200);
  t.is((await post(gateway, favoured)).status, 429);
});

test('each dialect refuses at a rate limit in its own error format', async (t) => {
  const gateway = await gatewayWith(t, { limits: { key: { requests_per_minute_max: 1 } } });
  for (const [path, told] of [
    ['/chat/completions', { error: { type: 'rate_limit_error', code: 'rate_limit_exceeded' } }],
    ['/messages', { type: 'error', error: { type: 'rate_limit_error', code: 'rate_limit_exceeded' } }],
    ['/systemone', { error: { code: 'rate_limit_exceeded' } }],
  ] as const) {
    const { apiKey } = await gateway.tenant();
    await post(gateway, apiKey);
    const refused = await post(gateway, apiKey, path);
    t.is(refused.status, 429);
    const seconds = Number(refused.headers['retry-after']);
    t.true(seconds > 0 && seconds <= minute, String(seconds));
    t.like(JSON.parse(refused.text), told);
  }
});

test('a key at its limit of concurrent requests is refused at once, and served again when one has ended', async (t) => {
  const upstream = heldUpstream();
  const gateway = await gatewayWith(t, { limits: { key: { requests_at_once_max: 2 } } }, {}, upstream);
  const { apiKey } = await gateway.tenant();
  const inside = [post(gateway, apiKey), post(gateway, apiKey)];
  await until('requests are inside', () => upstream.arrived() === 2);
  const refused = await post(gateway, apiKey);
  t.is(refused.status, 429);
  t.like(JSON.parse(refused.text), { error: { code: 'concurrency_limit_exceeded' } });
  const other = await gateway.tenant();
  const others = post(gateway, other.apiKey);
  await until('requests are inside', () => upstream.arrived() === 3);
  upstream.open();
  for (const reply of await Promise.all([...inside, others])) t.is(reply.status, 200);
  t.is((await post(gateway, apiKey)).status, 200);
});

test('a tenant that fills the gateway leaves places for others', async (t) => {
  const upstream = heldUpstream();
  const gateway = await gatewayWith(t, {}, { requests_in_flight_max: 10 }, upstream);
  const [greedy, modest] = [await gateway.tenant(), await gateway.tenant()];
  const tries = Array.from({ length: 20 }, () => post(gateway, greedy.apiKey));
  const refused = tries.map(async (reply) => (await reply).status);
  await until('requests are inside', () => upstream.arrived() === 9);
  const others = post(gateway, modest.apiKey);
  await until('the other tenant is inside', () => upstream.tenants.includes(modest.tenantId));
  upstream.open();
  t.is((await others).status, 200);
  const statuses = await Promise.all(refused);
  t.true(statuses.filter((status) => status === 200).length >= 9);
  t.deepEqual(
    statuses.filter((status) => status !== 200 && status !== 429),
    [],
  );
});

const empty = /"code":"insufficient_credit"/;

for (const [what, path, head] of [
  ['a body', '/v1/chat/completions', json],
  ['a recording', '/v1/audio/transcriptions', form],
] as const) {
  test(`${what} of an empty wallet is refused before it is read`, async (t) => {
    const surfaces = ['chat_completions', 'audio_transcriptions'];
    const gateway = await serveGateway(t, { config: { target: { surfaces, prices: audioPrices } } });
    const { apiKey } = await gateway.tenant({ creditEur: '0' });
    const { until: answered } = await headOnly(gateway, apiKey, head, path);
    const reply = await answered((text) => empty.test(text));
    t.regex(reply, /^HTTP\/1\.1 402 /);
  });
}

test('a file of an empty wallet is refused before it is read', async (t) => {
  const gateway = await gatewayWith(t, { files: { openai: { upstream: 'sandbox' } } });
  const { apiKey } = await gateway.tenant({ creditEur: '0' });
  const { until: answered } = await headOnly(gateway, apiKey, form, '/v1/files');
  t.regex(await answered((text) => empty.test(text)), /^HTTP\/1\.1 402 /);
});

test('a request that is free is served for an empty wallet', async (t) => {
  const prices = { id: 'free', version: '1', eur_per_million_tokens: { input: '0', output: '0' } };
  const gateway = await serveGateway(t, { config: { target: { prices } } });
  const { apiKey } = await gateway.tenant({ creditEur: '0' });
  t.is((await post(gateway, apiKey)).status, 200);
});

test('idle uploads of one tenant take no place that another tenant needs', async (t) => {
  const files = { openai: { upstream: 'sandbox' }, uploads_max: 10 };
  const gateway = await gatewayWith(t, { files });
  const [greedy, modest] = [await gateway.tenant(), await gateway.tenant()];
  const begun = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx';
  const idle = await Promise.all(
    Array.from({ length: 20 }, () => headOnly(gateway, greedy.apiKey, `${form}\r\n${begun}`, '/v1/files')),
  );
  const refusals = idle.map(({ until: answered }) => answered((text) => text.includes('fair_share_exceeded')));
  await Promise.any(refusals);
  const body = `${begun}\r\n--b\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nuser_data\r\n--b--\r\n`;
  const reply = await httpCall(`${gateway.baseUrl}/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${modest.apiKey}`, 'content-type': 'multipart/form-data; boundary=b' },
    body,
  });
  t.is(reply.status, 200, reply.text);
  for (const { socket } of idle) socket.destroy();
  await Promise.allSettled(refusals);
});

test('unfinished bodies of one tenant use limited memory, and requests of other tenants are served', async (t) => {
  const gateway = await gatewayWith(t, {}, { body_bytes_max: 1_000_000, bodies_bytes_max: 8_000_000 });
  const [greedy, modest] = [await gateway.tenant(), await gateway.tenant()];
  const unfinished = await Promise.all(
    Array.from({ length: 20 }, () => headOnly(gateway, greedy.apiKey, `${json}\r\n{"model":`)),
  );
  const refusals = unfinished.map(({ until: answered }) => answered((text) => text.includes('fair_share_exceeded')));
  await Promise.any(refusals);
  const held = async (): Promise<number> => {
    const { text } = await httpCall(`${gateway.operations}/metrics`);
    return Number(/^waybill_bodies_bytes (\d+)$/m.exec(text)?.[1]);
  };
  const bytes = await held();
  t.true(bytes > 0 && bytes <= 7_200_000, `${bytes} bytes are held`);
  t.is((await post(gateway, modest.apiKey)).status, 200);
  for (const { socket } of unfinished) socket.destroy();
  await Promise.allSettled(refusals);
  await until('room is counted', async () => (await held()) === 0);
});

test('a body without content-length is counted as it arrives', async (t) => {
  const gateway = await gatewayWith(t, {}, { body_bytes_max: 1_000_000, bodies_bytes_max: 1_000_000 });
  const { apiKey } = await gateway.tenant();
  const connection = await headOnly(
    gateway,
    apiKey,
    'content-type: application/json\r\ntransfer-encoding: chunked\r\n',
  );
  const piece = `40000\r\n${' '.repeat(0x4_00_00)}\r\n`;
  connection.socket.write(piece + piece + piece);
  const held = async (): Promise<number> =>
    Number(/^waybill_bodies_bytes (\d+)$/m.exec((await httpCall(`${gateway.operations}/metrics`)).text)?.[1]);
  await until('room is counted', async () => (await held()) >= 3 * 0x4_00_00);
  connection.socket.write(`0\r\n\r\n`);
  await connection.until((text) => text.includes('malformed_json'));
  await until('room is counted', async () => (await held()) === 0);
  t.pass();
});

const begunFile = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx';
const restOfFile = '\r\n--b\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nuser_data\r\n--b--\r\n';

const upload = ({ baseUrl }: ServedGateway, apiKey: string) =>
  httpCall(`${baseUrl}/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'multipart/form-data; boundary=b' },
    body: begunFile + restOfFile,
  });

const filesHere = { openai: { upstream: 'sandbox' } };

test('a key that has used up its uploads of the minute is refused before its file is read, and may still make other requests', async (t) => {
  const gateway = await gatewayWith(t, { files: filesHere, limits: { key: { uploads_per_minute_max: 2 } } });
  const { apiKey } = await gateway.tenant();
  for (let nth = 0; nth < 2; nth += 1) t.is((await upload(gateway, apiKey)).status, 200);
  const { until: answered } = await headOnly(gateway, apiKey, form, '/v1/files');
  const reply = await answered((text) => text.includes('rate_limit_exceeded'));
  t.regex(reply, /^HTTP\/1\.1 429 /);
  t.regex(reply, /This key may send 2 uploads a minute\./);
  t.is((await post(gateway, apiKey)).status, 200, 'what is no upload is not counted');
  const other = await gateway.tenant();
  t.is((await upload(gateway, other.apiKey)).status, 200);
});

test('a key at its limit of concurrent uploads is refused, and served again when one has ended', async (t) => {
  const gateway = await gatewayWith(t, { files: filesHere, limits: { key: { uploads_at_once_max: 1 } } });
  const { apiKey } = await gateway.tenant();
  const head = `content-type: multipart/form-data; boundary=b\r\ncontent-length: ${begunFile.length + restOfFile.length}\r\n`;
  const first = await headOnly(gateway, apiKey, `expect: 100-continue\r\n${head}`, '/v1/files');
  // Asked for: it has its place.
  await first.until((text) => text.includes('100 Continue'));
  const refused = await upload(gateway, apiKey);
  t.is(refused.status, 429);
  t.like(JSON.parse(refused.text), { error: { code: 'concurrency_limit_exceeded' } });
  const other = await gateway.tenant();
  t.is((await upload(gateway, other.apiKey)).status, 200);
  first.socket.write(begunFile + restOfFile);
  await first.until((text) => /HTTP\/1\.1 200 /.test(text));
  t.is((await upload(gateway, apiKey)).status, 200);
});

for (const [method, path] of [
  ['GET', '/files'],
  ['GET', '/files/file-1'],
  ['DELETE', '/files/file-1'],
] as const) {
  test(`${method} ${path} counts against the limits of its caller`, async (t) => {
    const gateway = await gatewayWith(t, { limits: { key: { requests_per_minute_max: 1 } } });
    const { apiKey } = await gateway.tenant();
    const ask = () => httpCall(`${gateway.baseUrl}${path}`, { method, headers: { authorization: `Bearer ${apiKey}` } });
    t.not((await ask()).status, 429);
    const refused = await ask();
    t.is(refused.status, 429);
    t.like(JSON.parse(refused.text), { error: { code: 'rate_limit_exceeded' } });
  });
}

test('refusals are counted by route and code, and never by tenant or key', async (t) => {
  const gateway = await gatewayWith(t, { limits: { key: { requests_per_minute_max: 1 } } });
  const { apiKey, tenantId, keyId } = await gateway.tenant();
  for (let nth = 0; nth < 3; nth += 1) await post(gateway, apiKey);
  await httpCall(`${gateway.baseUrl}/models`);
  const { text } = await httpCall(`${gateway.operations}/metrics`);
  const counted = text.split('\n').filter((line) => line.startsWith('waybill_refused_requests_total'));
  t.deepEqual(counted.toSorted(), [
    'waybill_refused_requests_total{route="/v1/chat/completions",code="rate_limit_exceeded"} 2',
    'waybill_refused_requests_total{route="/v1/models",code="invalid_api_key"} 1',
  ]);
  for (const id of [tenantId, keyId, apiKey]) t.false(text.includes(id));
});
