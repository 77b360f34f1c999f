import { createOpenAI } from '@ai-sdk/openai';
import {
  APICallError,
  embedMany,
  generateText,
  isStepCount,
  jsonSchema,
  streamText,
  tool,
  type LanguageModel,
  type ModelMessage,
} from 'ai';
import test, { type ExecutionContext } from 'ava';
import { clientGateway, type ClientPlace, type UpstreamBody } from '../_support/client-gateway.ts';

// Responses, which are its default, chat completions and embeddings by the AI SDK.

const gateway = clientGateway();
test.after.always(gateway.end);

const HELLO = 'Hello there, friend';

const clientOf = ({ apiKey, baseUrl }: ClientPlace) => createOpenAI({ apiKey, baseURL: baseUrl });
type Client = ReturnType<typeof clientOf>;

const surfaces: Readonly<Record<string, (client: Client, profile: string) => LanguageModel>> = {
  responses: (client, profile) => client(profile),
  'chat completions': (client, profile) => client.chat(profile),
};

const look = tool({
  description: 'Looks up.',
  inputSchema: jsonSchema({ type: 'object', properties: { input: { type: 'string' } } }),
  execute: () => 'It rains.',
});

type Request = Parameters<typeof generateText>[0];
type Steps = Awaited<ReturnType<typeof generateText>>['steps'];

async function stepsOf(request: Request, isStream: boolean): Promise<Steps> {
  const once = { ...request, maxRetries: 0 };
  return isStream ? await streamText(once).steps : (await generateText(once)).steps;
}

for (const isStream of [false, true]) {
  test(`the upstream searches, and the conversation continues with the results, ${isStream ? 'streamed' : 'whole'}`, async (t) => {
    const place = await gateway.place();
    const client = clientOf(place);
    const tools = { web_search: client.tools.webSearch({}) };
    const messages: ModelMessage[] = [{ role: 'user', content: 'Please search the web' }];
    const step = async () => {
      const request = { model: client('searcher'), messages, tools, maxRetries: 0 };
      if (!isStream) return await generateText(request);
      const stream = streamText(request);
      return { sources: await stream.sources, text: await stream.text, response: await stream.response };
    };
    const first = await step();
    t.like(first.sources.at(-1), { sourceType: 'url', url: 'https://sandbox.example/page-1' });
    messages.push(...first.response.messages, { role: 'user', content: 'And then?' });
    t.regex((await step()).text, /And then/);
    const { reservations } = await place.assertSettled(t, 2);
    t.like(reservations[0]?.settled?.lines.at(-1), { counter: 'web_searches', quantity: 1 });
    const [, second] = await place.upstreamBodies();
    t.is(second?.['max_tool_calls'], 2);
    t.deepEqual(
      second?.input?.map(({ type, role }) => type ?? role),
      ['user', 'web_search_call', 'message', 'user'],
      'what the client names by its id is put in',
    );
  });
}

for (const [surface, modelOf] of Object.entries(surfaces)) {
  for (const isStream of [false, true]) {
    const how = `${surface}, ${isStream ? 'streamed' : 'whole'}`;

    test(`a text arrives, ${how}`, async (t) => {
      const place = await gateway.place();
      const [step] = await stepsOf({ model: modelOf(clientOf(place), 'light'), prompt: HELLO }, isStream);
      t.is(step?.text, `You said: ${HELLO}`);
      t.is(step?.finishReason, 'stop');
      t.like(step?.usage, { inputTokens: 8, outputTokens: 5 });
      await place.assertSettled(t, 1);
    });

    test(`a tool is run between two requests, ${how}`, async (t) => {
      const place = await gateway.place();
      const model = modelOf(clientOf(place), 'light');
      const prompt = 'Please call the tool';
      const steps = await stepsOf({ model, prompt, tools: { look }, stopWhen: isStepCount(3) }, isStream);
      t.deepEqual(
        steps.map(({ finishReason }) => finishReason),
        ['tool-calls', 'stop'],
      );
      t.like(steps[0]?.toolCalls[0], { toolName: 'look', input: { input: prompt } });
      t.regex(steps[1]?.text ?? '', /^You said: Please call the tool/);
      await place.assertSettled(t, 2);
      const [, second] = await place.upstreamBodies();
      t.regex(JSON.stringify((second?.messages ?? second?.input)?.at(-1)), /It rains\./);
    });
  }

  test(`a text arrives in several pieces, ${surface}`, async (t) => {
    const place = await gateway.place();
    const stream = streamText({ model: modelOf(clientOf(place), 'light'), prompt: HELLO, maxRetries: 0 });
    const pieces: string[] = [];
    for await (const piece of stream.textStream) pieces.push(piece);
    t.true(pieces.length > 1);
    t.is(pieces.join(''), `You said: ${HELLO}`);
    await place.assertSettled(t, 1);
  });

  test(`the client raises its own error with 402 without credit and 403 for a model not allowed, ${surface}`, async (t) => {
    const poor = await gateway.place({ creditEur: '0' });
    await assertRefused(t, modelOf(clientOf(poor), 'light'), { status: 402, code: 'insufficient_credit' });
    const place = await gateway.place();
    await assertRefused(t, modelOf(clientOf(place), 'locked'), { status: 403, code: 'profile_not_authorised' });
    for (const { assertSettled } of [poor, place]) await assertSettled(t, 0);
  });
}

async function assertRefused(
  t: ExecutionContext,
  model: LanguageModel,
  told: { readonly status: number; readonly code: string },
): Promise<void> {
  const error = await t.throwsAsync(generateText({ model, prompt: HELLO, maxRetries: 0 }));
  if (!APICallError.isInstance(error)) return t.fail(String(error));
  t.is(error.statusCode, told.status);
  t.false(error.isRetryable);
  t.like(error.data, { error: { code: told.code } });
}

type Items = readonly Readonly<Record<string, unknown>>[];

/** Two turns of one who reasons; the bodies as the client sent them and as the upstream got them. */
async function twoTurns(t: ExecutionContext, isStream: boolean, store?: boolean) {
  const place = await gateway.place();
  const sent: Items[] = [];
  const watched: typeof fetch = (input, init) => {
    sent.push((JSON.parse(init?.body as string) as { readonly input: Items }).input);
    return fetch(input, init);
  };
  const client = createOpenAI({ apiKey: place.apiKey, baseURL: place.baseUrl, fetch: watched });
  const openai = {
    // The SDK knows by their names which models reason.
    forceReasoning: true,
    reasoningEffort: 'low',
    ...(store === undefined ? {} : { store }),
  };
  const request = { model: client('thinker'), providerOptions: { openai } };
  const messages: ModelMessage[] = [{ role: 'user', content: 'first “Überraschung” 🎈' }];
  const first = (await stepsOf({ ...request, messages }, isStream))[0];
  messages.push(...(first?.response.messages ?? []), { role: 'user', content: 'second' });
  const second = (await stepsOf({ ...request, messages }, isStream))[0];
  t.regex(second?.text ?? '', /^You said: second/);
  await place.assertSettled(t, 2);
  return { sent: sent[1] ?? [], upstream: await place.upstreamBodies(), first };
}

const typesOf = (items: Items | undefined): readonly unknown[] | undefined =>
  items?.map(({ type, role }) => type ?? role);

/** The answer of the first turn reached the upstream whole: what it encrypted byte for byte, then what it said. */
function assertContinues(t: ExecutionContext, [before, after]: readonly UpstreamBody[], reasoning: unknown): void {
  t.is(before?.['store'], false);
  t.is(after?.['store'], false);
  t.false('previous_response_id' in (after ?? {}));
  const items = after?.input ?? [];
  t.is(items.length, 4);
  t.like(items[1], { type: 'reasoning' });
  t.regex(String(items[1]?.['encrypted_content']), /^\S{16,}$/);
  if (reasoning !== undefined) t.is(items[1]?.['encrypted_content'], reasoning);
  t.like(items[2], { role: 'assistant' });
  t.true(JSON.stringify(items[2]).includes('You said: first “Überraschung” 🎈'));
}

for (const isStream of [false, true]) {
  const how = isStream ? 'streamed' : 'whole';

  test(`a second turn references the items of the first, which the gateway stored, ${how}`, async (t) => {
    const { sent, upstream } = await twoTurns(t, isStream);
    t.deepEqual(typesOf(sent), ['user', 'item_reference', 'item_reference', 'user']);
    assertContinues(t, upstream, undefined);
  });

  test(`a second turn that stores nothing sends the reasoning back byte for byte, ${how}`, async (t) => {
    const { sent, upstream, first } = await twoTurns(t, isStream, false);
    t.deepEqual(typesOf(sent), ['user', 'reasoning', 'assistant', 'user']);
    const encrypted = first?.reasoning[0]?.providerOptions?.['openai']?.['reasoningEncryptedContent'];
    t.is(typeof encrypted, 'string');
    t.is(sent[1]?.['encrypted_content'], encrypted);
    assertContinues(t, upstream, encrypted);
  });
}

test('a second turn sends the first, chat completions', async (t) => {
  const place = await gateway.place();
  const request = { model: clientOf(place).chat('light'), maxRetries: 0 };
  const messages: ModelMessage[] = [{ role: 'user', content: 'first' }];
  messages.push(...(await generateText({ ...request, messages })).response.messages);
  const { text } = await generateText({ ...request, messages: [...messages, { role: 'user', content: 'second' }] });
  t.is(text, 'You said: second');
  await place.assertSettled(t, 2);
  t.like((await place.upstreamBodies())[1]?.messages, [
    { role: 'user', content: 'first' },
    { role: 'assistant', content: 'You said: first' },
    { role: 'user', content: 'second' },
  ]);
});

test('a conversation of forty turns references the items of every turn, tool calls included', async (t) => {
  const place = await gateway.place();
  const openai = { forceReasoning: true, reasoningEffort: 'low' };
  const request = { model: clientOf(place)('thinker'), tools: { look }, providerOptions: { openai } };
  const messages: ModelMessage[] = [];
  for (let turn = 1; turn <= 40; turn += 1) {
    messages.push({ role: 'user', content: turn % 4 === 0 ? `call the tool in turn ${turn}` : `turn ${turn}` });
    const steps = await stepsOf({ ...request, messages, stopWhen: isStepCount(2) }, turn % 2 === 0);
    messages.push(...steps.flatMap(({ response }) => response.messages));
    if (steps.at(-1)?.finishReason !== 'stop') return t.fail(`turn ${turn}`);
  }
  await place.assertSettled(t, 50);
  const items = (await place.upstreamBodies()).at(-1)?.input ?? [];
  // A user's, reasoning, message; with a tool reasoning, call and output between them. The last answer is not in it yet.
  t.is(items.length, 40 + 40 * 2 + 10 * 3 - 2);
});

test('a chain of response ids sends all three turns upstream', async (t) => {
  const place = await gateway.place();
  const model = clientOf(place)('light');
  let previousResponseId: string | undefined;
  for (const prompt of ['first', 'second', 'third']) {
    const openai = previousResponseId === undefined ? {} : { previousResponseId };
    const answer = await generateText({ model, prompt, maxRetries: 0, providerOptions: { openai } });
    previousResponseId = answer.response.id;
    t.regex(previousResponseId, /^resp_/);
  }
  await place.assertSettled(t, 3);
  const third = (await place.upstreamBodies())[2];
  t.is(third?.input?.length, 5);
  t.regex(JSON.stringify(third?.input), /first.*You said: first.*second.*You said: second.*third/);
});

test('several texts are embedded in one request', async (t) => {
  const place = await gateway.place();
  const model = clientOf(place).embedding('light');
  const { embeddings, usage } = await embedMany({ model, values: ['one', 'two', 'three'], maxRetries: 0 });
  t.deepEqual(
    embeddings.map(({ length }) => length),
    [8, 8, 8],
  );
  t.true(usage.tokens > 0);
  await place.assertSettled(t, 1);
});
