import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import Anthropic from '@anthropic-ai/sdk';
import { HumanMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import { noul, choice, score, TypeSafeClient } from '@typesafe-ai/sdk';
import { generateText, isStepCount, jsonSchema, streamText, tool } from 'ai';
import AnthropicBefore from 'anthropic-sdk-0';
import test, { type ExecutionContext } from 'ava';
import OpenAI from 'openai';
import type { TextShape } from '../../src/personal-data/text-map.ts';
import { toolPrices } from '../_support/sandbox-bill.ts';
import { recordingFetch, type RecordedExchange } from '../_support/recording-fetch.ts';
import { pathTexts } from '../_support/path-texts.ts';
import { sharedGateway } from '../_support/served-gateway.ts';
import { textsOfStream } from '../_support/stream-texts.ts';
import { leavesOf } from '../_support/parsed-texts.ts';

// What the clients really send through the gateway, and what they are answered, is held against the text maps.

const target = { surfaces: ['chat_completions', 'responses', 'messages', 'embeddings', 'systemone'] };
const thinker = { upstream: 'sandbox', model: 'sandbox-medium', efforts: ['low', 'high'], ...target };
const sizes = {
  context_tokens_max: 10_000,
  output_tokens_max: 5_000,
  prices: toolPrices,
};
const gateway = sharedGateway({
  config: {
    target,
    targets: { thinker: { ...thinker, ...sizes } },
    profiles: { thinker: { targets: ['thinker'] } },
  },
});
test.after.always(gateway.end);

// It would say on stderr which settings it assumes for a model that it does not know.
globalThis.AI_SDK_LOG_WARNINGS = false;

const ADA = 'Ada Lovelace calls the tool';

interface Place {
  readonly apiKey: string;
  readonly baseURL: string;
  readonly origin: string;
  readonly fetch: typeof globalThis.fetch;
  readonly maxRetries: 0;
}

/** Lets clients speak, and holds all that went over the wire on both sides of the gateway against the maps. */
async function assertDeclared(
  t: ExecutionContext,
  speak: (place: Place) => Promise<unknown>,
): Promise<readonly RecordedExchange[]> {
  const { baseUrl, origin, tenant, sandbox } = await gateway.start();
  const { apiKey } = await tenant({ allowAllModels: true });
  const recording = recordingFetch();
  await speak({ apiKey, baseURL: baseUrl, origin, fetch: recording.fetch, maxRetries: 0 });
  const recorded = await recording.recorded();
  for (const { path, status, request, answer, records } of recorded) {
    const map = pathTexts[path.replace(/\/resp_.*/, '')];
    if (map === undefined) throw new Error(`no map for ${path}`);
    assertNothingUndeclared(t, map.request, request);
    assertNothingUndeclared(t, status < 400 ? map.answer : map.refusal, answer);
    for (const record of records) assertNothingUndeclared(t, map.record ?? {}, record);
    const { late, disagreeing } = textsOfStream(map, records);
    t.deepEqual({ late, disagreeing }, { late: [], disagreeing: [] });
  }
  for (const { url, body_text: body } of await sandbox.requests()) {
    const map = pathTexts[url.replace(/^\/v1/, '').replace(/\?.*/, '')];
    if (map !== undefined) assertNothingUndeclared(t, map.request, JSON.parse(body));
  }
  return recorded;
}

function assertNothingUndeclared(t: ExecutionContext, shape: TextShape, json: unknown): void {
  const missed = [...leavesOf(shape, json)].filter(({ kind }) => kind === 'undeclared');
  t.deepEqual(
    missed.map(({ path, text }) => `${path}: ${text}`),
    [],
  );
}

/** Texts of the streams of a recording, joined by their channels. */
const joined = (recorded: readonly RecordedExchange[]): readonly string[] =>
  recorded.flatMap(({ path, records }) => {
    const map = pathTexts[path];
    return map === undefined ? [] : [...textsOfStream(map, records).texts.values()];
  });

const parameters = { type: 'object', properties: { input: { type: 'string', description: 'What Ada says' } } };

test('the map of OpenAI chat completions declares every text that is sent and answered', async (t) => {
  const recorded = await assertDeclared(t, async (place) => {
    const { completions } = new OpenAI(place).chat;
    const tools = [
      { type: 'function' as const, function: { name: 'look', description: 'Looks Ada up', parameters } },
      { type: 'custom' as const, custom: { name: 'run' } },
    ];
    const messages = [{ role: 'user' as const, content: 'Ada, please call the tool' }];
    const asked = await completions.create({ model: 'light', messages, tools });
    const message = asked.choices[0]?.message;
    const call = message?.tool_calls?.[0];
    if (message === undefined || call === undefined) throw new Error('no tool was called');
    const answered = [
      ...messages,
      message,
      { role: 'tool' as const, tool_call_id: call.id, content: 'It rains on Ada.' },
    ];
    await completions.create({ model: 'light', messages: answered, tools });
    const whole = completions.stream({ model: 'light', n: 2, messages: [{ role: 'user', content: ADA }] });
    await whole.finalChatCompletion();
    const calling = completions.stream({ model: 'light', messages, tools, stream_options: { include_usage: true } });
    await calling.finalChatCompletion();
    await t.throwsAsync(
      completions.create({ model: 'light', messages: [{ role: 'user', content: `${ADA} [[sandbox: 400]]` }] }),
    );
    await t.throwsAsync(completions.create({ model: 'absent', messages }));
  });
  t.is(recorded.length, 6);
  t.true(joined(recorded).includes(`You said: ${ADA}`));
  t.true(joined(recorded).includes('{"input":"Ada, please call the tool"}'));
});

test('the map of OpenAI responses declares every text, also of stored responses', async (t) => {
  const recorded = await assertDeclared(t, async (place) => {
    const { responses } = new OpenAI(place);
    const search = { type: 'web_search' as const };
    const tools = [
      { type: 'function' as const, name: 'look', description: 'Looks Ada up', parameters, strict: false },
      search,
    ];
    const asked = await responses.create({
      model: 'thinker',
      input: 'Ada, please call the tool',
      instructions: 'Answer Ada.',
      metadata: { team: 'Ada' },
      reasoning: { effort: 'low', summary: 'auto' },
      include: ['reasoning.encrypted_content'],
      tools,
    });
    const call = asked.output.find((item) => item.type === 'function_call');
    if (call === undefined) throw new Error('no tool was called');
    const output = { type: 'function_call_output' as const, call_id: call.call_id, output: 'It rains on Ada.' };
    await responses.create({ model: 'thinker', previous_response_id: asked.id, input: [output], tools });
    await responses.retrieve(asked.id);
    const stream = responses.stream({ model: 'thinker', input: ADA, reasoning: { effort: 'high', summary: 'auto' } });
    await stream.finalResponse();
    await responses.stream({ model: 'thinker', input: 'Ada, please call the tool', tools }).finalResponse();
    const include = ['web_search_call.action.sources' as const];
    const found = { model: 'thinker', input: 'Search the web for Ada [[sandbox: web_searches=2]]', tools, include };
    const searched = await responses.stream(found).finalResponse();
    await responses.create({ ...found, previous_response_id: searched.id });
    await t.throwsAsync(responses.create({ model: 'light', input: `${ADA} [[sandbox: 400]]` }));
  });
  t.is(recorded.length, 8);
  t.true(joined(recorded).includes(`You said: ${ADA}`));
  t.true(joined(recorded).some((text) => text.startsWith('Someone said: Ada')));
});

test('the map of OpenAI embeddings declares every text that is sent and answered', async (t) => {
  const recorded = await assertDeclared(t, async (place) => {
    const { embeddings } = new OpenAI(place);
    await embeddings.create({ model: 'light', input: ['Ada', ADA] });
    await embeddings.create({ model: 'light', input: ADA, encoding_format: 'float' });
  });
  t.is(recorded.length, 2);
});

const dialects = {
  '2026-10-21': (place: Place): Pick<Anthropic, 'messages'> => new Anthropic({ ...place, baseURL: place.origin }),
  // The types of the two majors differ in what is not used here.
  '2023-06-01': (place: Place) =>
    new AnthropicBefore({ ...place, baseURL: place.origin }) as unknown as Pick<Anthropic, 'messages'>,
};

for (const [dialect, clientOf] of Object.entries(dialects)) {
  test(`the map of Anthropic messages declares every text of the client of ${dialect}`, async (t) => {
    const recorded = await assertDeclared(t, async (place) => {
      const { messages } = clientOf(place);
      const tools = [
        { name: 'look', description: 'Looks Ada up', input_schema: { ...parameters, type: 'object' as const } },
      ];
      const asked = { model: 'thinker', max_tokens: 2_000, system: 'Answer Ada.', tools };
      const said = [{ role: 'user' as const, content: 'Ada, please call the tool [[sandbox: redacted_thinking]]' }];
      const thinking = { type: 'adaptive' as const };
      const answer = await messages.create({ ...asked, thinking, messages: said });
      const call = answer.content.find((block) => block.type === 'tool_use');
      if (call === undefined) throw new Error('no tool was called');
      const result = { type: 'tool_result' as const, tool_use_id: call.id, content: 'It rains on Ada.' };
      const next = [
        ...said,
        { role: 'assistant' as const, content: answer.content },
        { role: 'user' as const, content: [result] },
      ];
      await messages.stream({ ...asked, thinking, messages: next }).finalMessage();
      await messages.stream({ ...asked, messages: said }).finalMessage();
      await messages.stream({ ...asked, messages: [{ role: 'user', content: ADA }] }).finalMessage();
      await messages.countTokens({ model: 'thinker', messages: said });
      const hosted = [
        { type: 'web_search_20250305' as const, name: 'web_search' as const, max_uses: 1 },
        { type: 'web_fetch_20250910' as const, name: 'web_fetch' as const, citations: { enabled: true } },
      ];
      const content = 'Find Ada [[sandbox: web_searches=2; web_fetches=1]]';
      const finding = { ...asked, tools: hosted, messages: [{ role: 'user' as const, content }] };
      const found = await messages.create(finding);
      const on = [...finding.messages, { role: 'assistant' as const, content: found.content }, ...said];
      await messages.stream({ ...finding, messages: on }).finalMessage();
      await t.throwsAsync(
        messages.create({ ...asked, messages: [{ role: 'user', content: `${ADA} [[sandbox: 400]]` }] }),
      );
    });
    t.is(recorded.length, 8);
    t.true(joined(recorded).includes(`You said: ${ADA}`));
  });
}

test('the map of System One declares every text that is sent and answered', async (t) => {
  const recorded = await assertDeclared(t, async ({ origin, ...place }) => {
    const client = new TypeSafeClient({ ...place, baseURL: origin });
    const questions = {
      asked: noul('Does Ada ask?'),
      queue: choice('Which queue for Ada?', { orders: 'What Ada buys', billing: null }),
      mood: score('How is Ada?', ['calm', 'angry']),
    };
    await client.systemOne({ model: 'light', state: { mail: ADA, lines: ['Ada'] }, questions });
    await t.throwsAsync(client.systemOne({ model: 'light', state: `${ADA} [[sandbox: 400]]`, questions }));
  });
  t.is(recorded.length, 2);
});

test('the maps declare every text of what the AI SDK and LangChain send', async (t) => {
  const look = tool({
    description: 'Looks Ada up.',
    inputSchema: jsonSchema({ type: 'object', properties: { input: { type: 'string' } } }),
    execute: () => 'It rains on Ada.',
  });
  const recorded = await assertDeclared(t, async (place) => {
    const openai = createOpenAI(place);
    const models = [openai('thinker'), openai.chat('thinker'), createAnthropic(place)('thinker')];
    for (const model of models) {
      const request = {
        model,
        prompt: 'Ada, please call the tool',
        tools: { look },
        stopWhen: isStepCount(3),
        maxRetries: 0,
      };
      await generateText(request);
      await streamText(request).steps;
    }
    for (const useResponsesApi of [false, true]) {
      const { baseURL, fetch, apiKey } = place;
      const chat = new ChatOpenAI({
        apiKey,
        model: 'light',
        useResponsesApi,
        maxRetries: 0,
        configuration: { baseURL, fetch },
      });
      await chat.invoke([new HumanMessage(ADA)]);
    }
  });
  t.true(recorded.length >= 14);
});
