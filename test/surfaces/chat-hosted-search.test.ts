import test from 'ava';
import OpenAI from 'openai';
import { chargedLines } from '../_support/ledger-view.ts';
import { heldTokens } from '../_support/held-tokens.ts';
import { toolPrices } from '../_support/sandbox-bill.ts';
import { surfaceScene } from '../_support/surface-scene.ts';

// Searches that a chat completion asks the upstream for: held for, and charged by its counters, else one an answer.

const contextTokens = 10_000;
const unpriced = { prices: { ...toolPrices, eur_per_thousand_web_searches: undefined } };
const scene = surfaceScene({
  surface: 'chat_completions',
  path: '/chat/completions',
  target: { prices: toolPrices, hosted_tool_uses_max: 3, answers_max: 4 },
  profiles: { unpriced },
  pools: { mixed: ['unpriced', 'light'], none: ['unpriced'] },
});
test.after.always(scene.end);

const tokens = 'prompt_tokens=1000; completion_tokens=100';
const asking = (directive: string, more: object = {}) => ({
  model: 'light',
  max_tokens: 500,
  messages: [{ role: 'user' as const, content: `What is new? [[sandbox: ${directive}]]` }],
  web_search_options: {},
  ...more,
});

for (const stream of [false, true]) {
  const kind = stream ? 'SSE' : 'JSON';

  test(`searches are charged as the upstream counts them (${kind})`, async (t) => {
    const { play } = await scene.start();
    for (const searches of [0, 1, 3]) {
      const body = asking(`web_searches=${searches}; ${tokens}`, { stream });
      const { reservation } = await play(t, body);
      const charged = searches === 0 ? [] : [['web_searches', searches, `0.0${searches}0000000`]];
      t.deepEqual(chargedLines(reservation), [
        ['input', 1_000, '0.001000000'],
        ['output', 100, '0.000200000'],
        ...charged,
      ]);
      t.is(reservation.settled?.usage_source, 'upstream');
      t.is(reservation.settled?.overrun_eur, '0.000000000');
    }
  });

  test(`an answer that counts no searches is charged one for each answer, marked as an estimate (${kind})`, async (t) => {
    const { play } = await scene.start();
    for (const n of [1, 2]) {
      const { reply, reservation } = await play(t, asking(tokens, { stream, n }));
      t.deepEqual(chargedLines(reservation).at(-1), ['web_searches', n, `0.0${n}0000000`]);
      t.is(reservation.settled?.usage_source, 'estimate');
      if (stream) t.regex(reply.bytes.toString(), /^: waybill .*"estimate":true/m);
      else t.is(reply.headers['x-waybill-estimate'], 'true');
    }
    const plain = asking(tokens, { stream, web_search_options: null });
    const { reservation } = await play(t, plain);
    t.deepEqual(chargedLines(reservation).at(-1)?.[0], 'output');
    t.is(reservation.settled?.usage_source, 'upstream');
  });

  test(`an answer without counters is charged a search too, by an estimate (${kind})`, async (t) => {
    const { play } = await scene.start();
    const { reservation } = await play(t, asking('missing_usage', { stream, model: 'no-billing-records' }));
    t.is(reservation.settled?.usage_source, 'estimate');
    t.deepEqual(chargedLines(reservation).at(-1), ['web_searches', 1, '0.010000000']);
  });
}

test('the hold covers every search of every answer: its fee, and the whole context once more', async (t) => {
  const { play } = await scene.start();
  for (const [more, answers, input] of [
    [{}, 1, null],
    [{ n: 2 }, 2, null],
    // A member that the gateway does not know may ask for as many answers as the target gives.
    [{ not_known_yet: 1 }, 4, contextTokens],
  ] as const) {
    const body = asking('web_searches=1', more);
    const { reserved } = (await play(t, body)).reservation;
    t.is(reserved.web_searches_max, 3 * answers);
    t.is(reserved.input_tokens_max, (input ?? heldTokens(body)) + (3 * answers + 1) * contextTokens);
    const outputs = BigInt(reserved.output_tokens_max ?? 0) * 2_000n;
    const nano = BigInt(reserved.input_tokens_max) * 1_000n + outputs + BigInt(3 * answers) * 10_000_000n;
    t.is(reserved.amount_eur, `0.${String(nano).padStart(9, '0')}`);
  }
});

test('a request for a search reaches only a target that has a price for it', async (t) => {
  const { play, post, received, ledger } = await scene.start();
  for (let turn = 0; turn < 8; turn += 1) {
    const { reply, reservation } = await play(t, asking(tokens, { model: 'mixed' }));
    t.is(reply.status, 200);
    t.is(reservation.reserved.inference.target, 'light');
    t.regex((await received(reply))?.body_text ?? '', /web_search_options/);
  }
  const caller = await ledger.tenant({ allowAllModels: true });
  for (const model of ['none', 'unpriced']) {
    const refused = await post(caller, asking(tokens, { model }));
    t.is(refused.status, 400);
    t.regex(refused.text, /tool_not_priced.*/);
    t.regex(refused.text, /has no `eur_per_thousand_web_searches`/);
    t.regex(refused.text, /"param":"web_search_options"/);
  }
});

test('the official client searches by chat completions', async (t) => {
  const { baseUrl, ledger } = await scene.start();
  const { apiKey } = await ledger.tenant({ allowAllModels: true });
  const client = new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0 });
  const answer = await client.chat.completions.create({
    ...asking('web_searches=1'),
    web_search_options: { search_context_size: 'low', user_location: null },
  });
  t.is(answer.choices[0]?.message.role, 'assistant');
});
