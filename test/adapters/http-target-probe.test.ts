import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { createHttpTargetProbe, type HttpProbeSettings } from '../../src/adapters/http-target-probe.ts';

type Answering = (request: IncomingMessage, response: ServerResponse) => void;

/** A stand-in for an upstream, and a probe of it. */
async function probeOf(t: ExecutionContext, answer: Answering, more: Partial<HttpProbeSettings> = {}) {
  const asked: { readonly method: string; readonly url: string; readonly authorization: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    asked.push({ method, url, authorization: headers.authorization });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const settings = { baseUrl, apiKey: 'secret', auth: 'bearer', path: '/models', timeoutMs: 5_000, ...more } as const;
  const probe = createHttpTargetProbe({ near: settings });
  t.teardown(() => probe[Symbol.asyncDispose]());
  return { asked, isHealthy: () => probe.isHealthy('near'), other: () => probe.isHealthy('far') };
}

for (const [status, isHealthy] of [
  [200, true],
  [301, true],
  [404, true],
  [401, false],
  [402, false],
  [403, false],
  [429, false],
  [500, false],
  [503, false],
] as const) {
  test(`${status} is the answer of ${isHealthy ? 'a healthy' : 'an unhealthy'} upstream`, async (t) => {
    const probe = await probeOf(t, (_, response) => response.writeHead(status, { location: '/elsewhere' }).end('{}'));
    t.is(await probe.isHealthy(), isHealthy);
    t.deepEqual(probe.asked, [{ method: 'GET', url: '/v1/models', authorization: 'Bearer secret' }]);
  });
}

test('an upstream that does not answer in time, breaks off or is unreachable is unhealthy', async (t) => {
  const silent = await probeOf(t, () => undefined, { timeoutMs: 100 });
  t.false(await silent.isHealthy());
  const stalled = await probeOf(t, (_, response) => response.writeHead(200).write('{'), { timeoutMs: 100 });
  t.false(await stalled.isHealthy());
  const broken = await probeOf(t, (request) => request.socket.destroy());
  t.false(await broken.isHealthy());
  t.false(await broken.other());
});

test('a probe of an endless answer ends', async (t) => {
  const piece = Buffer.alloc(65_536, 32);
  const endless = await probeOf(t, (_, response) => {
    response.writeHead(200);
    const more = (): void => {
      while (!response.destroyed && response.write(piece));
    };
    response.on('drain', more);
    more();
  });
  t.is(typeof (await endless.isHealthy()), 'boolean');
});
