import test from 'ava';
import type { RecordedRequest } from '../../infra/sandbox-upstream/request-record.ts';
import { reasoningEfforts } from '../../src/catalogue/reasoning-effort.ts';
import type { TestTenant } from '../_support/gateway.ts';
import { httpCall } from '../_support/http-call.ts';
import { sharedGateway } from '../_support/served-gateway.ts';

// What the upstream receives of a chat completion: the bytes and the headers, and nothing else.

const target = (model: string, more: object) => ({
  upstream: 'sandbox',
  model,
  surfaces: ['chat_completions'],
  output_tokens_max: 1_000,
  prices: { id: model, version: '1', eur_per_million_tokens: { input: '1', output: '2' } },
  ...more,
});
const gateway = sharedGateway({
  config: {
    targets: {
      thinker: target('sandbox-thinker', { efforts: ['low', 'high'] }),
      sparse: target('sandbox-sparse', { efforts: ['none', 'high', 'max'] }),
    },
    profiles: { thinker: { targets: ['thinker'] }, sparse: { targets: ['sparse'] } },
  },
});
test.after.always(gateway.end);

interface Forwarded {
  readonly received: RecordedRequest;
  readonly body: string;
}

let caller: Promise<TestTenant> | null = null;

/** Sends a body as it is, and answers what the upstream got. */
async function forwarded(body: string, headers: Readonly<Record<string, string>> = {}): Promise<Forwarded> {
  const { tenant, sandbox, baseUrl } = await gateway.start();
  const { apiKey } = await (caller ??= tenant({ profiles: ['light', 'thinker', 'sparse'] }));
  const reply = await httpCall(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...headers },
    body,
  });
  if (reply.status !== 200) throw new Error(`${reply.status}: ${reply.text}`);
  const reservation = reply.headers['x-waybill-reservation'];
  const received = (await sandbox.requests()).find(({ headers }) => headers['x-waybill-reservation'] === reservation);
  if (received === undefined) throw new Error('the upstream received nothing');
  return { received, body: Buffer.from(received.body_base64, 'base64').toString() };
}

const messages = '"messages":[{"role":"user","content":"Hi"}]';

test('every byte but the model name goes upstream as it was written', async (t) => {
  const body =
    '{ "10":1,"2":"two", "model" :\t"light" ,"seed":9007199254740993,"temperature":1.0,"top_p":1E-0,' +
    '"logit_bias":{"50256":-1e400,"1":-0},"x_unknown":{"b":[1.10,{"__proto__":null}],"a":1e+2},\r\n' +
    '"messages":[{"role":"user","content":"caf\\u00e9 \\/ \\ud83d\\ude00 \\ud800 é 😀 \\u0000"}],"user":null,"n":1  }\n';
  const { body: received } = await forwarded(body);
  t.is(received, body.replace('"light"', '"sandbox-small"'));
});

test('a key with JSON escapes is the same key', async (t) => {
  const { body } = await forwarded(`{"mod\\u0065l":"light",${messages},"\\u0073tore":true}`);
  t.is(body, `{"mod\\u0065l":"sandbox-small",${messages},"\\u0073tore":false}`);
});

test('a request without a model goes to the default profile', async (t) => {
  const { body } = await forwarded(`{${messages}}`);
  t.is(body, `{${messages},"model":"sandbox-small"}`);
});

test('`store` is set to false in its place', async (t) => {
  const { body } = await forwarded(`{"model":"light","store":true,${messages}}`);
  t.is(body, `{"model":"sandbox-small","store":false,${messages}}`);
});

test('a stream is requested with its counters and without padding', async (t) => {
  const { body } = await forwarded(`{"model":"light",${messages},"stream":true}`);
  t.is(
    body,
    `{"model":"sandbox-small",${messages},"stream":true,"stream_options":{"include_usage":true,"include_obfuscation":false}}`,
  );
  const { body: merged } = await forwarded(
    `{"model":"light","stream_options":{"include_usage":false,"x":1.0},${messages},"stream":true}`,
  );
  t.is(
    merged,
    `{"model":"sandbox-small","stream_options":{"include_usage":true,"x":1.0,"include_obfuscation":false},${messages},"stream":true}`,
  );
});

for (const limit of ['max_tokens', 'max_completion_tokens']) {
  test(`${limit} is lowered to the target’s limit, and left unchanged below it`, async (t) => {
    const { body: lowered } = await forwarded(`{"model":"light","${limit}":1001,${messages}}`);
    t.is(lowered, `{"model":"sandbox-small","${limit}":1000,${messages}}`);
    const { body: kept } = await forwarded(`{"model":"light","${limit}":999,${messages}}`);
    t.is(kept, `{"model":"sandbox-small","${limit}":999,${messages}}`);
  });
}

test('each of two output limits is lowered, and none is added', async (t) => {
  const { body } = await forwarded(`{"model":"light","max_tokens":5,"max_completion_tokens":5000,${messages}}`);
  t.is(body, `{"model":"sandbox-small","max_tokens":5,"max_completion_tokens":1000,${messages}}`);
});

test('the hold covers the larger of two limits, once for each choice', async (t) => {
  const { tenant, client, wallet } = await gateway.start();
  const { apiKey, walletId } = await tenant();
  const { choices } = await client(apiKey).chat.completions.create({
    model: 'light',
    n: 3,
    max_tokens: 5,
    max_completion_tokens: 40,
    messages: [{ role: 'user', content: 'Hi' }],
  });
  t.is(choices.length, 3);
  const events = await wallet(walletId);
  t.is(events[2]?.data['output_tokens_max'], 120);
  t.is(events[3]?.data['overrun_eur'], '0.000000000');
});

test('the hold covers a prediction besides the answer, because unused predicted tokens are charged', async (t) => {
  const { tenant, client, wallet } = await gateway.start();
  const { apiKey, walletId } = await tenant();
  const prediction = { type: 'content' as const, content: 'one two three four '.repeat(20) };
  await client(apiKey).chat.completions.create({
    model: 'light',
    max_tokens: 5,
    prediction,
    messages: [{ role: 'user', content: 'Hi [[sandbox: completion_tokens=85]]' }],
  });
  const events = await wallet(walletId);
  t.is(events[2]?.data['output_tokens_max'], 5 + JSON.stringify(prediction).length);
  t.is(events[3]?.data['overrun_eur'], '0.000000000');
});

const windowTokens = 10_000;
const answersMax = 128;

for (const { what, unknown, held } of [
  { what: 'as one window of output', unknown: {}, held: 5 + windowTokens },
  {
    what: 'beside the whole work of an unknown member',
    unknown: { x_unknown: 1 },
    held: answersMax * 2 * windowTokens,
  },
]) {
  test(`a picture in a prediction is held for ${what}`, async (t) => {
    const { tenant, baseUrl, wallet } = await gateway.start();
    const { apiKey, walletId } = await tenant();
    const content = [{ type: 'image_url', image_url: { url: 'https://pictures.example/1.png' } }];
    const said = [{ role: 'user', content: 'Hi [[sandbox: completion_tokens=4000]]' }];
    const body = {
      model: 'light',
      max_tokens: 5,
      prediction: { type: 'content', content },
      messages: said,
      ...unknown,
    };
    const { status, text } = await httpCall(`${baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    t.is(status, 200, text);
    const events = await wallet(walletId);
    t.is(events[2]?.data['output_tokens_max'], held);
    t.is(events[3]?.data['overrun_eur'], '0.000000000');
  });
}

const sentEffort = async (profile: string, effort: string | null): Promise<unknown> => {
  const wish = effort === null ? '' : `"reasoning_effort":${JSON.stringify(effort)},`;
  const { body } = await forwarded(`{"model":"${profile}",${wish}${messages}}`);
  return (JSON.parse(body) as Record<string, unknown>)['reasoning_effort'];
};

test('an effort becomes the nearest of the target, the higher of two; medium if none is requested', async (t) => {
  const thinker = { none: 'low', minimal: 'low', low: 'low', medium: 'high', high: 'high', xhigh: 'high', max: 'high' };
  const sparse = { none: 'none', minimal: 'none', low: 'high', medium: 'high', high: 'high', xhigh: 'max', max: 'max' };
  for (const effort of reasoningEfforts) {
    t.is(await sentEffort('thinker', effort), thinker[effort], `thinker, ${effort}`);
    t.is(await sentEffort('sparse', effort), sparse[effort], `sparse, ${effort}`);
    t.is(await sentEffort('light', effort), undefined, `a target without levels, ${effort}`);
  }
  t.is(await sentEffort('thinker', null), 'high');
  t.is(await sentEffort('light', null), undefined);
});

test('no header that identifies the caller goes upstream; the beta header does', async (t) => {
  const { received } = await forwarded(`{"model":"light",${messages}}`, {
    cookie: 'session=canary',
    'openai-organization': 'org-canary',
    'openai-project': 'proj_canary',
    'openai-beta': 'assistants=v2',
    'x-stainless-retry-count': '0',
    'x-stainless-lang': 'js',
    'x-codex-turn-metadata': 'canary',
    'session-id': 'canary',
    'thread-id': 'canary',
    originator: 'canary',
    'user-agent': 'canary/1',
    'x-forwarded-for': '192.0.2.1',
    'x-request-id': 'canary',
    'x-waybill-reservation': 'canary',
    'anthropic-version': '2023-06-01',
    'accept-encoding': 'br',
    'proxy-authorization': 'Basic canary',
    te: 'trailers',
  });
  t.false(JSON.stringify(received.raw_headers).includes('canary'));
  t.is(received.headers['openai-beta'], 'assistants=v2');
  t.is(received.headers.authorization, 'Bearer sandbox-upstream-key');
  t.deepEqual(
    Object.keys(received.headers).filter((name) => !expectedHeaders.has(name)),
    [],
  );
});

/** All that may reach an upstream: the protocol's headers, the gateway's own, and those of the connection. */
const expectedHeaders = new Set([
  'host',
  'connection',
  'content-type',
  'content-length',
  'accept',
  'accept-encoding',
  'user-agent',
  'authorization',
  'openai-beta',
  'x-waybill-reservation',
]);
