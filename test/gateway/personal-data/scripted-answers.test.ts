import test from 'ava';
import { httpCall } from '../../_support/http-call.ts';
import { setScriptedScene, type ScriptedAnswer } from '../../_support/scripted-upstream.ts';
import { SharedTeardown } from '../../_support/shared-teardown.ts';

// Upstreams write placeholders where no text is expected, and divide them in every way. None reaches a protected caller.

const shared = new SharedTeardown();
test.after.always(shared.end);
const scene = setScriptedScene(shared, {
  surfaces: ['chat_completions', 'messages', 'responses'],
  target: { context_tokens_max: 1_000_000, output_tokens_max: 100_000 },
  top: { personal_data: {} },
});

const said = 'Mi chiamo Mario Rossi, IBAN IT60X0542811101000000123456.';
const surfaces = {
  '/chat/completions': { messages: [{ role: 'user', content: said }] },
  '/messages': { max_tokens: 500, messages: [{ role: 'user', content: said }] },
  '/responses': { input: said, store: false },
} as const;
type Path = keyof typeof surfaces;

const usage = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7, input_tokens: 5, output_tokens: 2 };

/** What a protected caller gets of this answer, in which `P!` stands for a placeholder, and `P!0` to `P!9` for parts of one. */
async function asked(
  path: Path,
  script: Omit<ScriptedAnswer, 'pieces'> & { readonly said: string },
  more: object = {},
) {
  const { answer, baseUrl, ledger, lastCall } = await scene;
  const { apiKey } = await ledger.tenant({ piiEnabled: true, creditEur: '100' });
  answer(({ body }) => {
    const [placeholder = ''] = /\[PERSON-[a-z0-9]+\]/.exec(body) ?? [];
    const written = script.said
      .replaceAll(/P!(\d)/g, (_, nth: string) =>
        placeholder.slice(Number(nth) * 4, nth === '9' ? undefined : Number(nth) * 4 + 4),
      )
      .replaceAll('P!', placeholder);
    return { ...script, pieces: [written] };
  });
  const reply = await httpCall(`${baseUrl}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'anthropic-version': '2023-06-01',
    },
    body: JSON.stringify({ model: 'light', ...surfaces[path], ...more }),
  });
  return { ...reply, sent: lastCall().body };
}

const json = { 'content-type': 'application/json' };
const events = { 'content-type': 'text/event-stream' };
const parts = Array.from({ length: 10 }, (_, nth) => `P!${nth}`);

const chat = (message: object, more: object = {}) => ({
  id: 'c',
  object: 'chat.completion',
  model: 'light',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop' }],
  usage,
  ...more,
});
const call = { id: 'P!', type: 'function', function: { name: 'look', arguments: '{"who":"P!"}' } };
const messages = (content: readonly object[], more: object = {}) => ({
  id: 'm',
  type: 'message',
  role: 'assistant',
  model: 'light',
  content,
  stop_reason: 'end_turn',
  usage,
  ...more,
});
const responses = (output: readonly object[], more: object = {}) => ({
  id: 'r',
  object: 'response',
  status: 'completed',
  model: 'light',
  output,
  usage,
  ...more,
});
const output = (text: string) => ({
  type: 'message',
  role: 'assistant',
  id: 'i',
  content: [{ type: 'output_text', text, annotations: [] }],
});

const answers: readonly (readonly [string, Path, object])[] = [
  ['ids of calls', '/chat/completions', chat({ content: null, tool_calls: [call] }, { id: 'x-P!' })],
  [
    'the name of a tool',
    '/chat/completions',
    chat({ tool_calls: [{ ...call, function: { name: 'P!', arguments: '{}' } }] }),
  ],
  ['parts of a message', '/chat/completions', chat({ content: parts.map((text) => ({ type: 'text', text })) })],
  [
    'tokens of the prompt',
    '/chat/completions',
    chat({ content: 'Hi' }, { prompt_logprobs: parts.map((decoded_token, id) => ({ [id]: { decoded_token } })) }),
  ],
  [
    'fragments of the prompt',
    '/chat/completions',
    chat({ content: 'Hi' }, { raw_output: { prompt_fragments: parts } }),
  ],
  ['the fingerprint', '/chat/completions', chat({ content: 'Hi' }, { system_fingerprint: 'fp_P!' })],
  [
    'audio',
    '/chat/completions',
    chat({ content: null, audio: { id: 'a-P!', data: 'aGk=', transcript: 'P!', expires_at: 1 } }),
  ],
  [
    'an id of a block',
    '/messages',
    messages([{ type: 'tool_use', id: 'toolu_P!', name: 'look', input: { who: 'P!' } }]),
  ],
  ['blocks', '/messages', messages(parts.map((text) => ({ type: 'text', text })))],
  [
    'a stop sequence',
    '/messages',
    messages([{ type: 'text', text: 'Hi' }], { stop_sequence: 'P!', container: { id: 'P!', expires_at: '' } }),
  ],
  [
    'ids of items',
    '/responses',
    responses([{ type: 'function_call', id: 'fc_P!', call_id: 'call_P!', name: 'look', arguments: '{"a":"P!"}' }]),
  ],
  ['items', '/responses', responses(parts.map(output))],
  [
    'parts of a summary',
    '/responses',
    responses([{ type: 'reasoning', id: 'rs', summary: parts.map((text) => ({ type: 'summary_text', text })) }]),
  ],
  [
    'lines of an output',
    '/responses',
    responses([
      {
        type: 'code_interpreter_call',
        id: 'ci',
        code: 'P!',
        container_id: 'cntr_P!',
        outputs: parts.map((logs) => ({ type: 'logs', logs })),
      },
    ]),
  ],
];
for (const [what, path, body] of answers) {
  test.serial(`no placeholder is left in an answer: ${what}`, async (t) => {
    const { text, status, sent } = await asked(path, { headers: json, said: JSON.stringify(body) });
    t.is(status, 200, text);
    t.regex(sent, /\[PERSON-/);
    t.notRegex(text, /PERSON|PERS|ON-/);
    const plain = await asked(path, { headers: json, said: JSON.stringify(body).replaceAll(/P!\d?/g, 'x') });
    t.is(plain.status, 200, plain.text);
  });
}

const record = (data: object, event?: string): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;
const typed = (type: string, more: object = {}): string => record({ type, ...more }, type);
const delta = (delta: object, more: object = {}) =>
  record({ id: 'c', model: 'light', choices: [{ index: 0, delta, finish_reason: null, ...more }] });
const ended = [
  delta({}, { finish_reason: 'stop' }),
  record({ model: 'light', choices: [], usage }),
  'data: [DONE]\n\n',
].join('');
const begun = typed('message_start', {
  message: { model: 'light', id: 'm', usage: { input_tokens: 5, output_tokens: 1 } },
});
const stopped =
  typed('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } }) + typed('message_stop');
const created = typed('response.created', { response: { id: 'r', model: 'light', output: [] } });
const completed = (output: readonly object[]) => typed('response.completed', { response: responses(output) });

const streams: readonly (readonly [string, Path, string])[] = [
  ['comments', '/chat/completions', `: P!\n\n${delta({ content: 'Hi' })}: ping P!\n\n${ended}`],
  [
    'fields',
    '/chat/completions',
    `id: P!\n${delta({ content: 'Hi' })}x-P!: P!\nretry: P!\n${delta({ content: '.' })}${ended}`,
  ],
  [
    'a comment in the last record',
    '/chat/completions',
    `${delta({ content: 'Hi' })}${ended.replace('data: [DONE]', ': P!\ndata: [DONE] P!')}`,
  ],
  [
    'ids of pieces',
    '/chat/completions',
    delta({ tool_calls: [{ index: 0, ...call }] }) + record({ id: 'P!', model: 'light', choices: [] }) + ended,
  ],
  ['parts of a delta', '/chat/completions', delta({ content: parts.map((text) => ({ type: 'text', text })) }) + ended],
  [
    'tokens alone',
    '/chat/completions',
    parts.map((token) => delta({}, { logprobs: { content: [{ token, bytes: [1] }] } })).join('') + ended,
  ],
  ['names of events', '/messages', `${begun}event: P!\ndata: {"type":"P!"}\n\n${stopped}`],
  [
    'fields of the last record',
    '/messages',
    begun + stopped.replace('event: message_stop', ': P!\nid: P!\nevent: message_stop'),
  ],
  [
    'blocks',
    '/messages',
    begun +
      parts
        .map(
          (text, index) =>
            typed('content_block_start', { index, content_block: { type: 'text', text: '' } }) +
            typed('content_block_delta', { index, delta: { type: 'text_delta', text } }) +
            typed('content_block_stop', { index }),
        )
        .join('') +
      stopped,
  ],
  [
    'an id of a block',
    '/messages',
    begun +
      typed('content_block_start', { index: 0, content_block: { type: 'tool_use', id: 'P!', name: 'P!', input: {} } }) +
      typed('content_block_stop', { index: 0 }) +
      stopped,
  ],
  [
    'parts of an item',
    '/responses',
    created +
      parts
        .map((text, content_index) => {
          const place = { item_id: 'P!', output_index: 0, content_index };
          return (
            typed('response.output_text.delta', { ...place, delta: text }) +
            typed('response.output_text.done', { ...place, text }) +
            typed('response.content_part.done', { ...place, part: { type: 'output_text', text, annotations: [] } })
          );
        })
        .join('') +
      completed([
        { ...output(''), id: 'P!', content: parts.map((text) => ({ type: 'output_text', text, annotations: [] })) },
      ]),
  ],
  [
    'items',
    '/responses',
    created +
      parts
        .map((text, output_index) => {
          const place = { item_id: 'i', output_index, content_index: 0 };
          return (
            typed('response.output_text.delta', { ...place, delta: text }) +
            typed('response.output_text.done', { ...place, text }) +
            typed('response.output_item.done', { output_index, item: output(text) })
          );
        })
        .join('') +
      completed(parts.map(output)),
  ],
  [
    'an error',
    '/chat/completions',
    delta({ content: 'Hi' }) +
      `id: P!\n${record({ error: { message: 'P! failed', type: 'P!', code: 'P!', param: 'P!' } })}`,
  ],
  ['an error as a field', '/chat/completions', `${delta({ content: 'Hi' })}error: {"message":"P! failed"}\n\n`],
];
for (const [what, path, said] of streams) {
  test.serial(`no placeholder is left in a stream: ${what}`, async (t) => {
    const { text, status, sent } = await asked(path, { headers: events, said }, { stream: true });
    t.is(status, 200, text);
    t.regex(sent, /\[PERSON-/);
    t.notRegex(text, /PERSON|PERS|ON-/);
    t.regex(text, /Mario Rossi|\[DONE\]|"id":"[a-z0-9]{5}"|logprobs/);
    const plain = await asked(path, { headers: events, said: said.replaceAll(/P!\d?/g, 'x') }, { stream: true });
    t.is(plain.text.split('\n').length, text.split('\n').length);
  });
}

test.serial('an id without its placeholder is sent back as the caller got it', async (t) => {
  const first = await asked('/chat/completions', {
    headers: json,
    said: JSON.stringify(chat({ content: null, tool_calls: [call] })),
  });
  const { choices } = JSON.parse(first.text) as { choices: { message: { tool_calls: { id: string }[] } }[] };
  const message = choices[0]?.message;
  const id = message?.tool_calls[0]?.id;
  const turns = [
    ...surfaces['/chat/completions'].messages,
    message,
    { role: 'tool', tool_call_id: id, content: 'known' },
  ];
  const second = await asked(
    '/chat/completions',
    { headers: json, said: JSON.stringify(chat({ content: 'Hi' })) },
    { messages: turns },
  );
  t.is(second.status, 200, second.text);
  t.true(second.sent.includes(`"tool_call_id":"${id}"`), second.sent);
});

for (const [status, path] of [
  [400, '/chat/completions'],
  [422, '/responses'],
  [500, '/messages'],
] as const) {
  test.serial(`no placeholder is left in a refusal: ${status}`, async (t) => {
    const error = { message: 'P! is odd', type: 'P!', code: 'P!', param: 'P!' };
    for (const said of [
      { error },
      { error: 'P!' },
      { detail: [{ loc: ['body', 'P!'], msg: 'P!' }] },
      { type: 'error', error, request_id: 'P!' },
    ]) {
      const { text, headers } = await asked(path, {
        status,
        headers: { ...json, 'x-note': 'P!' },
        said: JSON.stringify(said),
      });
      t.notRegex(text + JSON.stringify(headers), /PERSON-/);
    }
  });
}
