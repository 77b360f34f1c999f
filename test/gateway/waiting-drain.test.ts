// A gateway that ends keeps nobody waiting for a turn.
import test from 'ava';
import { callChat } from '../_support/chat-call.ts';
import { setPoolScene } from '../_support/failing-over-scene.ts';
import { heldGateway } from '../_support/held-gateway.ts';
import { httpCall } from '../_support/http-call.ts';
import { chat } from '../_support/sandbox-post.ts';
import { until } from '../_support/until.ts';

test('a request waiting for a credential is refused in its dialect when the gateway stops, and nothing is held', async (t) => {
  const { gateway, apiKey, walletId, open, inside, firstUnderWay } = await heldGateway(t, {
    upstream: {
      api_key: undefined,
      credentials: [{ name: 'only', api_key: 'sandbox-upstream-key', requests_at_once: 1 }],
    },
    target: { surfaces: ['chat_completions', 'messages'] },
    server: { drain_timeout_ms: 600_000 },
  });
  const post = (path: string) =>
    fetch(`${gateway.baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(chat('Hello', { model: 'light', max_tokens: 100 })),
    });
  const first = post('/chat/completions');
  await firstUnderWay();
  const waiting = [post('/chat/completions'), post('/messages')];
  await inside(3);
  const stopped = gateway.stop();
  for (const answer of await Promise.all(waiting)) {
    t.is(answer.status, 503);
    t.true(Number(answer.headers.get('retry-after')) > 0);
    t.regex(await answer.text(), /"error":.*The gateway is shutting down/);
  }
  const events = await gateway.wallet(walletId);
  t.is(events.filter(({ type }) => type === 'CreditReserved').length, 1, 'nothing was held for who only waited');
  open();
  t.is((await first).status, 200);
  await stopped;
});

test('a stopping gateway is not ready while its last requests run', async (t) => {
  const { gateway, apiKey, open, firstUnderWay } = await heldGateway(t, { server: { drain_timeout_ms: 600_000 } });
  t.teardown(open);
  const ready = async () => {
    const { status, text } = await httpCall(`${gateway.operations}/readyz`);
    return { status, missing: (JSON.parse(text) as { readonly missing: readonly string[] }).missing };
  };
  const running = callChat(gateway, apiKey, chat('Hello', { model: 'light', max_tokens: 100 })).seen;
  await firstUnderWay();
  t.deepEqual(await ready(), { status: 200, missing: [] });
  const stopped = gateway.stop();
  t.deepEqual(await ready(), { status: 503, missing: ['stopping'] });
  open();
  t.is((await running).status, 200);
  await stopped;
});

test('a request waiting for a `retry-after` gets the upstream’s refusal when the gateway stops, and nothing stays held', async (t) => {
  const scene = await setPoolScene(t, {
    upstream: { retries_max: 1, retry_after_ms_max: 60_000 },
    top: { profiles: { light: { targets: ['small'] } } },
    server: { drain_timeout_ms: 600_000 },
  });
  await scene.first.misbehave('429; retry_after_s=50');
  const asked = scene.ask('hello');
  await until('it was refused', async () => (await scene.first.requests()).length === 1);
  await scene.stop();
  const answer = await asked;
  t.is(answer.status, 429);
  t.regex(await answer.text(), /upstream_rate_limited/);
  t.is((await scene.first.requests()).length, 1);
  const wallet = await scene.ledger.settledWallet(scene.tenant.walletId, 1);
  t.is(wallet.state.reserved, 0n);
  t.is(wallet.state.settled, 0n);
});
