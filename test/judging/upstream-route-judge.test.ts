import test from 'ava';
import { systemOneForm } from '../../src/judging/systemone-form.ts';
import { createUpstreamRouteJudge } from '../../src/judging/upstream-route-judge.ts';

const told = JSON.stringify({
  answers: { tier: { choice: 'B', confidence: 0.9 } },
  usage: { input_tokens: 30, output_tokens: 4 },
});

for (const [what, text] of [
  ['as it is', told],
  ['behind a byte order mark', `\u{feff}${told}`],
] as const) {
  test(`the verdict of an upstream is read ${what}`, async (t) => {
    const judge = createUpstreamRouteJudge({
      upstream: {
        send: async () => ({
          status: 200,
          headers: {},
          body: (async function* pieces() {
            yield Buffer.from(text);
          })(),
        }),
      },
      upstreamName: 'there',
      form: systemOneForm({ model: 'judge' }),
      deadlineMs: 20_000,
    });
    const judgement = await judge.ask({
      question: {
        openingText: 'Prove it.',
        latestText: 'Prove it.',
        toolResults: [],
        effort: null,
        outputTokensMax: null,
        inputTokens: 3,
        toolCount: 0,
        wantsSchema: false,
        hasAttachments: false,
        isCompacted: false,
      },
      tiers: 2,
      ranks: [0, 2],
      selectionId: 'one',
      sharer: { tenantId: 'tenant', keyId: 'key' },
      signal: new AbortController().signal,
      mayLeave: () => Promise.resolve(true),
    });
    t.like(judgement, { tier: 1, confidence: 0.9, usage: { input_tokens: 30, output_tokens: 4 } });
  });
}
