import test from 'ava';
import OpenAI from 'openai';
import { ended, HELLO } from '../_support/sandbox-post.ts';
import {
  REASONING,
  respond,
  responded,
  response,
  responseRecords,
  type ResponseRecord,
  type WholeResponse,
} from '../_support/sandbox-responses.ts';
import { startSandbox, type SandboxForTest } from '../_support/sandbox.ts';

// What the sandbox answers to a request for a response, and how it spoils it.

const clientOf = (sandbox: SandboxForTest): OpenAI =>
  new OpenAI({ baseURL: sandbox.baseUrl, apiKey: sandbox.apiKey, maxRetries: 0 });

const base = { model: 'sandbox-large', store: false } as const;

const streamOf = async (sandbox: SandboxForTest, body: object): Promise<readonly ResponseRecord[]> =>
  responseRecords((await respond(sandbox, { ...body, stream: true })).text);

const terminalOf = (records: readonly ResponseRecord[]): WholeResponse => records.at(-1)?.['response'] as WholeResponse;

/** Without what names one response, and what the helper adds of its own. */
const nameless = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, inner: unknown) => (/^(output_)?parsed/.test(key) ? undefined : inner)).replaceAll(
      /(resp|rs|msg|fc|ctc|call)_[0-9a-f]+|gAAAA[^"]+/g,
      '$1',
    ),
  );

test('the official client reads an answer, its echoes and its counters', async (t) => {
  const sandbox = await startSandbox(t);
  const answer = await clientOf(sandbox).responses.create({
    ...base,
    input: HELLO,
    instructions: 'Be short.',
    metadata: { a: 'b' },
    max_output_tokens: 50,
  });
  t.is(answer.output_text, `You said: ${HELLO}`);
  t.like(answer, {
    object: 'response',
    status: 'completed',
    model: 'sandbox-large',
    previous_response_id: null,
    instructions: 'Be short.',
    metadata: { a: 'b' },
    max_output_tokens: 50,
    service_tier: 'default',
    incomplete_details: null,
    error: null,
  });
  t.is((answer as unknown as { store: boolean }).store, false);
  t.deepEqual(answer.usage, {
    // ceil((19 + 9) / 4) + 3
    input_tokens: 10,
    output_tokens: 5,
    total_tokens: 15,
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  });
  const { totals } = await sandbox.billingRecords();
  t.deepEqual(totals['responses']?.['sandbox-large']?.usage, { ...answer.usage });
});

test('the official helper reads streams of text, reasoning and calls to the same result as whole answers', async (t) => {
  const sandbox = await startSandbox(t);
  const { responses } = clientOf(sandbox);
  const tools = [
    [{ type: 'function' as const, name: 'look_up', parameters: { type: 'object' }, strict: false }],
    [{ type: 'custom' as const, name: 'write' }],
    [],
  ];
  for (const offered of tools) {
    const ask = {
      ...base,
      ...REASONING,
      reasoning: { effort: 'low' as const, summary: 'auto' as const },
      input: 'Zoë: "call the tool" 👋🏽',
      tools: offered,
    };
    const plain = await responses.create(ask);
    const stream = await responses.stream(ask).finalResponse();
    t.deepEqual(nameless(stream), nameless(plain));
    t.is(stream.output_text, offered.length === 0 ? 'You said: Zoë: "call the tool" 👋🏽' : '');
    t.is(stream.usage?.output_tokens_details.reasoning_tokens, 8);
  }
});

test('a function is called with arguments, a custom tool with text, both with a call id', async (t) => {
  const sandbox = await startSandbox(t);
  const called = async (tool: object) =>
    (await responded(sandbox, response('call the tool', { tools: [{ type: 'web_search' }, tool] }))).output[0];
  const call = await called({ type: 'function', name: 'look_up' });
  t.like(call, { type: 'function_call', name: 'look_up', status: 'completed', arguments: '{"input":"call the tool"}' });
  t.regex(String(call?.['call_id']), /^call_[0-9a-f]{24}$/);
  t.regex(String(call?.id), /^fc_[0-9a-f]{42}$/);
  t.like(await called({ type: 'custom', name: 'write' }), { type: 'custom_tool_call', input: 'call the tool' });
});

test('the records of a stream are numbered in order, and repeat the whole text at each level', async (t) => {
  const sandbox = await startSandbox(t);
  const seen = await respond(
    sandbox,
    response(HELLO, { ...REASONING, stream: true, reasoning: { effort: 'low', summary: 'auto' } }),
  );
  const records = responseRecords(seen.text);
  t.deepEqual(
    records.map(({ sequence_number }) => sequence_number),
    records.map((_, index) => index),
  );
  t.deepEqual(
    seen.text.match(/(?<=^event: ).*$/gm),
    records.map(({ type }) => type),
  );
  t.deepEqual(
    records.map(({ type }) => type.replace('response.', '')).filter((type, at, all) => type !== all[at - 1]),
    [
      'created',
      'in_progress',
      'output_item.added',
      'reasoning_summary_part.added',
      'reasoning_summary_text.delta',
      'reasoning_summary_text.done',
      'reasoning_summary_part.done',
      'output_item.done',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'completed',
    ],
  );
  const of = (type: string) => records.filter((record) => record.type === `response.${type}`);
  const items = of('output_item.done').map(({ item }) => item);
  t.deepEqual(items, [...terminalOf(records).output]);
  const text = `You said: ${HELLO}`;
  t.is(
    of('output_text.delta')
      .map(({ delta }) => String(delta))
      .join(''),
    text,
  );
  t.is(of('output_text.done')[0]?.['text'], text);
  t.like(of('content_part.done')[0]?.['part'], { text });
  t.like(items[1], { status: 'completed', content: [{ type: 'output_text', text, annotations: [] }] });
  t.like(items[0], { type: 'reasoning', summary: [{ type: 'summary_text', text: `Someone said: ${HELLO}` }] });
});

test('reasoning is encrypted only on request, and complete only at the end of its item', async (t) => {
  const sandbox = await startSandbox(t);
  const records = await streamOf(sandbox, response(HELLO, REASONING));
  const [added, done] = ['added', 'done'].map(
    (end) => records.find(({ type }) => type === `response.output_item.${end}`)?.['item'] as WholeResponse,
  );
  const encrypted = String(done?.['encrypted_content']);
  t.true(encrypted.length > 40);
  t.true(encrypted.startsWith(String(added?.['encrypted_content'])));
  t.not(added?.['encrypted_content'], encrypted);
  const [without] = (await responded(sandbox, response(HELLO, { reasoning: { effort: 'low' } }))).output;
  t.like(without, { type: 'reasoning', summary: [] });
  t.false(without !== undefined && 'encrypted_content' in without);
  t.is((await responded(sandbox, response(HELLO, { reasoning: { effort: 'none' } }))).output.length, 1);
});

test('the output limit cuts the answer, or leaves only reasoning', async (t) => {
  const sandbox = await startSandbox(t);
  const cut = terminalOf(await streamOf(sandbox, response(HELLO, { max_output_tokens: 3 })));
  t.like(cut, { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, completed_at: null });
  t.like(cut.output[0], { status: 'incomplete', content: [{ text: 'You said: Hello ' }] });
  t.is(cut.usage?.['output_tokens'], 3);
  const alone = await responded(sandbox, response(HELLO, { ...REASONING, max_output_tokens: 5 }));
  t.deepEqual(
    [alone.status, alone.output.map(({ type }) => type), alone.usage?.['output_tokens']],
    ['incomplete', ['reasoning'], 5],
  );
});

test('responses to the same request share no ids', async (t) => {
  const sandbox = await startSandbox(t);
  const ids = async () => {
    const { id, output } = await responded(sandbox, response(HELLO, REASONING));
    return [id, ...output.map((item) => item.id)];
  };
  const all = [...(await ids()), ...(await ids())];
  t.is(new Set(all).size, 6);
  for (const id of all) t.regex(id, /^(resp_[0-9a-f]{32}|(rs|msg)_[0-9a-f]{42})$/);
});

test('an error in mid-stream is flat, carries the next number, and ends the stream', async (t) => {
  const sandbox = await startSandbox(t);
  const records = await streamOf(sandbox, response('[[sandbox: error_mid_stream; frames=9; after_frames=7]]'));
  t.deepEqual(records.at(-1), {
    type: 'error',
    sequence_number: 7,
    code: 'server_error',
    message: 'The sandbox stopped in the middle of a stream.',
    param: null,
  });
  // Two openings, the item, its part, and three words.
  t.is((await ended(sandbox)).usage?.['output_tokens'], 3);
});

test('a caller who hangs up is charged for the prompt and what was sent, and for reasoning once it is complete', async (t) => {
  const sandbox = await startSandbox(t);
  const spent = async (after: number) => {
    const input = `[[sandbox: cut_mid_stream; frames=9; after_frames=${after}]]`;
    const { broken } = await respond(sandbox, response(input, { ...REASONING, stream: true }), `after ${after}`);
    t.true(broken);
    return (await ended(sandbox, `after ${after}`)).usage?.['output_tokens'];
  };
  t.deepEqual([await spent(3), await spent(4), await spent(7)], [0, 8, 9]);
});

test('usage is set, hidden, cut, inflated and repeated on request', async (t) => {
  const sandbox = await startSandbox(t);
  const usage = async (directive: string) =>
    (await responded(sandbox, response(`[[sandbox: ${directive}]]`, { max_output_tokens: 10 }))).usage;
  t.like(await usage('prompt_tokens=100; cached_tokens=64; cache_write_tokens=50; completion_tokens=9'), {
    input_tokens: 100,
    output_tokens: 9,
    total_tokens: 109,
    input_tokens_details: { cached_tokens: 64, cache_write_tokens: 36 },
  });
  t.like(await usage('reasoning_tokens=4'), { output_tokens: 6, output_tokens_details: { reasoning_tokens: 4 } });
  t.like(await usage('huge_usage'), { total_tokens: 800_000_000 });
  t.like(await usage('overrun'), { output_tokens: 1100 });
  t.deepEqual(Object.keys((await usage('no_details')) ?? {}), ['input_tokens', 'output_tokens', 'total_tokens']);
  for (const stream of [false, true]) {
    const seen = await respond(sandbox, response('[[sandbox: missing_usage]]', { stream }), 'hidden');
    t.false(seen.text.replaceAll('missing_usage', '').includes('usage'));
    t.is((await ended(sandbox, 'hidden')).usage?.['output_tokens'], 2);
  }
  const often = await streamOf(sandbox, response(`[[sandbox: usage_on_every_chunk]] ${HELLO}`));
  const running = often.map((record) => (record['usage'] as { output_tokens: number }).output_tokens);
  t.deepEqual(running, [0, 0, 0, 0, 1, 2, 3, 4, 5, 5, 5, 5, 5]);
});

test('the final record can be missing, sent twice, report a failure or have no output', async (t) => {
  const sandbox = await startSandbox(t);
  const seen = (directive: string) => streamOf(sandbox, response(`[[sandbox: ${directive}]] ${HELLO}`));
  t.is((await seen('no_done')).at(-1)?.type, 'response.output_item.done');
  const twice = await seen('double_done');
  t.deepEqual(
    twice.slice(-2).map(({ type }) => type),
    ['response.completed', 'response.completed'],
  );
  const empty = await seen('empty_output');
  t.like(empty.at(-1), { type: 'response.completed', response: { status: 'completed', output: [] } });
  t.deepEqual(terminalOf(empty).usage?.['output_tokens'], 5);
  const failed = await seen('failed');
  t.like(failed.at(-1), { type: 'response.failed', response: { status: 'failed', error: { code: 'server_error' } } });
  t.like(await responded(sandbox, response('[[sandbox: failed]]')), { status: 'failed' });
});

test('ids can be the same in every response on request', async (t) => {
  const sandbox = await startSandbox(t);
  const ask = response('[[sandbox: poor_ids]] call the tool', {
    ...REASONING,
    tools: [{ type: 'function', name: 'f' }],
  });
  const { output } = await responded(sandbox, ask);
  t.deepEqual(
    output.map(({ id }) => id),
    ['rs_1', 'fc_1'],
  );
  const records = await streamOf(sandbox, response('[[sandbox: poor_ids]]'));
  t.is(records.find(({ type }) => type === 'response.output_text.delta')?.['item_id'], 'msg_1');
});

test('reasoning can be sent as plain text in parts that the official helper does not know', async (t) => {
  const sandbox = await startSandbox(t);
  const ask = { ...base, ...response(HELLO, REASONING), model: 'sandbox-large:reasoning_parts' } as const;
  const records = await streamOf(sandbox, ask);
  t.deepEqual(
    records
      .map(({ type }) => type)
      .filter((type, at, all) => type.startsWith('response.reasoning_') && type !== all[at - 1]),
    [
      'response.reasoning_part.added',
      'response.reasoning_text.delta',
      'response.reasoning_text.done',
      'response.reasoning_part.done',
    ],
  );
  const text = 'lorem ipsum dolor sit amet consectetur adipiscing elit';
  t.like(terminalOf(records).output[0], { summary: [], content: [{ type: 'reasoning_text', text }] });
  const helper = clientOf(sandbox).responses.stream({
    ...base,
    input: HELLO,
    model: ask.model,
    reasoning: { effort: 'low' },
  });
  await t.throwsAsync(helper.finalResponse());
});

test('behaviours of all surfaces apply to responses', async (t) => {
  const sandbox = await startSandbox(t);
  for (const [directive, status, says] of [
    ['400', 400, /invalid_request_error/],
    ['429', 429, /rate_limit_exceeded/],
    ['503', 503, /server_error/],
    ['html_502', 502, /<!doctype html>/],
    ['json_on_stream', 200, /says 200/],
  ] as const) {
    const seen = await respond(sandbox, response(`[[sandbox: ${directive}]]`, { stream: true }), directive);
    t.is(seen.status, status);
    t.regex(seen.text, says);
    t.is((await ended(sandbox, directive)).state, 'not_charged');
  }
  const ending = async (directive: string) => {
    const seen = await respond(sandbox, response(`[[sandbox: ${directive}]]`, { stream: true }), directive);
    return [seen.broken, /response\.completed/.test(seen.text), (await ended(sandbox, directive)).state];
  };
  t.deepEqual(await ending('reset_before_first_byte'), [true, false, 'charged']);
  t.deepEqual(await ending('end_mid_stream'), [false, false, 'charged']);
  t.deepEqual(await ending('cut_mid_stream; uncharged'), [true, false, 'not_charged']);
  for (const shape of ['crlf', 'comments', 'odd_chunks', 'empty_data_record', 'one_byte_chunks']) {
    t.deepEqual(await ending(shape), [false, true, 'charged'], shape);
  }
});
