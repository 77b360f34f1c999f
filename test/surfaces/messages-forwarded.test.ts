import test from 'ava';
import { redactedOf, signatureOf } from '../../infra/sandbox-upstream/thinking-signature.ts';
import type { RecordedRequest } from '../../infra/sandbox-upstream/request-record.ts';
import type { TestTenant } from '../_support/gateway.ts';
import { allProfiles, messagesGateway, newClient, oldClient, postMessages } from '../_support/messages-gateway.ts';

// What the upstream receives of a message: the bytes and the headers, and nothing else.

const gateway = messagesGateway();
test.after.always(gateway.end);

let caller: Promise<TestTenant> | null = null;

interface Forwarded {
  readonly received: RecordedRequest;
  readonly body: string;
}

async function forwarded(body: string, headers: Readonly<Record<string, string>> = {}, path = ''): Promise<Forwarded> {
  const served = await gateway.start();
  const asking = await (caller ??= served.tenant({ profiles: allProfiles }));
  const reply = await postMessages(served, asking, body, { headers, path });
  if (reply.status !== 200) throw new Error(`${reply.status}: ${reply.text}`);
  const reservation = reply.headers['x-waybill-reservation'];
  const requests = await served.sandbox.requests();
  const received = requests.find((request) => request.headers['x-waybill-reservation'] === reservation);
  if (received === undefined) throw new Error('the upstream received nothing');
  return { received, body: Buffer.from(received.body_base64, 'base64').toString() };
}

/** As JSON, with as many escapes as a client may make of it. */
const escaped = (text: string): string => JSON.stringify(text).replaceAll('/', '\\/').replaceAll('E', '\\u0045');

const upstreamKey = 'sandbox-upstream-key';

const messages = '"messages":[{"role":"user","content":"Hi"}]';

test('every byte but the model name goes upstream as it was written', async (t) => {
  const body =
    '{ "model" :\t"light" ,"max_tokens":100,"metadata":{"user_id":"{\\"device\\":1}"},"temperature":1.0,\r\n' +
    '"system":[{"type":"text","text":"caf\\u00e9 \\/ \\ud83d\\ude00 é 😀","cache_control":{"type":"ephemeral","ttl":"1h"}}],' +
    '"messages":[{"role":"user","content":[{"type":"text","text":"Hi","x":[9007199254740993,1E-0,-0]}]},' +
    '{"role":"assistant","content":[{"type":"redacted_thinking","data":' +
    `${escaped(redactedOf(upstreamKey))}},{"type":"thinking","thinking":"","signature":${escaped(signatureOf(upstreamKey, 'x'))}}]},` +
    '{"role":"user","content":"More"}],"stop_sequences":[]  }\n';
  const { body: received } = await forwarded(body);
  t.is(received, body.replace('"light"', '"sandbox-small"'));
});

test('the output limit is lowered to the target’s, and the gateway’s own extension is removed', async (t) => {
  const { body } = await forwarded(`{"model":"light","max_tokens":5000,"reasoning_effort":"high",${messages}}`);
  t.is(body, `{"model":"sandbox-small","max_tokens":1000,${messages}}`);
});

test('a version that is sent twice goes upstream once', async (t) => {
  const headers = { 'anthropic-version': '2026-10-21, 2026-10-21' };
  const { received } = await forwarded(`{"model":"light","max_tokens":9,${messages}}`, headers);
  t.is(received.headers['anthropic-version'], '2026-10-21');
});

test('version and beta headers go upstream unchanged, and no header that identifies the caller does', async (t) => {
  const betas = 'context-management-2025-06-27, extended-cache-ttl-2025-04-11';
  const { received } = await forwarded(`{"model":"light","max_tokens":9,${messages}}`, {
    'anthropic-version': '2026-10-21',
    'anthropic-beta': betas,
    'anthropic-workspace-id': 'canary',
    'anthropic-user-profile-id': 'canary',
    'anthropic-dangerous-direct-browser-access': 'canary',
    'openai-beta': 'canary',
    cookie: 'canary',
    'user-agent': 'canary/1',
    'x-app': 'canary',
    'x-stainless-lang': 'canary',
    'x-request-id': 'canary',
    'x-waybill-reservation': 'canary',
    'accept-encoding': 'br',
  });
  t.is(received.headers['anthropic-version'], '2026-10-21');
  t.is(received.headers['anthropic-beta'], betas);
  t.false(JSON.stringify(received.raw_headers).includes('canary'));
  t.is(received.headers.authorization, 'Bearer sandbox-upstream-key');
  t.is(received.headers['x-api-key'], undefined);
});

test('a request without a version header goes upstream with 2023-06-01', async (t) => {
  const served = await gateway.start();
  const asking = await served.tenant();
  for (const [word, path, named] of [
    ['Okapi', '/messages', {}],
    ['Gnu', '/messages', { 'anthropic-version': '' }],
    ['Lynx', '/messages/count_tokens', {}],
  ] as const) {
    const limit = path === '/messages' ? '"max_tokens":9,' : '';
    const reply = await fetch(`${served.baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${asking.apiKey}`, 'content-type': 'application/json', ...named },
      body: `{"model":"light",${limit}"messages":[{"role":"user","content":"${word}"}]}`,
    });
    t.is(reply.status, 200);
    const received = (await served.sandbox.requests()).find(({ body_text: text }) => text.includes(word));
    t.true(received?.url.includes(path));
    t.is(received?.headers['anthropic-version'], '2023-06-01', path);
  }
});

test('only ?beta=true of the query goes upstream', async (t) => {
  const body = `{"model":"light","max_tokens":9,${messages}}`;
  for (const [path, url] of [
    ['', '/v1/messages'],
    ['?beta=true', '/v1/messages?beta=true'],
    ['?x=canary&beta=true', '/v1/messages?beta=true'],
    ['?beta=false', '/v1/messages'],
    ['?beta=true&beta=canary', '/v1/messages'],
  ] as const) {
    t.is((await forwarded(body, {}, path)).received.url, url);
  }
});

test('each client speaks its own dialect through the gateway', async (t) => {
  const served = await gateway.start();
  const { apiKey } = await served.tenant();
  const asked = { model: 'light', max_tokens: 9, messages: [{ role: 'user' as const, content: 'Hi' }] };
  const versions: unknown[] = [];
  for (const send of [
    () => newClient(served, apiKey).messages.create(asked).withResponse(),
    () => oldClient(served, apiKey).messages.create(asked).withResponse(),
    () =>
      oldClient(served, apiKey)
        .beta.messages.create({ ...asked, betas: ['one', 'two'] })
        .withResponse(),
  ]) {
    const { response } = await send();
    const id = response.headers.get('x-waybill-reservation');
    const received = (await served.sandbox.requests()).find(({ headers }) => headers['x-waybill-reservation'] === id);
    versions.push([received?.headers['anthropic-version'], received?.headers['anthropic-beta'], received?.url]);
  }
  t.deepEqual(versions, [
    ['2026-10-21', undefined, '/v1/messages'],
    ['2023-06-01', undefined, '/v1/messages'],
    ['2023-06-01', 'one,two', '/v1/messages?beta=true'],
  ]);
});

test('effort levels go upstream in the target’s own terms', async (t) => {
  const sent = async (model: string, more: object): Promise<object> => {
    const { body } = await forwarded(
      JSON.stringify({ model, max_tokens: 50_000, ...more, messages: [{ role: 'user', content: 'Hi' }] }),
    );
    const { thinking, output_config } = JSON.parse(body) as Record<string, unknown>;
    return { thinking, output_config };
  };
  const adaptive = { type: 'adaptive' };
  const high = { reasoning_effort: 'high' };
  t.deepEqual(await sent('thinker', high), { thinking: adaptive, output_config: { effort: 'high' } });
  t.deepEqual(await sent('thinker', { reasoning_effort: 'none' }), {
    thinking: { type: 'disabled' },
    output_config: undefined,
  });
  t.deepEqual(await sent('thinker', {}), { thinking: undefined, output_config: { effort: 'high' } });
  t.deepEqual(await sent('sparse', { output_config: { effort: 'medium' } }), {
    thinking: undefined,
    output_config: { effort: 'low' },
  });
  t.deepEqual(await sent('budgeted', high), {
    thinking: { type: 'enabled', budget_tokens: 16_384 },
    output_config: undefined,
  });
  t.deepEqual(await sent('thoughtless', high), { thinking: undefined, output_config: { effort: 'high' } });
  t.deepEqual(await sent('light', high), { thinking: undefined, output_config: undefined });
});
