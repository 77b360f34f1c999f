import test from 'ava';
import { recordedTarget } from '../../src/cli/targets/recorded-target.ts';
import { readCountInference } from '../../src/protocols/messages/count.ts';
import { surfaceScene } from '../_support/surface-scene.ts';

// `provider`, by which routers let a request choose who serves it: only where the price list covers all of them.

const messages = [{ role: 'user', content: 'Hello' }];
const bodies = {
  chat_completions: { path: '/chat/completions', body: { messages } },
  responses: { path: '/responses', body: { input: 'Hello' } },
  messages: { path: '/messages', body: { messages, max_tokens: 50 } },
  embeddings: { path: '/embeddings', body: { input: 'Hello' } },
  audio_speech: { path: '/audio/speech', body: { input: 'Hello', voice: 'alloy' } },
} as const;
const speech = { eur_per_million_characters: '15' };
const prices = { id: 'p', version: '1', eur_per_million_tokens: { input: '1', output: '2' }, ...speech };

for (const [surface, { path, body }] of Object.entries(bodies)) {
  const scene = surfaceScene({
    surface,
    path,
    target: { prices },
    profiles: { covered: { prices_cover_providers: true } },
    pools: { mixed: ['light', 'covered'] },
  });
  test.after.always(scene.end);

  test(`a choice of providers reaches only a target whose prices cover them all (${surface})`, async (t) => {
    const { post, received, ledger } = await scene.start();
    const caller = await ledger.tenant({ allowAllModels: true });
    const provider = { order: ['one', 'two'], allow_fallbacks: false };
    const refused = await post(caller, { ...body, model: 'light', provider });
    t.is(refused.status, 400, refused.text);
    t.regex(refused.text, /`provider` chooses which provider .*`prices_cover_providers: true`/);
    for (let turn = 0; turn < 6; turn += 1) {
      const reply = await post(caller, { ...body, model: 'mixed', provider });
      t.is(reply.status, 200, reply.text);
      t.regex((await received(reply))?.body_text ?? '', /allow_fallbacks/);
    }
    const wallet = await ledger.settledWallet(caller.walletId);
    t.deepEqual(
      wallet.reservations.map(({ reserved }) => reserved.inference.target),
      Array.from({ length: 6 }, () => 'covered'),
    );
    for (const nothing of [null, false, []]) {
      t.is((await post(caller, { ...body, model: 'light', provider: nothing })).status, 200);
    }
    for (const more of [{ models: ['other'] }, { preset: 'other' }, { Provider: provider }]) {
      const other = await post(caller, { ...body, model: 'covered', provider, ...more });
      t.is(other.status, 400, Object.keys(more)[0]);
    }
  });
}

test('a count of tokens is held to the same setting', (t) => {
  const text = JSON.stringify({ model: 'light', messages, provider: { only: ['one'] } });
  const { work } = readCountInference(Buffer.from(text), { jsonLimits: {}, createResponseId: () => 'resp_1' });
  t.throws(() => work.assertTakenBy(recordedTarget), { message: /prices_cover_providers/ });
  t.notThrows(() => work.assertTakenBy({ ...recordedTarget, arePricesOfAllProviders: true }));
});
