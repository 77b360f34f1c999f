import test from 'ava';
import { httpCall } from '../_support/http-call.ts';
import { audioPrices } from '../_support/sandbox-bill.ts';
import { setScriptedScene, type ScriptedAnswer } from '../_support/scripted-upstream.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { streamingSurfaces } from '../_support/streaming-surfaces.ts';

// Errors of an upstream as the caller reads them: after a charge none is repeated by an agent, and none has words that
// Claude Code replaces.

const shared = new SharedTeardown();
test.after.always(shared.end);
const names = [...new Set(Object.values(streamingSurfaces).map(({ surface }) => surface))];
const scene = setScriptedScene(shared, { surfaces: names, target: { prices: audioPrices } });

const record = (data: object, event?: string): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;

/** What each surface's upstream says before its error. */
const begun: Readonly<Record<string, string>> = {
  chat: record({ model: 'light', choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: null }] }),
  messages:
    record({ type: 'message_start', message: { model: 'light', usage: { input_tokens: 5, output_tokens: 1 } } }) +
    record({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi' } }),
  responses:
    record({ type: 'response.created', response: { id: 'r', model: 'light', output: [] } }) +
    record({ type: 'response.output_text.delta', output_index: 0, delta: 'Hi' }),
  transcriptEvents: record({ type: 'transcript.text.delta', delta: 'Hi' }),
  speechEvents: record({ type: 'speech.audio.delta', audio: 'aGk=' }),
};

async function asked(name: string, scripted: ScriptedAnswer) {
  const { answer, baseUrl, ledger } = await scene;
  const surface = streamingSurfaces[name];
  if (surface === undefined) throw new Error(name);
  const { apiKey } = await ledger.tenant({ creditEur: '100' });
  answer(scripted);
  return await httpCall(`${baseUrl}${surface.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': surface.contentType, ...surface.headers },
    body: surface.body('light', ''),
  });
}

const headers = { 'content-type': 'text/event-stream' };
const message = 'no such x-api-key, X-API-Key';

for (const [name, before] of Object.entries(begun)) {
  const repeated =
    name === 'messages'
      ? ['api_error', 'overloaded_error', 'rate_limit_error', 'timeout_error', 'server_error']
      : ['server_error', 'rate_limit_exceeded'];
  test.serial(`${name}: no error behind the beginning has a type that agents repeat, wherever it stands`, async (t) => {
    for (const type of repeated) {
      for (const error of [
        { type, message },
        { code: type, message },
        { error: { type, message } },
        { metadata: { raw: message, details: [{ kind: type }] }, message: 'm' },
      ]) {
        for (const said of [record({ type: 'error', error }), record({ error }), record(error, 'error')]) {
          const { text } = await asked(name, { headers, pieces: [before, said] });
          t.false(text.includes(`"${type}"`), text);
          t.notRegex(text, /x-api-key/i);
        }
      }
    }
    for (const said of [
      `error: ${message}\n\n`,
      `event: error\ndata: ${message}\n\n`,
      record({ error: message }, 'error'),
    ]) {
      const { text } = await asked(name, { headers, pieces: [before, said] });
      t.regex(text, /no such api key, api key/);
    }
  });

  test.serial(`${name}: the words of a refusal do not name the header of keys`, async (t) => {
    for (const status of [400, 401, 403, 413, 422, 429, 500, 503]) {
      const body = JSON.stringify({ error: { message, type: 'invalid_request_error' } });
      const reply = await asked(name, { status, headers: { 'content-type': 'application/json' }, pieces: [body] });
      t.notRegex(reply.text, /x-api-key/i);
      t.true(reply.headers['x-should-retry'] === 'false' || Number(reply.headers['retry-after']) >= 1, `${status}`);
    }
  });
}

test.serial(
  'errors that end nothing have no such type either: of a choice, and of a record of another type',
  async (t) => {
    const error = { code: 'server_error', type: 'server_error', message };
    const choice = record({ model: 'light', choices: [{ index: 0, delta: {}, finish_reason: 'error', error }] });
    const usage = record({ choices: [], usage: { prompt_tokens: 5, completion_tokens: 2 } });
    const chat = await asked('chat', { headers, pieces: [begun['chat'] ?? '', choice, usage, 'data: [DONE]\n\n'] });
    const response = { output: [], usage: { input_tokens: 5, output_tokens: 2 } };
    const completed = record({ type: 'response.completed', response });
    const responses = await asked('responses', {
      headers,
      pieces: [record({ type: 'response.error', error }), completed],
    });
    for (const { text } of [chat, responses]) {
      t.regex(text, /"message":"no such api key, api key"/);
      t.notRegex(text, /server_error/);
    }
    t.regex(chat.text, /\[DONE\]\n\n$/);
    t.regex(responses.text, /response\.completed/);
  },
);

test.serial(
  'responses: an error that says nothing is none in the last record either, and one in words alone has a code',
  async (t) => {
    for (const [error, shown] of [
      [null, null],
      [{}, {}],
      [
        { code: null, message: '' },
        { code: null, message: '' },
      ],
      ['', ''],
      [`lost: ${message}`, { code: 'invalid_prompt', message: 'lost: no such api key, api key' }],
    ] as const) {
      const response = { id: 'r', output: [], error, usage: { input_tokens: 5, output_tokens: 2 } };
      const { text } = await asked('responses', {
        headers,
        pieces: [record({ type: 'response.completed', response })],
      });
      const [, data = ''] = /^data: (.*)$/m.exec(text) ?? [];
      t.deepEqual((JSON.parse(data) as { response: { error: unknown } }).response.error, shown);
    }
  },
);

for (const type of ['response.failed', 'response.incomplete', 'response.completed', 'response.done']) {
  test.serial(
    `responses: the error of ${type} has a listed code that is not repeated, and the upstream's beside it`,
    async (t) => {
      for (const [error, code, theirs] of [
        [{ code: 'rate_limit_exceeded', message }, 'invalid_prompt', 'rate_limit_exceeded'],
        [{ code: 'image_too_large', message }, 'image_too_large', undefined],
        [{ code: 'context_length_exceeded', message }, 'context_length_exceeded', undefined],
        [{ code: 'server_error', message }, 'invalid_prompt', 'server_error'],
        [{ code: 'slot_lost', message, type: 'server_error' }, 'invalid_prompt', 'slot_lost'],
        [{ code: 502, message }, 'invalid_prompt', 502],
        [{ code: null, message }, 'invalid_prompt', undefined],
        [{ message }, 'invalid_prompt', undefined],
        [
          { code: 'slot_lost', message, waybill_code: 'upstream_cut', upstream_code: 'x' },
          'invalid_prompt',
          'slot_lost',
        ],
      ] as const) {
        const response = { id: 'r', status: 'failed', output: [], error, usage: { input_tokens: 5, output_tokens: 2 } };
        const { text } = await asked('responses', {
          headers,
          pieces: [begun['responses'] ?? '', record({ type, response })],
        });
        const [, data = ''] = /^data: (.*)$/m.exec(text.slice(text.lastIndexOf('event:'))) ?? [];
        const told = (JSON.parse(data) as { response: { error: Record<string, unknown> } }).response.error;
        t.is(told['code'], code);
        t.is(told['upstream_code'], theirs);
        t.is(told['waybill_code'], undefined);
        t.is(told['message'], 'no such api key, api key');
        t.not(told['type'], 'server_error');
      }
    },
  );
}
