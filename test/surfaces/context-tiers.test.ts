import test from 'ava';
import { httpCall } from '../_support/http-call.ts';
import type { ReservationSight } from '../_support/ledger-view.ts';
import { setScriptedScene } from '../_support/scripted-upstream.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

// Requests at a model whose long input is dearer, on each surface, whole and streamed: what is held, charged and named.
// When the gateway has ended, `ledger verify` reads what these tests left.

const shared = new SharedTeardown();
test.after.always(shared.end);
const scene = setScriptedScene(shared, {
  surfaces: ['chat_completions', 'responses', 'messages', 'embeddings'],
  target: {
    context_tokens_max: 100_000,
    prices: {
      id: 'long',
      version: '1',
      eur_per_million_tokens: { input: '1', cached_input: '0.1', output: '2' },
      above: [
        { input_tokens: 1_000, eur_per_million_tokens: { input: '2', cached_input: '0.2', output: '3' } },
        { input_tokens: 20_000, eur_per_million_tokens: { input: '5', cached_input: '0.5', output: '6' } },
      ],
      service_tiers: { flex: { input: '0.5', output: '1', above: [] } },
    },
  },
});

interface Call {
  readonly path: string;
  readonly body: object;
}

/** A request whose bound of input passes the first threshold, and not the second. */
const text = 'word '.repeat(600);
const messages = [{ role: 'user', content: text }];
const calls = {
  chat_completions: { path: '/chat/completions', body: { max_tokens: 50, messages } },
  responses: { path: '/responses', body: { max_output_tokens: 50, input: text, store: false } },
  messages: { path: '/messages', body: { max_tokens: 50, messages } },
  embeddings: { path: '/embeddings', body: { input: text } },
} satisfies Record<string, Call>;

type Surface = keyof typeof calls;
interface Counted {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

function answerOf(surface: Surface, { input, cached, output }: Counted, iterations?: object): object {
  switch (surface) {
    case 'chat_completions':
      return {
        id: 'c',
        object: 'chat.completion',
        choices: [{ index: 0, message: { role: 'assistant', content: 'x' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: input, prompt_tokens_details: { cached_tokens: cached }, completion_tokens: output },
      };
    case 'embeddings':
      return {
        object: 'list',
        data: [{ object: 'embedding', index: 0, embedding: [1] }],
        usage: { prompt_tokens: input, prompt_tokens_details: { cached_tokens: cached }, total_tokens: input },
      };
    case 'responses':
      return {
        id: 'resp_1',
        object: 'response',
        status: 'completed',
        output: [
          {
            type: 'message',
            id: 'm',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: 'x' }],
          },
        ],
        usage: { input_tokens: input, input_tokens_details: { cached_tokens: cached }, output_tokens: output },
      };
    case 'messages':
      return {
        id: 'm',
        type: 'message',
        role: 'assistant',
        model: 'up',
        content: [{ type: 'text', text: 'x' }],
        stop_reason: 'end_turn',
        usage: { input_tokens: input - cached, cache_read_input_tokens: cached, output_tokens: output, iterations },
      };
  }
}

const record = (data: object, event?: string): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;

function streamOf(surface: Surface, counted: Counted, iterations?: object): string {
  const answer = answerOf(surface, counted, iterations) as Record<string, unknown>;
  if (surface === 'responses') return record({ type: 'response.completed', response: answer }, 'response.completed');
  if (surface === 'chat_completions') {
    const choices = [{ index: 0, delta: { content: 'x' }, finish_reason: 'stop' }];
    return `${record({ id: 'c', choices })}${record({ id: 'c', choices: [], usage: answer['usage'] })}data: [DONE]\n\n`;
  }
  return [
    { type: 'message_start', message: { ...answer, content: [], usage: { input_tokens: 1, output_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'x' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: answer['usage'] },
    { type: 'message_stop' },
  ]
    .map((data) => record(data, data.type))
    .join('');
}

async function charge(surface: Surface, answer: string, more: object = {}): Promise<ReservationSight> {
  const gateway = await scene;
  const { apiKey, walletId } = await gateway.ledger.tenant({ allowAllModels: true });
  const isStreamed = answer.startsWith('data:') || answer.startsWith('event:');
  gateway.answer({
    headers: { 'content-type': isStreamed ? 'text/event-stream' : 'application/json' },
    pieces: [answer],
  });
  const { path, body } = calls[surface];
  const reply = await httpCall(`${gateway.baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'light', ...body, ...(isStreamed && { stream: true }), ...more }),
  });
  const [reservation] = (await gateway.ledger.settledWallet(walletId)).reservations;
  if (reservation === undefined) throw new Error(`nothing was reserved: ${reply.status}`);
  return reservation;
}

const isStreaming = (surface: Surface): boolean => surface !== 'embeddings';

for (const surface of Object.keys(calls) as Surface[]) {
  for (const streamed of isStreaming(surface) ? [false, true] : [false]) {
    const output = surface === 'embeddings' ? 0 : 10;
    const written = (price: number, quantity = output) =>
      quantity === 0 ? [] : [['output', quantity, price] as const];
    test.serial(`${surface}${streamed ? ', streamed' : ''}: a threshold decides the whole request`, async (t) => {
      for (const { input, lines, tier } of [
        { input: 1_000, tier: undefined, lines: [['input', 100, 1], ['cached_input', 900, 0.1], ...written(2)] },
        { input: 1_001, tier: 1_000, lines: [['input', 101, 2], ['cached_input', 900, 0.2], ...written(3)] },
        { input: 20_001, tier: 20_000, lines: [['input', 19_101, 5], ['cached_input', 900, 0.5], ...written(6)] },
      ]) {
        const counted = { input, cached: 900, output };
        const { settled, reserved } = await charge(
          surface,
          streamed ? streamOf(surface, counted) : JSON.stringify(answerOf(surface, counted)),
        );
        t.deepEqual(
          settled?.lines.map(({ counter, quantity, unit_price_eur }) => [counter, quantity, Number(unit_price_eur)]),
          lines,
        );
        const named = settled?.lines.map(({ above_input_tokens }) => above_input_tokens);
        t.deepEqual(
          named,
          lines.map(() => tier),
        );
        t.deepEqual(settled?.context_tiers, tier === undefined ? undefined : [{ above_input_tokens: tier, calls: 1 }]);
        const { input_tokens_max, output_tokens_max } = reserved;
        t.true(input_tokens_max > 1_000 && input_tokens_max <= 20_000, `${input_tokens_max}`);
        t.is(Number(reserved.amount_eur) * 1e6, input_tokens_max * 2 + output_tokens_max * 3);
      }
    });
  }
}

for (const streamed of [false, true]) {
  test.serial(`messages${streamed ? ', streamed' : ''}: each iteration has a tier of its own`, async (t) => {
    const pass = (input_tokens: number, type = 'message') => ({ type, input_tokens, output_tokens: 10 });
    const write = (counted: Counted, iterations: object): string =>
      streamed ? streamOf('messages', counted, iterations) : JSON.stringify(answerOf('messages', counted, iterations));
    const short = await charge('messages', write({ input: 1_800, cached: 0, output: 20 }, [pass(900), pass(900)]));
    t.like(short.settled, {
      cost_eur: '0.001840000',
      context_tiers: [{ above_input_tokens: 0, calls: 2 }],
    });
    const both = await charge(
      'messages',
      write({ input: 900, cached: 0, output: 10 }, [pass(1_500, 'compaction'), pass(900)]),
    );
    t.is(both.settled?.cost_eur, '0.003950000');
    t.deepEqual(both.settled?.context_tiers, [
      { above_input_tokens: 0, calls: 1 },
      { above_input_tokens: 1_000, calls: 1 },
    ]);
    t.deepEqual(
      both.settled?.lines.map(({ counter, quantity, above_input_tokens }) => [counter, quantity, above_input_tokens]),
      [
        ['input', 900, undefined],
        ['output', 10, undefined],
        ['input', 1_500, 1_000],
        ['output', 10, 1_000],
      ],
    );
  });
}

test.serial('a service tier without long prices has one price for any input', async (t) => {
  const counted = { input: 30_000, cached: 0, output: 10 };
  const answer = JSON.stringify({ ...answerOf('chat_completions', counted), service_tier: 'flex' });
  const { settled } = await charge('chat_completions', answer, { service_tier: 'flex' });
  t.like(settled, { cost_eur: '0.015010000', service_tier: 'flex' });
  t.is(settled?.context_tiers, undefined);
});
