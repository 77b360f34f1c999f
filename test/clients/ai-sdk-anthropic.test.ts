import { createAnthropic } from '@ai-sdk/anthropic';
import { APICallError, generateText, isStepCount, jsonSchema, streamText, tool, type ModelMessage } from 'ai';
import test from 'ava';
import { clientGateway, type ClientPlace } from '../_support/client-gateway.ts';
import type { TenantOptions } from '../_support/gateway.ts';

// Messages by the AI SDK: `x-api-key`, version 2023-06-01, a base URL that ends in /v1.

const gateway = clientGateway();
test.after.always(gateway.end);

// It would say on stderr which settings it assumes for a model that it does not know.
globalThis.AI_SDK_LOG_WARNINGS = false;

const HELLO = 'Hello there, friend';

async function place(options?: TenantOptions): Promise<ClientPlace & { model: ReturnType<typeof modelOf> }> {
  const place = await gateway.place(options);
  return { ...place, model: modelOf(place, 'light') };
}

type Account = Pick<ClientPlace, 'apiKey' | 'baseUrl'>;

const clientOf = ({ apiKey, baseUrl }: Account) => createAnthropic({ apiKey, baseURL: baseUrl });
const modelOf = (account: Account, profile: string) => clientOf(account)(profile);

const look = tool({
  description: 'Looks up.',
  inputSchema: jsonSchema({ type: 'object', properties: { input: { type: 'string' } } }),
  execute: () => 'It rains.',
});

test('a text arrives whole', async (t) => {
  const { model, assertSettled } = await place();
  const { text, finishReason, usage } = await generateText({ model, prompt: HELLO, maxRetries: 0 });
  t.is(text, `You said: ${HELLO}`);
  t.is(finishReason, 'stop');
  t.like(usage, { inputTokens: 8, outputTokens: 5 });
  await assertSettled(t, 1);
});

test('a text arrives in pieces', async (t) => {
  const { model, assertSettled } = await place();
  const stream = streamText({ model, prompt: HELLO, maxRetries: 0 });
  const pieces: string[] = [];
  for await (const piece of stream.textStream) pieces.push(piece);
  t.is(pieces.join(''), `You said: ${HELLO}`);
  t.true(pieces.length > 1);
  t.like(await stream.usage, { inputTokens: 8, outputTokens: 5 });
  await assertSettled(t, 1);
});

for (const isStream of [false, true]) {
  test(`the upstream searches, and the conversation continues with the results, ${isStream ? 'streamed' : 'whole'}`, async (t) => {
    const { assertSettled, upstreamBodies, ...account } = await place();
    const { anthropic, model } = { anthropic: clientOf(account), model: modelOf(account, 'searcher') };
    // The later version is called by code of the upstream’s unless it is told otherwise.
    const { webSearch_20250305, webSearch_20260318 } = anthropic.tools;
    const tools = { web_search: isStream ? webSearch_20250305({}) : webSearch_20260318({}) };
    const messages: ModelMessage[] = [{ role: 'user', content: 'Please search the web' }];
    const step = async () => {
      const request = { model, messages, tools, maxRetries: 0 };
      if (!isStream) return await generateText(request);
      const stream = streamText(request);
      return { sources: await stream.sources, text: await stream.text, response: await stream.response };
    };
    const first = await step();
    t.like(first.sources[0], { sourceType: 'url', url: 'https://sandbox.example/page-1' });
    messages.push(...first.response.messages, { role: 'user', content: 'And then?' });
    t.regex((await step()).text, /And then/);
    const { reservations } = await assertSettled(t, 2);
    t.like(reservations[0]?.settled?.lines.at(-1), { counter: 'web_searches', quantity: 1 });
    const told = isStream
      ? { type: 'web_search_20250305', max_uses: 2, allowed_callers: undefined }
      : { type: 'web_search_20260318', max_uses: 2, allowed_callers: ['direct'] };
    t.like((await upstreamBodies())[0]?.['tools'], [told]);
  });

  test(`a tool is run between two requests, ${isStream ? 'streamed' : 'whole'}`, async (t) => {
    const { model, assertSettled, upstreamBodies } = await place();
    const request = { model, prompt: 'Please call the tool', tools: { look }, stopWhen: isStepCount(3), maxRetries: 0 };
    const steps = isStream ? await streamText(request).steps : (await generateText(request)).steps;
    t.deepEqual(
      steps.map(({ finishReason }) => finishReason),
      ['tool-calls', 'stop'],
    );
    t.like(steps[0]?.toolCalls[0], { toolName: 'look', input: { input: 'Please call the tool' } });
    await assertSettled(t, 2);
    const [, second] = await upstreamBodies();
    t.is(second?.messages?.length, 3);
    t.regex(JSON.stringify(second?.messages?.at(-1)), /tool_result.*It rains\./);
  });
}

test('a second turn sends the first, with its thinking blocks', async (t) => {
  const here = await place();
  const model = modelOf(here, 'thinker');
  const request = {
    model,
    system: 'Be brief.',
    maxRetries: 0,
    maxOutputTokens: 2_000,
    providerOptions: { anthropic: { thinking: { type: 'enabled', budgetTokens: 1_024 } } },
  };
  const messages: ModelMessage[] = [{ role: 'user', content: 'first' }];
  const first = await generateText({ ...request, messages });
  t.truthy(first.reasoningText);
  messages.push(...first.response.messages, { role: 'user', content: 'second' });
  const second = await generateText({ ...request, messages });
  t.is(second.text, 'You said: second');
  await here.assertSettled(t, 2);
  const [, body] = await here.upstreamBodies();
  t.deepEqual(
    body?.messages?.map(({ role }) => role),
    ['user', 'assistant', 'user'],
  );
  t.regex(JSON.stringify(body), /Be brief/);
  t.regex(JSON.stringify(body?.messages?.[1]), /"type":"thinking".*"signature":"[^"]+".*You said: first/);
});

const refusals = [
  { why: 'no credit', options: { creditEur: '0' }, profile: 'light', status: 402, type: 'billing_error' },
  { why: 'a model not allowed', options: {}, profile: 'locked', status: 403, type: 'permission_error' },
];
for (const { why, options, profile, status, type } of refusals) {
  test(`the client raises its own error with ${status} for ${why}`, async (t) => {
    const here = await place(options);
    const model = modelOf(here, profile);
    const error = await t.throwsAsync(generateText({ model, prompt: HELLO, maxRetries: 0 }));
    if (!APICallError.isInstance(error)) return t.fail(String(error));
    t.is(error.statusCode, status);
    t.false(error.isRetryable);
    t.like(error.data, { error: { type } });
    await here.assertSettled(t, 0);
  });
}
