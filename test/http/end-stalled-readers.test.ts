import { connect } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import Koa from 'koa';
import { listen } from '../../src/http/http-listener.ts';
import { endStalledReaders } from '../../src/http/end-stalled-readers.ts';
import { until } from '../_support/until.ts';

const bodyBytes = 64 * 1_024 * 1_024;

/** More than the buffers of both ends take, and how its connection ended here. */
async function serve(t: ExecutionContext, stallMs: number) {
  let ended: 'sent' | 'cut' | null = null;
  const application = new Koa();
  application.use(endStalledReaders(stallMs));
  application.use((ctx) => {
    ctx.res.once('close', () => (ended = ctx.res.writableFinished ? 'sent' : 'cut'));
    ctx.body = Buffer.alloc(bodyBytes);
  });
  const listener = await listen(application.callback(), {
    host: '127.0.0.1',
    port: 0,
    requestTimeoutMs: 60_000,
    keepAliveTimeoutMs: 60_000,
  });
  t.teardown(async () => {
    listener.shut();
    await listener.close(0);
  });
  const socket = connect(Number(new URL(listener.origin).port), '127.0.0.1');
  t.teardown(() => socket.destroy());
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  return { socket, ended: () => ended };
}

test('a reader that takes nothing of what Koa writes is cut off', async (t) => {
  const { socket, ended } = await serve(t, 200);
  socket.pause();
  await until('the connection is over', () => ended() !== null);
  t.is(ended(), 'cut');
});

test('a reader that takes a little at a time gets all of it', async (t) => {
  const { socket, ended } = await serve(t, 1_000);
  let taken = 0;
  socket.on('data', (piece: Buffer) => {
    taken += piece.length;
    if (taken > bodyBytes / 2) return;
    socket.pause();
    setImmediate(() => socket.resume());
  });
  await until('all is taken', () => taken > bodyBytes);
  await until('the answer is over', () => ended() !== null || taken > bodyBytes);
  t.not(ended(), 'cut');
});
