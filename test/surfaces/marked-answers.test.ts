import test from 'ava';
import { filePart, formBoundary, formField } from '../_support/audio-gateway.ts';
import { plainPrices } from '../_support/gateway.ts';
import { httpCall, type HttpReply } from '../_support/http-call.ts';
import { setScriptedScene } from '../_support/scripted-upstream.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

// Answers that begin with a byte order mark, which a reader may ignore, and answers that say one thing twice, which none may.

const shared = new SharedTeardown();
test.after.always(shared.end);
const scene = setScriptedScene(shared, {
  surfaces: ['chat_completions', 'responses', 'messages', 'embeddings', 'systemone', 'audio_transcriptions'],
  target: { prices: { ...plainPrices, eur_per_audio_hour: '0.36' } },
  top: { files: { openai: { upstream: 'sandbox' } } },
});

const mark = '\u{feff}';
const messages = [{ role: 'user', content: 'hi' }];
const chatUsage = { prompt_tokens: 100, completion_tokens: 5, total_tokens: 105 };
const messageUsage = { input_tokens: 100, output_tokens: 5 };
const chat = { id: 'c', object: 'chat.completion', model: 'sandbox-small', usage: chatUsage };

interface Exchange {
  readonly path: string;
  readonly asked: object | Buffer;
  readonly answered: object;
}

const exchanges: Readonly<Record<string, Exchange>> = {
  'chat completions': {
    path: 'chat/completions',
    asked: { messages },
    answered: {
      ...chat,
      choices: [{ index: 0, message: { role: 'assistant', content: 'ho' }, finish_reason: 'stop' }],
    },
  },
  responses: {
    path: 'responses',
    asked: { input: 'hi', store: false },
    answered: {
      id: 'resp_1',
      object: 'response',
      status: 'completed',
      model: 'sandbox-small',
      output: [],
      usage: messageUsage,
    },
  },
  messages: {
    path: 'messages',
    asked: { max_tokens: 9, messages },
    answered: {
      id: 'm',
      type: 'message',
      model: 'sandbox-small',
      content: [],
      stop_reason: 'end_turn',
      usage: messageUsage,
    },
  },
  embeddings: {
    path: 'embeddings',
    asked: { input: 'hi' },
    answered: { object: 'list', data: [], model: 'sandbox-small', usage: { prompt_tokens: 100, total_tokens: 100 } },
  },
  transcriptions: {
    path: 'audio/transcriptions',
    asked: Buffer.concat([filePart(), formField('model', 'light'), Buffer.from(`--${formBoundary}--\r\n`)]),
    answered: { text: 'ho', usage: { type: 'duration', seconds: 3 } },
  },
};

async function post(apiKey: string, path: string, body: object | Buffer): Promise<HttpReply> {
  const isForm = Buffer.isBuffer(body);
  const { baseUrl } = await scene;
  return httpCall(`${baseUrl}/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': isForm ? `multipart/form-data; boundary=${formBoundary}` : 'application/json',
    },
    body: isForm ? body : JSON.stringify({ model: 'light', ...body }),
  });
}

/** Ids of responses are the gateway's own. */
const withoutIds = (text: string): string => text.replace(/resp_\w+/, 'resp');

const headers = { 'content-type': 'application/json' };

for (const [what, { path, asked, answered }] of Object.entries(exchanges)) {
  test.serial(`an answer behind a byte order mark is delivered without it, and settled: ${what}`, async (t) => {
    const { answer, ledger } = await scene;
    const { apiKey, walletId } = await ledger.tenant({ allowAllModels: true });
    const text = JSON.stringify(answered);
    answer({ headers, pieces: [text] });
    const plain = await post(apiKey, path, asked);
    t.is(plain.status, 200, plain.text);
    // The mark may come in pieces.
    const marked = Buffer.from(mark + text);
    answer({ headers, pieces: [marked.subarray(0, 1), marked.subarray(1)] });
    const reply = await post(apiKey, path, asked);
    t.is(reply.status, 200, reply.text);
    t.is(withoutIds(reply.text), withoutIds(plain.text));
    const { reservations } = await ledger.settledWallet(walletId, 2);
    t.deepEqual(
      reservations.map(({ story }) => story),
      [['ReservationSettled'], ['ReservationSettled']],
    );
    t.is(reservations[1]?.charged, reservations[0]?.charged);
  });
}

test.serial('a stream behind a byte order mark is delivered and settled', async (t) => {
  const { answer, ledger } = await scene;
  const { apiKey, walletId } = await ledger.tenant({ allowAllModels: true });
  const chunk = {
    ...chat,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: { content: 'ho' }, finish_reason: 'stop' }],
  };
  const text = `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
  const replies: string[] = [];
  for (const pieces of [[text], [mark, text], [mark + text]]) {
    answer({ headers: { 'content-type': 'text/event-stream' }, pieces });
    const reply = await post(apiKey, 'chat/completions', { messages, stream: true });
    replies.push(reply.text);
  }
  t.regex(replies[0] ?? '', /^data: .*"ho".*\n\ndata: \[DONE\]\n\n$/s);
  t.deepEqual(new Set(replies).size, 1);
  const { reservations } = await ledger.settledWallet(walletId, 3);
  t.true(reservations.every(({ story }) => story.join() === 'ReservationSettled'));
});

test.serial('a refusal after a byte order mark is passed on in its own words', async (t) => {
  const { answer, ledger } = await scene;
  const { apiKey } = await ledger.tenant({ allowAllModels: true });
  answer({ status: 400, headers, pieces: [`${mark}{"error":{"message":"No such voice.","code":"no_voice"}}`] });
  const form = Buffer.concat([filePart(), formField('purpose', 'user_data'), Buffer.from(`--${formBoundary}--\r\n`)]);
  for (const [path, body] of [
    ['chat/completions', { messages }],
    ['files', form],
  ] as const) {
    const reply = await post(apiKey, path, body);
    t.is(reply.status, 400, reply.text);
    t.regex(reply.text, /No such voice.*"no_voice"/);
  }
});

test.serial('the record of an upload behind a byte order mark is read', async (t) => {
  const { answer, ledger } = await scene;
  const { apiKey } = await ledger.tenant({ allowAllModels: true });
  const file = {
    id: 'file-up',
    object: 'file',
    bytes: 3,
    created_at: 1,
    filename: 'a',
    purpose: 'user_data',
    status: 'processed',
  };
  answer({ headers, pieces: [mark + JSON.stringify(file)] });
  const form = Buffer.concat([filePart(), formField('purpose', 'user_data'), Buffer.from(`--${formBoundary}--\r\n`)]);
  const reply = await post(apiKey, 'files', form);
  t.is(reply.status, 200, reply.text);
  t.like(JSON.parse(reply.text), { object: 'file', bytes: 3 });
});

test.serial('an answer that names a member twice is not delivered, and neither value is charged', async (t) => {
  const { answer, ledger } = await scene;
  const said = JSON.stringify(chat);
  for (const text of [
    said.replace('"usage":', '"usage":{},"usage":'),
    said.replace('"prompt_tokens":100', '"prompt_tokens":100,"prompt_tokens":1'),
    said.replace('"usage":', '"us\\u0061ge":{},"usage":'),
    said.replace('"id":', '"timings":{"a":1,"a":2},"id":'),
  ]) {
    const { apiKey, walletId } = await ledger.tenant({ allowAllModels: true });
    answer({ headers, pieces: [text] });
    const reply = await post(apiKey, 'chat/completions', { messages });
    t.is(reply.status, 503, text);
    t.regex(reply.text, /upstream_outcome_unknown/);
    const { reservations } = await ledger.settledWallet(walletId);
    t.is(reservations[0]?.story[0], 'ReservationFlagged answer_not_understood', text);
    t.is(reservations[0]?.charged, 0n);
  }
});
