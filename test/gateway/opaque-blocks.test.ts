import Anthropic from '@anthropic-ai/sdk';
import test from 'ava';
import OpenAI from 'openai';
import { assertBothBillingRecordsAgree, type PoolScene } from '../_support/failing-over-scene.ts';
import { startTestGateway } from '../_support/gateway.ts';
import {
  answerOf,
  assertUnsent,
  opaqueSurfaces,
  setOpaqueScene,
  toldRefusal,
  turnAtSecond,
} from '../_support/opaque-blocks-scene.ts';
import type { SandboxForTest } from '../_support/sandbox.ts';

// Opaque blocks of requests of which nothing is stored go back to the account that made them, or nowhere.

const bodiesAt = async (sandbox: SandboxForTest): Promise<readonly string[]> =>
  (await sandbox.requests()).map(({ body_text: text }) => text);

for (const [name, surface] of Object.entries(opaqueSurfaces)) {
  const { path, member, next } = surface;

  test(`${name}: a turn goes to the account that made its blocks, byte for byte, though the profile prefers another`, async (t) => {
    const scene = await setOpaqueScene(t);
    const answer = await turnAtSecond(scene, surface);
    await answerOf(scene, path, next(answer));
    const [, again = ''] = await bodiesAt(scene.second);
    const [, block = ''] = new RegExp(`"${member}":"([^"]+)"`).exec(JSON.stringify(answer)) ?? [];
    t.true(block !== '' && again.includes(`"${block}"`));
    t.is((await scene.first.requests()).length, 1, 'the attempt that failed');
    // Whoever brings nothing back is served as ever.
    await answerOf(scene, path, surface.first);
    t.is((await scene.first.requests()).length, 2);
    await assertBothBillingRecordsAgree(t, await scene.ledger.settledWallet(scene.tenant.walletId, 3), scene);
  });

  test(`${name}: while that account fails its caller gets advice, and no other account is tried`, async (t) => {
    const scene = await setOpaqueScene(t);
    const answer = await turnAtSecond(scene, surface);
    await scene.second.misbehave('503', 3);
    const away = await toldRefusal(await scene.post(path, next(answer)));
    t.is(away.status, 503);
    t.regex(away.message, /Only one upstream account can answer this request.*leave out the blocks with signatures/);
    t.is((await scene.first.requests()).length, 1);
    await scene.second.behave();
    await answerOf(scene, path, next(answer));
    await assertBothBillingRecordsAgree(t, await scene.ledger.settledWallet(scene.tenant.walletId, 3), scene);
  });

  test(`${name}: blocks that this gateway has not seen bind a request to no account`, async (t) => {
    const scene = await setOpaqueScene(t);
    const answer = JSON.stringify(await turnAtSecond(scene, surface));
    const changed = answer.replace(new RegExp(`("${member}":")`), '$1other');
    const refused = await toldRefusal(await scene.post(path, next(JSON.parse(changed))));
    t.is(refused.status, 400, 'by the first account, which does not know them');
    t.is((await scene.first.requests()).length, 2);
  });

  test(`${name}: blocks given to another tenant bind to no account`, async (t) => {
    const scene = await setOpaqueScene(t);
    const answer = await turnAtSecond(scene, surface);
    const other = await scene.ledger.tenant({ allowAllModels: true });
    const headers = { authorization: `Bearer ${other.apiKey}` };
    t.is((await scene.post(path, next(answer), headers)).status, 400, 'of the first account');
    t.is((await scene.second.requests()).length, 1);
  });

  test(`${name}: blocks of two accounts in one request are refused, because no account accepts both`, async (t) => {
    const scene = await setOpaqueScene(t);
    const one = JSON.stringify(await turnAtSecond(scene, surface));
    const other = JSON.stringify(await answerOf(scene, path, surface.first));
    const {
      messages = [],
      input = [],
      ...rest
    } = next(JSON.parse(one)) as {
      readonly messages?: readonly object[];
      readonly input?: readonly object[];
    };
    const { messages: more = [], input: further = [] } = next(JSON.parse(other)) as typeof rest & {
      readonly messages?: readonly object[];
      readonly input?: readonly object[];
    };
    const key = name === 'messages' ? 'messages' : 'input';
    const body = { ...rest, [key]: [...messages, ...more, ...input, ...further] };
    const told = await assertUnsent(t, scene, () => scene.post(path, body));
    t.is(told.status, 400);
    t.regex(told.message, /were made by two accounts, and no account accepts both/);
  });
}

test('counting tokens sends blocks to the account that made them', async (t) => {
  const scene = await setOpaqueScene(t);
  const { messages } = opaqueSurfaces;
  if (messages === undefined) throw new RangeError('no such surface');
  const { max_tokens: _, ...body } = messages.next(await turnAtSecond(scene, messages)) as Record<string, unknown>;
  await answerOf(scene, '/messages/count_tokens', body);
  t.is((await scene.second.requests()).at(-1)?.url, '/v1/messages/count_tokens');
});

test('blocks are sent to another upstream that is configured with the same account', async (t) => {
  const scene = await setOpaqueScene(t, { upstream: { account: 'ours' } });
  const { responses } = opaqueSurfaces;
  if (responses === undefined) throw new RangeError('no such surface');
  const answer = await turnAtSecond(scene, responses);
  await scene.second.misbehave('503', 3);
  const refused = await toldRefusal(await scene.post(responses.path, responses.next(answer)));
  t.is(refused.status, 400, 'the first was asked, and it is not true that it takes them');
  t.is((await scene.first.requests()).length, 2);
});

test('blocks of a retrieved stored response go back to their account', async (t) => {
  const scene = await setOpaqueScene(t);
  const { responses } = opaqueSurfaces;
  if (responses === undefined) throw new RangeError('no such surface');
  await scene.first.misbehave('503');
  const answer = (await answerOf(scene, '/responses', { ...responses.first, store: true })) as { readonly id: string };
  const headers = { authorization: `Bearer ${scene.tenant.apiKey}` };
  const kept = await (await fetch(`${scene.baseUrl}/responses/${answer.id}`, { headers })).json();
  await answerOf(scene, '/responses', responses.next(kept));
  t.is((await scene.second.requests()).length, 2);
});

test('a restarted gateway knows which account made a block', async (t) => {
  const scene = await setOpaqueScene(t);
  const { messages } = opaqueSurfaces;
  if (messages === undefined) throw new RangeError('no such surface');
  const answer = await turnAtSecond(scene, messages);
  await scene.stop();
  const { baseUrl } = await startTestGateway(t, scene.environment);
  const again = await fetch(`${baseUrl}${messages.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${scene.tenant.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(messages.next(answer)),
  });
  t.is(again.status, 200, await again.text());
  t.is((await scene.second.requests()).length, 2);
});

// Official clients, with thinking on, in a loop with a tool: whole and streamed.

const clientsOf = ({ baseUrl, tenant: { apiKey } }: PoolScene) => ({
  openai: new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0 }),
  anthropic: new Anthropic({ apiKey, baseURL: new URL(baseUrl).origin, maxRetries: 0 }),
});

for (const isStreamed of [false, true]) {
  const how = isStreamed ? 'streamed' : 'whole';

  test(`the client of messages completes a tool loop at the account that thought first, ${how}`, async (t) => {
    const scene = await setOpaqueScene(t);
    const { anthropic } = clientsOf(scene);
    const turn = async (messages: Anthropic.MessageParam[]): Promise<Anthropic.Message> => {
      const asked = {
        model: 'light',
        max_tokens: 2_000,
        thinking: { type: 'enabled' as const, budget_tokens: 1_024 },
        tools: [{ name: 'look', input_schema: { type: 'object' as const, properties: {} } }],
        messages,
      };
      return isStreamed
        ? await anthropic.messages.stream(asked).finalMessage()
        : await anthropic.messages.create(asked);
    };
    const said: Anthropic.MessageParam[] = [
      { role: 'user', content: 'Think, and call the tool [[sandbox: redacted_thinking]]' },
    ];
    await scene.first.misbehave('503');
    for (let turns = 0; turns < 3; turns++) {
      const { content } = await turn(said);
      const results = content.flatMap((block) =>
        block.type === 'tool_use' ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: 'done' }] : [],
      );
      const further = results.length > 0 ? results : 'Go on, and call the tool';
      said.push({ role: 'assistant', content }, { role: 'user', content: further });
    }
    t.is((await scene.first.requests()).length, 1);
    t.is((await scene.second.requests()).length, 3);
    t.regex(JSON.stringify(said), /"signature":"[^"]{8}.*"redacted_thinking"/);
  });

  test(`the client of responses completes a tool loop at the account that reasoned first, ${how}`, async (t) => {
    const scene = await setOpaqueScene(t);
    const { openai } = clientsOf(scene);
    const turn = async (input: OpenAI.Responses.ResponseInputItem[]): Promise<OpenAI.Responses.Response> => {
      const asked = {
        model: 'light',
        store: false,
        reasoning: { effort: 'low' as const },
        include: ['reasoning.encrypted_content' as const],
        tools: [{ type: 'function' as const, name: 'look', parameters: {}, strict: false }],
        input,
      };
      return isStreamed ? await openai.responses.stream(asked).finalResponse() : await openai.responses.create(asked);
    };
    const said: OpenAI.Responses.ResponseInputItem[] = [{ role: 'user', content: 'Think, and call the tool' }];
    await scene.first.misbehave('503');
    for (let turns = 0; turns < 3; turns++) {
      const { output } = await turn(said);
      said.push(...(output as OpenAI.Responses.ResponseInputItem[]));
      const results = output.flatMap((item) =>
        item.type === 'function_call'
          ? [{ type: 'function_call_output' as const, call_id: item.call_id, output: 'done' }]
          : [],
      );
      said.push(...(results.length > 0 ? results : [{ role: 'user' as const, content: 'Go on, and call the tool' }]));
    }
    t.is((await scene.first.requests()).length, 1);
    t.is((await scene.second.requests()).length, 3);
    t.regex(JSON.stringify(said), /"encrypted_content":"[^"]{8}/);
  });
}
