import test from 'ava';
import { filePart, formBoundary, formField } from '../_support/audio-gateway.ts';
import { plainPrices } from '../_support/gateway.ts';
import { httpCall } from '../_support/http-call.ts';
import { setScriptedScene } from '../_support/scripted-upstream.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

// Counters that no answer can have. The upstream has no billing records.

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
  target: { prices: { ...plainPrices, eur_per_audio_hour: '0.36', eur_per_million_characters: '15' } },
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

for (const [what, { path, asked, answered }] of Object.entries(exchanges)) {
  test.serial(`impossible counters are delivered, held for and not charged: ${what}`, async (t) => {
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
    t.is(reply.status, 200, reply.text);
    t.is(reply.headers['x-waybill-cost-eur'], undefined);
    const { reservations, state } = await ledger.wallet(walletId);
    t.deepEqual(
      reservations.map(({ story }) => story),
      [['ReservationFlagged impossible_counters']],
    );
    t.true(state.reserved > 0n);
  });
}
