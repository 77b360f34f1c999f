import test from 'ava';
import { closedPort, connect, failureOf, request, serve, textOf } from './_upstream-server.ts';

for (const way of ['single', 'guarded'] as const) {
  test(`a ${way} attempt is not repeated`, async (t) => {
    let count = 0;
    const baseUrl = await serve(t, (_, answer) => {
      count += 1;
      answer.writeHead(503, { 'retry-after': '0' }).end();
    });
    const answer = await connect(t, { baseUrl, retriesMax: 2 })[way].send(request());
    await textOf(answer);
    t.is(answer.status, 503);
    t.is(count, 1);
  });
}

test('single attempts neither open the circuit nor ask it; guarded ones do both', async (t) => {
  const { single, guarded, state } = connect(t, {
    baseUrl: `http://127.0.0.1:${await closedPort()}`,
    circuit: { failuresInARow: 1, openMs: 60_000 },
  });
  t.is(await failureOf(t, single.send(request())), 'connect, not_sent');
  t.deepEqual(state(), [{ upstream: 'one', circuit: 'closed' }]);
  t.is(await failureOf(t, guarded.send(request())), 'connect, not_sent');
  t.deepEqual(state(), [{ upstream: 'one', circuit: 'open' }]);
  t.is(await failureOf(t, guarded.send(request())), 'circuit_open, not_sent');
  t.is(await failureOf(t, single.send(request())), 'connect, not_sent');
});

test('all ways share the connections of an upstream', async (t) => {
  const baseUrl = await serve(t, () => undefined);
  const abort = new AbortController();
  const { single, guarded, retrying } = connect(t, { baseUrl, connectionsMax: 1, waitingMax: 0, retriesMax: 0 });
  const holding = single.send(request({ signal: abort.signal }));
  t.is(await failureOf(t, guarded.send(request())), 'crowded, not_sent');
  t.is(await failureOf(t, retrying.send(request())), 'crowded, not_sent');
  abort.abort();
  await t.throwsAsync(holding);
});

test('a request may set a shorter first-byte time-out', async (t) => {
  const baseUrl = await serve(t, () => undefined);
  const sending = connect(t, { baseUrl, firstByteTimeoutMs: 60_000 }).single.send(request({ firstByteTimeoutMs: 50 }));
  t.is(await failureOf(t, sending), 'first_byte_timeout, unknown');
});
