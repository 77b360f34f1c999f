import Anthropic from '@anthropic-ai/sdk';
import test from 'ava';
import { chargedLines } from '../_support/ledger-view.ts';
import { toolPrices } from '../_support/sandbox-bill.ts';
import { surfaceScene } from '../_support/surface-scene.ts';
import { heldTokens } from '../_support/held-tokens.ts';

/** What is held of each prompt that the upstream adds because of tools. */
const promptTokens = 1_000;

// Tools that the upstream runs: offered within a limit, held for, and charged by what the upstream counts.

const contextTokens = 10_000;
const scene = surfaceScene({
  surface: 'messages',
  path: '/messages',
  target: { prices: toolPrices, hosted_tool_uses_max: 3 },
  profiles: { unpriced: { prices: { ...toolPrices, eur_per_thousand_web_fetches: undefined } } },
});
test.after.always(scene.end);

const search = { type: 'web_search_20250305', name: 'web_search' };
const fetchPage = { type: 'web_fetch_20250910', name: 'web_fetch' };
const asking = (directive: string, more: object = {}) => ({
  model: 'light',
  max_tokens: 500,
  messages: [{ role: 'user', content: `What is new? [[sandbox: ${directive}]]` }],
  tools: [search, fetchPage],
  ...more,
});
for (const stream of [false, true]) {
  const kind = stream ? 'SSE' : 'JSON';

  test(`searches and pages are charged as the upstream counts them, on top of the tokens (${kind})`, async (t) => {
    const body = asking('web_searches=2; web_fetches=1; prompt_tokens=1000; completion_tokens=100', { stream });
    const { reply, reservation } = await (await scene.start()).play(t, body);
    t.is(reply.status, 200);
    t.regex(reply.text, /"web_search_requests":2,"web_fetch_requests":1/);
    t.deepEqual(chargedLines(reservation), [
      ['input', 1_000, '0.001000000'],
      ['output', 100, '0.000200000'],
      ['web_searches', 2, '0.020000000'],
      ['web_fetches', 1, '0.001000000'],
    ]);
    t.is(reservation.settled?.cost_eur, '0.022200000');
    t.is(reservation.settled?.usage_source, 'upstream');
    t.is(reservation.settled?.overrun_eur, '0.000000000');
  });

  test(`a stream or answer that breaks off is charged by the billing records, searches included (${kind})`, async (t) => {
    const { play } = await scene.start();
    for (const directive of ['missing_usage', 'cut_mid_stream; after_frames=8', 'cut_mid_stream; after_frames=14']) {
      const { reservation } = await play(t, asking(`web_searches=3; frames=20; ${directive}`, { stream }));
      t.is(reservation.settled?.usage_source, 'billing_records', directive);
    }
  });
}

test('the hold covers every tool use: its fee, the whole context and a whole answer once more', async (t) => {
  const { play } = await scene.start();
  const body = asking('web_searches=1', { tools: [{ ...search, max_uses: 2 }, fetchPage] });
  const { reservation } = await play(t, body);
  const { reserved } = reservation;
  // After five uses, and after two that are turned down.
  t.is(reserved.input_tokens_max, heldTokens(body) + 3 * promptTokens + 7 * contextTokens);
  t.is(reserved.output_tokens_max, 8 * 500);
  t.is(reserved.web_searches_max, 2);
  t.is(reserved.web_fetches_max, 3);
  // Tokens at 1 and 2 euro per million; 10 euro per thousand searches, 1 per thousand pages.
  const nano = BigInt(reserved.input_tokens_max) * 1_000n + 4_000n * 2_000n + 2n * 10_000_000n + 3n * 1_000_000n;
  t.is(reserved.amount_eur, `0.${String(nano).padStart(9, '0')}`);
});

test('the tool limit sent upstream is never above the number of uses in the hold', async (t) => {
  const { play, received } = await scene.start();
  for (const [limit, told] of [
    [undefined, 3],
    [null, 3],
    [1, 1],
    [100, 3],
  ] as const) {
    const body = asking('web_searches=50; web_fetches=50', {
      tools: [
        { ...search, max_uses: limit },
        { name: 'own', input_schema: { type: 'object' } },
      ],
    });
    const { reply, reservation } = await play(t, body);
    const { tools } = JSON.parse((await received(reply))?.body_text ?? '{}') as { tools: object[] };
    t.deepEqual(tools, [{ ...search, max_uses: told }, body.tools[1]]);
    t.is(reservation.reserved.web_searches_max, told);
    t.is(reservation.reserved.web_fetches_max, undefined);
    t.regex(reply.text, /max_uses_exceeded/, 'the model is told');
    t.is(reservation.settled?.overrun_eur, '0.000000000');
    t.deepEqual(chargedLines(reservation).at(-1)?.slice(0, 2), ['web_searches', told]);
  }
});

test('a conversation that fills the context and exceeds its search limit costs no more than its hold', async (t) => {
  const { play } = await scene.start();
  const long = `${'x'.repeat(39_500)} [[sandbox: web_searches=2; completion_tokens=1500]]`;
  const tools = [{ ...search, max_uses: 1 }];
  const { reservation } = await play(t, asking('', { tools, messages: [{ role: 'user', content: long }] }));
  const counted = new Map(chargedLines(reservation).map(([counter, quantity]) => [counter, quantity]));
  t.true((counted.get('input') ?? 0) > 2.9 * contextTokens, 'read three times');
  t.is(counted.get('output'), 3 * 500, 'and written to the limit each time');
  t.is(reservation.settled?.overrun_eur, '0.000000000');
});

test('a request without hosted tools holds nothing for them', async (t) => {
  const { reservation } = await (await scene.start()).play(t, asking('', { tools: undefined }));
  t.is(reservation.reserved.web_searches_max, undefined);
  t.true(reservation.reserved.input_tokens_max < 500);
});

test('a stream that breaks off is estimated with the tool uses shown if the upstream has no billing records', async (t) => {
  const { play } = await scene.start();
  const directive = 'web_searches=3; web_fetches=1; frames=20; error_mid_stream; after_frames=18';
  const { reservation } = await play(t, asking(directive, { model: 'no-billing-records', stream: true }));
  t.is(reservation.settled?.usage_source, 'estimate');
  const counted = new Map(chargedLines(reservation).map(([counter, quantity]) => [counter, quantity]));
  t.is(counted.get('web_searches'), 2);
  t.is(counted.get('web_fetches'), undefined);
});

test('a tool without a price at this model is refused before anything is held, counted or sent', async (t) => {
  const { post, ledger } = await scene.start();
  const caller = await ledger.tenant({ allowAllModels: true });
  for (const path of ['', '/count_tokens']) {
    const { baseUrl } = await scene.start();
    const response = await fetch(`${baseUrl}/messages${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${caller.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(asking('', { model: 'unpriced', ...(path === '' ? {} : { max_tokens: undefined }) })),
    });
    const { error } = (await response.json()) as { error: Record<string, unknown> };
    t.is(response.status, 400);
    t.like(error, { code: 'tool_not_priced', param: 'tools[1]' });
    t.regex(String(error['message']), /web_fetch_20250910/);
  }
  const { status } = await post(caller, asking('', { model: 'unpriced', tools: [search] }));
  t.is(status, 200);
  t.is((await ledger.settledWallet(caller.walletId)).reservations.length, 1);
});

test('a tool that is named by a member, without type and name, runs upstream and is refused without a price', async (t) => {
  const { post, received, ledger } = await scene.start();
  const caller = await ledger.tenant({ allowAllModels: true });
  for (const tool of [{ google_search: {} }, { type: null, code_execution: {} }]) {
    const reply = await post(caller, asking('', { tools: [tool] }));
    t.is(reply.status, 400, reply.text);
    t.like(JSON.parse(reply.text), { error: { code: 'tool_not_priced', param: 'tools[0]' } });
    t.is(await received(reply), null);
  }
  t.deepEqual((await ledger.wallet(caller.walletId)).reservations, []);
});

test('a wallet that cannot cover all tool uses gets 402 with the amount they may cost', async (t) => {
  const { post, ledger } = await scene.start();
  const caller = await ledger.tenant({ allowAllModels: true, creditEur: '0.05' });
  const { status, text } = await post(caller, asking('web_searches=1', { tools: [search] }));
  t.is(status, 402);
  t.regex(text, /may cost up to € 0\.07/);
  t.is((await post(caller, asking('web_searches=1', { tools: [{ ...search, max_uses: 1 }] }))).status, 200);
});

for (const stream of [false, true]) {
  test(`a conversation goes on after search results, byte for byte (${stream ? 'SSE' : 'JSON'})`, async (t) => {
    const { baseUrl, ledger } = await scene.start();
    const caller = await ledger.tenant({ allowAllModels: true });
    const client = new Anthropic({ apiKey: caller.apiKey, baseURL: new URL(baseUrl).origin, maxRetries: 0 });
    const ask = {
      model: 'light',
      max_tokens: 500,
      tools: [{ type: 'web_search_20250305', name: 'web_search' }],
      messages: [{ role: 'user', content: `Please search the web ${stream}` }],
    } satisfies Anthropic.MessageCreateParamsNonStreaming;
    const send = async (body: Anthropic.MessageCreateParamsNonStreaming): Promise<Anthropic.Message> =>
      stream ? await client.messages.stream(body).finalMessage() : await client.messages.create(body);
    const first = await send(ask);
    t.deepEqual(
      first.content.map(({ type }) => type),
      ['server_tool_use', 'web_search_tool_result', 'text'],
    );
    t.is(first.usage.server_tool_use?.web_search_requests, 1);
    // The upstream refuses what it did not make, to the byte.
    const more = await send({
      ...ask,
      messages: [
        ...ask.messages,
        // As official clients do it: what came goes back.
        { role: 'assistant', content: first.content as Anthropic.ContentBlockParam[] },
        { role: 'user', content: 'And then?' },
      ],
    });
    t.regex(JSON.stringify(more.content), /And then/);
    const { reservations } = await ledger.settledWallet(caller.walletId, 2);
    t.is(reservations[1]?.reserved.input_tokens_max, 5 * contextTokens, 'what is encrypted bounds no tokens');
  });
}
