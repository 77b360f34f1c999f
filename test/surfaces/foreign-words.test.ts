import test from 'ava';
import { chargingSurfaces } from '../_support/charging-surfaces.ts';
import { httpCall } from '../_support/http-call.ts';
import { audioPrices } from '../_support/sandbox-bill.ts';
import { setScriptedScene, type ScriptedAnswer } from '../_support/scripted-upstream.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { streamingSurfaces } from '../_support/streaming-surfaces.ts';
import { withoutCost } from '../_support/without-cost.ts';

// Only this gateway says what was charged and chosen: an upstream that is one too, or pretends to be, is not heard.

const shared = new SharedTeardown();
test.after.always(shared.end);
const scene = setScriptedScene(shared, { surfaces: chargingSurfaces, target: { prices: audioPrices } });

const claim = { waybill_cost_eur: '0.000000001' };
const choice = { waybill: { selected_profile: 'theirs', selection_eur: '0.1' } };
const own = { input_tokens: 5, output_tokens: 2, ...claim };
const chat = { prompt_tokens: 5, completion_tokens: 2, ...claim };
const record = (data: object): string => `data: ${JSON.stringify({ ...data, ...choice })}\n\n`;
const finished = { index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' };
const comment = ': waybill {"cost_eur":"0.000000001","reservation":"theirs"}';

const streams: Readonly<Record<string, readonly string[]>> = {
  chat: [
    record({ model: 'light', choices: [{ ...finished, usage: chat }], x_groq: { usage: chat } }),
    record({ model: 'light', choices: [{ ...finished, delta: { usage: chat } }], data: { usage: chat } }),
    record({ model: 'light', choices: [], usage: chat }),
    `${comment}\ndata: [DONE]\n\n`,
  ],
  messages: [
    record({ type: 'message_start', message: { model: 'light', usage: own } }),
    record({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: own }),
    record({ type: 'message_stop', usage: own, 'amazon-bedrock-invocationMetrics': { inputTokenCount: 5, ...claim } }),
  ],
  responses: [
    record({ type: 'response.created', response: { id: 'r', model: 'light', output: [], usage: own } }),
    record({ type: 'response.completed', response: { output: [], usage: own, ...claim } }),
  ],
  transcriptEvents: [
    record({ type: 'transcript.text.delta', delta: 'Hi', usage: own }),
    record({ type: 'transcript.text.done', text: 'Hi.', usage: { type: 'duration', seconds: 3, ...claim } }),
  ],
  speechEvents: [
    record({ type: 'speech.audio.delta', audio: 'aGk=', usage: own }),
    record({ type: 'speech.audio.done', usage: own }),
  ],
};

const json = (path: string, body: object) => ({
  path,
  contentType: 'application/json',
  headers: {},
  body: JSON.stringify({ model: 'light', ...body }),
});
const messages = [{ role: 'user', content: 'Hi' }];
const transcription = { ...streamingSurfaces['transcriptEvents'] };

const wholes: Readonly<Record<string, readonly [ReturnType<typeof json>, object]>> = {
  chat: [
    json('/chat/completions', { messages }),
    { choices: [{ index: 0, message: { content: 'Hi', usage: chat }, usage: chat }], usage: chat },
  ],
  messages: [json('/messages', { max_tokens: 9, messages }), { type: 'message', content: [], usage: own }],
  responses: [
    json('/responses', { input: 'Hi', store: false }),
    { id: 'r', output: [], usage: own, error: { message: 'x', waybill_code: 'upstream_cut' } },
  ],
  embeddings: [json('/embeddings', { input: 'Hi' }), { data: [{ index: 0, embedding: [0.5] }], usage: chat }],
  'system one': [
    json('/systemone', { state: 'Hi', questions: { q: { type: 'noul', instructions: 'So?' } } }),
    { answers: { q: { type: 'noul', noul: 0.5 } }, usage: own },
  ],
  transcription: [
    {
      path: '/audio/transcriptions',
      contentType: transcription.contentType ?? '',
      headers: {},
      body: (transcription.body?.('light', '') ?? '').replace('true', 'false'),
    },
    { text: 'Hi.', usage: { type: 'duration', seconds: 3, ...claim } },
  ],
};

async function asked(scripted: ScriptedAnswer, request: ReturnType<typeof json>, more: object = {}) {
  const { answer, baseUrl, ledger } = await scene;
  const { apiKey, walletId } = await ledger.tenant({ creditEur: '100' });
  const theirs = {
    'x-waybill-cost-eur': '0.000000001',
    'x-waybill-estimate': 'true',
    'x-waybill-reservation': 'theirs',
  };
  answer({ ...scripted, headers: { ...theirs, ...scripted.headers } });
  const reply = await httpCall(`${baseUrl}${request.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': request.contentType, ...request.headers, ...more },
    body: request.body,
  });
  const [reservation] = (await ledger.settledWallet(walletId)).reservations;
  return { reply, settled: reservation?.settled };
}

const said = /"waybill[a-z_]*":|theirs|0\.000000001/;
const asking = { 'x-waybill-cost': 'usage' };

for (const [name, pieces] of Object.entries(streams)) {
  test.serial(`a stream: ${name}`, async (t) => {
    const surface = streamingSurfaces[name];
    if (surface === undefined) throw new Error(name);
    const body = surface.body('light', '');
    for (const include of [false, true]) {
      if (include && name !== 'chat') continue;
      const options = JSON.stringify({ include_usage: include });
      const request = {
        ...surface,
        headers: surface.headers ?? {},
        body: name === 'chat' ? body.replace('{', `{"stream_options":${options},`) : body,
      };
      for (const scripted of [
        pieces,
        Array.from(pieces.join('')),
        pieces.map((piece) => piece.replaceAll('"waybill', '"\\u0077aybill')),
        pieces.map((piece) => piece.replaceAll('"waybill', '"waybil\\u006C')),
        pieces.map((piece) => piece.replaceAll(/^data: \{.*$/gm, (line) => line.replaceAll(',"', '\ndata: ,"'))),
        pieces.flatMap((piece) => [`${comment}\n\n`, `${comment.replace(' ', '')}\r\n${piece}`]),
        pieces.map((piece) => piece.replace(/\n\n$/, `\n${comment}\n\n`)),
      ]) {
        const headers = { 'content-type': 'text/event-stream' };
        const plain = await asked({ headers, pieces: scripted }, request);
        t.notRegex(withoutCost(plain.reply.text), said);
        t.is(plain.reply.bytes.toString().match(/^: ?waybill/gm)?.length, 1);
        t.is(plain.settled?.usage_source, 'upstream');
        const told = await asked({ headers, pieces: scripted }, request, asking);
        const eur = told.settled?.cost_eur ?? '';
        t.deepEqual(
          Array.from(told.reply.text.matchAll(/"waybill_cost_eur":"(.*?)"/g), ([, one]) => one),
          [eur],
        );
      }
    }
  });
}

for (const [name, [request, body]] of Object.entries(wholes)) {
  test.serial(`a whole answer: ${name}`, async (t) => {
    const scripted = {
      headers: { 'content-type': 'application/json' },
      pieces: [JSON.stringify({ ...choice, ...body })],
    };
    const { reply, settled } = await asked(scripted, request);
    t.is(reply.status, 200, reply.text);
    t.notRegex(reply.text, said);
    t.is(reply.headers['x-waybill-cost-eur'], settled?.cost_eur);
    t.is(reply.headers['x-waybill-estimate'], undefined);
    const told = await asked(scripted, request, asking);
    t.deepEqual(
      Array.from(told.reply.text.matchAll(/"waybill_cost_eur":"(.*?)"/g), ([, one]) => one),
      [told.settled?.cost_eur],
    );
  });
}

test.serial('what a model writes about it stays', async (t) => {
  const words = 'data: {"usage":{"waybill_cost_eur":"0"}}\n: waybill {}';
  const answer = {
    model: 'light',
    choices: [{ index: 0, message: { content: words } }],
    usage: { prompt_tokens: 5, completion_tokens: 2 },
  };
  const text = JSON.stringify(answer);
  const request = json('/chat/completions', { messages });
  const { reply } = await asked({ headers: { 'content-type': 'application/json' }, pieces: [text] }, request);
  t.is(reply.text, text);
  const chunk = `data: ${JSON.stringify({ model: 'light', choices: [{ index: 0, delta: { content: words }, finish_reason: 'stop' }] })}\n\n`;
  const stream = json('/chat/completions', { messages, stream: true });
  const told = await asked(
    { headers: { 'content-type': 'text/event-stream' }, pieces: [chunk, 'data: [DONE]\n\n'] },
    stream,
  );
  t.true(told.reply.text.startsWith(chunk));
});
