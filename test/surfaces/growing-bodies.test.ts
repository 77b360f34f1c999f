import Koa from 'koa';
import test, { type ExecutionContext } from 'ava';
import { ByteBudget } from '../../src/limits/byte-budget.ts';
import { systemTimer } from '../../src/time/timer.ts';
import { listen } from '../../src/http/http-listener.ts';
import { errorResponse } from '../../src/http/error-response.ts';
import { requestId } from '../../src/http/request-id.ts';
import { BodyPace } from '../../src/surfaces/body-pace.ts';
import { BodyReader } from '../../src/surfaces/body-reader.ts';
import { rawConnection, type RawConnection } from '../_support/http-call.ts';
import { until } from '../_support/until.ts';

// A body of unknown length takes memory while it arrives, and waits for it while its sender goes on.

const ignored = (): void => undefined;
const telemetry = { warn: ignored, info: ignored, inferenceEnded: ignored, requestEnded: ignored };
const capacity = 200_000;
const bodyBytes = 150_000;

/** Takes bodies and answers with their bytes. Another caller holds so much that no whole body fits. */
async function scene(t: ExecutionContext, { waitMs = 600_000, keyMax = capacity } = {}) {
  const memory = new ByteBudget({ bytesMax: capacity, waitingMax: 10, patience: { ...systemTimer, waitMs } });
  const other = memory.open({ tenantId: 'other', keyId: 'other' });
  t.true(other.tryCover(100_000));
  const bodies = new BodyReader({ memory, waitMs, pace: new BodyPace(1) });
  const application = new Koa();
  application.silent = true;
  application.use(requestId).use(errorResponse(telemetry));
  application.use(async (ctx) => {
    const sharer = { tenantId: 'tenant', keyId: 'key', keyMax };
    const held = await bodies.read({ request: ctx.req, bytesMax: capacity, sharer, welcome: ignored });
    ctx.body = held.bytes;
    ctx.res.once('close', () => held.release());
  });
  const timeouts = { requestTimeoutMs: 600_000, keepAliveTimeoutMs: 600_000 };
  const listener = await listen(application.callback(), { host: '127.0.0.1', port: 0, ...timeouts });
  t.teardown(async () => {
    listener.shut();
    await listener.close(0);
  });
  const connection = await rawConnection(listener.origin);
  return { memory, other, connection };
}

/** A body whose bytes differ by their place, as one that lost or repeated some would show. */
const body = Array.from({ length: bodyBytes / 10 }, (_, place) => String(place).padStart(10, '.')).join('');

function send({ socket }: RawConnection): void {
  socket.write('POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n');
  for (let from = 0; from < body.length; from += 10_000) {
    const piece = body.slice(from, from + 10_000);
    socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`);
  }
  socket.write('0\r\n\r\n');
}

const isWaiting = (memory: ByteBudget) => until('the body waits for memory', () => memory.waiting === 1);
const isFree = (memory: ByteBudget) =>
  until('its memory is free', () => memory.used === 100_000 && memory.waiting === 0);

test('a body that has outgrown its memory waits for more and is read whole, though its sender goes on', async (t) => {
  const { memory, other, connection } = await scene(t);
  send(connection);
  await isWaiting(memory);
  t.true(memory.used <= capacity);
  other.release();
  const reply = await connection.closed;
  t.regex(reply, /^HTTP\/1\.1 200 /);
  t.is(reply.slice(reply.indexOf('\r\n\r\n') + 4), body);
  await until('its memory is free', () => memory.used === 0);
});

test('a body that finds no memory in time is refused and gives back what it held', async (t) => {
  const { memory, connection } = await scene(t, { waitMs: 1 });
  send(connection);
  t.regex(await connection.closed, /^HTTP\/1\.1 503 [^]*"code":"overloaded"/);
  await isFree(memory);
});

test('a body that outgrows the limit of its key is refused without waiting', async (t) => {
  const { memory, connection } = await scene(t, { keyMax: 70_000 });
  send(connection);
  t.regex(await connection.closed, /^HTTP\/1\.1 429 [^]*"code":"concurrency_limit_exceeded"/);
  await isFree(memory);
});

test('a body whose sender hangs up while it waits gives back what it held', async (t) => {
  const { memory, connection } = await scene(t);
  send(connection);
  await isWaiting(memory);
  t.true(memory.used > 100_000);
  connection.socket.destroy();
  await isFree(memory);
});
