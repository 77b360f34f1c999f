import test from 'ava';
import * as fc from 'fast-check';
import { nanoFromEur } from '../../src/domain/money.ts';
import { dataDirectory, environmentFor, plainPrices, startTestGateway, testConfig } from '../_support/gateway.ts';
import { httpCall } from '../_support/http-call.ts';
import { assertWalletIsSound, viewLedger } from '../_support/ledger-view.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import { assertBillingRecordsAgree } from '../_support/sandbox-bill.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

// The upstream obeys members that are of no protocol, up to its window, whatever the limits of the protocol say.

const windowTokens = 40_000;

const target = {
  upstream: 'sandbox',
  model: `sandbox-small:window_tokens-${windowTokens}`,
  context_tokens_max: windowTokens,
  output_tokens_max: 1_000,
  prices: { ...plainPrices, eur_per_million_characters: '15' },
};

const hello = [{ role: 'user', content: 'Hello there, friend' }];
const question = { type: 'noul', instructions: 'Is it so?' };

/** Of each surface a request of one token of output, or none. */
const surfaces = {
  chat_completions: ['/chat/completions', { max_tokens: 1, messages: hello }],
  messages: ['/messages', { max_tokens: 1, messages: hello }],
  responses: ['/responses', { max_output_tokens: 1, store: false, input: hello }],
  embeddings: ['/embeddings', { input: 'Hello there, friend' }],
  systemone: ['/systemone', { state: 'Hello there, friend', questions: { q: question } }],
  audio_speech: ['/audio/speech', { input: 'Hello there, friend', voice: 'alloy' }],
} as const;

type SurfaceName = keyof typeof surfaces;
const surfaceNames = Object.keys(surfaces) as SurfaceName[];

const shared = new SharedTeardown();
test.after.always(() => shared.end());

async function scene() {
  const sandbox = await startSandbox(shared);
  const config = testConfig(sandbox, {
    targets: {
      obedient: { ...target, surfaces: surfaceNames },
      strict: { ...target, surfaces: surfaceNames, unknown_members: 'refuse' },
      single: { ...target, surfaces: surfaceNames, answers_max: 1 },
    },
    profiles: Object.fromEntries(['obedient', 'strict', 'single'].map((name) => [name, { targets: [name] }])),
  });
  const environment = environmentFor(dataDirectory(shared), config);
  const ledger = await viewLedger(shared, environment);
  const { baseUrl } = await startTestGateway(shared, environment);
  return { sandbox, ledger, baseUrl };
}

let started: ReturnType<typeof scene> | null = null;
const start = (): ReturnType<typeof scene> => (started ??= scene());

interface Call {
  readonly surface: SurfaceName;
  readonly more?: object;
  readonly profile?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function ask(apiKey: string, { surface, more = {}, profile = 'obedient', headers = {} }: Call) {
  const { baseUrl } = await start();
  const [path, body] = surfaces[surface];
  return httpCall(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ model: profile, ...body, ...more }),
  });
}

const errorOf = ({ text }: { readonly text: string }) =>
  (JSON.parse(text) as { readonly error: { readonly code: string; readonly param: string; readonly message: string } })
    .error;

test('200 calls at once that lift their own limit do not overdraw a wallet of 0.05 euro', async (t) => {
  const { ledger } = await start();
  const caller = await ledger.tenant({ allowAllModels: true, creditEur: '0.05' });
  const call = { surface: 'chat_completions', more: { n_predict: 30_000 }, profile: 'single' } as const;
  const replies = await Promise.all(Array.from({ length: 200 }, () => ask(caller.apiKey, call)));
  t.deepEqual([...new Set(replies.map(({ status }) => status))], [402]);
  t.regex(errorOf(replies[0] ?? { text: '' }).message, /`n_predict` is not known/);
  t.is((await ledger.wallet(caller.walletId)).state.posted, nanoFromEur('0.05'));
});

test('200 calls at once never overdraw a wallet that can pay for two', async (t) => {
  const { ledger } = await start();
  // 40,000 tokens read for 0.04 euro, and as many written for 0.08.
  const caller = await ledger.tenant({ allowAllModels: true, creditEur: '0.25' });
  const call = { surface: 'chat_completions', more: { n_predict: 30_000 }, profile: 'single' } as const;
  const replies = await Promise.all(Array.from({ length: 200 }, () => ask(caller.apiKey, call)));
  const taken = replies.filter(({ status }) => status === 200).length;
  t.true(taken >= 2);
  const wallet = await ledger.settledWallet(caller.walletId, taken);
  assertWalletIsSound(t, wallet);
  t.true(wallet.state.posted >= 0n);
  t.true(wallet.reservations.every(({ settled }) => settled?.overrun_eur === '0.000000000'));
});

const tokens = fc.integer({ min: 0, max: 100_000 });
const answers = fc.integer({ min: 0, max: 300 });
const place = fc.constantFrom('n_predict', 'max_new_tokens', 'min_tokens', 'num_predict', 'max_length');
const number = fc.constantFrom('best_of', 'num_return_sequences', 'num_beams', 'candidate_count');
const wish = fc.oneof(
  fc.tuple(place, tokens),
  fc.tuple(number, answers),
  fc.tuple(fc.constantFrom('images', 'chat_template', 'videos'), fc.constant('x')),
  fc.tuple(fc.constantFrom('temperature', 'top_p', 'metadata'), fc.constant(null)),
);
const members = fc.array(wish, { minLength: 1, maxLength: 4 }).map((each) => Object.fromEntries(each));
const nested = fc.oneof(
  fc.constantFrom('', 'options', 'sampling_params', 'extra_body', 'stream_options', 'chat_template_kwargs'),
  fc.constantFrom('messages', 'tools'),
);
const own = fc.record({ n: fc.constantFrom(1, 3) }, { requiredKeys: [] });

function placed(at: string, wishes: object, surface: SurfaceName): object {
  if (at === '') return wishes;
  if (at === 'messages') {
    if (surface === 'systemone') return { questions: { q: { ...question, ...wishes } } };
    return { [surface === 'responses' ? 'input' : 'messages']: [{ ...hello[0], ...wishes }] };
  }
  return { [at]: at === 'tools' ? [{ type: 'function', function: { name: 'f' }, ...wishes }] : wishes };
}

test('a request with any members on any surface costs at most its hold, or is refused', async (t) => {
  const { ledger, sandbox } = await start();
  const caller = await ledger.tenant({ allowAllModels: true, creditEur: '100000' });
  const profile = fc.constantFrom('obedient', 'single', 'strict');
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...surfaceNames), nested, members, own, profile, async (surface, at, ...rest) => {
      const [wishes, choices, model] = rest;
      const more = { ...placed(at, wishes, surface), ...(surface === 'chat_completions' ? choices : {}) };
      const { status } = await ask(caller.apiKey, { surface, more, profile: model });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // System One tells a request that it does not take by 422.
      return status === 200 || status === 400 || (surface === 'systemone' && status === 422);
    }),
    { numRuns: propertyRuns(120) },
  );
  t.log([...statuses]);
  const taken = statuses.get(200) ?? 0;
  t.true(taken > 5, `${taken} were taken`);
  const wallet = await ledger.settledWallet(caller.walletId, taken);
  for (const { settled, reserved } of wallet.reservations) {
    t.is(settled?.overrun_eur ?? '0.000000000', '0.000000000', JSON.stringify(reserved.inference));
  }
  assertWalletIsSound(t, wallet);
  await assertBillingRecordsAgree(t, { wallet, sandbox });
});

const billion = { n_predict: 1_000_000_000 };

for (const [surface, input, output] of [
  ['chat_completions', windowTokens, 128 * windowTokens],
  ['messages', 26 * windowTokens, 26 * windowTokens],
  ['responses', 26 * windowTokens, 2 * windowTokens],
  ['embeddings', 2_048 * windowTokens, windowTokens],
  ['systemone', windowTokens, windowTokens],
  ['audio_speech', windowTokens, windowTokens],
] as const) {
  test(`an unknown member goes upstream, and holds the most that the target can do, ${surface}`, async (t) => {
    const { ledger, sandbox } = await start();
    const caller = await ledger.tenant({ allowAllModels: true, creditEur: '1000' });
    const reply = await ask(caller.apiKey, { surface, more: billion });
    t.is(reply.status, 200, reply.text);
    const [reservation] = (await ledger.settledWallet(caller.walletId)).reservations;
    t.like(reservation?.reserved, { input_tokens_max: input, output_tokens_max: output });
    const sent = (await sandbox.requests()).find(({ headers }) => headers['x-waybill-reservation'] === reservation?.id);
    t.like(JSON.parse(sent?.body_text ?? '{}'), billion);
  });
}

for (const surface of surfaceNames) {
  test(`a target that accepts only known members refuses others, ${surface}`, async (t) => {
    const { ledger } = await start();
    const caller = await ledger.tenant({ allowAllModels: true });
    const inQuestion = { questions: { q: { ...question, ...billion } } };
    for (const more of surface === 'systemone' ? [billion, inQuestion] : [billion]) {
      const refused = await ask(caller.apiKey, { surface, more, profile: 'strict' });
      t.is(refused.status, 400);
      const param = more === inQuestion ? 'questions.q.n_predict' : 'n_predict';
      t.like(errorOf(refused), { code: 'unsupported_parameter', param });
    }
    t.is((await ask(caller.apiKey, { surface, profile: 'strict' })).status, 200);
  });
}

for (const [title, call, answer] of [
  ['an opt-in', { surface: 'messages', headers: { 'anthropic-beta': 'files-api-2025-04-14,new-2027-01-01' } }, 26],
  ['an opt-in in two headers', { surface: 'systemone', headers: { 'typesafe-danger-zone-long-context': 'true' } }, 1],
] as const) {
  test(`${title} with an unknown value holds the most that the target can do`, async (t) => {
    const { ledger } = await start();
    const caller = await ledger.tenant({ allowAllModels: true });
    t.is((await ask(caller.apiKey, { ...call, profile: 'strict' })).status, 400);
    const known = { ...call, headers: { 'anthropic-beta': 'interleaved-thinking-2025-05-14' } };
    t.is((await ask(caller.apiKey, { ...known, profile: 'strict' })).status, 200);
    t.is((await ask(caller.apiKey, call)).status, 200);
    const { reservations } = await ledger.settledWallet(caller.walletId, 2);
    t.is(reservations[1]?.reserved.output_tokens_max, answer * windowTokens);
    t.true((reservations[0]?.reserved.output_tokens_max ?? 0) < windowTokens);
  });
}

for (const value of [
  'server-side-fallback-2026-06-01',
  'a-2025-01-01, fallback-credit-2026-07-01',
  'Server-Side-Fallback-2026-06-01',
  'model_fallback',
]) {
  test(`the opt-in ${value} is refused, because another model could answer`, async (t) => {
    const { ledger } = await start();
    const caller = await ledger.tenant({ allowAllModels: true });
    const refused = await ask(caller.apiKey, { surface: 'messages', headers: { 'anthropic-beta': value } });
    t.is(refused.status, 400);
    t.is(errorOf(refused).code, 'unsupported_parameter');
    t.regex(errorOf(refused).param, /^anthropic-beta: .*fallback/i);
  });
}

test('a longer context window than the model is configured with is refused', async (t) => {
  const { ledger } = await start();
  const caller = await ledger.tenant({ allowAllModels: true });
  const headers = { 'anthropic-beta': 'context-1m-2025-08-07' };
  const refused = await ask(caller.apiKey, { surface: 'messages', headers });
  t.like(errorOf(refused), { code: 'unsupported_parameter', param: 'anthropic-beta' });
});

for (const [surface, more, status, param] of [
  ['chat_completions', { best_of: 129 }, 400, 'best_of'],
  ['chat_completions', { options: { best_of: 129 } }, 400, 'best_of'],
  ['chat_completions', { best_of: 128 }, 200, null],
  ['messages', { best_of: 2 }, 400, 'best_of'],
  ['responses', { n: 2 }, 400, 'n'],
  ['responses', { n: 1 }, 400, null],
  ['systemone', { questions: { q: { ...question, best_of: 2 } } }, 422, 'questions.q.best_of'],
] as const) {
  test(`${JSON.stringify(more)} is answered ${status} on ${surface}`, async (t) => {
    const { ledger } = await start();
    const caller = await ledger.tenant({ allowAllModels: true, creditEur: '1000' });
    const reply = await ask(caller.apiKey, { surface, more });
    t.is(reply.status, status);
    if (param !== null) t.is(errorOf(reply).param, param);
  });
}

test('a target with one answer refuses two, and holds for one', async (t) => {
  const { ledger } = await start();
  const caller = await ledger.tenant({ allowAllModels: true });
  const call = { surface: 'chat_completions', profile: 'single' } as const;
  t.is(errorOf(await ask(caller.apiKey, { ...call, more: { n: 2 } })).param, 'n');
  t.is((await ask(caller.apiKey, { ...call, more: billion })).status, 200);
  const { reservations } = await ledger.settledWallet(caller.walletId);
  t.is(reservations[0]?.reserved.output_tokens_max, windowTokens);
});
