import { randomUUID } from 'node:crypto';
import Anthropic from '@anthropic-ai/sdk';
import test from 'ava';
import OpenAI from 'openai';
import { always, alwaysAsked, choicesIn, setSwitchyardScene } from '../../_support/switchyard-scene.ts';
import { readText } from '../../_support/read-text.ts';

// What a caller is told of the choice: in headers, in the last record of a stream, and again with an answer that is given again.

const judge = { ...alwaysAsked, ask: 'llm' } as const;
const said = [{ role: 'user' as const, content: 'What is the capital of Italy?' }];

/** The records of an event stream that are JSON. */
function recordsOf(text: string): readonly Readonly<Record<string, unknown>>[] {
  return [...text.matchAll(/^data: (\{.*\})$/gm)].map(
    ([, data = '{}']) => JSON.parse(data) as Readonly<Record<string, unknown>>,
  );
}

const streams = {
  'chat, for those who ask for counters': {
    path: '/chat/completions',
    body: { messages: said, max_tokens: 50, stream_options: { include_usage: true } },
  },
  messages: { path: '/messages', body: { messages: said, max_tokens: 50 } },
  responses: { path: '/responses', body: { input: 'What is the capital of Italy?' } },
} as const;

for (const [dialect, { path, body }] of Object.entries(streams)) {
  test(`the last record of a stream names the chosen profile and the cost of choosing: ${dialect}`, async (t) => {
    const { post, ledger, tenant } = await setSwitchyardScene(t, { switchyard: judge });
    const answer = await post(path, { model: 'switchyard', stream: true, ...body });
    const records = recordsOf(await readText(answer));
    const [choice] = choicesIn(await ledger.settledWallet(tenant.walletId));
    t.not(choice?.cost_eur, '0.000000000');
    t.is(answer.headers.get('x-waybill-selection-eur'), choice?.cost_eur ?? null);
    t.deepEqual(records.at(-1)?.['waybill'], { selected_profile: 'light', selection_eur: choice?.cost_eur });
    t.true(records.slice(0, -1).every((record) => !('waybill' in record)));
    const named = await post(path, { model: 'light', stream: true, ...body });
    t.notRegex(await readText(named), /"waybill"/);
  });
}

test('a chat stream without requested counters gets no additional record', async (t) => {
  const { post } = await setSwitchyardScene(t, { switchyard: always.economical });
  const answer = await post('/chat/completions', { model: 'switchyard', stream: true, messages: said });
  t.is(answer.headers.get('x-waybill-selected-profile'), 'light');
  const records = recordsOf(await readText(answer));
  t.true(records.every((record) => !('waybill' in record) && !('usage' in record)));
});

test('official clients pass the `waybill` member on as an unknown one', async (t) => {
  const { baseUrl, tenant } = await setSwitchyardScene(t, { switchyard: always.economical });
  const openai = new OpenAI({ apiKey: tenant.apiKey, baseURL: baseUrl, maxRetries: 0 });
  const anthropic = new Anthropic({ apiKey: tenant.apiKey, baseURL: baseUrl.replace('/v1', ''), maxRetries: 0 });
  const told = { selected_profile: 'light', selection_eur: '0.000000000' };
  const chunks = await openai.chat.completions.create({
    model: 'switchyard',
    messages: said,
    stream: true,
    stream_options: { include_usage: true },
  });
  const seen: unknown[] = [];
  for await (const chunk of chunks) if ('waybill' in chunk) seen.push(chunk.waybill);
  for await (const event of anthropic.messages.stream({ model: 'switchyard', messages: said, max_tokens: 50 })) {
    if ('waybill' in event) seen.push(event.waybill);
  }
  for await (const event of await openai.responses.create({ model: 'switchyard', input: 'Hello', stream: true })) {
    if ('waybill' in event) seen.push(event.waybill);
    if (event.type === 'response.completed') t.false('waybill' in event.response);
  }
  t.deepEqual(seen, [told, told, told]);
});

for (const stream of [false, true]) {
  test(`a replayed answer names the chosen profile and the cost of choosing, as the first time, stream: ${stream}`, async (t) => {
    const { post, ledger, tenant } = await setSwitchyardScene(t, { switchyard: judge });
    const headers = { 'idempotency-key': randomUUID() };
    const ask = () =>
      post('/messages', { model: 'switchyard', stream, messages: said, max_tokens: 50 }, headers).then(
        async (answer) => ({
          isReplayed: answer.headers.get('idempotent-replayed'),
          profile: answer.headers.get('x-waybill-selected-profile'),
          eur: answer.headers.get('x-waybill-selection-eur'),
          text: await readText(answer),
        }),
      );
    const first = await ask();
    const again = await ask();
    t.deepEqual([first.isReplayed, again.isReplayed], [null, 'true']);
    t.is(first.profile, 'light');
    t.not(first.eur, '0.000000000');
    t.deepEqual({ ...again, isReplayed: null }, first);
    t.is(choicesIn(await ledger.settledWallet(tenant.walletId)).length, 1);
  });
}

test('a request that fails after its choice was charged does not run again under its key, and no client retries it', async (t) => {
  const limited = { upstream: 'sandbox', model: 'sandbox-small:429', surfaces: ['chat_completions'] };
  const prices = { id: 'small', version: '1', eur_per_million_tokens: { input: '0.1', output: '0.4' } };
  const small = { ...limited, context_tokens_max: 20_000, output_tokens_max: 1_000, prices };
  const { post, ledger, tenant } = await setSwitchyardScene(t, { switchyard: judge, targets: { small } });
  const headers = { 'idempotency-key': randomUUID() };
  const ask = () => post('/chat/completions', { model: 'switchyard', messages: said, max_tokens: 50 }, headers);
  const refused = await ask();
  t.is(refused.status, 429, await refused.text());
  t.is(refused.headers.get('x-should-retry'), 'false');
  t.is(refused.headers.get('retry-after'), '1');
  const again = await ask();
  t.is(again.status, 409);
  t.regex(await again.text(), /idempotency_request_failed/);
  const { state, events } = await ledger.settledWallet(tenant.walletId);
  t.is(choicesIn({ events }).length, 1);
  t.true(state.settled > 0n);
});
