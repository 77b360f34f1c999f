import type { Socket } from 'node:net';
import { array, assert, asyncProperty, integer, string } from 'fast-check';
import test from 'ava';
import { connect, failureOf, onEachRequest, request, serve, serveSocket, textOf, until } from './_upstream-server.ts';

const chunkedHead = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';

test('a body is read whole, in any chunks and packets', async (t) => {
  let script: { readonly chunks: readonly string[]; readonly packetBytes: number } = { chunks: [], packetBytes: 1 };
  const port = await serveSocket(t, (socket) =>
    onEachRequest(socket, () => {
      const chunks = script.chunks.map((text) => `${text.length.toString(16)}\r\n${text}\r\n`);
      const wire = `${chunkedHead}${chunks.join('')}0\r\nx-checksum: 1\r\n\r\n`;
      for (let at = 0; at < wire.length; at += script.packetBytes) {
        socket.write(wire.slice(at, at + script.packetBytes), 'latin1');
      }
    }),
  );
  const upstream = connect(t, { baseUrl: `http://127.0.0.1:${port}` });
  const chunk = string({ unit: 'binary-ascii', minLength: 1, maxLength: 40 });
  await assert(
    asyncProperty(array(chunk, { maxLength: 20 }), integer({ min: 1, max: 80 }), async (chunks, packetBytes) => {
      script = { chunks, packetBytes };
      t.is(await textOf(await upstream.send(request())), chunks.join(''));
    }),
    { numRuns: 60 },
  );
});

test('a large body of one-byte chunks arrives whole', async (t) => {
  const count = 100_000;
  const port = await serveSocket(t, (socket) =>
    onEachRequest(socket, () => socket.write(`${chunkedHead}${'1\r\na\r\n'.repeat(count)}0\r\n\r\n`)),
  );
  const answer = await connect(t, { baseUrl: `http://127.0.0.1:${port}` }).send(request());
  t.is((await textOf(answer)).length, count);
});

// Alone, because it weighs the buffers of the whole process.
test.serial('a slow consumer holds the upstream back', async (t) => {
  const size = 128 * 1024 * 1024;
  const before = process.memoryUsage().arrayBuffers;
  let sender: Socket | undefined;
  const port = await serveSocket(t, (socket) => {
    sender = socket;
    onEachRequest(socket, () => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${size}\r\n\r\n`);
      const block = Buffer.alloc(1024 * 1024);
      let left = size;
      const fill = (): void => {
        while (left > 0) {
          left -= block.length;
          if (!socket.write(block)) return;
        }
      };
      socket.on('drain', fill);
      fill();
    });
  });
  const answer = await connect(t, { baseUrl: `http://127.0.0.1:${port}` }).send(request());
  const iterator = answer.body[Symbol.asyncIterator]();
  await iterator.next();
  let sameCount = 0;
  let lastBytes = 0;
  await until(() => {
    const bytes = sender === undefined ? 0 : sender.bytesWritten - sender.writableLength;
    sameCount = bytes === lastBytes ? sameCount + 1 : 0;
    lastBytes = bytes;
    return sameCount > 40;
  });
  const arrayBytes = process.memoryUsage().arrayBuffers - before;
  t.log(`${lastBytes} bytes left the server, ${arrayBytes} bytes in buffers`);
  t.true(lastBytes < 32 * 1024 * 1024, 'only what kernel buffers hold');
  t.true(arrayBytes < 16 * 1024 * 1024, 'next to nothing in this process');
  await iterator.return?.();
});

test('a slow consumer gets everything in the end', async (t) => {
  const blocks = 200;
  const baseUrl = await serve(t, (_incoming, answer) => {
    for (let n = 0; n < blocks; n += 1) answer.write(Buffer.alloc(50_000, n));
    answer.end();
  });
  const answer = await connect(t, { baseUrl }).send(request());
  let at = 0;
  for await (const chunk of answer.body) {
    for (const byte of [chunk[0], chunk.at(-1)]) t.true(byte !== undefined);
    t.is(chunk[0], Math.floor(at / 50_000) % 256);
    at += chunk.length;
    if (at % 7 === 0) await new Promise(setImmediate);
  }
  t.is(at, blocks * 50_000);
});

test('a consumer that leaves early cuts the upstream off', async (t) => {
  let isClosed = false;
  let isFinished = false;
  const baseUrl = await serve(t, (incoming, answer) => {
    answer.write('data: 1\n\n');
    answer.on('finish', () => (isFinished = true));
    incoming.socket.on('close', () => (isClosed = true));
  });
  const answer = await connect(t, { baseUrl }).send(request());
  for await (const chunk of answer.body) {
    t.is(chunk.toString(), 'data: 1\n\n');
    break;
  }
  await until(() => isClosed);
  t.false(isFinished);
});

test('a consumer that leaves after the end keeps the connection', async (t) => {
  const sockets = new Set<unknown>();
  const baseUrl = await serve(t, (incoming, answer) => {
    sockets.add(incoming.socket);
    answer.end('whole');
  });
  const upstream = connect(t, { baseUrl, connectionsMax: 1 });
  for (let n = 0; n < 3; n += 1) {
    const answer = await upstream.send(request());
    const iterator = answer.body[Symbol.asyncIterator]();
    await iterator.next();
    await iterator.next();
    await iterator.return?.();
  }
  t.is(sockets.size, 1);
});

test('a connection cut within the body gives the bytes before the cut, then a failure', async (t) => {
  for (const head of [chunkedHead, 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n']) {
    for (const cut of ['end', 'resetAndDestroy'] as const) {
      const port = await serveSocket(t, (socket) =>
        onEachRequest(socket, () => {
          socket.write(`${head}5\r\nbegun\r\n`);
          setTimeout(() => socket[cut](), 20);
        }),
      );
      const answer = await connect(t, { baseUrl: `http://127.0.0.1:${port}` }).send(request());
      let text = '';
      const reading = (async () => {
        for await (const chunk of answer.body) text += chunk.toString();
      })();
      t.is(await failureOf(t, reading), 'reset, unknown');
      t.regex(text, /begun/);
    }
  }
});

test('a cut while the consumer pauses is not lost', async (t) => {
  let isClosed = false;
  const port = await serveSocket(t, (socket) => {
    socket.on('close', () => (isClosed = true));
    onEachRequest(socket, () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nbegun'));
  });
  const answer = await connect(t, { baseUrl: `http://127.0.0.1:${port}` }).send(request());
  await until(() => isClosed);
  t.is(await failureOf(t, textOf(answer)), 'reset, unknown');
});

test('a body that ends with its connection is whole', async (t) => {
  const port = await serveSocket(t, (socket) =>
    onEachRequest(socket, () => socket.end('HTTP/1.1 200 OK\r\n\r\nuntil the end')),
  );
  t.is(await textOf(await connect(t, { baseUrl: `http://127.0.0.1:${port}` }).send(request())), 'until the end');
});
