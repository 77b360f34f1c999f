import test from 'ava';
import { httpCall } from '../_support/http-call.ts';
import { setScriptedScene } from '../_support/scripted-upstream.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

// Answers without counters that can be read. The upstream has no billing records.

const shared = new SharedTeardown();
test.after.always(shared.end);
const scene = setScriptedScene(shared, { surfaces: ['chat_completions', 'responses', 'messages'] });

const messages = [{ role: 'user', content: 'How are you?' }];
const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Fine, thank you.' } }];
const block = { type: 'text', text: 'Fine, thank you.' };
const message = { type: 'message', role: 'assistant', content: [block], stop_reason: 'end_turn' };
const output = [{ type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'Fine.' }] }];

async function ask(path: string, asked: object, pieces: readonly string[], type = 'application/json') {
  const { answer, baseUrl, ledger } = await scene;
  const { apiKey, walletId } = await ledger.tenant({ allowAllModels: true });
  answer({ headers: { 'content-type': type }, pieces });
  const reply = await httpCall(`${baseUrl}/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'light', ...asked }),
  });
  const [reservation] = (await ledger.wallet(walletId)).reservations;
  return { reply, settled: reservation?.settled };
}

async function estimates(surface: string): Promise<number> {
  const { text } = await httpCall(`${(await scene).operations}/metrics`);
  const line = new RegExp(`^waybill_estimates_total\\{upstream="[^"]+",surface="${surface}"\\} (\\d+)$`, 'm');
  return Number(line.exec(text)?.[1] ?? 0);
}

for (const [surface, path, asked, answered, counters] of [
  ['chat_completions', 'chat/completions', { messages }, { choices }, { prompt_tokens: 4, completion_tokens: 5 }],
  ['messages', 'messages', { messages, max_tokens: 9 }, message, { input_tokens: 4, output_tokens: 5 }],
  ['responses', 'responses', { input: 'hi', store: false }, { output }, { input_tokens: 4, output_tokens: 5 }],
] as const) {
  test.serial(`a whole answer without counters is marked and counted as an estimate: ${surface}`, async (t) => {
    const before = await estimates(surface);
    const { reply, settled } = await ask(path, asked, [JSON.stringify(answered)]);
    t.is(reply.status, 200, reply.text);
    t.is(reply.headers['x-waybill-estimate'], 'true');
    t.is(reply.headers['x-waybill-cost-eur'], settled?.cost_eur);
    t.is(settled?.usage_source, 'estimate');
    t.is(await estimates(surface), before + 1);
    const unread = await ask(path, asked, [JSON.stringify({ ...answered, usage: { novel_units: 7 } })]);
    t.is(unread.reply.headers['x-waybill-estimate'], 'true', 'counters that no row reads');
    t.is(await estimates(surface), before + 2);
  });

  test.serial(
    `an answer with a part of the counters is charged what they tell, and is an estimate: ${surface}`,
    async (t) => {
      const [input, output] = Object.entries(counters);
      const charged = async (usage: object) => {
        const { reply, settled } = await ask(path, asked, [JSON.stringify({ ...answered, usage })]);
        t.is(reply.headers['x-waybill-estimate'], 'true');
        t.is(settled?.usage_source, 'estimate');
        return Object.fromEntries(settled?.lines.map((line) => [line.counter, line.quantity]) ?? []);
      };
      const plain = await charged({});
      t.deepEqual(await charged({ [output?.[0] ?? '']: 7 }), { ...plain, output: 7 });
      t.deepEqual(await charged({ [input?.[0] ?? '']: 7 }), { ...plain, input: 7 });
      const sum = (plain['input'] ?? 0) + (plain['output'] ?? 0);
      t.deepEqual(await charged({ total_tokens: sum + 5 }), { ...plain, input: (plain['input'] ?? 0) + 5 });
    },
  );

  test.serial(`texts at places that no protocol has are estimated: ${surface}`, async (t) => {
    const long = 'word '.repeat(80);
    const answers = {
      chat_completions: [
        { content: [{ type: 'text', text: long }] },
        { content: null, reasoning_details: [{ type: 'reasoning.text', text: long }] },
        { thoughts: { parts: [long] } },
      ].map((said) => ({ choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', ...said } }] })),
      messages: [
        { type: 'report', body: long },
        { type: 'report', parts: [{ text: long }] },
      ].map((each) => ({
        ...message,
        content: [each],
      })),
      responses: [{ output: [{ type: 'report', id: 'r_1', body: long }] }],
    }[surface];
    for (const each of answers) {
      const longer = 'max_tokens' in asked ? { ...asked, max_tokens: 900 } : asked;
      const { settled } = await ask(path, longer, [JSON.stringify(each)]);
      t.is(settled?.usage_source, 'estimate', JSON.stringify(each));
      t.is(settled?.lines.find(({ counter }) => counter === 'output')?.quantity, 100, JSON.stringify(each));
    }
    const picture = JSON.stringify(answers[0]).replaceAll(long, 'iVBORw0KGgo/'.repeat(200));
    t.is((await ask(path, asked, [picture])).settled, null, 'a picture is no text');
  });

  test.serial(`an answer with counters is no estimate: ${surface}`, async (t) => {
    const before = await estimates(surface);
    const { reply, settled } = await ask(path, asked, [JSON.stringify({ ...answered, usage: counters })]);
    t.is(reply.headers['x-waybill-estimate'], undefined);
    t.is(settled?.usage_source, 'upstream');
    t.is(await estimates(surface), before);
  });
}

const zeros = { prompt_tokens: 0, completion_tokens: 0, input_tokens: 0, output_tokens: 0, total_tokens: 0 };

for (const [name, path, asked, pieces, isEstimate] of [
  ['chat', 'chat/completions', { messages }, [JSON.stringify({ choices, usage: zeros })], true],
  [
    'chat without a text',
    'chat/completions',
    { messages },
    [JSON.stringify({ choices: [{ ...choices[0], message: { role: 'assistant', content: '' } }], usage: zeros })],
    false,
  ],
  [
    'a stream of chat',
    'chat/completions',
    { messages, stream: true },
    [
      { choices: [{ index: 0, delta: { content: 'Fine.' }, finish_reason: 'stop' }] },
      { choices: [], usage: zeros },
    ].map((record) => `data: ${JSON.stringify(record)}\n\n`),
    true,
  ],
  ['a message', 'messages', { messages, max_tokens: 9 }, [JSON.stringify({ ...message, usage: zeros })], true],
  [
    'a stream of a message',
    'messages',
    { messages, max_tokens: 9, stream: true },
    [
      { type: 'message_start', message: { ...message, content: [], usage: zeros } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Fine.' } },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: zeros },
      { type: 'message_stop' },
    ].map((record) => `data: ${JSON.stringify(record)}\n\n`),
    true,
  ],
  ['a response', 'responses', { input: 'hi', store: false }, [JSON.stringify({ output, usage: zeros })], false],
] as const) {
  test.serial(`zeros beside a text count nothing, but those of a response: ${name}`, async (t) => {
    const { reply, settled } = await ask(path, asked, pieces, 'stream' in asked ? 'text/event-stream' : undefined);
    t.is(reply.status, 200, reply.text);
    t.is(settled?.usage_source, isEstimate ? 'estimate' : 'upstream');
    t.is(Number(settled?.cost_eur) > 0, isEstimate);
  });
}

for (const [name, path, asked, records, lines, source] of [
  [
    'chat: the output alone',
    'chat/completions',
    { messages, stream: true },
    [
      { choices: [{ index: 0, delta: { content: 'x' }, finish_reason: 'stop' }] },
      { choices: [], usage: { completion_tokens: 7 } },
    ],
    { output: 7 },
    'estimate',
  ],
  [
    'chat: input and output in two records',
    'chat/completions',
    { messages, stream: true },
    [
      { choices: [{ index: 0, delta: { content: 'x' }, finish_reason: 'stop' }], usage: { completion_tokens: 7 } },
      { choices: [], usage: { prompt_tokens: 9 } },
    ],
    { input: 9, output: 7 },
    'upstream',
  ],
  [
    'chat: cached tokens that the last record leaves out',
    'chat/completions',
    { messages, stream: true },
    [
      {
        choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
        x_groq: { usage: { prompt_tokens: 100, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 90 } } },
      },
      { choices: [], usage: { prompt_tokens: 100, completion_tokens: 3 } },
    ],
    { input: 10, cached_input: 90, output: 3 },
    'upstream',
  ],
  [
    'messages: the output alone',
    'messages',
    { messages, max_tokens: 90, stream: true },
    [
      { type: 'message_start', message: { model: 'light' } },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 7 } },
      { type: 'message_stop' },
    ],
    { output: 7 },
    'estimate',
  ],
  [
    'responses: the output alone',
    'responses',
    { input: 'hi', store: false, stream: true },
    [{ type: 'response.completed', response: { output, usage: { output_tokens: 7 } } }],
    { output: 7 },
    'estimate',
  ],
] as const) {
  test.serial(`what the records of a stream tell is charged: ${name}`, async (t) => {
    const pieces = records.map((record) => `data: ${JSON.stringify(record)}\n\n`);
    const { reply, settled } = await ask(path, asked, pieces, 'text/event-stream');
    t.is(settled?.usage_source, source);
    const charged = Object.fromEntries(settled?.lines.map((line) => [line.counter, line.quantity]) ?? []);
    t.like(charged, lines);
    t.true((charged['input'] ?? 0) > 0);
    t.regex(reply.bytes.toString(), new RegExp(`^: waybill .*"estimate":${source === 'estimate'}`, 'm'));
  });
}

test.serial(
  'a finished stream of a message keeps what its start has counted, and is counted as an estimate',
  async (t) => {
    const before = await estimates('messages');
    const usage = { input_tokens: 50, cache_read_input_tokens: 900, output_tokens: 1 };
    const records = [
      { type: 'message_start', message: { ...message, content: [], usage } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'x'.repeat(40) } },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
      { type: 'message_stop' },
    ];
    const pieces = records.map((record) => `data: ${JSON.stringify(record)}\n\n`);
    const { reply, settled } = await ask(
      'messages',
      { messages, max_tokens: 90, stream: true },
      pieces,
      'text/event-stream',
    );
    t.is(reply.status, 200, reply.text);
    t.is(settled?.usage_source, 'estimate');
    t.deepEqual(
      settled?.lines.map(({ counter, quantity }) => [counter, quantity]),
      [
        ['input', 50],
        ['cached_input', 900],
        ['output', 10],
      ],
    );
    t.is(await estimates('messages'), before + 1);
  },
);
