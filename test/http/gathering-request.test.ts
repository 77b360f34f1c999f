import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { listen } from '../../src/http/http-listener.ts';

async function origin(t: ExecutionContext, handle: Parameters<typeof listen>[0]): Promise<URL> {
  const options = { host: '127.0.0.1', port: 0, requestTimeoutMs: 60_000, keepAliveTimeoutMs: 5_000 };
  const listener = await listen(handle, options);
  t.teardown(async () => {
    listener.shut();
    await listener.close(0);
  });
  return new URL(listener.origin);
}

const head = 'POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n';
const body = '0123456789'.repeat(600);

for (const isReadLate of [true, false]) {
  test(`small chunks of one read are one piece of a body that is read ${isReadLate ? 'late' : 'at once'}`, async (t) => {
    const { promise, resolve } = Promise.withResolvers<readonly string[]>();
    const { hostname, port } = await origin(t, async (incoming, response) => {
      const waitedFor = isReadLate ? body.length : 0;
      while (incoming.readableLength < waitedFor) await new Promise((next) => void setTimeout(next, 5));
      const pieces: string[] = [];
      incoming.on('data', (piece: Buffer) => pieces.push(piece.toString()));
      incoming.once('end', () => response.end(() => resolve(pieces)));
    });
    const socket = connect(Number(port), hostname);
    t.teardown(() => socket.destroy());
    await once(socket, 'connect');
    socket.write(`${head}${Array.from(body, (character) => `1\r\n${character}\r\n`).join('')}0\r\n\r\n`);
    const read = await promise;
    t.is(read.join(''), body);
    t.true(read.length < 100, `${read.length}`);
  });
}

test('small and large chunks keep their order, and a body without chunks is whole', async (t) => {
  const bodies: string[] = [];
  const { href } = await origin(t, async (incoming, response) => {
    let text = '';
    for await (const piece of incoming as AsyncIterable<Buffer>) text += piece.toString();
    bodies.push(text);
    response.end();
  });
  const sizes = [1, 5_000, 2, 3, 70_000, 1_023, 1_024, 1];
  const chunks = sizes.map((size, place) => String(place).repeat(size));
  for (const headers of [{}, { 'content-length': String(chunks.join('').length) }]) {
    const sent = request(href, { method: 'POST', headers });
    for (const chunk of chunks) sent.write(chunk);
    sent.end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
  }
  t.deepEqual(bodies, [chunks.join(''), chunks.join('')]);
});
