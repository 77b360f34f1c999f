import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import Koa from 'koa';
import type { GatewayError } from '../../src/errors.ts';
import { errorResponse } from '../../src/http/error-response.ts';
import { requestId } from '../../src/http/request-id.ts';
import type { Telemetry } from '../../src/ports/telemetry.ts';
import { httpCall, rawConnection } from '../_support/http-call.ts';
import { serveGateway, sharedGateway } from '../_support/served-gateway.ts';

const gateway = sharedGateway({ config: { server: { body_bytes_max: 10_000 } } });
test.after.always(gateway.end);

const errorOf = (text: string) => (JSON.parse(text) as { readonly error: GatewayError }).error;

test('an unknown path gets 404 with any method', async (t) => {
  const { origin } = await gateway.start();
  for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS', 'PROPFIND']) {
    for (const path of [
      '/nothing',
      '/v1',
      '/v1/',
      '/v1/chat',
      '/v1/files/a/b',
      '/v1//models',
      '/v1%2Fmodels',
      '/chat/completions',
    ]) {
      const { status, text, headers } = await httpCall(`${origin}${path}`, { method });
      t.is(status, 404, `${method} ${path}`);
      t.is(errorOf(text).code, 'not_found');
      t.is(headers.allow, undefined);
    }
  }
});

test('another method on a known path gets 405 with the allowed methods', async (t) => {
  const { baseUrl, operations } = await gateway.start();
  for (const [method, url, allowed] of [
    ['GET', `${baseUrl}/chat/completions`, 'POST'],
    ['DELETE', `${baseUrl}/chat/completions?api_key=canary`, 'POST'],
    ['PROPFIND', `${baseUrl}/chat/completions`, 'POST'],
    ['POST', `${baseUrl}/models`, 'HEAD, GET'],
    ['PUT', `${baseUrl}/models/light`, 'HEAD, GET'],
    ['GET', `${baseUrl}/responses/compact`, 'POST'],
    ['DELETE', `${baseUrl}/responses/input_tokens`, 'POST'],
    ['POST', `${operations}/metrics`, 'HEAD, GET'],
  ] as const) {
    const { status, text, headers } = await httpCall(url, { method });
    t.is(status, 405, `${method} ${url}`);
    t.is(errorOf(text).code, 'method_not_allowed');
    t.is(headers.allow, allowed);
  }
  const options = await httpCall(`${baseUrl}/chat/completions`, { method: 'OPTIONS' });
  t.is(options.status, 200);
  t.is(options.headers.allow, 'POST');
});

test('every answer has a new request id under both names, whatever the caller sent as one', async (t) => {
  const { origin } = await gateway.start();
  const ids = new Set<unknown>();
  for (const path of ['/healthz', '/nothing', '/v1/models']) {
    const { headers } = await httpCall(`${origin}${path}`, {
      headers: { 'x-request-id': 'mine', 'request-id': 'mine' },
    });
    t.regex(String(headers['x-request-id']), /^req_[0-9a-f]{32}$/);
    t.is(headers['request-id'], headers['x-request-id']);
    ids.add(headers['request-id']);
  }
  t.is(ids.size, 3);
});

const head = (apiKey: string, more: string): string =>
  `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${apiKey}\r\ncontent-type: application/json\r\n${more}\r\n`;
const body = JSON.stringify({ model: 'light', messages: [{ role: 'user', content: 'Hi' }] });

/** Sends all of it before it reads anything, as blocking clients do; raises when the other side stops taking it. */
async function sendThenRead(baseUrl: string, text: string): Promise<string> {
  const { socket, until } = await rawConnection(baseUrl);
  socket.pause();
  await new Promise<void>((resolve, reject) => {
    socket.write(text, (error) => (error ? reject(error) : resolve()));
  });
  socket.resume();
  const answer = await until((received) => received.includes('\r\n\r\n{'));
  socket.destroy();
  return answer;
}

test('a client that sends everything before it reads gets its refusal', async (t) => {
  const { baseUrl, tenant } = await gateway.start();
  const { apiKey } = await tenant();
  const bytes = 30_000_000;
  const told = `${head(apiKey, `content-length: ${bytes}\r\n`)}${'x'.repeat(bytes)}`;
  const chunked = `${head(apiKey, 'transfer-encoding: chunked\r\n')}${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n0\r\n\r\n`;
  t.regex(await sendThenRead(baseUrl, told), /^HTTP\/1\.1 413 .*"body_too_large"/s);
  t.regex(await sendThenRead(baseUrl, chunked), /^HTTP\/1\.1 413 .*"body_too_large"/s);
  t.regex(await sendThenRead(baseUrl, told.replace(apiKey, 'unknown')), /^HTTP\/1\.1 401 .*"invalid_api_key"/s);
});

test('a refused body leaves the connection usable', async (t) => {
  const { baseUrl, tenant } = await gateway.start();
  const { apiKey } = await tenant();
  const { socket, until } = await rawConnection(baseUrl);
  socket.write(`${head(apiKey, 'content-length: 20000\r\n')}${'x'.repeat(20_000)}`);
  socket.write(`${head(apiKey, `content-length: ${body.length}\r\n`)}${body}`);
  const received = await until((text) => text.includes('You said: Hi'));
  t.deepEqual(received.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 413', 'HTTP/1.1 200']);
  socket.destroy();
});

test('a body that goes on after its refusal is cut off', async (t) => {
  const { baseUrl, tenant } = await gateway.start();
  const { apiKey } = await tenant();
  const { socket, closed } = await rawConnection(baseUrl);
  socket.write(head(apiKey, 'transfer-encoding: chunked\r\n'));
  const piece = `100000\r\n${'x'.repeat(0x100000)}\r\n`;
  const pour = (): void => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', pour);
  pour();
  t.regex(await closed, /^HTTP\/1\.1 413 /);
});

test('a body that does not arrive is cut off at the request timeout', async (t) => {
  const { baseUrl, tenant, sandbox, wallet } = await serveGateway(t, {
    config: { server: { request_timeout_ms: 200 } },
  });
  const { apiKey, walletId } = await tenant();
  const { socket, closed } = await rawConnection(baseUrl);
  socket.write(`${head(apiKey, 'content-length: 100\r\n')}{"model":`);
  const received = await closed;
  t.true(received === '' || received.startsWith('HTTP/1.1 408 '), received);
  t.is((await wallet(walletId)).length, 2);
  t.deepEqual(await sandbox.requests(), []);
});

test('a body is requested with 100 Continue only if it is accepted', async (t) => {
  const { baseUrl, tenant } = await gateway.start();
  const { apiKey } = await tenant();
  const expecting = `expect: 100-continue\r\ncontent-length: ${body.length}\r\n`;

  const welcome = await rawConnection(baseUrl);
  welcome.socket.write(head(apiKey, expecting));
  t.is(await welcome.until((text) => text.includes('\r\n\r\n')), 'HTTP/1.1 100 Continue\r\n\r\n');
  welcome.socket.write(body);
  t.regex(await welcome.until((text) => text.includes('You said: Hi')), /Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  welcome.socket.destroy();

  for (const [refused, status] of [
    [head('unknown', expecting), 401],
    [head(apiKey, 'expect: 100-continue\r\ncontent-length: 10001\r\n'), 413],
    [head(apiKey, expecting).replace('application/json', 'text/plain'), 415],
    [head(apiKey, expecting).replace('/v1/chat/completions', '/v1/nothing'), 404],
  ] as const) {
    const { socket, closed } = await rawConnection(baseUrl);
    socket.write(refused);
    const answer = await closed;
    t.true(answer.startsWith(`HTTP/1.1 ${status} `), answer);
    t.regex(answer, /\r\nconnection: close\r\n/i);
  }
});

test('a defect is returned as internal_error without details, and logged with the id of its request', async (t) => {
  const warnings: unknown[] = [];
  const telemetry: Telemetry = {
    warn: (what, facts, error) => warnings.push({ what, facts, error }),
    info: () => undefined,
    inferenceEnded: () => undefined,
    requestEnded: () => undefined,
  };
  const defect = new TypeError('canary is not a function');
  const application = new Koa();
  application.use(requestId);
  application.use(errorResponse(telemetry));
  application.use(() => {
    throw defect;
  });
  const server = application.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  // Listens on a port: never a pipe name.
  const { port } = server.address() as AddressInfo;
  const { status, text, headers } = await httpCall(`http://127.0.0.1:${port}/`);
  t.is(status, 500);
  t.like(errorOf(text), { code: 'internal_error', type: 'api_error', param: null });
  t.false(text.includes('canary'));
  t.deepEqual(warnings, [{ what: 'internal_error', facts: { requestId: headers['x-request-id'] }, error: defect }]);
});

test('a path gets the errors of its dialect in every spelling that is routed', async (t) => {
  const { origin } = await gateway.start();
  const refusal = async (path: string) => {
    const { status, text } = await httpCall(`${origin}${path}`, { method: 'POST' });
    t.is(status, 401, path);
    return Object.keys(JSON.parse(text) as object);
  };
  for (const path of ['/v1/messages', '/v1/messages/', '/V1/Messages', '/v1/messages/Count_Tokens']) {
    t.deepEqual(await refusal(path), ['type', 'error', 'request_id'], path);
  }
  for (const path of ['/v1/systemone', '/v1/systemone/', '/V1/SystemOne']) {
    t.deepEqual(await refusal(path), ['error', 'detail'], path);
  }
});

test('callers of the Anthropic dialect get refusals in that dialect', async (t) => {
  const { origin, baseUrl } = await gateway.start();
  const byVersion = await httpCall(`${baseUrl}/models`, { headers: { 'anthropic-version': '2023-06-01' } });
  const bySurface = await httpCall(`${origin}/v1/messages/nothing`, {});
  for (const [seen, type, code] of [
    [byVersion, 'authentication_error', 'invalid_api_key'],
    [bySurface, 'not_found_error', 'not_found'],
  ] as const) {
    t.like(JSON.parse(seen.text), {
      type: 'error',
      error: { type, code },
      request_id: seen.headers['request-id'],
    });
  }
});
