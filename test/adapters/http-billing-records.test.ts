import test, { type ExecutionContext } from 'ava';
import { createHttpBillingRecords, type HttpBillingRecordsOptions } from '../../src/adapters/http-billing-records.ts';
import type { BillingRecords } from '../../src/ports/billing-records.ts';
import { closedPort, failureOf, onEachRequest, serve, serveSocket } from './_upstream-server.ts';

function billingRecordsOf(
  t: ExecutionContext,
  baseUrl: string,
  options: HttpBillingRecordsOptions = {},
): BillingRecords {
  const created = createHttpBillingRecords(
    {
      one: { baseUrl, apiKey: 'sk-own', auth: 'bearer', billingRecords: { path: '/billing-records/{reservation_id}' } },
      keyed: {
        baseUrl,
        apiKey: 'sk-own',
        auth: 'x-api-key',
        billingRecords: { path: '/billing-records?of={reservation_id}' },
      },
      silent: { baseUrl, apiKey: 'sk-own', auth: 'bearer', billingRecords: null },
    },
    options,
  );
  t.teardown(() => created[Symbol.asyncDispose]());
  return created;
}

/** Billing records that answer every look-up alike. */
const answering = (t: ExecutionContext, status: number, text: string): Promise<string> =>
  serve(t, (_incoming, answer) => answer.writeHead(status).end(text));

test('a look-up asks for the reservation with the gateway’s credential', async (t) => {
  const seen: unknown[] = [];
  const baseUrl = await serve(t, ({ method, url, headers }, answer) => {
    seen.push([method, url, headers.authorization, headers['x-api-key']]);
    answer.end('{"state":"running"}');
  });
  const { lookUp } = billingRecordsOf(t, `${baseUrl}/v1/`);
  t.deepEqual(await lookUp('one', 'r/1 ?'), { kind: 'running' });
  t.deepEqual(await lookUp('keyed', 'r2'), { kind: 'running' });
  t.deepEqual(seen, [
    ['GET', '/v1/billing-records/r%2F1%20%3F', 'Bearer sk-own', undefined],
    ['GET', '/v1/billing-records?of=r2', undefined, 'sk-own'],
  ]);
});

test('a record that names a member twice, at any depth, is no record: two readers could read two charges', async (t) => {
  for (const text of [
    '{"state":"charged","usage":{"prompt_tokens":1},"usage":{"prompt_tokens":2}}',
    '{"state":"running","state":"not_charged"}',
    '{"state":"charged","usage":{"prompt_tokens":1,"prompt_tokens":2}}',
    String.raw`{"state":"charged","usage":{"details":{"cached":1,"\u0063ached":2}}}`,
    '{"state":"not_charged"} {}',
    '[{"state":"not_charged"}]',
  ]) {
    const { lookUp } = billingRecordsOf(t, await answering(t, 200, text));
    t.is(await failureOf(t, lookUp('one', 'r')), 'reset, unknown', text);
  }
});

test('a look-up at an upstream without billing records, or an unknown one, gives nothing', async (t) => {
  const { lookUp } = billingRecordsOf(t, 'http://127.0.0.1:1');
  t.is(await lookUp('silent', 'r'), null);
  t.is(await lookUp('unheard-of', 'r'), null);
});

test('billing records are read as charged, not charged, running or never seen', async (t) => {
  const usage = '{"prompt_tokens":9007199254740993,"seconds":1.50,"details":{"cached":0},"tier":null}';
  const cases = [
    [200, `{"state":"charged","usage":${usage},"model":"m"}`, { kind: 'charged', usage, serviceTier: null }],
    [
      200,
      `{"state":"charged","usage":${usage},"service_tier":"flex"}`,
      { kind: 'charged', usage, serviceTier: 'flex' },
    ],
    [200, '{"state":"not_charged"}', { kind: 'not_charged' }],
    [200, '{"state":"running","usage":null}', { kind: 'running' }],
    [404, 'no such reservation', { kind: 'never_seen' }],
  ] as const;
  for (const [status, text, entry] of cases) {
    t.deepEqual(await billingRecordsOf(t, await answering(t, status, text)).lookUp('one', 'r'), entry);
  }
});

test('an answer that is no entry is a failure, never an entry', async (t) => {
  const charged = ['{"state":"charged"}', '{"state":"charged","usage":null}', '{"state":"charged","usage":[1]}'];
  for (const text of [...charged, '{"state":"gone"}', '{}', 'null', '[]', '', '<html>', '{"state":"running"']) {
    const { lookUp } = billingRecordsOf(t, await answering(t, 200, text));
    t.is(await failureOf(t, lookUp('one', 'r')), 'reset, unknown', text);
  }
});

test('other statuses are failures, redirects among them', async (t) => {
  for (const status of [201, 204, 302, 400, 401, 403, 410, 429, 500, 503]) {
    const { lookUp } = billingRecordsOf(t, await answering(t, status, status === 204 ? '' : '{"state":"not_charged"}'));
    t.is(await failureOf(t, lookUp('one', 'r')), 'reset, unknown', String(status));
  }
});

test('an answer beyond the limit is not read', async (t) => {
  const { lookUp } = billingRecordsOf(
    t,
    await answering(t, 200, `{"state":"running","padding":"${'a'.repeat(2_000)}"}`),
    {
      answerBytesMax: 1_000,
    },
  );
  t.is(await failureOf(t, lookUp('one', 'r')), 'too_large, unknown');
});

test('a look-up at an unreachable upstream fails, and leaves the outcome unknown', async (t) => {
  const { lookUp } = billingRecordsOf(t, `http://127.0.0.1:${await closedPort()}`);
  t.is(await failureOf(t, lookUp('one', 'r')), 'connect, unknown');
});

test('a look-up that is cut or unanswered, before or within the answer, fails in time', async (t) => {
  const begun = 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"state"';
  for (const text of ['', begun]) {
    const cut = await serveSocket(t, (socket) => onEachRequest(socket, () => socket.end(text)));
    t.is(await failureOf(t, billingRecordsOf(t, `http://127.0.0.1:${cut}`).lookUp('one', 'r')), 'reset, unknown');
    const silent = await serveSocket(t, (socket) => onEachRequest(socket, () => socket.write(text)));
    const { lookUp } = billingRecordsOf(t, `http://127.0.0.1:${silent}`, { timeoutMs: 50 });
    t.is(await failureOf(t, lookUp('one', 'r')), 'total_timeout, unknown');
  }
});
