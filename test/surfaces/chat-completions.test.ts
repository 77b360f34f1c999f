import test from 'ava';
import type OpenAI from 'openai';
import { httpCall } from '../_support/http-call.ts';
import { sharedGateway } from '../_support/served-gateway.ts';
import { HELLO, HELLO_COMPLETION_TOKENS, HELLO_PROMPT_TOKENS } from '../_support/sandbox-post.ts';
import { heldTokens } from '../_support/held-tokens.ts';

const cachedTarget = {
  upstream: 'sandbox',
  model: 'sandbox-small',
  surfaces: ['chat_completions'],
  output_tokens_max: 1_000,
  prices: {
    id: 'cached',
    version: '1',
    eur_per_million_tokens: { input: '0.123', cached_input: '0.0123', cache_write: '0.1537', output: '2' },
  },
};
const gateway = sharedGateway({
  config: { targets: { cached: cachedTarget }, profiles: { cached: { targets: ['cached'] } } },
});
test.after.always(gateway.end);

const hello = { model: 'light', max_tokens: 50, messages: [{ role: 'user' as const, content: HELLO }] };
const tool = {
  type: 'function' as const,
  function: { name: 'look_up', description: 'Looks up.', parameters: { type: 'object' } },
};
/** 8 input tokens at 1 euro a million, 5 output tokens at 2. */
const helloCost = '0.000018000';

/** The body as the official client writes it. */
const holdOf = (body: object, outputTokens: number): string => {
  const nano = heldTokens(body) * 1000 + outputTokens * 2000;
  return `0.${String(nano).padStart(9, '0')}`;
};

test('an answer leaves a hold and a settlement that are exact to the nano-euro', async (t) => {
  const { tenant, client, wallet } = await gateway.start();
  const { apiKey, walletId, keyId, userId } = await tenant();
  const { data, response } = await client(apiKey).chat.completions.create(hello).withResponse();

  t.is(data.model, 'light');
  t.is(data.choices[0]?.message.content, `You said: ${HELLO}`);
  t.is(data.usage?.prompt_tokens, HELLO_PROMPT_TOKENS);
  t.is(data.usage?.completion_tokens, HELLO_COMPLETION_TOKENS);
  t.regex(response.headers.get('x-request-id') ?? '', /^req_[0-9a-f]{32}$/);
  t.is(response.headers.get('request-id'), response.headers.get('x-request-id'));
  t.is(response.headers.get('x-waybill-cost-eur'), helloCost);

  const events = await wallet(walletId);
  t.deepEqual(
    events.map(({ type }) => type),
    ['WalletOpened', 'WalletCredited', 'CreditReserved', 'ReservationSettled'],
  );
  const [reserved, settled] = [events[2]?.data, events[3]?.data];
  const reservationId = response.headers.get('x-waybill-reservation');
  const hold = holdOf(hello, 50);
  t.like(reserved, {
    reservation_id: reservationId,
    amount_eur: hold,
    key_id: keyId,
    user_id: userId,
    input_tokens_max: heldTokens(hello),
    output_tokens_max: 50,
    inference: {
      surface: 'chat_completions',
      profile: 'light',
      target: 'small',
      upstream: 'sandbox',
      upstream_model: 'sandbox-small',
    },
  });
  const released = BigInt(hold.replace('.', '')) - BigInt(helloCost.replace('.', ''));
  t.like(settled, {
    reservation_id: reservationId,
    cost_eur: helloCost,
    released_eur: `0.${String(released).padStart(9, '0')}`,
    overrun_eur: '0.000000000',
    price_list_id: 'plain',
    price_list_version: '1',
    usage_source: 'upstream',
    resolved_by: null,
  });
  t.deepEqual(settled?.['lines'], [
    { counter: 'input', quantity: 8, unit_price_eur: '1.000000000', amount_eur: '0.000008000' },
    { counter: 'output', quantity: 5, unit_price_eur: '2.000000000', amount_eur: '0.000010000' },
  ]);
});

test('a body without a content coding is read, however the header says so', async (t) => {
  const { tenant, baseUrl } = await gateway.start();
  const { apiKey } = await tenant();
  for (const coding of ['identity', 'IDENTITY', '', 'identity, identity']) {
    const { status } = await httpCall(`${baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'content-encoding': coding },
      body: JSON.stringify(hello),
    });
    t.is(status, 200, coding);
  }
});

test('the billing records of the upstream contain the reservation id that the caller gets', async (t) => {
  const { tenant, client, sandbox } = await gateway.start();
  const { apiKey } = await tenant();
  const { response } = await client(apiKey).chat.completions.create(hello).withResponse();
  const billingRecords = await sandbox.lookUp(response.headers.get('x-waybill-reservation') ?? '');
  t.is(billingRecords?.state, 'charged');
  t.is(billingRecords?.charged_count, 1);
});

async function gather(stream: AsyncIterable<OpenAI.ChatCompletionChunk>): Promise<OpenAI.ChatCompletionChunk[]> {
  const chunks: OpenAI.ChatCompletionChunk[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

test('a stream carries the name the client used, no usage unless asked for, and costs the same', async (t) => {
  const { tenant, client, wallet } = await gateway.start();
  const { apiKey, walletId } = await tenant();
  const { data, response } = await client(apiKey)
    .chat.completions.create({ ...hello, stream: true })
    .withResponse();
  const chunks = await gather(data);

  t.is(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join(''), `You said: ${HELLO}`);
  t.true(chunks.every(({ model }) => model === 'light'));
  t.true(chunks.every((chunk) => !('usage' in chunk)));
  t.true(chunks.every(({ choices }) => choices.length === 1));
  t.is(response.headers.get('request-id'), response.headers.get('x-request-id'));
  const settled = (await wallet(walletId)).at(-1);
  t.is(settled?.type, 'ReservationSettled');
  t.is(settled?.data['reservation_id'], response.headers.get('x-waybill-reservation'));
  t.is(settled?.data['cost_eur'], helloCost);
});

test('a stream shows its usage to the client that asks for it', async (t) => {
  const { tenant, client, wallet } = await gateway.start();
  const { apiKey, walletId } = await tenant();
  const chunks = await gather(
    await client(apiKey).chat.completions.create({ ...hello, stream: true, stream_options: { include_usage: true } }),
  );
  const last = chunks.at(-1);
  t.deepEqual(last?.choices, []);
  t.is(last?.usage?.completion_tokens, HELLO_COMPLETION_TOKENS);
  t.true(chunks.slice(0, -1).every(({ usage }) => usage === null));
  t.is((await wallet(walletId)).at(-1)?.data['cost_eur'], helloCost);
});

const askForTool = {
  ...hello,
  messages: [{ role: 'user' as const, content: 'Please call the tool' }],
  tools: [tool],
};

test('a tool call arrives whole in an unstreamed answer', async (t) => {
  const { tenant, client } = await gateway.start();
  const { apiKey } = await tenant();
  const { choices } = await client(apiKey).chat.completions.create(askForTool);
  const call = choices[0]?.message.tool_calls?.[0];
  t.is(choices[0]?.finish_reason, 'tool_calls');
  t.deepEqual(call?.type === 'function' ? call.function : null, {
    name: 'look_up',
    arguments: '{"input":"Please call the tool"}',
  });
});

test('a tool call streams in fragments, and its result makes the second turn', async (t) => {
  const { tenant, client, wallet } = await gateway.start();
  const { apiKey, walletId } = await tenant();
  const openai = client(apiKey);
  const first = await openai.chat.completions.stream(askForTool).finalChatCompletion();
  const message = first.choices[0]?.message;
  const call = message?.tool_calls?.[0];
  t.is(call?.type === 'function' ? call.function.arguments : '', '{"input":"Please call the tool"}');
  if (message === undefined || call === undefined) return;

  const second = await openai.chat.completions.create({
    ...askForTool,
    messages: [...askForTool.messages, message, { role: 'tool', tool_call_id: call.id, content: 'It rains.' }],
  });
  t.is(second.choices[0]?.finish_reason, 'stop');
  const types = (await wallet(walletId)).map(({ type }) => type);
  t.deepEqual(types.slice(2), ['CreditReserved', 'ReservationSettled', 'CreditReserved', 'ReservationSettled']);
});

test('two turns of a conversation are two requests, each charged for what it sent', async (t) => {
  const { tenant, client, wallet } = await gateway.start();
  const { apiKey, walletId } = await tenant();
  const openai = client(apiKey);
  const first = await openai.chat.completions.create(hello);
  const answer = first.choices[0]?.message;
  t.truthy(answer);
  if (answer === undefined) return;
  const second = await openai.chat.completions.create({
    ...hello,
    messages: [...hello.messages, answer, { role: 'user', content: 'And again' }],
  });
  const costs = (await wallet(walletId)).flatMap(({ data }) => data['cost_eur'] ?? []);
  const tokens = [first, second].map(({ usage }) => (usage?.prompt_tokens ?? 0) + 2 * (usage?.completion_tokens ?? 0));
  t.deepEqual(
    costs,
    tokens.map((euros) => `0.${String(euros * 1000).padStart(9, '0')}`),
  );
  t.true((second.usage?.prompt_tokens ?? 0) > (first.usage?.prompt_tokens ?? 0));
});

test('cached and written tokens are charged at their own prices', async (t) => {
  const { tenant, client, wallet } = await gateway.start();
  const { apiKey, walletId } = await tenant({ profiles: ['cached'] });
  await client(apiKey).chat.completions.create({
    ...hello,
    model: 'cached',
    messages: [
      { role: 'user', content: 'Hi [[sandbox: prompt_tokens=1001; cached_tokens=333; cache_write_tokens=100]]' },
    ],
  });
  t.like((await wallet(walletId)).at(-1)?.data, {
    // 568 × 0.123 + 333 × 0.0123 + 100 × 0.1537 + 3 × 2 = 95.3299 millionths of a euro.
    cost_eur: '0.000095330',
    lines: [
      { counter: 'input', quantity: 568, amount_eur: '0.000069864' },
      { counter: 'cached_input', quantity: 333, amount_eur: '0.000004096' },
      { counter: 'cache_write', quantity: 100, amount_eur: '0.000015370' },
      { counter: 'output', quantity: 3, amount_eur: '0.000006000' },
    ],
  });
});

test('an error after the hold names its reservation too', async (t) => {
  const { tenant, baseUrl, wallet } = await gateway.start();
  const { apiKey, walletId } = await tenant();
  const replyTo = (directive: string, stream: boolean) =>
    httpCall(`${baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...hello, stream, messages: [{ role: 'user', content: `Hi [[sandbox: ${directive}]]` }] }),
    });
  const replies = [await replyTo('400', false), await replyTo('html', false), await replyTo('json_on_stream', true)];
  t.deepEqual(
    replies.map(({ status }) => status),
    [400, 503, 400],
  );
  const held = (await wallet(walletId)).filter(({ type }) => type === 'CreditReserved');
  t.deepEqual(
    replies.map(({ headers }) => headers['x-waybill-reservation']),
    held.map(({ data }) => data['reservation_id']),
  );
});
