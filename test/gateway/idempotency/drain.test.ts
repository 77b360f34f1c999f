import test, { type ExecutionContext } from 'ava';
import { heldGateway } from '../../_support/held-gateway.ts';
import { codeOf, keyedPost } from '../../_support/keyed-post.ts';
import { chat } from '../../_support/sandbox-post.ts';

/** One request under a key that is held before its upstream, and others that wait for its answer. */
async function held(t: ExecutionContext) {
  const { gateway, apiKey, open, inside, firstUnderWay } = await heldGateway(t, {
    top: { idempotency: { wait_ms: 600_000 } },
    server: { drain_timeout_ms: 600_000 },
  });
  const call = { apiKey, key: 'k', body: chat('Hello', { model: 'light', max_tokens: 100 }) };
  const first = keyedPost(gateway, call);
  await firstUnderWay();
  return { gateway, call, first, open, inside };
}

test('a stopping gateway waits for the request under a key, but not for requests that only wait for its answer', async (t) => {
  const { gateway, call, first, open, inside } = await held(t);
  const repeated = Array.from({ length: 20 }, () => keyedPost(gateway, call));
  await inside(21);
  const stopped = gateway.stop();
  for (const reply of await Promise.all(repeated)) {
    t.is(reply.status, 409);
    t.is(codeOf(reply), 'idempotency_key_in_use');
    t.is(reply.headers['x-should-retry'], 'true');
    t.is(reply.headers['retry-after'], '5');
  }
  open();
  t.is((await first).status, 200);
  await stopped;
});

test('a caller who hangs up while waiting for the answer of another request frees its place', async (t) => {
  const { gateway, call, first, open, inside } = await held(t);
  const hungUp = new AbortController();
  const waiting = fetch(`${gateway.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${call.apiKey}`, 'content-type': 'application/json', 'idempotency-key': 'k' },
    body: JSON.stringify(call.body),
    signal: hungUp.signal,
  });
  await inside(2);
  hungUp.abort();
  await t.throwsAsync(waiting, { name: 'AbortError' });
  await inside(1);
  open();
  t.is((await first).status, 200);
});
