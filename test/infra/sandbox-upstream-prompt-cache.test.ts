import test from 'ava';
import { PromptCache } from '../../infra/sandbox-upstream/prompt-cache.ts';
import { startSandbox, type SandboxForTest } from '../_support/sandbox.ts';

const post = async ({ baseUrl, apiKey }: SandboxForTest, path: string, body: object): Promise<unknown> => {
  const answer = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}` },
    body: JSON.stringify(body),
  });
  return answer.json();
};
const opening = 'You answer questions about one contract. '.repeat(200);
const messages = (...turns: readonly string[]) => [
  { role: 'system', content: opening },
  ...turns.map((content) => ({ role: 'user', content })),
];
const cachedOf = async (sandbox: SandboxForTest, model: string, ...turns: readonly string[]): Promise<number> => {
  const answer = await post(sandbox, '/chat/completions', { model, messages: messages(...turns) });
  // The answer of a sandbox has this shape.
  const { usage } = answer as {
    readonly usage: { readonly prompt_tokens_details: { readonly cached_tokens: number } };
  };
  return usage.prompt_tokens_details.cached_tokens;
};

test('input that an account sent before counts as cached, in steps, by model, and at no other account', async (t) => {
  const [sandbox, other] = [await startSandbox(t, { promptCache: true }), await startSandbox(t, { promptCache: true })];
  t.is(await cachedOf(sandbox, 'sandbox-large', 'one'), 0);
  const again = await cachedOf(sandbox, 'sandbox-large', 'one', 'two');
  t.is(again % 128, 0);
  t.true(again >= 1_920 && again <= opening.length / 4, String(again));
  t.is(await cachedOf(sandbox, 'sandbox-small', 'one'), 0);
  t.is(await cachedOf(other, 'sandbox-large', 'one'), 0);
  const billingRecords = await sandbox.billingRecords();
  const entry = billingRecords.entries.find(({ usage }) => JSON.stringify(usage).includes(`"cached_tokens":${again}`));
  t.is(entry?.state, 'charged', 'the billing records count what the answer says');
});

test('nothing counts as cached without a prompt cache', async (t) => {
  const sandbox = await startSandbox(t);
  t.is(await cachedOf(sandbox, 'sandbox-large', 'one'), 0);
  t.is(await cachedOf(sandbox, 'sandbox-large', 'one'), 0);
});

const none = { behaviours: new Set<never>(), parameters: {} };
const askerOf = (body: object, surface = 'chat_completions') => ({
  surface,
  apiKey: 'key',
  body: Buffer.from(JSON.stringify(body)),
});
const tokens = (cache: PromptCache, asker: ReturnType<typeof askerOf>): number =>
  cache.directed(asker, none).parameters.cached_tokens ?? 0;

test('each of two accounts at one upstream has its own cache', (t) => {
  const cache = new PromptCache(() => 0);
  const asker = askerOf({ model: 'm', messages: messages('one') });
  t.is(tokens(cache, asker), 0);
  t.is(tokens(cache, { ...asker, apiKey: 'other' }), 0);
  t.true(tokens(cache, asker) > 0);
});

test('a cached beginning expires ten minutes after its last use', (t) => {
  let nowMs = 0;
  const cache = new PromptCache(() => nowMs);
  const asker = askerOf({ model: 'm', messages: messages('one') });
  t.is(tokens(cache, asker), 0);
  nowMs = 599_999;
  t.true(tokens(cache, asker) > 0);
  nowMs = 1_199_998;
  t.true(tokens(cache, asker) > 0);
  nowMs = 1_799_999;
  t.is(tokens(cache, asker), 0);
});

test('short prompts are not cached, messages only on request, and directed counters stay', (t) => {
  const cache = new PromptCache();
  const short = askerOf({ model: 'm', messages: [{ role: 'user', content: 'x'.repeat(4_000) }] });
  t.is(tokens(cache, short) + tokens(cache, short), 0);
  const plain = askerOf({ model: 'm', messages: messages('one') }, 'messages');
  t.is(tokens(cache, plain) + tokens(cache, plain), 0);
  const marked = askerOf({ model: 'm', cache_control: { type: 'ephemeral' }, messages: messages('one') }, 'messages');
  t.is(tokens(cache, marked), 0);
  t.true(tokens(cache, marked) > 0);
  const told = { behaviours: new Set<never>(), parameters: { cached_tokens: 7 } };
  t.is(cache.directed(marked, told).parameters.cached_tokens, 7);
  const broken = { surface: 'chat_completions', apiKey: 'key', body: Buffer.from('{') };
  t.is(cache.directed(broken, none), none);
});
