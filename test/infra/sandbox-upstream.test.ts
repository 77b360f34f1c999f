import test from 'ava';
import OpenAI from 'openai';
import {
  HELLO,
  HELLO_COMPLETION_TOKENS,
  HELLO_PROMPT_TOKENS,
  chat,
  chunksOf,
  ended,
  post,
  streamed,
} from '../_support/sandbox-post.ts';
import type { Body } from '../_support/sandbox-post.ts';
import { startSandbox } from '../_support/sandbox.ts';
import type { SandboxForTest } from '../_support/sandbox.ts';

const clientOf = (sandbox: SandboxForTest): OpenAI =>
  new OpenAI({ baseURL: sandbox.baseUrl, apiKey: sandbox.apiKey, maxRetries: 0 });

test('the official client reads an answer, its counters and the models', async (t) => {
  const client = clientOf(await startSandbox(t));
  const completion = await client.chat.completions.create({
    model: 'sandbox-small',
    messages: [{ role: 'user', content: HELLO }],
    service_tier: 'auto',
  });
  t.is(completion.choices[0]?.message.content, `You said: ${HELLO}`);
  t.is(completion.choices[0]?.finish_reason, 'stop');
  t.is(completion.id, 'chatcmpl-sandbox-1');
  t.is(completion.model, 'sandbox-small');
  t.is(completion.service_tier, 'default');
  t.like(completion.usage, {
    prompt_tokens: HELLO_PROMPT_TOKENS,
    completion_tokens: HELLO_COMPLETION_TOKENS,
    total_tokens: HELLO_PROMPT_TOKENS + HELLO_COMPLETION_TOKENS,
  });
  const models = await client.models.list();
  t.true(models.data.some((model) => model.id === 'sandbox-small'));
  t.is((await client.models.retrieve('sandbox-large')).id, 'sandbox-large');
});

test('the official client reads a stream to its usage', async (t) => {
  const client = clientOf(await startSandbox(t));
  const stream = client.chat.completions.stream({
    model: 'sandbox-small',
    messages: [{ role: 'user', content: 'Zoë says 👋🏽\n\n"hi"' }],
    stream_options: { include_usage: true },
  });
  const completion = await stream.finalChatCompletion();
  t.is(completion.choices[0]?.message.content, 'You said: Zoë says 👋🏽\n\n"hi"');
  t.is(completion.usage?.completion_tokens, 6);
});

test('the official client gets a call of the first tool, whole and in fragments', async (t) => {
  const client = clientOf(await startSandbox(t));
  const ask = {
    model: 'sandbox-small',
    messages: [{ role: 'user', content: 'Please call the tool with "quotes" and 👋🏽' }],
    tools: [{ type: 'function', function: { name: 'look_up', parameters: { type: 'object' } } }],
  } satisfies OpenAI.ChatCompletionCreateParamsNonStreaming;
  const plain = await client.chat.completions.create(ask);
  const fragments = await client.chat.completions.stream(ask).finalChatCompletion();
  for (const completion of [plain, fragments]) {
    const call = completion.choices[0]?.message.tool_calls?.[0];
    t.is(completion.choices[0]?.finish_reason, 'tool_calls');
    t.is(call?.type === 'function' ? call.function.name : null, 'look_up');
    const read: unknown = JSON.parse(call?.type === 'function' ? call.function.arguments : '');
    t.deepEqual(read, { input: 'Please call the tool with "quotes" and 👋🏽' });
  }
  const result = [...ask.messages, { role: 'tool' as const, tool_call_id: 'x', content: 'found' }];
  const after = await client.chat.completions.create({ ...ask, messages: result });
  t.is(after.choices[0]?.finish_reason, 'stop');
});

test('a custom tool is called with free text', async (t) => {
  const sandbox = await startSandbox(t);
  const tools = [{ type: 'custom', custom: { name: 'write' } }];
  const plain = await post(sandbox, chat('call the tool', { tools }));
  t.true(plain.text.includes('"custom":{"name":"write","input":"call the tool"}'));
  const stream = await post(sandbox, streamed('call the tool', { tools }));
  t.true(stream.text.includes('"custom":{"input":"call the'));
});

test('usage is streamed only on request, and is null on the other records', async (t) => {
  const sandbox = await startSandbox(t);
  const without = await post(sandbox, chat(HELLO, { stream: true }));
  t.false(without.text.includes('usage'));
  const asked = chunksOf((await post(sandbox, streamed(HELLO))).text);
  t.true(asked.slice(0, -1).every((chunk) => chunk.usage === null && chunk.choices?.length === 1));
  t.deepEqual(asked.at(-1)?.choices, []);
  t.is(asked.at(-1)?.usage?.completion_tokens, HELLO_COMPLETION_TOKENS);
});

test('the output maximum ends an answer with "length", reasoning included', async (t) => {
  const sandbox = await startSandbox(t);
  const limited = async (more: Body): Promise<[unknown, unknown]> => {
    const seen = await post(sandbox, chat('[[sandbox: frames=50]]', more), JSON.stringify(more));
    const { choices } = JSON.parse(seen.text) as { choices: { finish_reason: string }[] };
    const billingRecords = await ended(sandbox, JSON.stringify(more));
    return [choices[0]?.finish_reason, billingRecords.usage?.['completion_tokens']];
  };
  t.deepEqual(await limited({ max_tokens: 7 }), ['length', 7]);
  t.deepEqual(await limited({ max_completion_tokens: 9, max_tokens: 7 }), ['length', 9]);
  t.deepEqual(await limited({ max_completion_tokens: 20, reasoning_effort: 'medium' }), ['length', 20]);
  t.deepEqual(await limited({ max_completion_tokens: 5, reasoning_effort: 'max' }), ['length', 5]);
  t.deepEqual(await limited({ max_tokens: 50 }), ['stop', 50]);
});

test('each choice has its index, its own text and its share of the counters', async (t) => {
  const sandbox = await startSandbox(t);
  const { text } = await post(sandbox, streamed(HELLO, { n: 3 }));
  const chunks = chunksOf(text);
  const said = [0, 1, 2].map((index) =>
    chunks
      .flatMap((chunk) => chunk.choices ?? [])
      .filter((choice) => choice.index === index)
      .map((choice) => choice.delta.content ?? '')
      .join(''),
  );
  t.deepEqual(said, [`You said: ${HELLO}`, `Choice 1: You said: ${HELLO}`, `Choice 2: You said: ${HELLO}`]);
  t.is(chunks.at(-1)?.usage?.completion_tokens, 5 + 7 + 7);
});

test('details are set by effort, directive, model name and parts of a message', async (t) => {
  const sandbox = await startSandbox(t);
  const usageOf = async (body: Body): Promise<unknown> =>
    (JSON.parse((await post(sandbox, body)).text) as { usage: unknown }).usage;
  t.like(await usageOf(chat(HELLO, { reasoning_effort: 'high' })), {
    completion_tokens: HELLO_COMPLETION_TOKENS + 32,
    completion_tokens_details: { reasoning_tokens: 32 },
  });
  t.like(await usageOf(chat(HELLO, { reasoning_effort: 'none' })), { completion_tokens: HELLO_COMPLETION_TOKENS });
  t.like(await usageOf(chat('[[sandbox: prompt_tokens=90; cached_tokens=64; cache_write_tokens=64]] a')), {
    prompt_tokens: 90,
    completion_tokens: 3,
    prompt_tokens_details: { cached_tokens: 64, cache_write_tokens: 26 },
  });
  t.like(await usageOf(chat(HELLO, { model: 'sandbox-x:completion_tokens-70:reasoning_tokens-4' })), {
    completion_tokens: 70,
    completion_tokens_details: { reasoning_tokens: 4 },
  });
  const parts = [
    { type: 'text', text: 'Hello ' },
    { type: 'image_url', image_url: { url: 'data:,' } },
    { type: 'text', text: 'there' },
  ];
  const messages = [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: parts },
  ];
  t.like(await usageOf({ model: 'sandbox-small', messages }), { prompt_tokens: Math.ceil(19 / 4) + 6 });
});

test('the same requests get the same bytes', async (t) => {
  const answers = async (): Promise<string[]> => {
    const sandbox = await startSandbox(t);
    const bodies = [chat(HELLO), streamed(HELLO), streamed('[[sandbox: frames=30]]', { n: 2 })];
    const texts: string[] = [];
    for (const body of bodies) texts.push((await post(sandbox, body)).text);
    return texts;
  };
  t.deepEqual(await answers(), await answers());
});

// --- refusals ---------------------------------------------------------------------------------------------------

test('a wrong key is refused and logged, and adds no billing record', async (t) => {
  const sandbox = await startSandbox(t, { apiKey: 'another-key' });
  const wrong = await post({ ...sandbox, apiKey: 'sandbox-upstream-key' }, chat(HELLO));
  t.is(wrong.status, 401);
  t.deepEqual(JSON.parse(wrong.text), {
    error: {
      message: 'Incorrect API key provided.',
      type: 'invalid_request_error',
      param: null,
      code: 'invalid_api_key',
    },
  });
  t.is(await sandbox.lookUp('r'), null);
  t.is((await post(sandbox, chat(HELLO))).status, 200);
  const authorizations = (await sandbox.requests()).map((request) => request.headers.authorization);
  t.deepEqual(authorizations, ['Bearer sandbox-upstream-key', 'Bearer another-key']);
});

test('a request that the surface does not allow is refused and not charged', async (t) => {
  const sandbox = await startSandbox(t);
  const refused: readonly (readonly [Body, number, string | null])[] = [
    [chat(HELLO, { model: 'gpt-large' }), 404, 'model_not_found'],
    [{ messages: [] }, 400, null],
    [{ model: 'sandbox-small', messages: [] }, 400, 'invalid_value'],
    [{ model: 'sandbox-small', messages: [{ content: 'x' }] }, 400, 'invalid_value'],
    [chat(HELLO, { max_tokens: 0 }), 400, 'invalid_value'],
    [chat(HELLO, { n: 129 }), 400, 'invalid_value'],
    [chat('[[sandbox: no_such_switch]]'), 400, 'unknown_sandbox_directive'],
    [chat('[[sandbox: delay_ms=soon]]'), 400, 'unknown_sandbox_directive'],
  ];
  for (const [index, [body, status, code]] of refused.entries()) {
    const seen = await post(sandbox, body, `refused-${index}`);
    t.is(seen.status, status);
    t.is((JSON.parse(seen.text) as { error: { code: string | null } }).error.code, code);
    t.is((await ended(sandbox, `refused-${index}`)).state, 'not_charged');
  }
});

test('unknown body fields are ignored, and the exact bytes and headers are recorded', async (t) => {
  const sandbox = await startSandbox(t);
  const body =
    '{ "model":"sandbox-small",  "messages":[{"role":"user","content":"\\u0041 1.0 é"}], "x": 1e400, "x": 1.0 }';
  const response = await fetch(`${sandbox.baseUrl}/chat/completions?beta=true`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.apiKey}`, 'X-Waybill-Reservation': 'kept' },
    body,
  });
  t.is(response.status, 200);
  const [request] = await sandbox.requests();
  t.is(request?.body_text, body);
  t.deepEqual(Buffer.from(request?.body_base64 ?? '', 'base64'), Buffer.from(body));
  t.is(request?.url, '/v1/chat/completions?beta=true');
  t.is(request?.headers['x-waybill-reservation'], 'kept');
});

test('the last 100 requests are recorded, and none if recording is off', async (t) => {
  const sandbox = await startSandbox(t);
  const silent = await startSandbox(t, { record: false });
  for (let sent = 0; sent < 105; sent += 1) await post(sandbox, chat(String(sent)));
  await post(silent, chat(HELLO));
  const kept = await sandbox.requests();
  t.is(kept.length, 100);
  t.is(kept[0]?.n, 6);
  t.deepEqual(await silent.requests(), []);
});
