import test from 'ava';
import { injectionAttempts } from '../../_support/injection-attempts.ts';
import { always, alwaysAsked, choicesIn, setSwitchyardScene } from '../../_support/switchyard-scene.ts';

// What a client sends changes no target, no tariff and no threshold.

for (const asked of ['embedded', 'llm'] as const) {
  test(`none of ${injectionAttempts.length} injection attempts changes the chosen profile, its prices or a threshold: ${asked}`, async (t) => {
    const { post, ledger, tenant, sandbox } = await setSwitchyardScene(t, {
      switchyard: { ...always.economical, ...(asked === 'llm' && { ...alwaysAsked, ask: 'llm' }) },
      tenant: { creditEur: '10000' },
    });
    let answered = 0;
    for (const { what, prompt, headers: sent, more } of injectionAttempts) {
      const body = { model: 'switchyard', max_tokens: 5, messages: [{ role: 'user', content: prompt }], ...more };
      const answer = await post('/chat/completions', body, sent);
      // A member that looks like a misspelt one is refused: nothing is chosen.
      if (answer.status === 400) continue;
      answered += 1;
      t.is(answer.status, 200, what);
      t.is(answer.headers.get('x-waybill-selected-profile'), 'light', what);
    }
    const wallet = await ledger.settledWallet(tenant.walletId, answered);
    const choices = choicesIn(wallet);
    t.is(choices.length, answered);
    t.true(answered >= 50);
    for (const choice of choices) {
      t.like(choice, { selected: 'light', policy: 'lambda=10', strategy: asked });
      t.like(choice.answer, { inference: { target: 'small' }, price_list: { id: 'sandbox-small' } });
    }
    t.true((await sandbox.requests()).every(({ body_text }) => !body_text.includes('"model":"sandbox-large"')));
  });
}
