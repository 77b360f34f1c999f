import type Anthropic from '@anthropic-ai/sdk';
import test, { type ExecutionContext } from 'ava';
import { allProfiles, messagesGateway, newClient, oldClient } from '../_support/messages-gateway.ts';
import { HELLO } from '../_support/sandbox-post.ts';
import { heldTokens } from '../_support/held-tokens.ts';

// Messages by the official clients of both dialects.

const gateway = messagesGateway();
test.after.always(gateway.end);

const hello = { model: 'light', max_tokens: 50, messages: [{ role: 'user' as const, content: HELLO }] };
/** 8 input tokens at 1 euro a million, 5 output tokens at 2. */
const helloCost = '0.000018000';

/** What both majors of the client have in common here. */
type Client = Pick<Anthropic, 'messages'>;

const dialects = {
  '2026-10-21': (...args: Parameters<typeof newClient>): Client => newClient(...args),
  // The types of the two majors differ in what these tests do not use.
  '2023-06-01': (...args: Parameters<typeof oldClient>): Client => oldClient(...args) as unknown as Client,
};

interface Place {
  readonly client: Client;
  readonly walletId: string;
  readonly events: () => Promise<
    readonly { readonly type: string; readonly data: Readonly<Record<string, unknown>> }[]
  >;
}

async function place(dialect: keyof typeof dialects): Promise<Place> {
  const served = await gateway.start();
  const { apiKey, walletId } = await served.tenant({ profiles: allProfiles });
  return { client: dialects[dialect](served, apiKey), walletId, events: () => served.wallet(walletId) };
}

const textOf = ({ content }: Anthropic.Message): string =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('');

for (const dialect of ['2026-10-21', '2023-06-01'] as const) {
  test(`a message leaves a hold and a settlement that are exact to the nano-euro, ${dialect}`, async (t) => {
    const { client, events } = await place(dialect);
    const { data, response } = await client.messages.create(hello).withResponse();
    t.is(data.model, 'light');
    t.is(textOf(data), `You said: ${HELLO}`);
    t.is(data.stop_reason, 'end_turn');
    t.like(data.usage, { input_tokens: 8, output_tokens: 5, cache_read_input_tokens: 0 });
    t.regex(response.headers.get('request-id') ?? '', /^req_[0-9a-f]{32}$/);
    t.is(response.headers.get('x-waybill-cost-eur'), helloCost);
    const [, , reserved, settled] = await events();
    const inputTokens = heldTokens(hello);
    t.like(reserved, {
      type: 'CreditReserved',
      data: {
        amount_eur: `0.${String(inputTokens * 1000 + 50 * 2000).padStart(9, '0')}`,
        input_tokens_max: inputTokens,
        output_tokens_max: 50,
        inference: { surface: 'messages', profile: 'light', target: 'small', upstream_model: 'sandbox-small' },
      },
    });
    t.like(settled, { type: 'ReservationSettled', data: { cost_eur: helloCost, service_tier: 'standard' } });
    t.is(settled?.data['reservation_id'], response.headers.get('x-waybill-reservation'));
  });

  test(`a stream carries the name the client used and costs the same, ${dialect}`, async (t) => {
    const { client, events } = await place(dialect);
    const stream = client.messages.stream(hello);
    const started: string[] = [];
    stream.on('streamEvent', (event) => {
      if (event.type === 'message_start') started.push(event.message.model);
    });
    const message = await stream.finalMessage();
    t.deepEqual(started, ['light']);
    t.is(message.model, 'light');
    t.is(textOf(message), `You said: ${HELLO}`);
    t.like(message.usage, { input_tokens: 8, output_tokens: 5 });
    t.like((await events()).at(-1), { type: 'ReservationSettled', data: { cost_eur: helloCost } });
  });

  test(`a tool is called, and its result makes the second turn, ${dialect}`, async (t) => {
    const { client, events } = await place(dialect);
    await toolRoundTrip(t, (body) => client.messages.create(body));
    await toolRoundTrip(t, (body) => client.messages.stream(body).finalMessage());
    const types = (await events()).slice(2).map(({ type }) => type);
    t.deepEqual(types, Array.from({ length: 4 }, () => ['CreditReserved', 'ReservationSettled']).flat());
  });

  test(`thinking blocks return to the upstream unchanged in the second turn, ${dialect}`, async (t) => {
    const { client, events } = await place(dialect);
    for (const send of [
      (body: Anthropic.MessageCreateParamsNonStreaming) => client.messages.create(body),
      (body: Anthropic.MessageCreateParamsNonStreaming) => client.messages.stream(body).finalMessage(),
    ]) {
      const asked = {
        ...hello,
        model: 'thinker',
        max_tokens: 3_000,
        thinking: { type: 'enabled' as const, budget_tokens: 2_048 },
        messages: [{ role: 'user' as const, content: 'Think [[sandbox: redacted_thinking]]' }],
      };
      const first = await send(asked);
      t.deepEqual(
        first.content.map(({ type }) => type),
        ['thinking', 'redacted_thinking', 'text'],
      );
      const second = await send({
        ...asked,
        messages: [...asked.messages, { role: 'assistant', content: first.content }, { role: 'user', content: 'More' }],
      });
      t.is(textOf(second), 'You said: More');
    }
    t.is((await events()).filter(({ type }) => type === 'ReservationSettled').length, 4);
  });
}

async function toolRoundTrip(
  t: ExecutionContext,
  send: (body: Anthropic.MessageCreateParamsNonStreaming) => PromiseLike<Anthropic.Message>,
): Promise<void> {
  const tools: Anthropic.Tool[] = [{ name: 'look_up', description: 'Looks up.', input_schema: { type: 'object' } }];
  const asked = { ...hello, tools, messages: [{ role: 'user' as const, content: 'Please call the tool' }] };
  const first = await send(asked);
  t.is(first.stop_reason, 'tool_use');
  const [call] = first.content;
  if (call?.type !== 'tool_use') return t.fail(`a block of type ${call?.type}`);
  t.like(call, { name: 'look_up', input: { input: 'Please call the tool' } });
  const second = await send({
    ...asked,
    messages: [
      ...asked.messages,
      { role: 'assistant', content: first.content },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content: 'It rains.' }] },
    ],
  });
  t.is(second.stop_reason, 'end_turn');
  t.true((second.usage.input_tokens ?? 0) > (first.usage.input_tokens ?? 0));
}
