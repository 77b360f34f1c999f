import test from 'ava';
import {
  closedPort,
  connect,
  failureOf,
  onEachRequest,
  request,
  serve,
  serveSocket,
  textOf,
  until,
} from './_upstream-server.ts';

const circuit = { failuresInARow: 3, openMs: 60_000 };
const brief = { failuresInARow: 1, openMs: 1 };

/** A server that answers with whatever status the test wants next. */
function answering(statuses: readonly number[]): { count: number; listener: Parameters<typeof serve>[1] } {
  const state = {
    count: 0,
    listener: (_incoming: unknown, answer: { writeHead(status: number): { end(text: string): unknown } }): void => {
      answer.writeHead(statuses[state.count] ?? 200).end('text');
      state.count += 1;
    },
  };
  return state;
}

test('errors of the server in a row open the circuit, and then nothing is sent', async (t) => {
  const server = answering([500, 502, 529]);
  const upstream = connect(t, { baseUrl: await serve(t, server.listener), circuit });
  for (const status of [500, 502, 529]) {
    t.deepEqual(upstream.state(), [{ upstream: 'one', circuit: 'closed' }]);
    const answer = await upstream.send(request());
    t.is(answer.status, status);
    await textOf(answer);
  }
  await until(() => upstream.state()[0]?.circuit === 'open');
  t.is(await failureOf(t, upstream.send(request())), 'circuit_open, not_sent');
  t.is(server.count, 3);
});

test('keys of one tenant whose requests fail do not open the circuit for others', async (t) => {
  const sharer = (tenantId: string, keyId = `key of ${tenantId}`) => ({ tenantId, keyId });
  const server = answering([200, 500, 500, 500, 500, 500, 500, 200, 500, 500]);
  const upstream = connect(t, { baseUrl: await serve(t, server.listener), circuit, retriesMax: 0 });
  const ask = async (by: ReturnType<typeof sharer>): Promise<number> => {
    const answer = await upstream.send(request({ sharer: by }));
    await textOf(answer);
    return answer.status;
  };
  t.is(await ask(sharer('bob')), 200);
  for (let nth = 0; nth < 6; nth += 1) t.is(await ask(sharer('mallory', `key ${nth}`)), 500);
  t.is(await ask(sharer('bob')), 200);
  t.is(await ask(sharer('bob')), 500);
  t.is(await ask(sharer('mallory')), 500, 'bob is not well, either: both count');
});

test('refused connections open the circuit', async (t) => {
  const upstream = connect(t, { baseUrl: `http://127.0.0.1:${await closedPort()}`, circuit });
  t.is(await failureOf(t, upstream.send(request())), 'connect, not_sent');
  t.is(await failureOf(t, upstream.send(request())), 'circuit_open, not_sent');
});

test('resets before and within the answer open the circuit', async (t) => {
  const port = await serveSocket(t, (socket) =>
    onEachRequest(socket, () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nbegun')),
  );
  const upstream = connect(t, { baseUrl: `http://127.0.0.1:${port}`, circuit });
  for (let n = 0; n < 3; n += 1) {
    t.is(await failureOf(t, upstream.send(request()).then(textOf)), 'reset, unknown');
  }
  t.is(await failureOf(t, upstream.send(request())), 'circuit_open, not_sent');
});

test('requests without a first byte in time open the circuit', async (t) => {
  const port = await serveSocket(t, (socket) => socket.resume());
  const upstream = connect(t, {
    baseUrl: `http://127.0.0.1:${port}`,
    firstByteTimeoutMs: 20,
    circuit: { ...circuit, failuresInARow: 1 },
  });
  t.is(await failureOf(t, upstream.send(request())), 'first_byte_timeout, unknown');
  t.is(await failureOf(t, upstream.send(request())), 'circuit_open, not_sent');
});

test('errors of the request and rate limits leave the circuit closed', async (t) => {
  const server = answering([400, 401, 404, 429, 429, 429, 422]);
  const upstream = connect(t, { baseUrl: await serve(t, server.listener), circuit: brief, retriesMax: 0 });
  for (let n = 0; n < 7; n += 1) await textOf(await upstream.send(request()));
  t.deepEqual(upstream.state(), [{ upstream: 'one', circuit: 'closed' }]);
});

test('a good answer between two errors restarts the count', async (t) => {
  const server = answering([500, 500, 200, 500, 500, 200]);
  const upstream = connect(t, { baseUrl: await serve(t, server.listener), circuit });
  for (let n = 0; n < 6; n += 1) await textOf(await upstream.send(request()));
  t.deepEqual(upstream.state(), [{ upstream: 'one', circuit: 'closed' }]);
});

test('callers that hang up do not open the circuit', async (t) => {
  const port = await serveSocket(t, (socket) => onEachRequest(socket, () => hangUp.abort()));
  let hangUp = new AbortController();
  const upstream = connect(t, { baseUrl: `http://127.0.0.1:${port}`, circuit: brief });
  for (let n = 0; n < 3; n += 1) {
    hangUp = new AbortController();
    t.is(await failureOf(t, upstream.send(request({ signal: hangUp.signal }))), 'aborted, unknown');
  }
  t.deepEqual(upstream.state(), [{ upstream: 'one', circuit: 'closed' }]);
});

test('an open circuit lets one request through after its time, and closes when that is answered', async (t) => {
  const held: (() => void)[] = [];
  let count = 0;
  const baseUrl = await serve(t, (_incoming, answer) => {
    count += 1;
    if (count === 1) answer.writeHead(500).end();
    else held.push(() => answer.end('ok'));
  });
  const upstream = connect(t, { baseUrl, circuit: brief });
  await textOf(await upstream.send(request()));
  await until(() => upstream.state()[0]?.circuit === 'open');
  const openedAtMs = Date.now();
  await until(() => Date.now() - openedAtMs > brief.openMs);
  const probe = upstream.send(request());
  t.deepEqual(upstream.state(), [{ upstream: 'one', circuit: 'half_open' }]);
  t.is(await failureOf(t, upstream.send(request())), 'circuit_open, not_sent');
  await until(() => held.length === 1);
  held[0]?.();
  const answer = await probe;
  await until(() => upstream.state()[0]?.circuit === 'closed');
  t.is(await textOf(answer), 'ok');
  t.is(count, 2);
});

test('a probe closes the circuit with the head of its answer, before the end of its body', async (t) => {
  let count = 0;
  const baseUrl = await serve(t, (_incoming, answer) => {
    count += 1;
    if (count === 1) answer.writeHead(500).end();
    else answer.write('begun');
  });
  const upstream = connect(t, { baseUrl, circuit: brief });
  await textOf(await upstream.send(request()));
  const openedAtMs = Date.now();
  await until(() => Date.now() - openedAtMs > brief.openMs);
  await upstream.send(request());
  await until(() => upstream.state()[0]?.circuit === 'closed');
  t.pass();
});

test('a probe that fails, or is aborted by its caller, opens the circuit again', async (t) => {
  const hangUp = new AbortController();
  let count = 0;
  const baseUrl = await serve(t, (_incoming, answer) => {
    count += 1;
    if (count < 3) answer.writeHead(500).end();
    else hangUp.abort();
  });
  const upstream = connect(t, { baseUrl, circuit: brief });
  await textOf(await upstream.send(request()));
  for (const isHungUp of [false, true]) {
    await until(() => upstream.state()[0]?.circuit === 'open');
    const openedAtMs = Date.now();
    await until(() => Date.now() - openedAtMs > brief.openMs);
    const probe = upstream.send(request({ signal: hangUp.signal }));
    t.is(upstream.state()[0]?.circuit, 'half_open');
    if (isHungUp) t.is(await failureOf(t, probe), 'aborted, unknown');
    else await textOf(await probe);
    await until(() => upstream.state()[0]?.circuit === 'open');
  }
  t.is(count, 3);
});

test('a late answer of a request from before the circuit opened does not close it', async (t) => {
  const held: (() => void)[] = [];
  const baseUrl = await serve(t, (_incoming, answer) => {
    if (held.length > 0) answer.writeHead(500).end();
    else held.push(() => answer.end('ok'));
  });
  const upstream = connect(t, { baseUrl, circuit: brief });
  const early = upstream.send(request());
  await until(() => held.length === 1);
  await textOf(await upstream.send(request()));
  await until(() => upstream.state()[0]?.circuit === 'open');
  const openedAtMs = Date.now();
  await until(() => Date.now() - openedAtMs > brief.openMs);
  held[0]?.();
  t.is(await textOf(await early), 'ok');
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
  t.is(upstream.state()[0]?.circuit, 'open');
});
