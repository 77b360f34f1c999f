import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import Anthropic from '@anthropic-ai/sdk';
import { HumanMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import { noul, choice, TypeSafeClient } from '@typesafe-ai/sdk';
import { generateText, isStepCount, jsonSchema, streamText, tool } from 'ai';
import test, { type ExecutionContext } from 'ava';
import OpenAI, { BadRequestError } from 'openai';
import type { TextMap } from '../../src/personal-data/text-map.ts';
import { recordingFetch } from '../_support/recording-fetch.ts';
import { pathTexts } from '../_support/path-texts.ts';
import { sharedGateway } from '../_support/served-gateway.ts';
import { textsOfStream } from '../_support/stream-texts.ts';
import { placeholderOf, substitutingPiiEngine } from '../_support/substituting-pii-engine.ts';
import { leavesOf } from '../_support/parsed-texts.ts';

// Real clients of a person who needs protection: no name reaches the upstream, which answers in placeholders told word by
// word and cut in two; the client reads names, and no placeholder, whole and streamed.

const target = { surfaces: ['chat_completions', 'responses', 'messages', 'embeddings', 'systemone'] };
const sizes = {
  context_tokens_max: 20_000,
  output_tokens_max: 5_000,
  prices: { id: 'plain', version: '1', eur_per_million_tokens: { input: '1', output: '2' } },
};
const [name, other] = ['Ada Lovelace', 'Zoë'];
const placeholder = placeholderOf(name);
const gateway = sharedGateway({
  wrappers: { piiEngine: substitutingPiiEngine(name, other) },
  config: {
    target,
    targets: {
      thinker: { upstream: 'sandbox', model: 'sandbox-medium', efforts: ['low', 'high'], ...target, ...sizes },
    },
    profiles: { thinker: { targets: ['thinker'] } },
  },
});
test.after.always(gateway.end);

// It would say on stderr which settings it assumes for a model that it does not know.
globalThis.AI_SDK_LOG_WARNINGS = false;

interface Place {
  readonly apiKey: string;
  readonly baseURL: string;
  readonly origin: string;
  readonly fetch: typeof globalThis.fetch;
  readonly maxRetries: 0;
}

/** Lets clients speak, and looks at all that went over the wire on both sides of the gateway. */
async function assertProtected(t: ExecutionContext, speak: (place: Place) => Promise<unknown>): Promise<void> {
  const { baseUrl, origin, tenant, sandbox } = await gateway.start();
  const { apiKey } = await tenant({ allowAllModels: true, piiEnabled: true });
  const before = (await sandbox.requests()).length;
  const recording = recordingFetch();
  await speak({ apiKey, baseURL: baseUrl, origin, fetch: recording.fetch, maxRetries: 0 });
  for (const { path, status, answer, records } of await recording.recorded()) {
    const map = pathTexts[path.replace(/\/resp_.*/, '')];
    if (map === undefined) throw new Error(`no map for ${path}`);
    assertNoPlaceholder(t, [status < 400 ? map.answer : map.refusal, answer]);
    for (const record of records) assertNoPlaceholder(t, [map.record ?? {}, record]);
    const { late, disagreeing } = textsOfStream(map, records);
    t.deepEqual({ late, disagreeing }, { late: [], disagreeing: [] });
  }
  const sent = (await sandbox.requests()).slice(before).map(({ body_text: body }) => body);
  t.true(sent.some((body) => body.includes(placeholder)));
  for (const body of sent) for (const word of ['Lovelace', other, 'Zo\\u00eb']) t.false(body.includes(word), word);
}

function assertNoPlaceholder(t: ExecutionContext, [shape, json]: readonly [TextMap['answer'], unknown]): void {
  const left = leavesOf(shape, json).filter(({ text }) => text.includes('[NAME'));
  t.deepEqual(
    left.map(({ path, text }) => `${path}: ${text}`),
    [],
  );
}

const said = `I am ${name}, call the tool for ${other}`;
const parameters = { type: 'object', properties: { input: { type: 'string', description: `What ${name} says` } } };

test('a name in OpenAI chat completions never reaches the upstream, and is in the answer', (t) =>
  assertProtected(t, async (place) => {
    const { completions } = new OpenAI(place).chat;
    const messages = [{ role: 'user' as const, content: said, name }];
    const tools = [
      { type: 'function' as const, function: { name: 'look', description: `Looks ${name} up`, parameters } },
    ];
    const metadata = { [name]: other };
    const asked = await completions.create({ model: 'light', messages, tools, metadata });
    const message = asked.choices[0]?.message;
    const [call] = message?.tool_calls ?? [];
    if (message === undefined || call?.type !== 'function') throw new Error('no tool was called');
    t.deepEqual(JSON.parse(call.function.arguments), { input: said });
    // As json.dumps of Python would have it.
    const content = JSON.stringify({ found: other }).replace('ë', '\\u00eb');
    const answered = [...messages, message, { role: 'tool' as const, tool_call_id: call.id, content }];
    await completions.create({ model: 'light', messages: answered, tools });
    const two = completions.stream({ model: 'light', n: 2, messages: [{ role: 'user', content: `Dear ${name}!` }] });
    const { choices } = await two.finalChatCompletion();
    t.deepEqual(
      choices.map((each) => each.message.content),
      [`You said: Dear ${name}!`, `Choice 1: You said: Dear ${name}!`],
    );
    const calling = completions.stream({ model: 'light', messages, tools, stream_options: { include_usage: true } });
    const [called] = (await calling.finalChatCompletion()).choices[0]?.message.tool_calls ?? [];
    t.deepEqual(called?.type === 'function' ? JSON.parse(called.function.arguments) : null, { input: said });
    const refused = completions.create({
      model: 'light',
      messages: [{ role: 'user', content: `${name} [[sandbox: 400]]` }],
    });
    const { message: words } = await t.throwsAsync(refused, { instanceOf: BadRequestError });
    t.true(words.includes(name));
  }));

test('a name in OpenAI responses never reaches the upstream, also if they are stored and continued', (t) =>
  assertProtected(t, async (place) => {
    const { responses } = new OpenAI(place);
    const tools = [
      { type: 'function' as const, name: 'look', description: `Finds ${name}`, parameters, strict: false },
    ];
    const reasoning = { effort: 'high' as const, summary: 'auto' as const };
    const first = await responses.create({
      model: 'thinker',
      input: said,
      instructions: `Answer ${name}.`,
      metadata: { team: name },
      reasoning,
      tools,
    });
    t.is(first.instructions, `Answer ${name}.`);
    const call = first.output.find((item) => item.type === 'function_call');
    t.deepEqual(JSON.parse(call?.arguments ?? ''), { input: said });
    t.deepEqual((await responses.retrieve(first.id)).output, first.output);
    const output = { type: 'function_call_output' as const, call_id: call?.call_id ?? '', output: `${other} is here` };
    const go = { model: 'thinker', previous_response_id: first.id, reasoning, tools };
    const second = await responses.stream({ ...go, input: [output] }).finalResponse();
    t.true(second.output_text.includes(`The tool said: ${other} is here`));
    // Nobody says the name in this turn: what its placeholder means is known from the first.
    const asked = `Who is ${placeholder}?`;
    const third = await responses.stream({ ...go, previous_response_id: second.id, input: asked }).finalResponse();
    t.true(third.output_text.startsWith(`You said: Who is ${name}?`));
    t.is((await responses.retrieve(third.id)).output_text, third.output_text);
    const items = await responses.inputItems.list(third.id, { order: 'asc' });
    t.like(items.data[0], { content: [{ text: said }] });
    t.like(items.data.at(-1), { content: [{ text: `Who is ${name}?` }] });
    await t.throwsAsync(responses.create({ model: 'thinker', input: `${name} [[sandbox: 400]]` }), {
      message: new RegExp(name),
    });
  }));

test('a response that breaks off ends with the text so far, with names restored', (t) =>
  assertProtected(t, async (place) => {
    const { responses } = new OpenAI(place);
    const input = `I am ${name} [[sandbox: cut_mid_stream; after_frames=8]]`;
    const events: string[] = [];
    for await (const event of await responses.create({ model: 'light', input, instructions: name, stream: true })) {
      events.push(JSON.stringify(event));
    }
    const last = JSON.parse(events.at(-1) ?? '{}') as { type: string; response: { instructions: string } };
    t.is(last.type, 'response.failed');
    t.is(last.response.instructions, name);
  }));

for (const framing of ['one_byte_chunks', 'odd_chunks', 'crlf', 'no_final_blank_line', 'comments']) {
  test(`a name is restored whole in a stream framed by ${framing}`, (t) =>
    assertProtected(t, async (place) => {
      const content = `Dear ${name}! [[sandbox: ${framing}]]`;
      const { responses } = new OpenAI(place);
      const response = await responses.stream({ model: 'light', input: content }).finalResponse();
      t.is(response.output_text.trimEnd(), `You said: Dear ${name}!`);
      const { messages } = new Anthropic({ ...place, baseURL: place.origin });
      const said = { model: 'light', max_tokens: 100, messages: [{ role: 'user' as const, content }] };
      const message = await messages.stream(said).finalMessage();
      t.like(message.content, [{ type: 'text', text: `You said: Dear ${name}!` }]);
    }));
}

test('an answer replayed under its idempotency key has the names restored', (t) =>
  assertProtected(t, async (place) => {
    const { completions } = new OpenAI(place).chat;
    const request = { model: 'light', messages: [{ role: 'user' as const, content: `Dear ${name}!` }] };
    const options = { headers: { 'idempotency-key': 'dear' } };
    const first = await completions.create(request, options);
    t.deepEqual(await completions.create(request, options), first);
    t.is(first.choices[0]?.message.content, `You said: Dear ${name}!`);
  }));

test('a name in Anthropic messages never reaches the upstream, also beside thoughts that are signed', (t) =>
  assertProtected(t, async (place) => {
    const { messages } = new Anthropic({ ...place, baseURL: place.origin });
    const tools = [
      { name: 'look', description: `Finds ${name}`, input_schema: { ...parameters, type: 'object' as const } },
    ];
    const asked = { model: 'thinker', max_tokens: 2_000, system: `Answer ${name}.`, tools };
    const first = [{ role: 'user' as const, content: `${said} [[sandbox: redacted_thinking]]` }];
    const thinking = { type: 'adaptive' as const };
    const answer = await messages.create({ ...asked, thinking, messages: first });
    const call = answer.content.find((block) => block.type === 'tool_use');
    t.deepEqual(call?.input, { input: said });
    const result = { type: 'tool_result' as const, tool_use_id: call?.id ?? '', content: `It rains on ${other}.` };
    const next = [
      ...first,
      { role: 'assistant' as const, content: answer.content },
      { role: 'user' as const, content: [result] },
    ];
    await messages.stream({ ...asked, thinking, messages: next }).finalMessage();
    const called = await messages.stream({ ...asked, messages: first }).finalMessage();
    t.deepEqual(called.content.find((block) => block.type === 'tool_use')?.input, { input: said });
    const dear = await messages
      .stream({ ...asked, messages: [{ role: 'user', content: `Dear ${name}!` }] })
      .finalMessage();
    t.like(dear.content.at(-1), { type: 'text', text: `You said: Dear ${name}!` });
    t.true((await messages.countTokens({ model: 'thinker', messages: first })).input_tokens > 0);
    const refused = messages.create({ ...asked, messages: [{ role: 'user', content: `${name} [[sandbox: 400]]` }] });
    await t.throwsAsync(refused, { message: new RegExp(name) });
  }));

test('a name in OpenAI embeddings or for System One never reaches the upstream', (t) =>
  assertProtected(t, async ({ origin, ...place }) => {
    const { embeddings } = new OpenAI(place);
    const { data } = await embeddings.create({ model: 'light', input: [name, placeholder] });
    t.deepEqual(data[0]?.embedding, data[1]?.embedding, 'the upstream saw the same twice');
    const client = new TypeSafeClient({ ...place, baseURL: origin });
    const questions = { asked: noul(`Does ${name} ask?`), who: choice('Who?', { [name]: `is ${name}`, nobody: null }) };
    const { answers } = await client.systemOne({
      model: 'light',
      state: { mail: `Dear ${other}`, [name]: [] },
      questions,
    });
    t.is(answers.who.choice, name);
    const refused = client.systemOne({ model: 'light', state: `${name} [[sandbox: 400]]`, questions });
    await t.throwsAsync(refused);
  }));

test('a name that the AI SDK or LangChain sends never reaches the upstream, and tools are called with it', (t) =>
  assertProtected(t, async (place) => {
    const heard: unknown[] = [];
    const look = tool({
      description: `Looks ${name} up.`,
      inputSchema: jsonSchema({ type: 'object', properties: { input: { type: 'string' } } }),
      execute: (input) => {
        heard.push(input);
        return `It rains on ${other}.`;
      },
    });
    const openai = createOpenAI(place);
    for (const model of [openai('thinker'), openai.chat('thinker'), createAnthropic(place)('thinker')]) {
      const request = { model, prompt: said, tools: { look }, stopWhen: isStepCount(3), maxRetries: 0 };
      await generateText(request);
      await streamText(request).steps;
    }
    t.deepEqual(
      heard,
      Array.from({ length: 6 }, () => ({ input: said })),
    );
    for (const useResponsesApi of [false, true]) {
      const { baseURL, fetch, apiKey } = place;
      const configuration = { baseURL, fetch };
      const chat = new ChatOpenAI({ apiKey, model: 'light', useResponsesApi, maxRetries: 0, configuration });
      t.is((await chat.invoke([new HumanMessage(`Dear ${name}!`)])).text, `You said: Dear ${name}!`);
      const pieces: string[] = [];
      for await (const { text } of await chat.stream([new HumanMessage(`Dear ${name}!`)])) pieces.push(text);
      t.is(pieces.join(''), `You said: Dear ${name}!`);
    }
  }));
