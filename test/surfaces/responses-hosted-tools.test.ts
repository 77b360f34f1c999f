import test from 'ava';
import OpenAI from 'openai';
import { chargedLines } from '../_support/ledger-view.ts';
import { toolPrices } from '../_support/sandbox-bill.ts';
import { surfaceScene } from '../_support/surface-scene.ts';
import { heldTokens } from '../_support/held-tokens.ts';

/** What is held of each prompt that the upstream adds because of tools. */
const promptTokens = 1_000;

// Searches that the upstream runs: offered within a limit, held for, and charged by what the upstream counts.

const contextTokens = 10_000;
const scene = surfaceScene({
  surface: 'responses',
  path: '/responses',
  target: { prices: toolPrices, hosted_tool_uses_max: 3 },
  profiles: {
    unpriced: { prices: { ...toolPrices, eur_per_thousand_web_searches: undefined } },
    bare: { model: 'sandbox-small:empty_output' },
    thinker: { model: 'sandbox-medium', efforts: ['low'] },
  },
});
test.after.always(scene.end);

const search = { type: 'web_search' } as const;
const own = { type: 'function', name: 'own', parameters: {}, strict: false } as const;
const asking = (directive: string, more: object = {}) => ({
  model: 'light',
  max_output_tokens: 500,
  input: `What is new? [[sandbox: ${directive}]]`,
  tools: [own, search],
  ...more,
});
for (const stream of [false, true]) {
  const kind = stream ? 'SSE' : 'JSON';

  for (const model of ['light', 'bare']) {
    test(`searches are charged as the upstream counts them, on top of the tokens (${model}, ${kind})`, async (t) => {
      const { play } = await scene.start();
      const body = asking('web_searches=2; prompt_tokens=1000; completion_tokens=100', { model, stream });
      const { reply, reservation } = await play(t, body);
      t.is(reply.status, 200);
      t.regex(reply.text, /"num_requests":2/);
      t.deepEqual(chargedLines(reservation), [
        ['input', 1_000, '0.001000000'],
        ['output', 100, '0.000200000'],
        ['web_searches', 2, '0.020000000'],
      ]);
      t.is(reservation.settled?.cost_eur, '0.021200000');
      t.is(reservation.settled?.usage_source, 'upstream');
    });
  }

  test(`a stream or answer that breaks off is charged by the billing records, searches included (${kind})`, async (t) => {
    const { play } = await scene.start();
    for (const directive of ['missing_usage', 'cut_mid_stream; after_frames=8', 'cut_mid_stream; after_frames=14']) {
      const { reservation } = await play(t, asking(`web_searches=3; frames=20; ${directive}`, { stream }));
      t.is(reservation.settled?.usage_source, 'billing_records', directive);
    }
  });
}

test('the hold covers every tool call: its fee, and the whole context once more', async (t) => {
  const { play } = await scene.start();
  const body = asking('web_searches=1', { max_tool_calls: 2 });
  const { reserved } = (await play(t, body)).reservation;
  // After two calls, and after one that is turned down.
  t.is(reserved.input_tokens_max, heldTokens(body) + 2 * promptTokens + 3 * contextTokens);
  t.is(reserved.web_searches_max, 2);
  t.is(reserved.web_fetches_max, undefined);
  const nano = BigInt(reserved.input_tokens_max) * 1_000n + 500n * 2_000n + 2n * 10_000_000n;
  t.is(reserved.amount_eur, `0.${String(nano).padStart(9, '0')}`);
});

test('the call limit sent upstream is never above the number of calls in the hold', async (t) => {
  const { play, received } = await scene.start();
  for (const [limit, told] of [
    [undefined, 3],
    [null, 3],
    [1, 1],
    [100, 3],
  ] as const) {
    for (const offered of [
      { tools: [search] },
      { tools: [{ type: 'web_search_preview_2025_03_11' }, { type: 'web_search_2025_08_26' }] },
      { tools: [{ type: 'namespace', name: 'n', description: 'd', tools: [search] }] },
      {
        tools: [],
        input: [
          { type: 'additional_tools', tools: [search] },
          { role: 'user', content: 'Hi' },
        ],
      },
    ]) {
      const body = asking('web_searches=50', { max_tool_calls: limit, ...offered });
      const { reply, reservation } = await play(t, body);
      t.like(JSON.parse((await received(reply))?.body_text ?? '{}'), { max_tool_calls: told, tools: offered.tools });
      t.is(reservation.reserved.web_searches_max, told);
      t.is(reservation.settled?.overrun_eur, '0.000000000');
    }
  }
});

test('a tool from an earlier turn is limited and held for in the next one', async (t) => {
  const { post, received, ledger } = await scene.start();
  const brought = [
    { type: 'additional_tools', role: 'developer', tools: [search] },
    { role: 'user', content: 'Hi' },
  ];
  const caller = await ledger.tenant({ allowAllModels: true });
  const first = await post(caller, asking('', { tools: undefined, input: brought }));
  const { id } = JSON.parse(first.text) as { id: string };
  const more = { tools: undefined, previous_response_id: id, max_tool_calls: 100 };
  const reply = await post(caller, asking('', more));
  t.is(reply.status, 200);
  t.like(JSON.parse((await received(reply))?.body_text ?? '{}'), { max_tool_calls: 3 });
  const { reservations } = await ledger.settledWallet(caller.walletId, 2);
  t.is(reservations[1]?.reserved.web_searches_max, 3);
  t.true((reservations[1]?.reserved.input_tokens_max ?? 0) > 4 * contextTokens);
});

test('a call limit goes upstream unchanged and holds nothing if no hosted tool is offered', async (t) => {
  const { play, received } = await scene.start();
  const { reply, reservation } = await play(t, asking('', { tools: [own], max_tool_calls: 100 }));
  t.like(JSON.parse((await received(reply))?.body_text ?? '{}'), { max_tool_calls: 100 });
  t.is(reservation.reserved.web_searches_max, undefined);
  t.true(reservation.reserved.input_tokens_max < 500 + promptTokens);
});

for (const max_tool_calls of [0, -1, 1.5, '3']) {
  test(`a limit of ${JSON.stringify(max_tool_calls)} is refused if a hosted tool is offered`, async (t) => {
    const { post, ledger } = await scene.start();
    const caller = await ledger.tenant({ allowAllModels: true });
    const { status, text } = await post(caller, asking('', { max_tool_calls }));
    t.is(status, 400);
    t.like((JSON.parse(text) as { error: object }).error, { code: 'invalid_value', param: 'max_tool_calls' });
  });
}

test('a stream that breaks off is estimated with the searches shown if the upstream has no billing records', async (t) => {
  const { play } = await scene.start();
  const directive = 'web_searches=3; frames=20; error_mid_stream; after_frames=24';
  const { reservation } = await play(t, asking(directive, { model: 'no-billing-records', stream: true }));
  t.is(reservation.settled?.usage_source, 'estimate');
  const counted = new Map(chargedLines(reservation).map(([counter, quantity]) => [counter, quantity]));
  t.is(counted.get('web_searches'), 3);
  // The input is read again after each.
  t.true((counted.get('input') ?? 0) > 3 * Math.floor(asking(directive).input.length / 4));
});

test('a search without a price at this model is refused before anything is held or sent', async (t) => {
  const { post, ledger } = await scene.start();
  const caller = await ledger.tenant({ allowAllModels: true });
  const { status, text } = await post(caller, asking('', { model: 'unpriced' }));
  t.is(status, 400);
  t.like((JSON.parse(text) as { error: object }).error, { code: 'tool_not_priced', param: 'tools[1]' });
  t.is((await post(caller, asking('', { model: 'unpriced', tools: [own] }))).status, 200);
  t.is((await ledger.settledWallet(caller.walletId)).reservations.length, 1);
});

for (const stream of [false, true]) {
  test(`a stored answer with searches is continued, with its sources (${stream ? 'SSE' : 'JSON'})`, async (t) => {
    const { baseUrl, ledger, sandbox } = await scene.start();
    const caller = await ledger.tenant({ allowAllModels: true });
    const { responses } = new OpenAI({ apiKey: caller.apiKey, baseURL: baseUrl, maxRetries: 0 });
    const send = async (body: OpenAI.Responses.ResponseCreateParamsNonStreaming) =>
      stream ? await responses.stream({ ...body, stream: true }).finalResponse() : await responses.create(body);
    const ask = { model: 'thinker', reasoning: { effort: 'low' as const }, tools: [search] };
    const first = await send({
      ...ask,
      input: `Please search the web ${stream}`,
      include: ['web_search_call.action.sources'],
    });
    t.deepEqual(
      first.output.map(({ type }) => type),
      ['web_search_call', 'reasoning', 'message'],
    );
    t.is(first.max_tool_calls, 3, 'the answer says which limit held');
    t.like(first.output[0], { action: { type: 'search', query: 'query 1', sources: [{ type: 'url' }] } });
    const more = await send({ ...ask, previous_response_id: first.id, input: `And then? ${stream}` });
    t.regex(more.output_text, new RegExp(`And then\\? ${stream} \\(item 5\\)`));
    const sent = (await sandbox.requests()).find(({ body_text: text }) => text.includes(`And then? ${stream}`));
    const { input } = JSON.parse(sent?.body_text ?? '{}') as { input: object[] };
    t.deepEqual(input[1], first.output[0], 'the search goes back as it came');
    t.is((await ledger.settledWallet(caller.walletId, 2)).reservations.length, 2);
  });
}
