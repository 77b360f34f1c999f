import test from 'ava';
import { walletSight } from '../_support/ledger-view.ts';
import { serveGateway } from '../_support/served-gateway.ts';

const answerBytes = 600_000;

test('large answers take turns in the memory that they may have together, and each is charged', async (t) => {
  const gateway = await serveGateway(t, {
    config: {
      server: { answer_bytes_max: 1_000_000, answers_bytes_max: 1_000_000 },
      target: { context_tokens_max: 2_000_000, output_tokens_max: 1_000_000 },
      top: { idempotency: { answer_bytes_max: 1_000_000 } },
    },
  });
  const { apiKey, walletId } = await gateway.tenant({ creditEur: '1000' });
  const { chat } = gateway.client(apiKey);
  const content = 'word '.repeat(answerBytes / 5);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => chat.completions.create({ messages: [{ role: 'user', content }], model: 'light' })),
  );
  for (const { choices } of answers) t.true((choices[0]?.message.content?.length ?? 0) > 262_144);
  const { reservations } = await walletSight(gateway.log, walletId);
  t.is(reservations.length, 6);
  for (const { settled } of reservations) t.truthy(settled);
  const metrics = await (await fetch(`${gateway.operations}/metrics`)).text();
  t.regex(metrics, /^waybill_answers_bytes 0$/m);
});
