import test, { type ExecutionContext } from 'ava';
import { httpCall, rawConnection } from '../_support/http-call.ts';
import { sharedGateway, serveGateway } from '../_support/served-gateway.ts';

const gateway = sharedGateway();
test.after.always(gateway.end);

interface RawReply {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What the gateway answers to exactly these bytes, until it closes the connection. */
async function replyTo(baseUrl: string, text: string): Promise<RawReply> {
  const connection = await rawConnection(baseUrl);
  connection.socket.write(text, 'latin1');
  return parsed(await connection.closed);
}

function parsed(received: string): RawReply {
  const [head = '', body = ''] = received.split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const pairs = fields.map((field) => [field.split(': ')[0]?.toLowerCase() ?? '', field.split(': ')[1] ?? ''] as const);
  return { status: Number(line.split(' ')[1]), headers: new Map(pairs), body: JSON.parse(body) as RawReply['body'] };
}

function isRecord(t: ExecutionContext, reply: RawReply, expected: { readonly status: number; readonly code: string }) {
  const { code, message, type } = reply.body['error'] as Readonly<Record<string, string>>;
  t.is(reply.status, expected.status);
  t.is(code, expected.code);
  t.true((message ?? '').length > 20 && type !== undefined);
  t.regex(reply.headers.get('x-request-id') ?? '', /^req_[0-9a-f]{32}$/);
  t.is(reply.headers.get('content-type'), 'application/json; charset=utf-8');
  t.is(reply.headers.get('x-content-type-options'), 'nosniff');
}

const post = 'POST /v1/chat/completions HTTP/1.1\r\nhost: h\r\ncontent-type: application/json\r\n';

const refusals: readonly (readonly [string, string, number, string])[] = [
  ['what is no HTTP', 'HELLO\r\n\r\n', 400, 'malformed_request'],
  ['a space in a name of a header', `${post}a b: c\r\n\r\n`, 400, 'malformed_request'],
  [
    'a length beside chunks',
    `${post}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n`,
    400,
    'malformed_request',
  ],
  ['two lengths', `${post}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`, 400, 'malformed_request'],
  ['headers without an end', `${post}x: ${'a'.repeat(40_000)}`, 431, 'headers_too_large'],
  ['extensions of chunks without an end', chunked(`1;${'a'.repeat(40_000)}`), 413, 'body_too_large'],
  ['a chunk that is none', chunked('xyz\r\n'), 400, 'malformed_request'],
  ['a tunnel', 'CONNECT there:443 HTTP/1.1\r\nhost: there\r\n\r\n', 405, 'method_not_allowed'],
  ['another expectation', `${post}connection: close\r\nexpect: 200-ok\r\n\r\n`, 417, 'expectation_failed'],
  [
    'a target that is no URL',
    'POST http://[::1/v1/chat/completions HTTP/1.1\r\nhost: h\r\nconnection: close\r\n\r\n',
    400,
    'malformed_request',
  ],
  ['a target without a host', 'GET http:// HTTP/1.1\r\nhost: h\r\nconnection: close\r\n\r\n', 400, 'malformed_request'],
  ['no host', 'GET /v1/models HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'malformed_request'],
  ['two hosts', 'GET /healthz HTTP/1.1\r\nhost: a\r\nHost: b\r\nconnection: close\r\n\r\n', 400, 'malformed_request'],
  [
    'the same host twice',
    'GET /healthz HTTP/1.1\r\nhost: a\r\nhost: a\r\nconnection: close\r\n\r\n',
    400,
    'malformed_request',
  ],
  ['two content types', `${post}content-type: text/plain\r\nconnection: close\r\n\r\n`, 400, 'malformed_request'],
  [
    'another transfer coding before the chunks',
    `${post}connection: close\r\ntransfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    400,
    'malformed_request',
  ],
  [
    'two different versions',
    'GET /v1/models HTTP/1.1\r\nhost: h\r\nconnection: close\r\nanthropic-version: 2023-06-01\r\nanthropic-version: 2026-10-21\r\n\r\n',
    400,
    'malformed_request',
  ],
  [
    'two different authorizations',
    'GET /v1/models HTTP/1.1\r\nhost: h\r\nauthorization: Bearer a\r\nauthorization: Bearer b\r\nconnection: close\r\n\r\n',
    401,
    'credentials_differ',
  ],
  [
    'two different keys',
    'GET /v1/models HTTP/1.1\r\nhost: h\r\nx-api-key: a\r\nx-api-key: b\r\nconnection: close\r\n\r\n',
    401,
    'credentials_differ',
  ],
];

function chunked(chunks: string): string {
  return `${post}transfer-encoding: chunked\r\n\r\n${chunks}`;
}

for (const [name, text, status, code] of refusals) {
  test(`${name}: refused with the error record and a request id`, async (t) => {
    const { baseUrl, tenant } = await gateway.start();
    // Some are refused while a body is awaited, which is read of a known caller only.
    const { apiKey } = await tenant();
    const isKnown = text.includes('transfer-encoding: chunked') && !text.includes('gzip');
    const sent = isKnown ? text.replace('host: h\r\n', `host: h\r\nauthorization: Bearer ${apiKey}\r\n`) : text;
    isRecord(t, await replyTo(baseUrl, sent), { status, code });
  });
}

const tooLong = `x: ${'a'.repeat(40_000)}`;
const anthropicVersion = 'anthropic-version: 2023-06-01\r\n';

for (const [what, text, status, kind] of [
  ['a head that is too large', `POST /v1/messages HTTP/1.1\r\nhost: h\r\n${tooLong}`, 431, 'anthropic'],
  [
    'one of a path below, with a query',
    `POST /v1/messages/count_tokens?beta=true HTTP/1.1\r\n${tooLong}`,
    431,
    'anthropic',
  ],
  ['a query that is too large', `POST /v1/messages?${'a'.repeat(40_000)}`, 431, 'anthropic'],
  ['a path in capitals', `POST /V1/Messages/ HTTP/1.1\r\n${tooLong}`, 431, 'anthropic'],
  ['a path with letters in percent-encoding', `POST /v1/%6Dessages HTTP/1.1\r\n${tooLong}`, 431, 'anthropic'],
  ['another version of HTTP', 'POST /v1/messages HTTP/9.9\r\nhost: h\r\n\r\n', 400, 'anthropic'],
  ['a space in a name', 'POST /v1/messages HTTP/1.1\r\nhost: h\r\na b: c\r\n\r\n', 400, 'anthropic'],
  ['a file with a version', `POST /v1/files HTTP/1.1\r\nAnthropic-Version: 2023-06-01\r\n${tooLong}`, 431, 'anthropic'],
  ['a version behind the head', `GET /v1/files HTTP/1.1\r\na b: c\r\n\r\n${anthropicVersion}`, 400, 'openai'],
  ['a file without one', `POST /v1/files HTTP/1.1\r\nhost: h\r\n${tooLong}`, 431, 'openai'],
  ['a path that only begins so', `POST /v1/messagesx HTTP/1.1\r\n${tooLong}`, 431, 'openai'],
  ['a path that has no end', `POST /v1/messages${'a'.repeat(40_000)}`, 431, 'openai'],
  ['no request line', `/v1/messages POST HTTP/1.1\r\n${anthropicVersion}${tooLong}`, 400, 'openai'],
  ['System One', `POST /v1/systemone HTTP/1.1\r\nhost: h\r\n${tooLong}`, 431, 'systemone'],
] as const) {
  test(`a request refused before it is read gets the error format of its path, if the path is readable: ${what}`, async (t) => {
    const { baseUrl } = await gateway.start();
    const reply = await replyTo(baseUrl, text);
    isRecord(t, reply, { status, code: status === 431 ? 'headers_too_large' : 'malformed_request' });
    t.is(reply.body['type'], kind === 'anthropic' ? 'error' : undefined);
    t.is(reply.body['request_id'], kind === 'anthropic' ? reply.headers.get('request-id') : undefined);
    t.is(typeof reply.body['detail'], kind === 'systemone' ? 'string' : 'undefined');
  });
}

test('a key sent twice or under both header names counts as one key', async (t) => {
  const { baseUrl, tenant } = await gateway.start();
  const { apiKey } = await tenant();
  const bearer = `authorization: Bearer ${apiKey}\r\n`;
  const own = `x-api-key: ${apiKey}\r\n`;
  for (const headers of [bearer + bearer + own, own + own, bearer + own + own]) {
    const connection = await rawConnection(baseUrl);
    connection.socket.write(`GET /v1/models HTTP/1.1\r\nhost: h\r\n${headers}connection: close\r\n\r\n`);
    t.regex(await connection.closed, /^HTTP\/1\.1 200 /);
  }
});

test('a path is found, in its dialect, with letters percent-encoded, and with an origin before it', async (t) => {
  const { baseUrl, origin, tenant } = await gateway.start();
  const { apiKey } = await tenant();
  const headers = { authorization: `Bearer ${apiKey}` };
  const statusOf = async (path: string) => (await httpCall(`${origin}${path}`, { headers })).status;
  t.is(await statusOf('/v1/%6Dodels'), 200);
  t.is(await statusOf('/%76%31/m%6f%64els/%6Cight?a=%6D'), 200);
  t.is(await statusOf('/v1%2fmodels'), 404);
  t.is(await statusOf('/v1/%256Dodels'), 404);
  const messages = await httpCall(`${baseUrl}/%6Dessages`, { method: 'POST' });
  t.is(messages.status, 401);
  t.is((JSON.parse(messages.text) as RawReply['body'])['type'], 'error');
  const absolute = `GET http://h/v1/%6Dodels HTTP/1.1\r\nhost: h\r\nx-api-key: ${apiKey}\r\nconnection: close\r\n\r\n`;
  t.is((await replyTo(baseUrl, absolute)).status, 200);
});

test('a 401 names the scheme, and every answer has nosniff and no-store', async (t) => {
  const { baseUrl, origin } = await gateway.start();
  const refused = await httpCall(`${baseUrl}/models`);
  t.is(refused.status, 401);
  t.is(refused.headers['www-authenticate'], 'Bearer realm="waybill"');
  for (const url of [`${origin}/healthz`, `${baseUrl}/models`, `${origin}/nothing`, `${baseUrl}/openapi.json`]) {
    const { headers } = await httpCall(url);
    t.is(headers['x-content-type-options'], 'nosniff');
    t.is(headers['cache-control'], 'no-store');
    t.is(headers['server'], undefined);
    t.is(headers['x-powered-by'], undefined);
  }
});

test('an offer to upgrade to h2c is ignored', async (t) => {
  const { origin } = await gateway.start();
  const connection = await rawConnection(origin);
  const offer = 'connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAEAAEAA\r\n';
  connection.socket.write(`GET /healthz HTTP/1.1\r\nhost: h\r\n${offer}\r\n`);
  t.regex(await connection.until((received) => received.includes('"ok"')), /^HTTP\/1\.1 200 /);
  connection.socket.destroy();
});

test('a request that arrives too slowly gets 408 in the dialect of its path', async (t) => {
  const { baseUrl, tenant } = await serveGateway(t, { config: { server: { request_timeout_ms: 300 } } });
  const { apiKey } = await tenant();
  const known = `host: h\r\nx-api-key: ${apiKey}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`;
  const form = `host: h\r\nx-api-key: ${apiKey}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 900\r\n\r\n--b\r\n`;
  const [head, body, messages, upload] = await Promise.all([
    replyTo(baseUrl, 'POST /v1/messages HTTP/1.1\r\nhost:'),
    replyTo(baseUrl, `POST /v1/chat/completions HTTP/1.1\r\n${known}`),
    replyTo(baseUrl, `POST /v1/messages HTTP/1.1\r\n${known}`),
    replyTo(baseUrl, `POST /v1/audio/transcriptions HTTP/1.1\r\n${form}`),
  ]);
  for (const reply of [head, body, messages, upload]) isRecord(t, reply, { status: 408, code: 'request_timeout' });
  t.is(messages.body['type'], 'error');
  t.is(messages.body['request_id'], messages.headers.get('request-id'));
});

test('malformed bytes after a complete request get a 400 of their own', async (t) => {
  const { origin } = await gateway.start();
  const connection = await rawConnection(origin);
  connection.socket.write('GET /healthz HTTP/1.1\r\nhost: h\r\n\r\n');
  await connection.until((received) => received.includes('"ok"'));
  connection.socket.write('HELLO\r\n\r\n');
  const received = await connection.closed;
  t.regex(received, /^HTTP\/1\.1 200 [^]*HTTP\/1\.1 400 [^]*malformed_request/);
});

test('malformed bytes after a refusal of the same request get no second answer', async (t) => {
  const { baseUrl } = await gateway.start();
  const connection = await rawConnection(baseUrl);
  const head = 'POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
  connection.socket.write(`${head}transfer-encoding: chunked\r\n\r\n5\r\n{"a":\r\n`, 'latin1');
  await connection.until((text) => text.includes('invalid_api_key'));
  connection.socket.write('no length\r\n', 'latin1');
  t.is((await connection.closed).split('HTTP/1.1 ').length, 2);
});

test('a request for a WebSocket is told to use HTTP, and another offer to upgrade is ignored', async (t) => {
  const { baseUrl } = await gateway.start();
  for (const [path, upgrade, status] of [
    ['/responses', 'websocket', 426],
    ['/realtime', 'WebSocket', 426],
    ['/responses', 'h2c, websocket', 426],
    ['/models', 'h2c', 401],
  ] as const) {
    const reply = await httpCall(`${baseUrl}${path}`, {
      method: 'GET',
      headers: { upgrade, connection: 'Upgrade', 'sec-websocket-version': '13' },
    });
    t.is(reply.status, status, `${path} ${upgrade}`);
    if (status !== 426) continue;
    t.is(reply.headers['upgrade'], 'HTTP/1.1');
    t.is(reply.headers['x-should-retry'], 'false');
    t.like(JSON.parse(reply.text), { error: { code: 'upgrade_refused' } });
  }
});
