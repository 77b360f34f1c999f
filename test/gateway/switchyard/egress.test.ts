import test from 'ava';
import { castingEngine } from '../../_support/casting-engine.ts';
import { httpCall } from '../../_support/http-call.ts';
import { listingDetector } from '../../_support/listing-detector.ts';
import { alwaysAsked, choicesIn, setSwitchyardScene } from '../../_support/switchyard-scene.ts';
import { leakMatrixSaid as said, leakMatrixValues as values } from '../personal-data/leak-matrix.contract.ts';

// Whoever judges gets no more than who answers: placeholders, and after the same last look.

for (const ask of ['llm', 'systemone'] as const) {
  test(`the judge gets placeholders for a caller who needs protection: ${ask}`, async (t) => {
    const scene = await setSwitchyardScene(t, {
      switchyard: { ...alwaysAsked, ask },
      tenant: { piiEnabled: true },
      top: { personal_data: { languages: ['en', 'it'] } },
    });
    const long = 'Please tell me more about it, and be brief. '.repeat(400);
    const texts = [said, `${long}\n"${said}"\n${long}`, `${said}\n\t\u0001 \\n C:\\users\\${values[1]}`];
    for (const text of texts) {
      const answer = await scene.ask(text);
      t.is(answer.status, 200);
      t.true(((await answer.json()) as { choices: { message: { content: string } }[] }).choices.length > 0);
    }
    const sight = await scene.ledger.settledWallet(scene.tenant.walletId, texts.length);
    t.deepEqual(
      choicesIn(sight).map(({ strategy, attempts }) => [strategy, attempts]),
      texts.map(() => [ask, 1]),
    );
    const asked = (await scene.sandbox.requests()).filter(({ body_text }) => body_text.includes('sandbox-judge'));
    t.is(asked.length, texts.length);
    for (const { body_text } of asked) for (const value of values) t.false(body_text.includes(value), body_text);
    t.regex(asked[0]?.body_text ?? '', /PERSON-[2-9b-z]{5}/);
  });

  test(`personal data that casting missed is detected before the judge gets it, and nothing is sent: ${ask}`, async (t) => {
    const engine = castingEngine([listingDetector({ PERSON: ['Mario Rossi'] })]);
    const piiEngine = {
      ...engine,
      cast: async (...asked: Parameters<typeof engine.cast>) => {
        const conversation = await engine.cast(...asked);
        return { ...conversation, texts: asked[0].texts.map(({ text }) => text) };
      },
    };
    const scene = await setSwitchyardScene(t, {
      switchyard: { ...alwaysAsked, ask },
      tenant: { piiEnabled: true },
      wrappers: { piiEngine },
    });
    const refused = await scene.ask(said);
    t.is(refused.status, 503);
    t.regex(await refused.text(), /pii_engine_unavailable/);
    t.deepEqual(await scene.sandbox.requests(), []);
    const { state, events } = await scene.ledger.settledWallet(scene.tenant.walletId);
    t.like(choicesIn({ events })[0], { strategy: 'embedded', attempts: 0, cost_eur: '0.000000000', usage_known: true });
    t.is(state.settled, 0n);
    const metrics = await httpCall(scene.metricsUrl);
    // Once before the judge, and once before who answers.
    t.regex(metrics.text, /waybill_personal_data_left_total\{kind="PERSON"\} 2/);
  });
}
