import test, { type ExecutionContext } from 'ava';
import OpenAI from 'openai';
import Anthropic from '@anthropic-ai/sdk';
import { chargingSurfaces } from '../_support/charging-surfaces.ts';
import { httpCall, type HttpReply } from '../_support/http-call.ts';
import { audioPrices } from '../_support/sandbox-bill.ts';
import { setScriptedScene, type ScriptedAnswer } from '../_support/scripted-upstream.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { streamingSurfaces } from '../_support/streaming-surfaces.ts';
import { withoutCost } from '../_support/without-cost.ts';

// A caller who asks for it finds the charge in the last `usage` of an answer, whole or streamed; nobody else's bytes change.

const shared = new SharedTeardown();
test.after.always(shared.end);
const scene = setScriptedScene(shared, { surfaces: chargingSurfaces, target: { prices: audioPrices } });
const everyone = setScriptedScene(shared, {
  surfaces: chargingSurfaces,
  target: { prices: audioPrices },
  server: { cost_in_usage: true },
});

interface Asked {
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const json = (path: string, body: object): Asked => ({
  path,
  contentType: 'application/json',
  body: JSON.stringify({ model: 'light', ...body }),
});
const record = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;
const messages = [{ role: 'user', content: 'Hi' }];
const chatCounters = { prompt_tokens: 5, completion_tokens: 2 };
const counters = { input_tokens: 5, output_tokens: 2 };
const streamed = (name: string): Asked => {
  const surface = streamingSurfaces[name];
  if (surface === undefined) throw new Error(name);
  return { ...surface, body: surface.body('light', '') };
};
const chatStream = json('/chat/completions', { messages, stream: true, stream_options: { include_usage: true } });
const choice = (delta: object, finish_reason: string | null = null) => ({
  model: 'light',
  choices: [{ index: 0, delta, finish_reason }],
});

const finished = { index: 0, delta: {}, finish_reason: 'stop' };

/** Of each surface a request, the whole answer to it, and how its counters read. */
const wholes: Readonly<Record<string, readonly [Asked, object]>> = {
  chat: [
    json('/chat/completions', { messages }),
    { model: 'light', choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' } }], usage: chatCounters },
  ],
  'chat, in a choice': [
    json('/chat/completions', { messages }),
    { model: 'light', choices: [{ index: 0, message: { content: 'Hi' }, usage: chatCounters }] },
  ],
  'chat, in a member of its own': [
    json('/chat/completions', { messages }),
    { model: 'light', choices: [{ index: 0, message: { content: 'Hi' } }], x_groq: { usage: chatCounters } },
  ],
  messages: [
    json('/messages', { max_tokens: 9, messages }),
    { type: 'message', model: 'light', content: [{ type: 'text', text: 'Hi' }], usage: counters },
  ],
  responses: [json('/responses', { input: 'Hi', store: false }), { id: 'r', output: [], usage: counters }],
  embeddings: [
    json('/embeddings', { input: 'Hi' }),
    { object: 'list', model: 'light', data: [{ index: 0, embedding: [0.5] }], usage: { prompt_tokens: 5 } },
  ],
  'system one': [
    json('/systemone', { state: 'Hi', questions: { q: { type: 'noul', instructions: 'So?' } } }),
    { model: 'light', answers: { q: { type: 'noul', noul: 0.5 } }, usage: counters },
  ],
  transcription: [
    { ...streamed('transcriptEvents'), body: streamed('transcriptEvents').body.replace('true', 'false') },
    { text: 'Hi.', usage: { type: 'duration', seconds: 3 } },
  ],
};

/** Streams, and how many records with counters they have. */
const streams: Readonly<Record<string, readonly [Asked, readonly string[]]>> = {
  'chat, in a chunk of their own': [
    chatStream,
    [
      record(choice({ content: 'Hi' }, 'stop')),
      record({ model: 'light', choices: [], usage: chatCounters }),
      'data: [DONE]\n\n',
    ],
  ],
  'chat, in each chunk': [
    chatStream,
    [
      record({ ...choice({ content: 'H' }), usage: { prompt_tokens: 5, completion_tokens: 1 } }),
      record({ ...choice({ content: 'i' }, 'stop'), usage: chatCounters }),
      'data: [DONE]\n\n',
    ],
  ],
  'chat, before a last chunk without choices': [
    chatStream,
    [
      record(choice({ content: 'Hi' }, 'stop')),
      record({ model: 'light', choices: [], usage: chatCounters }),
      ': alive\n\n',
      record({ model: 'light', choices: [], citations: ['x'] }),
      'data: [DONE]\n\n',
    ],
  ],
  'chat, with CR LF and white space': [
    chatStream,
    [
      record(choice({ content: 'Hi' }, 'stop')),
      'data: {"choices":[], "usage" : {"prompt_tokens":5,"completion_tokens":2 } }\r\n\r\n',
      'data: [DONE]\r\n\r\n',
    ],
  ],
  'chat, in a choice, as Moonshot writes them': [
    chatStream,
    [
      record(choice({ content: 'Hi' })),
      record({ model: 'light', choices: [{ ...finished, usage: chatCounters }] }),
      'data: null\n\n',
      'data: [DONE]\n\n',
    ],
  ],
  'chat, in a member of its own, as Groq writes them': [
    chatStream,
    [
      record(choice({ content: 'Hi' })),
      record({ ...choice({}, 'stop'), x_groq: { id: 'r', usage: chatCounters } }),
      'data: [DONE]\n\n',
    ],
  ],
  messages: [
    streamed('messages'),
    [
      record({ type: 'message_start', message: { model: 'light', usage: { input_tokens: 5, output_tokens: 1 } } }),
      record({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } }),
      record({ type: 'ping' }),
      record({ type: 'message_stop' }),
    ],
  ],
  responses: [
    streamed('responses'),
    [
      record({ type: 'response.created', response: { id: 'r', model: 'light', output: [], usage: null } }),
      record({ type: 'response.completed', response: { output: [], usage: counters } }),
    ],
  ],
  transcription: [
    streamed('transcriptEvents'),
    [
      record({ type: 'transcript.text.delta', delta: 'Hi.' }),
      record({ type: 'transcript.text.done', text: 'Hi.', usage: { type: 'duration', seconds: 3 } }),
    ],
  ],
  speech: [
    streamed('speechEvents'),
    [
      record({ type: 'speech.audio.delta', audio: 'aGk=' }),
      record({ type: 'speech.audio.done', usage: { input_tokens: 5, output_tokens: 2 } }),
    ],
  ],
};

const asking = { 'x-waybill-cost': 'usage' };
const eventStream = { 'content-type': 'text/event-stream' };
const jsonType = { 'content-type': 'application/json' };

async function caller(place = scene) {
  const { answer, baseUrl, ledger, lastCall } = await place;
  const tenant = await ledger.tenant({ creditEur: '1000' });
  const ask = (
    scripted: ScriptedAnswer,
    { path, contentType, headers, body }: Asked,
    more = {},
  ): Promise<HttpReply> => {
    answer(scripted);
    return httpCall(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.apiKey}`, 'content-type': contentType, ...headers, ...more },
      body,
    });
  };
  const charged = async (count: number) => (await ledger.settledWallet(tenant.walletId, count)).reservations.at(-1);
  return { ...tenant, ask, charged, lastCall, baseUrl };
}

const member = /,?"waybill_cost_eur":"([0-9.]+)"/g;
const toldIn = (text: string): readonly (string | undefined)[] => Array.from(text.matchAll(member), ([, eur]) => eur);

/** The charge is in the last `usage` alone, and everything else is as nobody else gets it. */
function assertTold(t: ExecutionContext, told: string, plain: string): void {
  const at = told.search(/,?"waybill_cost_eur"/);
  t.true(at > told.lastIndexOf('"usage"'), told);
  t.is(told.replace(member, ''), plain);
}

/** Ids are new for each answer. */
const withoutIds = (text: string): string => text.replaceAll(/resp_\w+/g, 'resp');

for (const [name, [request, body]] of Object.entries(wholes)) {
  test.serial(`a whole answer: ${name}`, async (t) => {
    const { ask, charged, lastCall } = await caller();
    const scripted = { headers: jsonType, pieces: [JSON.stringify(body)] };
    const plain = await ask(scripted, request);
    const told = await ask(scripted, request, asking);
    t.is(told.status, 200, told.text);
    const eur = (await charged(2))?.settled?.cost_eur;
    t.truthy(eur);
    t.is(told.headers['x-waybill-cost-eur'], eur);
    t.deepEqual(toldIn(told.text), [eur]);
    t.is(told.headers['content-length'], String(told.bytes.length));
    assertTold(t, withoutIds(told.text), withoutIds(plain.text));
    t.is(lastCall().headers['x-waybill-cost'], undefined, 'the upstream is told nothing of it');
    t.false(lastCall().body.includes('waybill_cost'));
  });
}

for (const [name, [request, records]] of Object.entries(streams)) {
  test.serial(`a stream: ${name}`, async (t) => {
    const { ask, charged } = await caller();
    const plain = await ask({ headers: eventStream, pieces: records }, request);
    let count = 1;
    for (const pieces of [records, [records.join('')], Array.from(records.join(''))]) {
      const told = await ask({ headers: eventStream, pieces }, request, asking);
      const eur = (await charged((count += 1)))?.settled?.cost_eur;
      t.truthy(eur);
      t.deepEqual(toldIn(told.text), [eur], told.text);
      assertTold(t, withoutIds(told.text), withoutIds(plain.text));
      t.regex(told.bytes.toString(), new RegExp(`^: waybill \\{"cost_eur":"${eur}"`, 'm'));
    }
  });
}

test.serial('what has no counters to put it in, or no known charge, stays as it is', async (t) => {
  const { ask } = await caller();
  const [request] = wholes['chat'] ?? [chatStream];
  const bare = { choices: [{ index: 0, message: { content: 'Hi' } }], usage: null };
  t.deepEqual(toldIn((await ask({ headers: jsonType, pieces: [JSON.stringify(bare)] }, request, asking)).text), []);
  const sound = await ask(
    { headers: { 'content-type': 'audio/wav' }, pieces: ['"usage":{}'] },
    streamed('speechBytes'),
    asking,
  );
  t.is(sound.text, '"usage":{}');
  const cut = await ask(
    { headers: eventStream, pieces: [record(choice({ content: 'Hi' }))], isCut: true },
    chatStream,
    asking,
  );
  t.deepEqual(toldIn(cut.text), []);
  // The caller asked for no counters, so there are none.
  const uncounted = json('/chat/completions', { messages, stream: true });
  const [, records] = streams['chat, in a chunk of their own'] ?? [];
  const told = await ask({ headers: eventStream, pieces: records ?? [] }, uncounted, asking);
  t.deepEqual(toldIn(told.text), []);
});

test.serial('counters that more of the answer follows hold nothing of it back', async (t) => {
  const { ask } = await caller();
  const text = 'x'.repeat(70_000);
  const records = [
    record({ ...choice({ content: 'H' }), usage: { prompt_tokens: 5, completion_tokens: 1 } }),
    record(choice({ content: 'i' }, 'stop')),
    record({ model: 'light', choices: [], usage: chatCounters }),
    record({ model: 'light', choices: [], text }),
    'data: [DONE]\n\n',
  ];
  const told = await ask({ headers: eventStream, pieces: records }, chatStream, asking);
  t.deepEqual(toldIn(told.text), [], 'too much follows the last ones');
  t.is(withoutCost(told.text), records.join(''));
});

test.serial('a replay is the answer that was given, with what it has cost or without', async (t) => {
  const { ask } = await caller();
  for (const [request, scripted] of [
    [wholes['chat']?.[0] ?? chatStream, { headers: jsonType, pieces: [JSON.stringify(wholes['chat']?.[1])] }],
    [chatStream, { headers: eventStream, pieces: streams['chat, in a chunk of their own']?.[1] ?? [] }],
  ] as const) {
    const named = (key: string, more = {}) => ask(scripted, request, { 'idempotency-key': key, ...more });
    const [key, other] = [`asked ${request.body.length}`, `not asked ${request.body.length}`];
    const told = await named(key, asking);
    t.is(toldIn(told.text).length, 1);
    for (const more of [{}, asking]) {
      const replay = await named(key, more);
      t.is(replay.headers['idempotent-replayed'], 'true');
      t.deepEqual(replay.bytes, told.bytes);
    }
    const plain = await named(other);
    t.deepEqual((await named(other, asking)).bytes, plain.bytes);
  }
});

test.serial('a stored response is shown as it was answered, and nothing of it goes upstream', async (t) => {
  const { ask, apiKey, baseUrl, lastCall } = await caller();
  const output = [{ type: 'message', id: 'm', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] }];
  const scripted = (isStream: boolean) =>
    isStream
      ? {
          headers: eventStream,
          pieces: [record({ type: 'response.completed', response: { output, usage: counters } })],
        }
      : { headers: jsonType, pieces: [JSON.stringify({ id: 'r', output, usage: counters })] };
  for (const stream of [false, true]) {
    const answered = await ask(scripted(stream), json('/responses', { input: 'Hi', stream }), asking);
    const [eur] = toldIn(answered.text);
    t.truthy(eur);
    const [id = ''] = /resp_\w+/.exec(answered.text) ?? [];
    const shown = await httpCall(`${baseUrl}/responses/${id}`, { headers: { authorization: `Bearer ${apiKey}` } });
    t.deepEqual(toldIn(shown.text), [eur], shown.text);
    const next = json('/responses', { input: 'And?', previous_response_id: id });
    t.deepEqual(toldIn((await ask(scripted(false), next)).text), []);
    t.false(lastCall().body.includes('waybill_cost'));
  }
});

test.serial('by configuration everybody is told', async (t) => {
  const { ask } = await caller(everyone);
  const [request, body] = wholes['messages'] ?? [chatStream, {}];
  t.is(toldIn((await ask({ headers: jsonType, pieces: [JSON.stringify(body)] }, request)).text).length, 1);
});

test.serial('the official clients read it', async (t) => {
  const { ask, apiKey, baseUrl } = await caller();
  const openai = new OpenAI({ apiKey, baseURL: baseUrl, defaultHeaders: asking, maxRetries: 0 });
  const [, records] = streams['chat, in a chunk of their own'] ?? [];
  await ask({ headers: eventStream, pieces: records ?? [] }, chatStream);
  const stream = await openai.chat.completions.create({
    model: 'light',
    messages: [{ role: 'user', content: 'Hi' }],
    stream: true,
    stream_options: { include_usage: true },
  });
  const seen: unknown[] = [];
  for await (const { usage } of stream) if (usage) seen.push(usage);
  t.is(seen.length, 1);
  t.is(toldIn(JSON.stringify(seen)).length, 1);
  const anthropic = new Anthropic({ apiKey, baseURL: new URL(baseUrl).origin, defaultHeaders: asking, maxRetries: 0 });
  await ask({ headers: eventStream, pieces: streams['messages']?.[1] ?? [] }, streamed('messages'));
  const finished: unknown[] = [];
  const message = await anthropic.messages.create({
    model: 'light',
    max_tokens: 9,
    messages: [{ role: 'user', content: 'Hi' }],
    stream: true,
  });
  for await (const event of message) if (event.type === 'message_delta') finished.push(event.usage);
  t.is(toldIn(JSON.stringify(finished)).length, 1);
});
