import { request } from 'node:http';
import test from 'ava';
import { listen } from '../../src/http/http-listener.ts';
import { namedHosts } from '../../src/http/named-hosts.ts';
import { createOperationsServer } from '../../src/http/operations-server.ts';

const telemetry = { requestEnded: () => undefined, warn: () => undefined } as never;
const server = createOperationsServer({
  telemetry,
  hosts: ['0.0.0.0', 'Gateway', 'metrics.example.'],
  notReady: () => Promise.resolve([]),
  notices: () => [],
  metrics: () => Promise.resolve({ contentType: 'text/plain', text: 'waybill_is_ready 1' }),
});
const listener = await listen(server.callback(), {
  host: '127.0.0.1',
  port: 0,
  requestTimeoutMs: 5_000,
  keepAliveTimeoutMs: 1_000,
});
test.after.always(async () => {
  listener.shut();
  await listener.close(0);
});

function statusOf(path: string, host: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  request(listener.origin + path, { headers: { host }, agent: false })
    .once('response', (answer) => resolve(answer.resume().statusCode ?? 0))
    .once('error', reject)
    .end();
  return promise;
}

for (const path of ['/metrics', '/readyz', '/healthz']) {
  test(`${path} answers by its address and its names`, async (t) => {
    for (const host of [
      '127.0.0.1',
      '127.0.0.1:9464',
      'localhost',
      'LOCALHOST:1',
      'gateway:9464',
      'metrics.example',
      'metrics.example.:80',
    ]) {
      t.is(await statusOf(path, host), 200, host);
    }
  });

  test(`${path} answers by no other name, so that no page in a browser can read it`, async (t) => {
    for (const host of [
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      '10.0.0.1',
      'gateway.evil.example:9464',
      'evil.example@localhost',
      'localhost/x',
      '[::1]',
      '[127.0.0.1',
    ]) {
      t.true([400, 421].includes(await statusOf(path, host)), host);
    }
  });
}

test('an address of version 4 is the same in version 6, and one of version 6 stands in brackets', async (t) => {
  const answers = async (localAddress: string, host: string): Promise<boolean> => {
    const ctx = { req: { headers: { host }, socket: { localAddress } } } as never;
    return await namedHosts([])(ctx, () => Promise.resolve())
      .then(() => true)
      .catch(() => false);
  };
  t.true(await answers('::ffff:10.1.2.3', '10.1.2.3:9464'));
  t.true(await answers('fd00::1', '[FD00::1]:9464'));
  t.false(await answers('fd00::1', '[fd00::2]:9464'));
});
