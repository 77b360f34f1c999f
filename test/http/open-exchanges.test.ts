import { once } from 'node:events';
import { connect } from 'node:net';
import test from 'ava';
import { listen, type HttpListener } from '../../src/http/http-listener.ts';
import { rawConnection } from '../_support/http-call.ts';
import { until } from '../_support/until.ts';

const times = { requestTimeoutMs: 60_000, keepAliveTimeoutMs: 60_000 };

function listening(handle: Parameters<typeof listen>[0]): Promise<HttpListener> {
  return listen(handle, { host: '127.0.0.1', port: 0, ...times });
}

const requests = (count: number): string => 'GET / HTTP/1.1\r\nhost: h\r\n\r\n'.repeat(count);

test('64 requests that arrive together on one connection are all answered', async (t) => {
  const listener = await listening(async (_request, response) => void response.end('here'));
  const { socket, until: untilReceived } = await rawConnection(listener.origin);
  socket.write(requests(64));
  await untilReceived((text) => text.split('here').length > 64);
  socket.destroy();
  listener.shut();
  await t.notThrowsAsync(listener.close(60_000));
});

test('a connection with more than 64 unanswered requests is closed, and none of the rest begins', async (t) => {
  let begun = 0;
  const listener = await listening(async () => void (begun += 1));
  const { socket, closed } = await rawConnection(listener.origin);
  socket.write(requests(1_000));
  t.is(await closed, '');
  t.is(begun, 64);
  const other = await rawConnection(listener.origin);
  other.socket.write(requests(1));
  await until('another connection is served', () => begun === 65);
  other.socket.destroy();
  listener.shut();
  await t.notThrowsAsync(listener.close(60_000));
});

test('requests whose connection was closed while they waited behind others do not delay a stop', async (t) => {
  let begun = 0;
  const listener = await listening(async () => void (begun += 1));
  const socket = connect(Number(new URL(listener.origin).port), '127.0.0.1');
  socket.write(requests(3));
  await until('all have begun', () => begun === 3);
  socket.destroy();
  await once(socket, 'close');
  listener.shut();
  const late = new Promise((resolve) => setTimeout(resolve, 100_000, 'late').unref());
  t.not(await Promise.race([listener.close(600_000), late]), 'late');
});
