// Real connections, and time that passes when a test says so: no time-out is reached because a machine is busy.
import test from 'ava';
import { SimulatedTimer } from '../_support/simulated-timer.ts';
import { connect, failureOf, onEachRequest, request, serve, serveSocket, textOf, until } from './_upstream-server.ts';

test('a connection that is not established in time was not used', async (t) => {
  const port = await serveSocket(t, () => undefined); // accepts, but never shakes hands
  const upstream = connect(t, { baseUrl: `https://127.0.0.1:${port}`, connectTimeoutMs: 50 });
  t.is(await failureOf(t, upstream.send(request())), 'connect, not_sent');
});

test('an upstream that never answers is left, and the outcome is unknown', async (t) => {
  const timer = new SimulatedTimer();
  let isClosed = false;
  let count = 0;
  const port = await serveSocket(t, (socket) => {
    socket.on('close', () => (isClosed = true));
    onEachRequest(socket, () => (count += 1));
  });
  const upstream = connect(t, { baseUrl: `http://127.0.0.1:${port}`, firstByteTimeoutMs: 50 }, { timer });
  const left = failureOf(t, upstream.send(request()));
  await until(() => count === 1);
  await timer.pass(1_000);
  t.is(await left, 'first_byte_timeout, unknown');
  await until(() => isClosed);
  t.is(count, 1);
});

test('a request that waits too long for a free connection is given up, and never sent later', async (t) => {
  const timer = new SimulatedTimer();
  const seen: unknown[] = [];
  const baseUrl = await serve(t, (incoming, answer) => {
    seen.push(incoming.headers['x-waybill-reservation']);
    if (seen.length > 1) answer.end('ok');
    else answer.write('start');
    if (seen.length === 1) endFirst = () => answer.end();
  });
  let endFirst = (): unknown => undefined;
  const upstream = connect(t, { baseUrl, connectionsMax: 1, firstByteTimeoutMs: 1_500 }, { timer });
  const first = await upstream.send(request({ reservationId: 'first' }));
  const second = failureOf(t, upstream.send(request({ reservationId: 'second' })));
  await timer.pass(3_000);
  t.is(await second, 'first_byte_timeout, not_sent');
  endFirst();
  t.is(await textOf(first), 'start');
  t.is(await textOf(await upstream.send(request({ reservationId: 'third' }))), 'ok');
  t.deepEqual(seen, ['first', 'third']);
});

test('an upstream that falls silent within its answer is left after the idle time-out', async (t) => {
  const timer = new SimulatedTimer();
  const baseUrl = await serve(t, (_incoming, answer) => answer.write('begun'));
  const answer = await connect(t, { baseUrl, idleTimeoutMs: 500 }, { timer }).send(request());
  const chunks: string[] = [];
  const reading = (async () => {
    for await (const chunk of answer.body) chunks.push(chunk.toString());
  })();
  await until(() => chunks.length > 0);
  await timer.pass(400);
  t.is(chunks.length, 1);
  await timer.pass(1_000);
  t.is(await failureOf(t, reading), 'idle_timeout, unknown');
  t.deepEqual(chunks, ['begun']);
});

test('a steady stream of bytes avoids the idle time-out, but not the total one', async (t) => {
  const timer = new SimulatedTimer();
  let drip = (): unknown => undefined;
  const baseUrl = await serve(t, (_incoming, answer) => {
    drip = () => answer.write('.');
    drip();
  });
  const answer = await connect(t, { baseUrl, idleTimeoutMs: 1_000, totalTimeoutMs: 5_000 }, { timer }).send(request());
  const seen = { drops: 0, isOver: false };
  const reading = (async () => {
    for await (const chunk of answer.body) seen.drops += chunk.length;
  })().finally(() => (seen.isOver = true));
  const failure = failureOf(t, reading);
  while (!seen.isOver) {
    const { drops } = seen;
    drip();
    await until(() => seen.drops > drops || seen.isOver);
    await timer.pass(500);
  }
  t.is(await failure, 'total_timeout, unknown');
  t.true(seen.drops >= 10);
});

test('the total time-out also strikes before the first byte', async (t) => {
  const timer = new SimulatedTimer();
  let isAsked = false;
  const port = await serveSocket(t, (socket) => onEachRequest(socket, () => (isAsked = true)));
  const upstream = connect(t, { baseUrl: `http://127.0.0.1:${port}`, totalTimeoutMs: 50 }, { timer });
  const left = failureOf(t, upstream.send(request()));
  await until(() => isAsked);
  await timer.pass(1_000);
  t.is(await left, 'total_timeout, unknown');
});

test('a consumer that pauses loses nothing', async (t) => {
  const size = 16_000_000;
  const baseUrl = await serve(t, (_incoming, answer) => answer.end(Buffer.alloc(size)));
  const answer = await connect(t, { baseUrl }, { timer: new SimulatedTimer() }).send(request());
  let bytes = 0;
  for await (const chunk of answer.body) {
    bytes += chunk.length;
    // Chunks that arrive meanwhile fill the buffer, so that the socket is paused again and again.
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  t.is(bytes, size);
});

test('an unread body ends with the total time-out, and its connection with it', async (t) => {
  const timer = new SimulatedTimer();
  let isClosed = false;
  const baseUrl = await serve(t, (incoming, answer) => {
    incoming.socket.on('close', () => (isClosed = true));
    answer.write(Buffer.alloc(16_000_000));
  });
  const answer = await connect(t, { baseUrl, totalTimeoutMs: 2_000 }, { timer }).send(request());
  await timer.pass(4_000);
  await until(() => isClosed);
  t.is(await failureOf(t, textOf(answer)), 'total_timeout, unknown');
});

test('a blocked event loop does not cut an answer whose bytes wait in the socket', async (t) => {
  const timer = new SimulatedTimer();
  let end = (): unknown => undefined;
  const baseUrl = await serve(t, (_incoming, answer) => {
    answer.write('one ');
    end = () => answer.end('two');
  });
  const answer = await connect(t, { baseUrl, idleTimeoutMs: 200, totalTimeoutMs: 200 }, { timer }).send(request());
  const text = textOf(answer);
  end();
  timer.stand(600);
  // The tick that was due meanwhile.
  await timer.pass(0);
  t.is(await text, 'one two');
});

test('aborting before anything was sent is known not to have been sent', async (t) => {
  let count = 0;
  const port = await serveSocket(t, () => (count += 1));
  const upstream = connect(t, { baseUrl: `http://127.0.0.1:${port}` });
  t.is(await failureOf(t, upstream.send(request({ signal: AbortSignal.abort() }))), 'aborted, not_sent');
  t.is(count, 0);
});

test('aborting while the answer is awaited closes the connection, and the outcome is unknown', async (t) => {
  const abort = new AbortController();
  let isClosed = false;
  const port = await serveSocket(t, (socket) => {
    socket.on('close', () => (isClosed = true));
    onEachRequest(socket, () => abort.abort());
  });
  const upstream = connect(t, { baseUrl: `http://127.0.0.1:${port}` });
  t.is(await failureOf(t, upstream.send(request({ signal: abort.signal }))), 'aborted, unknown');
  await until(() => isClosed);
});

test('aborting while waiting for a free connection never sends the request', async (t) => {
  const abort = new AbortController();
  const seen: unknown[] = [];
  const answers: (() => void)[] = [];
  const baseUrl = await serve(t, (incoming, answer) => {
    seen.push(incoming.headers['x-waybill-reservation']);
    answers.push(() => answer.end('ok'));
  });
  const upstream = connect(t, { baseUrl, connectionsMax: 1 });
  const first = upstream.send(request({ reservationId: 'first' }));
  const second = failureOf(t, upstream.send(request({ reservationId: 'second', signal: abort.signal })));
  const third = upstream.send(request({ reservationId: 'third' }));
  await until(() => answers.length === 1);
  abort.abort();
  t.is(await second, 'aborted, not_sent');
  answers[0]?.();
  t.is(await textOf(await first), 'ok');
  await until(() => answers.length === 2);
  answers[1]?.();
  t.is(await textOf(await third), 'ok');
  t.deepEqual(seen, ['first', 'third']);
});

test('aborting within the body ends the iteration at once', async (t) => {
  const abort = new AbortController();
  const baseUrl = await serve(t, (_incoming, answer) => answer.write('begun'));
  const answer = await connect(t, { baseUrl }).send(request({ signal: abort.signal }));
  const reading = (async () => {
    for await (const chunk of answer.body) if (chunk.length > 0) setImmediate(() => abort.abort());
  })();
  t.is(await failureOf(t, reading), 'aborted, unknown');
});

test('disposing lets a running answer finish', async (t) => {
  const baseUrl = await serve(t, (_incoming, answer) => {
    answer.write('begun ');
    finish = () => answer.end('and ended');
  });
  let finish = (): unknown => undefined;
  const upstream = connect(t, { baseUrl }, { closeTimeoutMs: 60_000 });
  const answer = await upstream.send(request());
  const disposing = upstream[Symbol.asyncDispose]();
  t.is(await failureOf(t, upstream.send(request())), 'aborted, not_sent');
  finish();
  t.is(await textOf(answer), 'begun and ended');
  await disposing;
});

test('disposing cuts requests that do not finish in time, waiting or running', async (t) => {
  let isClosed = false;
  const baseUrl = await serve(t, (incoming, answer) => {
    incoming.socket.on('close', () => (isClosed = true));
    answer.write('begun');
  });
  const upstream = connect(t, { baseUrl, connectionsMax: 1 }, { closeTimeoutMs: 10 });
  const answer = await upstream.send(request());
  const waiting = failureOf(t, upstream.send(request()));
  await upstream[Symbol.asyncDispose]();
  t.is(await waiting, 'aborted, not_sent');
  t.is(await failureOf(t, textOf(answer)), 'aborted, unknown');
  await until(() => isClosed);
});

test('a request may set a shorter first-byte time-out', async (t) => {
  const timer = new SimulatedTimer();
  let isSeen = false;
  const baseUrl = await serve(t, () => (isSeen = true));
  const upstream = connect(t, { baseUrl, firstByteTimeoutMs: 60_000 }, { timer });
  const sending = failureOf(t, upstream.send(request({ firstByteTimeoutMs: 50 })));
  await until(() => isSeen);
  await timer.pass(1_000);
  t.is(await sending, 'first_byte_timeout, unknown');
});

test('a request may set a shorter total time-out, whatever of the answer has come', async (t) => {
  const timer = new SimulatedTimer();
  const baseUrl = await serve(t, (_, answer) => void answer.writeHead(200).write('begun'));
  const upstream = connect(t, { baseUrl, totalTimeoutMs: 60_000 }, { timer });
  const reading = failureOf(t, textOf(await upstream.send(request({ totalTimeoutMs: 200 }))));
  await timer.pass(1_000);
  t.is(await reading, 'total_timeout, unknown');
});
