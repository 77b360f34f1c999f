import test from 'ava';
import { placeholderOf, substitutingPiiEngine } from '../../_support/substituting-pii-engine.ts';
import { surfaceScene } from '../../_support/surface-scene.ts';

// A caller who needs protection, where there is an engine: what can be looked through is, on every surface; what cannot
// be is refused before anything is held, unless the target may see it.

const name = 'Ada-Zoë';
const options = { piiEngine: substitutingPiiEngine(name), profiles: { trusted: { trusted: true } } };
const scenes = {
  chat: surfaceScene({ ...options, surface: 'chat_completions', path: '/chat/completions' }),
  embeddings: surfaceScene({ ...options, surface: 'embeddings', path: '/embeddings' }),
  systemone: surfaceScene({ ...options, surface: 'systemone', path: '/systemone' }),
};
test.after.always(async () => {
  for (const { end } of Object.values(scenes)) await end();
});

const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,' } };
const opaque = {
  chat: [{ messages: [{ role: 'user', content: [picture] }] }],
  embeddings: [{ input: [1, 2, 3] }, { input: [[1], [2]] }],
  systemone: [{ state: 'x', questions: { q: { type: 'noul' } }, assets: {} }],
};

for (const [surface, bodies] of Object.entries(opaque)) {
  test(`${surface}: input that cannot be inspected is refused, unless the target is trusted`, async (t) => {
    const { ledger, post, received } = await scenes[surface as keyof typeof scenes].start();
    const guarded = await ledger.tenant({ allowAllModels: true, piiEnabled: true });
    for (const body of bodies) {
      const refused = await post(guarded, { model: 'light', ...body });
      t.is(refused.status, 400, refused.text);
      t.like(JSON.parse(refused.text), { error: { code: 'input_not_inspectable' } });
      t.is(await received(refused), null);
    }
    t.deepEqual((await ledger.wallet(guarded.walletId)).reservations, []);
    for (const body of bodies) t.is((await post(guarded, { model: 'trusted', ...body })).status, 200);
    const open = await ledger.tenant({ allowAllModels: true });
    for (const body of bodies) t.is((await post(open, { model: 'light', ...body })).status, 200);
  });
}

test('texts to embed are sent without the name', async (t) => {
  const { ledger, post, received } = await scenes.embeddings.start();
  const guarded = await ledger.tenant({ piiEnabled: true });
  const reply = await post(guarded, { model: 'light', input: [`I am ${name}`] });
  t.is(reply.status, 200, reply.text);
  t.is((await received(reply))?.body_text, `{"model":"sandbox-small","input":["I am ${placeholderOf(name)}"]}`);
});

test('ids, labels and levels are answered with the name, which was never sent', async (t) => {
  const { ledger, post, received } = await scenes.systemone.start();
  const guarded = await ledger.tenant({ piiEnabled: true });
  const questions = {
    [`is it ${name}?`]: { type: 'noul' },
    who: { type: 'choice', criteria: { [name]: null, nobody: null } },
    how: { type: 'score', criteria: [`like ${name}`, 'unlike'] },
  };
  const reply = await post(guarded, { model: 'light', state: name, questions });
  t.is(reply.status, 200, reply.text);
  t.false((await received(reply))?.body_text.includes(name));
  t.like(JSON.parse(reply.text), {
    answers: {
      [`is it ${name}?`]: { type: 'noul' },
      who: { choice: name, probabilities: { [name]: 0.5, nobody: 0.5 } },
      how: { legend: { 0: `like ${name}` } },
    },
  });
});
