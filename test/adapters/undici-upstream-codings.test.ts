import { brotliCompressSync, createGzip, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { connect, failureOf, request, serve, serveSocket, onEachRequest, textOf, until } from './_upstream-server.ts';

// `identity` is asked for. An upstream, or a proxy before it, that compresses all the same is understood.

const text = 'data: {"choices":[{"delta":{"content":"é"}}]}\n\n'.repeat(2_000);

async function answered(t: ExecutionContext, coding: string | string[], body: Buffer) {
  const baseUrl = await serve(t, (_incoming, answer) => {
    answer.setHeader('content-encoding', coding).setHeader('content-length', body.length).end(body);
  });
  return connect(t, { baseUrl }).send(request());
}

for (const [coding, compress] of [
  ['gzip', gzipSync],
  ['GZip', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['identity, gzip', gzipSync],
] as const) {
  test(`an answer in the coding ${coding} is decoded, and says nothing of it`, async (t) => {
    const { headers, ...rest } = await answered(t, coding, compress(text));
    t.deepEqual(
      Object.keys(headers).filter((name) => name.startsWith('content-')),
      [],
    );
    t.is(await textOf({ headers, ...rest }), text);
  });

  test(`what breaks off in the coding ${coding} is no whole answer`, async (t) => {
    const whole = compress(text);
    for (const bytes of [whole.subarray(0, whole.length - 1), whole.subarray(0, 20), whole.subarray(20)]) {
      const answer = answered(t, coding, bytes);
      t.is(await failureOf(t, answer.then(textOf)), 'reset, unknown', `${bytes.length} of ${whole.length}`);
    }
  });
}

test('a coding that is not known, or two at once, are refused: whether the request was charged is unknown', async (t) => {
  for (const coding of ['zstd', 'gzip, br', ['gzip', 'gzip'], 'constructor']) {
    t.is(await failureOf(t, answered(t, coding, gzipSync(text))), 'reset, unknown', String(coding));
  }
});

test('deflate without its frame, and what is not compressed at all, are refused', async (t) => {
  for (const [coding, bytes] of [
    ['deflate', deflateRawSync(text)],
    ['gzip', Buffer.from(text)],
    ['br', Buffer.from(text)],
  ] as const) {
    t.is(await failureOf(t, answered(t, coding, bytes).then(textOf)), 'reset, unknown', coding);
  }
});

test('an empty body is empty in every coding', async (t) => {
  t.is(await textOf(await answered(t, 'gzip', Buffer.alloc(0))), '');
});

test('a compressed stream is handed on as it arrives', async (t) => {
  const gzip = createGzip();
  const baseUrl = await serve(t, (_incoming, answer) => {
    answer.writeHead(200, { 'content-encoding': 'gzip' });
    gzip.pipe(answer);
    gzip.write('one');
    gzip.flush();
  });
  const { body } = await connect(t, { baseUrl }).send(request());
  const pieces = body[Symbol.asyncIterator]();
  const first = await pieces.next();
  t.is(first.value?.toString(), 'one');
  gzip.end('two');
  t.is((await pieces.next()).value?.toString(), 'two');
  t.true((await pieces.next()).done);
});

test('a body that unfolds to very much more than was sent is not read to its end', async (t) => {
  for (const [coding, compress] of [
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const) {
    const { body } = await answered(t, coding, compress(Buffer.alloc(64 * 1_048_576)));
    let bytes = 0;
    const reading = (async () => {
      for await (const piece of body) bytes += piece.length;
    })();
    t.is(await failureOf(t, reading), 'too_large, unknown');
    t.true(bytes < 32 * 1_048_576, `${bytes} bytes`);
  }
});

test('what is small may unfold to any size', async (t) => {
  t.is((await textOf(await answered(t, 'gzip', gzipSync(' '.repeat(1_000_000))))).length, 1_000_000);
});

test('a consumer that leaves while it waits for more closes the connection at once', async (t) => {
  let isClosed = false;
  const port = await serveSocket(t, (socket) => {
    socket.on('close', () => (isClosed = true));
    onEachRequest(socket, () => {
      const begun = gzipSync('begun').subarray(0, 12);
      socket.write('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 1000\r\n\r\n');
      socket.write(begun);
    });
  });
  const { body } = await connect(t, { baseUrl: `http://127.0.0.1:${port}` }).send(request());
  const pieces = body[Symbol.asyncIterator]();
  const waiting = failureOf(t, pieces.next());
  await pieces.return?.();
  t.regex(await waiting, /^(aborted|reset), unknown$/);
  await until(() => isClosed);
});

test('the time limits hold for a compressed body', async (t) => {
  const gzip = createGzip();
  const baseUrl = await serve(t, (_incoming, answer) => {
    answer.writeHead(200, { 'content-encoding': 'gzip' });
    gzip.pipe(answer);
    gzip.write('begun');
    gzip.flush();
  });
  const answer = await connect(t, { baseUrl, idleTimeoutMs: 300 }).send(request());
  t.is(await failureOf(t, textOf(answer)), 'idle_timeout, unknown');
});
