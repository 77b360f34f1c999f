import test from 'ava';
import { httpCall, rawConnection } from '../_support/http-call.ts';
import { serveGateway } from '../_support/served-gateway.ts';

// What is bounded before anybody is known: connections, and the time for a head.

test('a connection above the limit is closed at once, and existing connections stay usable', async (t) => {
  const gateway = await serveGateway(t, { config: { server: { connections_max: 2 } } });
  const [first, second] = [await rawConnection(gateway.baseUrl), await rawConnection(gateway.baseUrl)];
  // Both were taken: they are answered.
  for (const { socket, until } of [first, second]) {
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
    await until((text) => text.includes('{"status":"ok"}'));
  }
  const third = await rawConnection(gateway.baseUrl);
  third.socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
  t.is(await third.closed, '');
  first.socket.write('GET /v1/nothing HTTP/1.1\r\nhost: x\r\n\r\n');
  t.regex(await first.until((text) => text.includes('"not_found"')), /HTTP\/1\.1 404 /);
  second.socket.destroy();
  await second.closed;
});

test('a head that never ends is cut off at the header timeout, even if it arrives byte by byte', async (t) => {
  const gateway = await serveGateway(t, {
    config: { server: { headers_timeout_ms: 200, request_timeout_ms: 3_600_000 } },
  });
  const { socket, closed } = await rawConnection(gateway.baseUrl);
  socket.write('GET /healthz HTTP/1.1\r\nx-slow: ');
  const trickling = setInterval(() => socket.write('a'), 10);
  t.teardown(() => clearInterval(trickling));
  t.regex(await closed, /^HTTP\/1\.1 408 /);
  t.is((await httpCall(`${gateway.origin}/healthz`)).status, 200);
});

test('a head above the size limit is refused', async (t) => {
  const gateway = await serveGateway(t);
  const { socket, closed } = await rawConnection(gateway.baseUrl);
  socket.write(`GET /healthz HTTP/1.1\r\nhost: x\r\nx-large: ${'a'.repeat(100_000)}\r\n\r\n`);
  t.regex(await closed, /^HTTP\/1\.1 431 /);
});
