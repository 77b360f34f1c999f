import {
  HumanMessage,
  ToolMessage,
  type AIMessage,
  type AIMessageChunk,
  type BaseMessage,
} from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { ChatOpenAI, OpenAIEmbeddings } from '@langchain/openai';
import test, { type ExecutionContext } from 'ava';
import { APIError } from 'openai';
import { clientGateway, type ClientPlace } from '../_support/client-gateway.ts';

// Chat completions, responses and embeddings by LangChain, in whose OpenAI client the official one does the calls.

const gateway = clientGateway();
test.after.always(gateway.end);

const HELLO = 'Hello there, friend';

const modelOf = ({ apiKey, baseUrl }: ClientPlace, model: string, useResponsesApi: boolean) =>
  new ChatOpenAI({ apiKey, model, useResponsesApi, maxRetries: 0, configuration: { baseURL: baseUrl } });

const look = tool(() => 'It rains.', {
  name: 'look',
  description: 'Looks up.',
  schema: { type: 'object', properties: { input: { type: 'string' } } } as const,
});

type Runnable = Pick<ChatOpenAI, 'invoke' | 'stream'>;

/** Answers at once, or from its pieces put together. */
async function ask(model: Runnable, messages: readonly BaseMessage[], isStream: boolean): Promise<AIMessage> {
  if (!isStream) return await model.invoke([...messages]);
  const pieces: AIMessageChunk[] = [];
  for await (const piece of await model.stream([...messages])) pieces.push(piece);
  return pieces.reduce((whole, piece) => whole.concat(piece));
}

for (const surface of ['chat completions', 'responses'] as const) {
  const isResponses = surface === 'responses';
  for (const isStream of [false, true]) {
    const how = `${surface}, ${isStream ? 'streamed' : 'whole'}`;

    test(`a text arrives, ${how}`, async (t) => {
      const place = await gateway.place();
      const answer = await ask(modelOf(place, 'light', isResponses), [new HumanMessage(HELLO)], isStream);
      t.is(answer.text, `You said: ${HELLO}`);
      t.like(answer.usage_metadata, { input_tokens: 8, output_tokens: 5 });
      await place.assertSettled(t, 1);
    });

    test(`a tool is run between two requests, ${how}`, async (t) => {
      const place = await gateway.place();
      const model = modelOf(place, 'light', isResponses).bindTools([look]);
      const question = new HumanMessage('Please call the tool');
      const asked = await ask(model, [question], isStream);
      const [call] = asked.tool_calls ?? [];
      if (call === undefined) return t.fail(asked.text);
      t.like(call, { name: 'look', args: { input: 'Please call the tool' } });
      const result: unknown = await look.invoke(call);
      if (!(result instanceof ToolMessage)) return t.fail('no message of a tool');
      const answer = await ask(model, [question, asked, result], isStream);
      t.deepEqual(answer.tool_calls ?? [], []);
      t.regex(answer.text, /^You said: Please call the tool/);
      await place.assertSettled(t, 2);
      const [, second] = await place.upstreamBodies();
      t.regex(JSON.stringify((second?.messages ?? second?.input)?.at(-1)), /It rains\./);
    });

    test(`a second turn sends the first, ${how}`, async (t) => {
      const place = await gateway.place();
      const model = modelOf(place, 'light', isResponses);
      const first = await ask(model, [new HumanMessage('first')], isStream);
      const messages = [new HumanMessage('first'), first, new HumanMessage('second')];
      const second = await ask(model, messages, isStream);
      t.regex(second.text, /^You said: second/);
      await place.assertSettled(t, 2);
      await assertHasBoth(t, place);
    });
  }

  test(`the client raises its own error with 402 without credit and 403 for a model not allowed, ${surface}`, async (t) => {
    const poor = await gateway.place({ creditEur: '0' });
    t.like(await refusal(modelOf(poor, 'light', isResponses)), { status: 402, code: 'insufficient_credit' });
    const place = await gateway.place();
    t.like(await refusal(modelOf(place, 'locked', isResponses)), { status: 403, code: 'profile_not_authorised' });
    for (const { assertSettled } of [poor, place]) await assertSettled(t, 0);
  });
}

async function assertHasBoth(t: ExecutionContext, { upstreamBodies }: ClientPlace): Promise<void> {
  const [, body] = await upstreamBodies();
  const turns = body?.messages ?? body?.input ?? [];
  t.deepEqual(
    turns.map(({ role }) => role),
    ['user', 'assistant', 'user'],
  );
  t.regex(JSON.stringify(turns[1]), /You said: first/);
}

async function refusal(model: Runnable): Promise<{ readonly status: unknown; readonly code: unknown }> {
  try {
    await model.invoke([new HumanMessage(HELLO)]);
  } catch (error) {
    if (error instanceof APIError) return { status: error.status, code: error.code };
    throw error;
  }
  throw new Error('it was not refused');
}

test('several texts are embedded in one request', async (t) => {
  const place = await gateway.place();
  const { apiKey, baseUrl } = place;
  const embeddings = new OpenAIEmbeddings({ apiKey, model: 'light', configuration: { baseURL: baseUrl } });
  const vectors = await embeddings.embedDocuments(['one', 'two', 'three']);
  t.deepEqual(
    vectors.map(({ length }) => length),
    [8, 8, 8],
  );
  t.notDeepEqual(vectors[0], vectors[1]);
  await place.assertSettled(t, 1);
});
