import test from 'ava';
import { eurFromNano } from '../../src/domain/money.ts';
import { characterGrowth, heldTokens } from '../_support/held-tokens.ts';
import { httpCall } from '../_support/http-call.ts';
import { surfaceScene } from '../_support/surface-scene.ts';

interface Case {
  readonly path: string;
  readonly body: object;
  /** Most input tokens, read anew. */
  readonly held: number;
  /** What the tokenizers count for this body: `npm run test:tokenizers`. */
  readonly counted: number;
}

const numbers = Array.from({ length: 200 }, () => '1e15').join(',');
const called = (profile: string) => ({
  model: profile,
  max_tokens: 1,
  messages: [
    { role: 'user', content: 'hi' },
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: `{"v":[${numbers}]}` } }],
    },
    { role: 'tool', tool_call_id: 'c', content: 'ok' },
  ],
});
const texts = (profile: string, text: string) => ({ model: profile, input: text.repeat(100) });
const entryMarks = 2;

function embedding(profile: string, text: string, counted: number): Case {
  const body = texts(profile, text);
  const held = Buffer.byteLength(JSON.stringify(body)) + characterGrowth(body.input) + entryMarks;
  return { path: '/embeddings', body, held, counted };
}

const greeting = { model: 'harmony', max_output_tokens: 1, input: 'hi' };

const cases: Readonly<Record<string, Case>> = {
  tibetan: embedding('tibetan', '\u0f76', 600),
  ligature: embedding('ligature', '\ufdfa', 1_500),
  numbers: { path: '/chat/completions', body: called('numbers'), held: heldTokens(called('numbers')), counted: 4_037 },
  harmony: { path: '/responses', body: greeting, held: heldTokens(greeting), counted: 68 },
};

const scene = surfaceScene({
  surface: 'embeddings',
  path: '',
  target: { surfaces: ['embeddings', 'chat_completions', 'responses'] },
  profiles: Object.fromEntries(
    Object.entries(cases).map(([name, { counted }]) => [
      name,
      { model: `sandbox-small:prompt_tokens=${counted}; completion_tokens=1; delay_ms=200` },
    ]),
  ),
});
test.after.always(scene.end);

const callsAtOnce = 20;

for (const [name, { path, body, held, counted }] of Object.entries(cases)) {
  test(`twenty requests at once on a wallet of one hold leave it at or above zero: ${name}`, async (t) => {
    const { ledger, baseUrl } = await scene.start();
    // 1 euro a million input tokens, 2 a million output tokens; embeddings have none.
    const outputNano = path === '/embeddings' ? 0n : 2_000n;
    const credit = BigInt(held) * 1_000n + outputNano;
    const { apiKey, walletId } = await ledger.tenant({ allowAllModels: true, creditEur: eurFromNano(credit) });
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const replies = await Promise.all(
      Array.from({ length: callsAtOnce }, () =>
        httpCall(`${baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
      ),
    );
    const statuses = replies.map(({ status }) => status);
    const served = statuses.filter((status) => status === 200).length;
    const refused = statuses.filter((status) => status === 402).length;
    t.is(served + refused, callsAtOnce);
    t.true(served > 0 && refused > 0, `${served} served`);
    const { reservations, state } = await ledger.settledWallet(walletId, served);
    t.is(reservations.length, served);
    const charge = BigInt(counted) * 1_000n + outputNano;
    t.deepEqual([...new Set(reservations.map(({ charged }) => charged))], [charge]);
    t.deepEqual([...new Set(reservations.map(({ settled }) => settled?.overrun_eur))], ['0.000000000']);
    t.is(state.posted, credit - BigInt(served) * charge);
    t.true(state.posted >= 0n);
  });
}
