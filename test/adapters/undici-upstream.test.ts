import { setImmediate as nextTurn } from 'node:timers/promises';
import test from 'ava';
import { connect, failureOf, onEachRequest, request, serve, serveSocket, textOf } from './_upstream-server.ts';

const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

test('a request goes out with the gateway’s own headers and nothing else', async (t) => {
  const heads: string[] = [];
  const port = await serveSocket(t, (socket) =>
    onEachRequest(socket, (head) => {
      heads.push(head);
      socket.write(ok);
    }),
  );
  const upstream = connect(t, { baseUrl: `http://127.0.0.1:${port}/v1/` });
  await textOf(await upstream.send(request({ reservationId: 'r-1', path: '/responses?beta=true' })));
  t.deepEqual(heads[0]?.split('\r\n'), [
    'POST /v1/responses?beta=true HTTP/1.1',
    `host: 127.0.0.1:${port}`,
    'connection: keep-alive',
    'user-agent: waybill/0.1.0',
    'accept-encoding: identity',
    'authorization: Bearer sk-own',
    'x-waybill-reservation: r-1',
    'content-type: application/json',
    'content-length: 13',
  ]);
});

test('credentials, cookies and hop-by-hop headers of the caller are not sent, whatever a surface passes', async (t) => {
  const seen: Record<string, unknown>[] = [];
  const baseUrl = await serve(t, (incoming, answer) => {
    seen.push(incoming.headersDistinct);
    answer.end('ok');
  });
  const upstream = connect(t, { baseUrl });
  const headers = {
    Authorization: 'Bearer caller',
    'x-api-key': 'caller',
    Cookie: 'session=caller',
    'proxy-authorization': 'caller',
    connection: 'x-stainless-os',
    'transfer-encoding': 'chunked',
    host: 'elsewhere.example',
    'x-waybill-reservation': 'forged',
    'user-agent': 'caller',
    'accept-encoding': 'gzip',
    'x-stainless-os': 'caller',
    'openai-organization': 'caller',
    'content-length': '9999',
    expect: '100-continue',
    Accept: 'text/event-stream',
    'Content-Type': 'application/json',
    'anthropic-version': '2023-06-01',
    'OpenAI-Beta': 'assistants=v2',
    'TypeSafe-Danger-Zone-Example': 'yes',
  };
  await textOf(await upstream.send(request({ headers, reservationId: 'r-2' })));
  const { host, ...others } = seen[0] ?? {};
  t.regex(String(host), /^127\.0\.0\.1:\d+$/);
  t.deepEqual(others, {
    connection: ['keep-alive'],
    'user-agent': ['waybill/0.1.0'],
    'accept-encoding': ['identity'],
    authorization: ['Bearer sk-own'],
    'x-waybill-reservation': ['r-2'],
    accept: ['text/event-stream'],
    'content-type': ['application/json'],
    'anthropic-version': ['2023-06-01'],
    'openai-beta': ['assistants=v2'],
    'typesafe-danger-zone-example': ['yes'],
    'content-length': ['13'],
  });
});

test('the credential is sent in the configured header, or not at all', async (t) => {
  const seen: (readonly [unknown, unknown])[] = [];
  const baseUrl = await serve(t, ({ headers }, answer) => {
    seen.push([headers.authorization, headers['x-api-key']]);
    answer.end('ok');
  });
  for (const settings of [
    { auth: 'x-api-key', apiKey: 'sk-own' },
    { auth: 'none', apiKey: 'sk-own' },
    { auth: 'bearer', apiKey: null },
  ] as const) {
    await textOf(await connect(t, { baseUrl, ...settings }).send(request()));
  }
  t.deepEqual(seen, [
    [undefined, 'sk-own'],
    [undefined, undefined],
    [undefined, undefined],
  ]);
});

test('the body is sent unchanged, byte for byte', async (t) => {
  const baseUrl = await serve(t, (incoming, answer) => incoming.pipe(answer));
  const body = Buffer.from(`{"n": 1.0, "text": "${'é'.repeat(200_000)}"}`);
  t.is(await textOf(await connect(t, { baseUrl }).send(request({ body }))), body.toString());
});

test('an answer keeps its headers in lower case, without those of the connection', async (t) => {
  const port = await serveSocket(t, (socket) =>
    onEachRequest(socket, () =>
      socket.write(
        [
          'HTTP/1.1 201 Created',
          'Content-Type: application/json',
          'X-Request-ID: abc',
          'Vary: a',
          'Vary: b',
          'X-Hop: gone',
          'Connection: keep-alive, X-Hop',
          'Keep-Alive: timeout=5',
          'Transfer-Encoding: chunked',
          'Trailer: x-sum',
          'Set-Cookie: a=b',
          'Content-Encoding: identity',
          '',
          '2\r\nok\r\n0\r\nx-sum: 1\r\n\r\n',
        ].join('\r\n'),
      ),
    ),
  );
  const answer = await connect(t, { baseUrl: `http://127.0.0.1:${port}` }).send(request());
  t.is(answer.status, 201);
  t.deepEqual(answer.headers, { 'content-type': 'application/json', 'x-request-id': 'abc', vary: 'a, b' });
  t.is(await textOf(answer), 'ok');
});

test('a redirect is an answer like any other', async (t) => {
  const paths: unknown[] = [];
  const baseUrl = await serve(t, (incoming, answer) => {
    paths.push(incoming.url);
    answer.writeHead(307, { location: '/elsewhere' }).end();
  });
  const answer = await connect(t, { baseUrl }).send(request());
  t.is(answer.status, 307);
  t.is(await textOf(answer), '');
  t.deepEqual(paths, ['/chat/completions']);
});

test('early hints before the answer are passed over', async (t) => {
  const port = await serveSocket(t, (socket) =>
    onEachRequest(socket, () => socket.write(`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${ok}`)),
  );
  const answer = await connect(t, { baseUrl: `http://127.0.0.1:${port}` }).send(request());
  t.is(answer.status, 200);
  t.is(await textOf(answer), 'ok');
});

test('an unrequested 100 Continue ends the exchange, with its outcome unknown', async (t) => {
  const port = await serveSocket(t, (socket) =>
    onEachRequest(socket, () => socket.write(`HTTP/1.1 100 Continue\r\n\r\n${ok}`)),
  );
  const upstream = connect(t, { baseUrl: `http://127.0.0.1:${port}` });
  t.is(await failureOf(t, upstream.send(request())), 'reset, unknown');
});

test('an answer that is not HTTP ends the exchange, with its outcome unknown', async (t) => {
  const port = await serveSocket(t, (socket) => onEachRequest(socket, () => socket.write('SSH-2.0-OpenSSH\r\n')));
  const upstream = connect(t, { baseUrl: `http://127.0.0.1:${port}` });
  t.is(await failureOf(t, upstream.send(request())), 'reset, unknown');
});

test('an answer with a head that is too large is refused', async (t) => {
  const port = await serveSocket(t, (socket) =>
    onEachRequest(socket, () => socket.write(`HTTP/1.1 200 OK\r\nx-large: ${'a'.repeat(40_000)}\r\n\r\n`)),
  );
  const upstream = connect(t, { baseUrl: `http://127.0.0.1:${port}` });
  t.is(await failureOf(t, upstream.send(request())), 'too_large, unknown');
});

for (const coding of ['identity', 'Identity', '']) {
  test(`an answer in the content coding ${JSON.stringify(coding)} is handed on`, async (t) => {
    const baseUrl = await serve(t, (_incoming, answer) => {
      answer.writeHead(200, { 'content-encoding': coding }).end('plain');
    });
    t.is(await textOf(await connect(t, { baseUrl }).send(request())), 'plain');
  });
}

test('a header or path that cannot be put on the wire is refused with nothing sent', async (t) => {
  let connections = 0;
  const port = await serveSocket(t, () => (connections += 1));
  const upstream = connect(t, { baseUrl: `http://127.0.0.1:${port}` });
  const broken = [request({ headers: { accept: 'a\r\nx-api-key: b' } }), request({ path: '/a\r\nb' })];
  for (const each of broken) t.is(await failureOf(t, upstream.send(each)), 'aborted, not_sent');
  t.is(connections, 0);
});

test('an upstream that is not configured is a mistake of ours', async (t) => {
  const upstream = connect(t, { baseUrl: 'http://127.0.0.1:1' });
  await t.throwsAsync(upstream.send(request({ upstream: 'two' })), { instanceOf: TypeError });
});

test('500 requests at once share the allowed connections', async (t) => {
  const sockets = new Set<unknown>();
  const baseUrl = await serve(t, (incoming, answer) => {
    sockets.add(incoming.socket);
    incoming.pipe(answer);
  });
  const upstream = connect(t, { baseUrl, connectionsMax: 16 });
  const texts = await Promise.all(
    Array.from({ length: 500 }, async (_, n) => textOf(await upstream.send(request({ body: Buffer.from(`${n}`) })))),
  );
  t.deepEqual(
    texts,
    Array.from({ length: 500 }, (_, n) => `${n}`),
  );
  t.true(sockets.size <= 16, `${sockets.size} connections`);
});

test('requests beyond the limit of waiting ones are refused unsent', async (t) => {
  const held: (() => void)[] = [];
  const baseUrl = await serve(t, (_incoming, answer) => held.push(() => answer.end('ok')));
  const upstream = connect(t, { baseUrl, connectionsMax: 1, waitingMax: 1 });
  const first = upstream.send(request());
  const second = upstream.send(request());
  t.is(await failureOf(t, upstream.send(request())), 'crowded, not_sent');
  const answering = setInterval(() => held.shift()?.(), 1);
  t.teardown(() => clearInterval(answering));
  t.is(await textOf(await first), 'ok');
  t.is(await textOf(await second), 'ok');
  t.is(await textOf(await upstream.send(request())), 'ok');
});

test('a successor with the same settings keeps the connections, which the last user closes', async (t) => {
  let connections = 0;
  const port = await serveSocket(t, (socket) => {
    connections++;
    onEachRequest(socket, () => socket.write(ok));
  });
  const settings = { baseUrl: `http://127.0.0.1:${port}/v1` };
  const first = connect(t, settings);
  await textOf(await first.send(request()));

  const second = connect(t, settings, { predecessor: first });
  await first[Symbol.asyncDispose]();
  await nextTurn();
  t.is(await textOf(await second.send(request())), 'ok');
  t.is(connections, 1);

  const third = connect(t, { ...settings, apiKey: 'sk-next' }, { predecessor: second });
  t.is(await textOf(await third.send(request())), 'ok');
  t.is(connections, 2);
  await second[Symbol.asyncDispose]();
  t.regex(await failureOf(t, second.send(request())), /not_sent/);
});
