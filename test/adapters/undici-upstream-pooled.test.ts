import test from 'ava';
import { closedPort, connect, failureOf, request, serve, textOf } from './_upstream-server.ts';

const pooled = { firstByteTimeoutMs: 60_000 };

test('an attempt of a pool is not repeated', async (t) => {
  let count = 0;
  const baseUrl = await serve(t, (_, answer) => {
    count += 1;
    answer.writeHead(503, { 'retry-after': '0' }).end();
  });
  const upstream = connect(t, { baseUrl, retriesMax: 2 });
  const answer = await upstream.send(request({ pooled }));
  await textOf(answer);
  t.is(answer.status, 503);
  t.is(count, 1);
});

test('attempts of a pool neither open the circuit nor ask it', async (t) => {
  const settings = {
    baseUrl: `http://127.0.0.1:${await closedPort()}`,
    circuit: { failuresInARow: 1, openMs: 60_000 },
  };
  const upstream = connect(t, { ...settings, retriesMax: 0 });
  t.is(await failureOf(t, upstream.send(request({ pooled }))), 'connect, not_sent');
  t.deepEqual(upstream.state(), [{ upstream: 'one', circuit: 'closed' }]);
  t.is(await failureOf(t, upstream.send(request())), 'connect, not_sent');
  t.deepEqual(upstream.state(), [{ upstream: 'one', circuit: 'open' }]);
  t.is(await failureOf(t, upstream.send(request({ pooled }))), 'connect, not_sent');
});

test('a pool may set a shorter first-byte time-out', async (t) => {
  const baseUrl = await serve(t, () => undefined);
  const upstream = connect(t, { baseUrl, firstByteTimeoutMs: 60_000 });
  const sending = upstream.send(request({ pooled: { firstByteTimeoutMs: 50 } }));
  t.is(await failureOf(t, sending), 'first_byte_timeout, unknown');
});
