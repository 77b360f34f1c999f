import test from 'ava';
import { filePart, formBoundary, formField } from '../_support/audio-gateway.ts';
import { plainPrices } from '../_support/gateway.ts';
import { toolPrices } from '../_support/sandbox-bill.ts';
import { httpCall } from '../_support/http-call.ts';
import { setScriptedScene } from '../_support/scripted-upstream.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

// Counters that no answer of the target can have. The upstream has no billing records.

const windowTokens = 4_000;
const outputTokens = 500;

const shared = new SharedTeardown();
test.after.always(shared.end);
const scene = setScriptedScene(shared, {
  surfaces: [
    'chat_completions',
    'responses',
    'messages',
    'embeddings',
    'systemone',
    'audio_transcriptions',
    'audio_translations',
    'audio_speech',
  ],
  target: {
    context_tokens_max: windowTokens,
    output_tokens_max: outputTokens,
    prices: { ...plainPrices, eur_per_audio_hour: '0.36', eur_per_million_characters: '15', ...toolPrices },
  },
});

const many = 1_000_000_000_000_000;
const messages = [{ role: 'user', content: 'hi' }];
const chatUsage = { prompt_tokens: 100, completion_tokens: many };
const usage = { input_tokens: 100, output_tokens: many };
const output = [
  { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'ho', annotations: [] }] },
];
const response = { id: 'resp_1', object: 'response', status: 'completed', model: 'sandbox-small', output, usage };
const message = { id: 'm', type: 'message', role: 'assistant', model: 'sandbox-small' };
const choice = { index: 0, finish_reason: 'stop' };
const delta = { index: 0, delta: { content: 'ho' } };
const recording = Buffer.concat([filePart(), formField('model', 'light'), Buffer.from(`--${formBoundary}--\r\n`)]);
const streamedRecording = Buffer.concat([
  filePart(),
  formField('model', 'light'),
  formField('stream', 'true'),
  Buffer.from(`--${formBoundary}--\r\n`),
]);

interface Exchange {
  readonly path: string;
  readonly asked: object | Buffer;
  /** An object is a whole answer, a list the records of a stream. */
  readonly answered: object | readonly object[];
}

const speech = { voice: 'alloy', stream_format: 'sse', input: 'hi' };
const exchanges: Readonly<Record<string, Exchange>> = {
  'a chat completion': {
    path: 'chat/completions',
    asked: { messages },
    answered: { choices: [{ ...choice, message: { role: 'assistant', content: 'ho' } }], usage: chatUsage },
  },
  'a chat stream': {
    path: 'chat/completions',
    asked: { messages, stream: true },
    answered: [{ choices: [delta], usage: chatUsage }, { choices: [{ ...choice, delta: {} }] }],
  },
  'a chat stream that broke off after interim counters': {
    path: 'chat/completions',
    asked: { messages, stream: true },
    answered: [{ choices: [delta], usage: chatUsage }],
  },
  'a response': { path: 'responses', asked: { input: 'hi', store: false }, answered: response },
  'a response stream': {
    path: 'responses',
    asked: { input: 'hi', store: false, stream: true },
    answered: [{ type: 'response.completed', sequence_number: 0, response }],
  },
  'a message': {
    path: 'messages',
    asked: { max_tokens: 9, messages },
    answered: { ...message, content: [{ type: 'text', text: 'ho' }], stop_reason: 'end_turn', usage },
  },
  'a message whose caches are impossible': {
    path: 'messages',
    asked: { max_tokens: 9, messages },
    answered: {
      ...message,
      content: [{ type: 'text', text: 'ho' }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 1, output_tokens: 1, cache_read_input_tokens: many },
    },
  },
  'a message stream with possible last counters': {
    path: 'messages',
    asked: { max_tokens: 9, messages, stream: true },
    answered: [
      {
        type: 'message_start',
        message: { ...message, content: [], usage: { input_tokens: many, output_tokens: 1 } },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'ho' } },
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn' },
        usage: { input_tokens: 100, output_tokens: 5 },
      },
      { type: 'message_stop' },
    ],
  },
  embeddings: {
    path: 'embeddings',
    asked: { input: 'hi' },
    answered: { data: [{ embedding: [1] }], usage: { prompt_tokens: many, total_tokens: many } },
  },
  'System One': {
    path: 'systemone',
    asked: { state: 'hi', questions: { a: { type: 'noul', instructions: 'Is it?' } } },
    answered: { answers: { a: { type: 'noul', noul: 0.5 } }, usage },
  },
  'a transcription': { path: 'audio/transcriptions', asked: recording, answered: { text: 'ho', usage } },
  'a translation': { path: 'audio/translations', asked: recording, answered: { text: 'ho', usage } },
  'a transcription stream': {
    path: 'audio/transcriptions',
    asked: streamedRecording,
    answered: [{ type: 'transcript.text.done', text: 'ho', usage }],
  },
  'a speech stream': {
    path: 'audio/speech',
    asked: speech,
    answered: [
      { type: 'speech.audio.delta', audio: 'aGk=' },
      { type: 'speech.audio.done', usage },
    ],
  },
};

function isStream(answered: Exchange['answered']): answered is readonly object[] {
  return Array.isArray(answered);
}

/** The events that end the request's reservation, and the answer. */
async function play({ path, asked, answered }: Exchange) {
  const { answer, ledger, baseUrl } = await scene;
  const { apiKey, walletId } = await ledger.tenant({ allowAllModels: true });
  const pieces = isStream(answered)
    ? answered.map((record) => `data: ${JSON.stringify(record)}\n\n`)
    : [JSON.stringify(answered)];
  answer({ headers: { 'content-type': isStream(answered) ? 'text/event-stream' : 'application/json' }, pieces });
  const isForm = Buffer.isBuffer(asked);
  const reply = await httpCall(`${baseUrl}/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': isForm ? `multipart/form-data; boundary=${formBoundary}` : 'application/json',
    },
    body: isForm ? asked : JSON.stringify({ model: 'light', ...asked }),
  });
  const { reservations, state } = await ledger.wallet(walletId);
  return { reply, stories: reservations.map(({ story }) => story), state };
}

const flagged = [['ReservationFlagged impossible_counters']];

for (const [what, exchange] of Object.entries(exchanges)) {
  test.serial(`impossible counters are delivered, held for and not charged: ${what}`, async (t) => {
    const { reply, stories, state } = await play(exchange);
    t.is(reply.status, 200, reply.text);
    t.is(reply.headers['x-waybill-cost-eur'], undefined);
    t.deepEqual(stories, flagged);
    t.true(state.reserved > 0n);
  });
}

const chatOf = (prompt: number, completion: number, more: object = {}): Exchange => ({
  path: 'chat/completions',
  asked: { messages, ...more },
  answered: {
    choices: [{ ...choice, message: { role: 'assistant', content: 'ho' } }],
    usage: { prompt_tokens: prompt, completion_tokens: completion },
  },
});
const embedded = (entries: number, tokens: number): Exchange => ({
  path: 'embeddings',
  asked: { input: Array.from({ length: entries }, () => 'hi') },
  answered: { data: [{ embedding: [1] }], usage: { prompt_tokens: tokens, total_tokens: tokens } },
});
const searched = (uses: number, input: number, output: number): Exchange => ({
  path: 'messages',
  asked: {
    max_tokens: 9,
    messages,
    tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: uses }],
  },
  answered: {
    ...message,
    content: [{ type: 'text', text: 'ho' }],
    stop_reason: 'end_turn',
    usage: { input_tokens: input, output_tokens: output },
  },
});
const used = (searches: number): Exchange => ({
  ...searched(2, 1, 1),
  answered: {
    ...message,
    content: [{ type: 'text', text: 'ho' }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 1, output_tokens: 1, server_tool_use: { web_search_requests: searches } },
  },
});
const heard = (seconds: number): Exchange => ({
  path: 'audio/transcriptions',
  asked: recording,
  answered: { text: 'ho', duration: seconds },
});
const [inputMost, outputMost] = [2 * windowTokens, 2 * outputTokens];

for (const [what, most, above] of [
  ['input of twice the window', chatOf(inputMost, 1), chatOf(inputMost + 1, 1)],
  ['output of twice the limit', chatOf(1, outputMost), chatOf(1, outputMost + 1)],
  ['the output of three answers', chatOf(1, 3 * outputMost, { n: 3 }), chatOf(1, 3 * outputMost + 1, { n: 3 })],
  ['entries that each have a window', embedded(3, 3 * inputMost), embedded(3, 3 * inputMost + 1)],
  // Four readings for three uses, one of which is refused, and the three uses.
  ['readings after uses of tools', searched(2, 6 * inputMost, 4 * outputMost), searched(2, 6 * inputMost + 1, 1)],
  ['answers after uses of tools', searched(2, 1, 4 * outputMost), searched(2, 1, 4 * outputMost + 1)],
  ['uses of tools, which the model writes', used(4 * outputMost), used(4 * outputMost + 1)],
  ['twice the longest recording', heard(28_800), heard(28_800.1)],
] as const) {
  test.serial(`the target decides what is possible: ${what}`, async (t) => {
    const [within, beyond] = [await play(most), await play(above)];
    t.is(within.reply.status, 200, within.reply.text);
    t.deepEqual(within.stories, [['ReservationSettled']]);
    t.deepEqual(beyond.stories, flagged);
  });
}
