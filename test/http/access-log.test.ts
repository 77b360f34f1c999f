import { once } from 'node:events';
import test from 'ava';
import Koa from 'koa';
import { accessLog } from '../../src/http/access-log.ts';
import { requestId } from '../../src/http/request-id.ts';
import type { RequestFacts, Telemetry } from '../../src/ports/telemetry.ts';
import type { AddressInfo } from 'node:net';
import { httpCall, rawConnection } from '../_support/http-call.ts';
import type { ExecutionContext } from 'ava';

/** A server that answers by `handle`, and the facts of each request as they are logged. */
async function logged(t: ExecutionContext, handle: Koa.Middleware) {
  const waiting: ((facts: RequestFacts) => void)[] = [];
  const telemetry: Telemetry = {
    requestEnded: (facts) => waiting.shift()?.(facts),
    inferenceEnded: () => undefined,
    warn: () => undefined,
    info: () => undefined,
  };
  const application = new Koa();
  application.use(requestId);
  application.use(accessLog(telemetry, null));
  application.use(handle);
  const server = application.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  // Listens on a port: never a pipe name.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/a/path?with=query`,
    next: () => new Promise<RequestFacts>((resolve) => waiting.push(resolve)),
  };
}

test('an answered request is logged with its status, without its path', async (t) => {
  const { url, next } = await logged(t, (ctx) => {
    ctx.set('x-waybill-reservation', 'reservation');
    ctx.status = 403;
    ctx.body = { error: {} };
  });
  const facts = next();
  const { headers } = await httpCall(url, { method: 'POST' });
  const { milliseconds, ...rest } = await facts;
  t.deepEqual(rest, {
    requestId: String(headers['x-request-id']),
    method: 'POST',
    route: 'none',
    status: 403,
    isComplete: true,
    reservationId: 'reservation',
    refusal: null,
  });
  t.true(milliseconds >= 0);
});

test('a caller who hung up before an answer is logged with status 499', async (t) => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const { url, next } = await logged(t, async (ctx) => {
    ctx.respond = false;
    arrive();
    await once(ctx.res, 'close');
  });
  const facts = next();
  const { socket } = await rawConnection(url);
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await arrived;
  socket.destroy();
  t.like(await facts, { status: 499, isComplete: false });
});

test('a caller who hung up in the middle is logged with the status and as incomplete', async (t) => {
  const { url, next } = await logged(t, async (ctx) => {
    ctx.respond = false;
    ctx.res.writeHead(200).write('half');
    await once(ctx.res, 'close');
  });
  const facts = next();
  const { socket, until } = await rawConnection(url);
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await until((text) => text.includes('half'));
  socket.destroy();
  t.like(await facts, { status: 200, isComplete: false });
});
