import test, { type ExecutionContext } from 'ava';
import OpenAI from 'openai';
import { ChatOpenAI } from '@langchain/openai';
import { httpCall, type HttpReply } from '../_support/http-call.ts';
import { audioPrices } from '../_support/sandbox-bill.ts';
import { setScriptedScene, type ScriptedCall } from '../_support/scripted-upstream.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { streamingSurfaces } from '../_support/streaming-surfaces.ts';

// Most clients send no idempotency key, and some repeat whatever they are told: what repeats a request whose outcome has
// just become unknown is refused as that was, and holds no credit.

const shared = new SharedTeardown();
test.after.always(shared.end);

const whole = (path: string, body: object) => ({
  path,
  contentType: 'application/json',
  headers: {},
  body: JSON.stringify(body),
});
/** A form with a boundary of its own, as clients make them anew for each try. */
const form = (boundary: string) => ({
  path: '/audio/translations',
  contentType: `multipart/form-data; boundary=${boundary}`,
  headers: {},
  body: [
    `--${boundary}\r\ncontent-disposition: form-data; name="model"\r\n\r\nlight\r\n`,
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.mp3"\r\n\r\nsound\r\n`,
    `--${boundary}--\r\n`,
  ].join(''),
});
const json = { 'content-type': 'application/json' };
const messages = [{ role: 'user', content: 'Hi' }];
const chat = whole('/chat/completions', { model: 'light', messages });

type Call = Omit<typeof chat, 'headers'> & { readonly headers: Readonly<Record<string, string>> };

/** A request, and the same again as a client sends it. */
const calls: Readonly<Record<string, readonly [Call, Call]>> = {
  chat: [chat, chat],
  'a stream': [
    { ...chat, body: streamingSurfaces['chat']?.body('light', '') ?? '' },
    { ...chat, body: streamingSurfaces['chat']?.body('light', '') ?? '' },
  ],
  messages: twice(whole('/messages', { model: 'light', max_tokens: 9, messages })),
  responses: twice(whole('/responses', { model: 'light', input: 'Hi' })),
  embeddings: twice(whole('/embeddings', { model: 'light', input: 'Hi' })),
  speech: twice(whole('/audio/speech', { model: 'light', voice: 'alloy', input: 'Hi' })),
  'a form': [form('one'), form('two')],
  'system one': twice(
    whole('/systemone', { model: 'light', state: 'Hi', questions: { q: { type: 'noul', instructions: 'So?' } } }),
  ),
};

function twice(call: Call): readonly [Call, Call] {
  return [call, call];
}

const scene = setScriptedScene(shared, {
  surfaces: [
    'chat_completions',
    'messages',
    'responses',
    'embeddings',
    'audio_speech',
    'audio_translations',
    'systemone',
  ],
  target: { prices: audioPrices },
  // The upstream of a caller who hung up is held open by the test.
  server: { disconnect_drain_ms_max: 20 },
  top: { files: { openai: { upstream: 'sandbox' } } },
});

const second = { upstream: 'sandbox', model: 'second', surfaces: ['chat_completions'], prices: audioPrices };
/** With billing records, which do not answer, and a profile of two targets. */
const checked = setScriptedScene(shared, {
  surfaces: ['chat_completions'],
  target: { prices: audioPrices },
  upstream: { billing_records_path: '/billing-records/{reservation_id}' },
  targets: { second: { ...second, context_tokens_max: 10_000, output_tokens_max: 1_000 } },
  profiles: { two: { targets: ['small', 'second'] } },
});

async function caller(place = scene) {
  const { answer, baseUrl, ledger } = await place;
  answer({ pieces: [], headers: { 'content-type': 'application/json', 'content-length': '9' }, isCut: true });
  const tenant = await ledger.tenant({ creditEur: '1000', profiles: ['light', 'two'] });
  const ask = ({ path, contentType, headers, body }: Call, apiKey = tenant.apiKey): Promise<HttpReply> =>
    httpCall(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': contentType, ...headers },
      body,
    });
  const holds = async (): Promise<number> => (await ledger.wallet(tenant.walletId)).reservations.length;
  return { ...tenant, ask, holds, answer, baseUrl, ledger };
}

const codeOf = ({ text }: HttpReply): unknown => (JSON.parse(text) as { error: { code: unknown } }).error.code;

function assertRefused(t: ExecutionContext, repeat: HttpReply, first: HttpReply): void {
  t.is(repeat.status, 503, repeat.text);
  t.is(codeOf(repeat), 'upstream_outcome_unknown');
  t.is(repeat.headers['x-should-retry'], 'false');
  t.is(repeat.headers['x-waybill-reservation'], first.headers['x-waybill-reservation']);
  t.regex(repeat.text, /new `Idempotency-Key`, change it, or wait/);
}

for (const [name, [once, again]] of Object.entries(calls)) {
  test.serial(`what repeats a request in doubt is refused like it, without a hold: ${name}`, async (t) => {
    const { ask, holds } = await caller();
    const first = await ask(once);
    t.is(first.status, 503, first.text);
    t.is(codeOf(first), 'upstream_outcome_unknown', first.text);
    for (let repeats = 0; repeats < 3; repeats += 1) assertRefused(t, await ask(again), first);
    t.is(await holds(), 1);
  });
}

test.serial('what repeats a request in doubt that names a file is refused like it, without a hold', async (t) => {
  const { ask, answer, holds } = await caller();
  const stored = { id: 'file-up', object: 'file', bytes: 2, created_at: 1, filename: 'a', purpose: 'user_data' };
  answer({ headers: json, pieces: [JSON.stringify(stored)] });
  const sent = form('one');
  const body = sent.body.replace('"model"\r\n\r\nlight', '"purpose"\r\n\r\nuser_data');
  const file = JSON.parse((await ask({ ...sent, path: '/files', body })).text) as { id: string };
  answer({ headers: { ...json, 'content-length': '9' }, pieces: [], isCut: true });
  const part = [{ type: 'file', file: { file_id: file.id } }];
  const asked = whole('/chat/completions', { model: 'light', messages: [{ role: 'user', content: part }] });
  const first = await ask(asked);
  t.is(codeOf(first), 'upstream_outcome_unknown', first.text);
  assertRefused(t, await ask(asked), first);
  t.is(await holds(), 1);
});

test.serial('a stream of which nothing came is in doubt too, and one that began is not', async (t) => {
  const { ask, answer, holds } = await caller();
  const [stream] = calls['a stream'] ?? [chat];
  const headers = { 'content-type': 'text/event-stream' };
  const begun = 'data: {"choices":[{"index":0,"delta":{"content":"H"}}]}\n\n';
  answer({ headers, pieces: [': alive\n\n', begun], isCut: true });
  t.is((await ask(stream)).status, 200);
  answer({ headers, pieces: [': alive\n\n'], isCut: true });
  const first = await ask(stream);
  t.is(first.status, 200, first.text);
  t.is(await holds(), 2);
  assertRefused(t, await ask(stream), first);
  assertRefused(t, await ask(stream), first);
  t.is(await holds(), 2);
});

const refusal = (status: number) => ({ status, headers: json, pieces: ['{"error":{"message":"broken"}}'] });

test.serial('whatever its caller was told, a request that leaves credit in doubt is not repeated', async (t) => {
  const two = { ...chat, body: chat.body.replace('light', 'two') };
  const stream = calls['a stream']?.[0] ?? chat;
  const events = { 'content-type': 'text/event-stream' };
  const cut = { headers: json, pieces: [], isCut: true };
  const isSecond = ({ body }: { readonly body: string }): boolean => body.includes('"second"');
  for (const [name, request, scripted, held] of [
    ['500', chat, refusal(500), 1],
    ['502', chat, refusal(502), 1],
    ['504', chat, refusal(504), 1],
    ['a status that is none of an answer', chat, { status: 204, headers: {}, pieces: [] }, 1],
    ['cut, then busy', two, (call: ScriptedCall) => (isSecond(call) ? refusal(429) : cut), 2],
    ['cut, then refused', two, (call: ScriptedCall) => (isSecond(call) ? refusal(400) : cut), 2],
    ['late, then unavailable', two, (call: ScriptedCall) => refusal(isSecond(call) ? 503 : 504), 2],
    ['an error at once', stream, { headers: events, pieces: ['data: {"error":{"code":500}}\n\n'] }, 1],
  ] as const) {
    const { ask, answer, holds } = await caller(checked);
    answer(scripted);
    const first = await ask(request);
    t.notRegex(first.text, /upstream_outcome_unknown/, name);
    assertRefused(t, await ask(request), first);
    assertRefused(t, await ask(request), first);
    t.is(await holds(), held, name);
  }
});

test.serial('what cost nothing for certain may be repeated at once, whoever keeps billing records', async (t) => {
  const { ask, answer, holds } = await caller(checked);
  for (const status of [400, 429, 503, 529]) {
    answer(refusal(status));
    await ask(chat);
  }
  t.is(await holds(), 4);
});

test.serial('of repeats at once none is let through; of two requests at once both were asked for', async (t) => {
  const { ask, holds } = await caller();
  const firsts = await Promise.all([ask(chat), ask(chat)]);
  t.deepEqual(firsts.map(codeOf), ['upstream_outcome_unknown', 'upstream_outcome_unknown']);
  const held = await holds();
  const repeats = await Promise.all(Array.from({ length: 8 }, () => ask(chat)));
  for (const repeat of repeats) {
    t.is(codeOf(repeat), 'upstream_outcome_unknown');
    t.true(firsts.some(({ headers }) => headers['x-waybill-reservation'] === repeat.headers['x-waybill-reservation']));
  }
  t.is(await holds(), held);
});

test.serial(
  'whoever wants it a second time gets it: by a key, another body or header; another key is another caller',
  async (t) => {
    const { ask, holds, ledger, tenantId, walletId } = await caller();
    const message = calls['messages']?.[0] ?? chat;
    const first = await ask(message);
    const other = await ledger.tenant({ tenantId, walletId });
    const seconds = [
      await ask({ ...message, headers: { 'idempotency-key': 'again' } }),
      await ask({ ...message, body: `${message.body} ` }),
      await ask({ ...message, headers: { 'anthropic-beta': 'interleaved-thinking-2025-05-14' } }),
      await ask(message, other.apiKey),
    ];
    for (const { status, text } of seconds) t.is(status, 503, text);
    t.is(await holds(), 5);
    const reservations = [first, ...seconds].map(({ headers }) => headers['x-waybill-reservation']);
    t.is(new Set(reservations).size, 5);
  },
);

test.serial('only an unknown outcome makes a repeat one: not an answer, nor a refusal', async (t) => {
  const { ask, holds, answer } = await caller();
  const answered = {
    choices: [{ index: 0, message: { content: 'Hi' } }],
    usage: { prompt_tokens: 1, completion_tokens: 1 },
  };
  answer({ headers: json, pieces: [JSON.stringify(answered)] });
  t.is((await ask(chat)).status, 200);
  t.is((await ask(chat)).status, 200);
  answer({ status: 500, headers: json, pieces: ['{"error":{"message":"broken"}}'] });
  const refused = await ask(chat);
  t.not(codeOf(refused), 'upstream_outcome_unknown');
  answer({ headers: json, pieces: [JSON.stringify(answered)] });
  t.is((await ask(chat)).status, 200);
  t.is(await holds(), 4);
});

test.serial('a caller who hung up, and was told nothing, may ask again', async (t) => {
  const { ask, holds, answer, apiKey, baseUrl, walletId, ledger } = await caller();
  answer({ headers: { 'content-type': 'application/json' }, pieces: ['{'], isHeld: true });
  const hanging = new AbortController();
  const asking = fetch(`${baseUrl}${chat.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: chat.body,
    signal: hanging.signal,
  });
  while ((await holds()) === 0) await new Promise(setImmediate);
  hanging.abort();
  await t.throwsAsync(asking);
  answer({ pieces: [], headers: { 'content-type': 'application/json', 'content-length': '9' }, isCut: true });
  await ledger.settledWallet(walletId, 1);
  await ask(chat);
  t.is(await holds(), 2);
});

test.serial('the clients of OpenAI and of LangChain, which repeats whatever it is told, hold once', async (t) => {
  const { apiKey, baseUrl, holds } = await caller();
  let requests = 0;
  const counting: typeof fetch = (...call) => {
    requests += 1;
    return fetch(...call);
  };
  const langchain = new ChatOpenAI({
    apiKey,
    model: 'light',
    maxRetries: 1,
    configuration: { baseURL: baseUrl, fetch: counting },
  });
  await t.throwsAsync(langchain.invoke('Hi'));
  t.is(requests, 2, 'it repeats');
  t.is(await holds(), 1);
  const openai = new OpenAI({ apiKey, baseURL: baseUrl, fetch: counting });
  await t.throwsAsync(openai.responses.create({ model: 'light', input: 'Hi' }));
  t.is(requests, 3, 'it is told not to');
  t.is(await holds(), 2);
});
