import Anthropic, * as anthropic from '@anthropic-ai/sdk';
import { APIError as TypeSafeError, TypeSafeClient } from '@typesafe-ai/sdk';
import AnthropicBefore from 'anthropic-sdk-0';
import test, { type ExecutionContext } from 'ava';
import OpenAI, * as openai from 'openai';
import { httpCall, type HttpReply } from '../_support/http-call.ts';
import { setScriptedScene, type ScriptedScene } from '../_support/scripted-upstream.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

// What an upstream's refusals and failures become, status by status, in each dialect and for each official client.

const shared = new SharedTeardown();
test.after.always(shared.end);
const scene = setScriptedScene(shared, { surfaces: ['chat_completions', 'messages', 'systemone'] });

const words = 'The input quotes "you".';
const hello = { model: 'light', max_tokens: 20, messages: [{ role: 'user' as const, content: 'hi' }] };
const asked = { model: 'light', state: 'x', questions: { q: { type: 'noul' as const } } };

type Client = 'openai' | '2026-10-21' | '2023-06-01' | 'systemone';

/** As each protocol writes an error. */
const upstreamBody: Readonly<Record<Client, object>> = {
  openai: { error: { message: words, type: 'x', param: 'messages', code: 'context_length_exceeded' } },
  '2026-10-21': { type: 'error', error: { type: 'x', message: words, details: { error_code: 'too_deep' } } },
  '2023-06-01': { type: 'error', error: { type: 'x', message: words } },
  systemone: { detail: [{ loc: ['body', 'state'], msg: words, type: 'x' }] },
};

/** The error that the official client raises; it asks once. */
async function raisedBy(client: Client, { origin, baseUrl }: ScriptedScene, apiKey: string): Promise<unknown> {
  const options = { apiKey, baseURL: origin, maxRetries: 0 };
  try {
    if (client === 'openai') await new OpenAI({ ...options, baseURL: baseUrl }).chat.completions.create(hello);
    else if (client === '2026-10-21') await new Anthropic(options).messages.create(hello);
    else if (client === '2023-06-01') await new AnthropicBefore(options).messages.create(hello);
    else await new TypeSafeClient({ ...options, logLevel: 'off', retry: { maxRetries: 0 } }).systemOne(asked);
    return null;
  } catch (error) {
    return error;
  }
}

const paths: Readonly<Record<Client, string>> = {
  openai: '/chat/completions',
  '2026-10-21': '/messages',
  '2023-06-01': '/messages',
  systemone: '/systemone',
};

function post({ baseUrl }: ScriptedScene, apiKey: string, client: Client): Promise<HttpReply> {
  const dialect = client.startsWith('20') ? { 'anthropic-version': client } : {};
  return httpCall(`${baseUrl}${paths[client]}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...dialect },
    body: JSON.stringify(client === 'systemone' ? asked : hello),
  });
}

interface Told {
  readonly status: number;
  readonly code: string;
  /** In the dialect of Anthropic. */
  readonly type: string;
  readonly openaiClass: abstract new (...args: never[]) => Error;
  readonly anthropicClass: abstract new (...args: never[]) => Error;
}

const refused = (status: number, type: string): Omit<Told, 'openaiClass' | 'anthropicClass'> => ({
  status,
  code: 'upstream_refused',
  type,
});
const unavailable: Told = {
  status: 503,
  code: 'upstream_unavailable',
  type: 'api_error',
  openaiClass: openai.InternalServerError,
  anthropicClass: anthropic.ServiceUnavailableError,
};

const told: Readonly<Record<number, Told>> = {
  400: {
    ...refused(400, 'invalid_request_error'),
    openaiClass: openai.BadRequestError,
    anthropicClass: anthropic.BadRequestError,
  },
  413: {
    ...refused(413, 'request_too_large'),
    openaiClass: openai.APIError,
    anthropicClass: anthropic.ContentTooLargeError,
  },
  // Servers of recordings and files say so of a format that they do not read.
  415: {
    ...refused(415, 'invalid_request_error'),
    openaiClass: openai.APIError,
    anthropicClass: anthropic.APIError,
  },
  422: {
    ...refused(422, 'invalid_request_error'),
    openaiClass: openai.UnprocessableEntityError,
    anthropicClass: anthropic.UnprocessableEntityError,
  },
  431: {
    ...refused(431, 'invalid_request_error'),
    openaiClass: openai.APIError,
    anthropicClass: anthropic.APIError,
  },
  429: {
    status: 429,
    code: 'upstream_rate_limited',
    type: 'rate_limit_error',
    openaiClass: openai.RateLimitError,
    anthropicClass: anthropic.RateLimitError,
  },
  // The credential, the account and the names upstream are the operator's: their faults are no caller's.
  401: unavailable,
  402: unavailable,
  403: unavailable,
  404: unavailable,
  408: unavailable,
  409: unavailable,
  // The path upstream is the gateway's own.
  414: unavailable,
  499: unavailable,
  500: unavailable,
  501: unavailable,
  502: unavailable,
  503: unavailable,
  504: unavailable,
  529: unavailable,
};

function assertBody(t: ExecutionContext, reply: HttpReply, client: Client, { status, code, type }: Told): void {
  const isRefusal = code === 'upstream_refused';
  const body = JSON.parse(reply.text) as { readonly error: Record<string, unknown>; readonly detail?: unknown };
  const { error } = body;
  t.is(reply.status, status);
  t.is(String(error['message']).startsWith(words), isRefusal);
  if (client === 'openai') {
    t.deepEqual(Object.keys(body), ['error']);
    t.deepEqual(Object.keys(error), ['message', 'type', 'param', 'code']);
    t.is(error['code'], isRefusal ? 'context_length_exceeded' : code);
    t.is(error['param'], isRefusal ? 'messages' : null);
  } else if (client === 'systemone') {
    t.is(error['code'], code);
    t.is(error['param'], isRefusal ? 'state' : null);
    t.truthy(body.detail);
  } else {
    t.like(body, { type: 'error', request_id: String(reply.headers['request-id']) });
    t.like(error, { type, code });
    const details = isRefusal && client === '2026-10-21' ? { error_code: 'too_deep' } : undefined;
    t.deepEqual(error['details'], details);
  }
}

for (const [upstreamStatus, expected] of Object.entries(told)) {
  test.serial(
    `an upstream's ${upstreamStatus} is returned as ${expected.status} ${expected.code}, in each dialect`,
    async (t) => {
      const gateway = await scene;
      const { apiKey, walletId } = await gateway.ledger.tenant({ allowAllModels: true });
      const clients: readonly Client[] = ['openai', '2026-10-21', '2023-06-01', 'systemone'];
      for (const client of clients) {
        gateway.answer({
          status: Number(upstreamStatus),
          headers: { 'content-type': 'application/json', 'retry-after': '86400' },
          pieces: [JSON.stringify(upstreamBody[client])],
        });
        const reply = await post(gateway, apiKey, client);
        assertBody(t, reply, client, expected);
        // Some clients obey any delay.
        t.is(reply.headers['retry-after'], expected.code === 'upstream_refused' ? undefined : '60');
        t.is(reply.headers['x-should-retry'], expected.code === 'upstream_refused' ? 'false' : undefined);
        const raised = await raisedBy(client, gateway, apiKey);
        t.like(raised, { status: expected.status });
        if (client === 'openai') t.true(raised instanceof expected.openaiClass);
        else if (client === '2026-10-21') t.true(raised instanceof expected.anthropicClass);
        else if (client === 'systemone') t.true(raised instanceof TypeSafeError);
      }
      const { reservations } = await gateway.ledger.settledWallet(walletId, 2 * clients.length);
      t.true(
        reservations.every(({ story }) => story.join() === `ReservationReleased upstream_status_${upstreamStatus}`),
      );
    },
  );
}

test.serial('the code of a refusal is a machine-readable word, or else the gateway’s own', async (t) => {
  const gateway = await scene;
  const { apiKey } = await gateway.ledger.tenant({ allowAllModels: true });
  for (const code of [null, 7, '', 'you said: "hi"', 'x'.repeat(101), { a: 1 }]) {
    gateway.answer({ status: 400, pieces: [JSON.stringify({ error: { message: words, code } })] });
    const { text } = await post(gateway, apiKey, 'openai');
    t.like(JSON.parse(text), { error: { code: 'upstream_refused', param: null } });
  }
});

for (const [kind, body, param, code] of [
  ['one text', { error: words }, null, null],
  ['words of their own', { object: 'error', message: words, param: 'n', code: 400 }, 'n', null],
  ['words with a code', { message: words, code: 'too_long' }, null, 'too_long'],
  ['a detail', { detail: words }, null, null],
  ['an object of details', { detail: { message: words } }, null, null],
  ['a list of details', { detail: [{ loc: ['body', 'messages', 0], msg: words }] }, 'messages.0', null],
  ['an error of another protocol', { error: { code: 400, message: words, type: 'x' } }, null, null],
] as const) {
  test.serial(`a refusal that is ${kind} is read on every surface`, async (t) => {
    const gateway = await scene;
    const { apiKey } = await gateway.ledger.tenant({ allowAllModels: true });
    gateway.answer({ status: 400, pieces: [JSON.stringify(body)] });
    for (const client of ['openai', '2026-10-21', 'systemone'] as const) {
      const reply = await post(gateway, apiKey, client);
      const { error } = JSON.parse(reply.text) as { readonly error: Readonly<Record<string, unknown>> };
      t.is(reply.status, 400, client);
      t.true(String(error['message']).startsWith(words));
      t.is(error['param'], param);
      if (client === 'openai') t.is(error['code'], code ?? 'upstream_refused');
    }
  });
}

test.serial('a 400 without words, as from a proxy before the upstream, is returned as 503', async (t) => {
  const gateway = await scene;
  const { apiKey } = await gateway.ledger.tenant({ allowAllModels: true });
  for (const piece of ['<html>Bad Request</html>', '', '{}', '[]', '{"error":{}}', '{"detail":[{}]}']) {
    gateway.answer({ status: 400, pieces: [piece] });
    t.is((await post(gateway, apiKey, 'openai')).status, 503, piece);
  }
});

const page = '<html><head><title>Refused by proxy7</title></head><body>proxy7/1.24</body></html>';

for (const [status, type, advice] of [
  [413, 'request_too_large', /\(413\)\. Make the request smaller/],
  [431, 'invalid_request_error', /\(431\)\. Send fewer or shorter headers/],
] as const) {
  test.serial(`a ${status} without words is returned as final, with what the caller should change`, async (t) => {
    const gateway = await scene;
    const { apiKey, walletId } = await gateway.ledger.tenant({ allowAllModels: true });
    const clients = ['openai', '2026-10-21', 'systemone'] as const;
    const bodies = [page, 'proxy7: refused', '', '{}', '{"error":{}}', '\u{feff}<proxy7/>'];
    for (const body of bodies) {
      gateway.answer({ status, headers: { 'content-type': 'text/html', 'retry-after': '86400' }, pieces: [body] });
      for (const client of clients) {
        const reply = await post(gateway, apiKey, client);
        t.is(reply.status, status, `${client} ${body}`);
        t.is(reply.headers['content-type'], 'application/json; charset=utf-8');
        t.is(reply.headers['retry-after'], undefined);
        t.notRegex(reply.text, /proxy7|html/);
        const { error } = JSON.parse(reply.text) as { readonly error: Readonly<Record<string, unknown>> };
        t.like(error, { code: 'upstream_refused', param: null });
        t.regex(String(error['message']), advice);
        if (client === '2026-10-21') t.is(error['type'], type);
      }
    }
    const { reservations } = await gateway.ledger.settledWallet(walletId, bodies.length * clients.length);
    t.true(reservations.every(({ story }) => story.join() === `ReservationReleased upstream_status_${status}`));
  });
}

test.serial('a refusal longer than the read limit is still returned as a refusal, and not as retryable', async (t) => {
  const gateway = await scene;
  const { apiKey } = await gateway.ledger.tenant({ allowAllModels: true });
  const quoted = '€'.repeat(400_000);
  for (const body of [
    { error: { message: `${words} Unknown: ${quoted}` } },
    { detail: [{ loc: ['body', 'x'], msg: words, input: quoted }] },
  ]) {
    gateway.answer({ status: 422, pieces: JSON.stringify(body).match(/.{1,10000}/gsu) ?? [] });
    const reply = await post(gateway, apiKey, 'openai');
    const { error } = JSON.parse(reply.text) as { readonly error: Readonly<Record<string, unknown>> };
    t.is(reply.status, 422);
    t.is(error['code'], 'upstream_refused');
    t.true(String(error['message']).startsWith(words));
    t.is(reply.headers['retry-after'], undefined);
  }
});

test.serial('a refusal that breaks off is still returned as a refusal and costs nothing', async (t) => {
  const gateway = await scene;
  const { apiKey, walletId } = await gateway.ledger.tenant({ allowAllModels: true });
  const begun = `{"error":{"message":${JSON.stringify(words)},"param":"messages","code":"context_length_exceeded","inner":{"a":[1,`;
  gateway.answer({ status: 400, pieces: [begun], isCut: true });
  const reply = await post(gateway, apiKey, 'openai');
  t.is(reply.status, 400, reply.text);
  const { error } = JSON.parse(reply.text) as { readonly error: Readonly<Record<string, unknown>> };
  t.like(error, { code: 'context_length_exceeded', param: 'messages' });
  t.true(String(error['message']).startsWith(words));
  const { reservations, state } = await gateway.ledger.settledWallet(walletId);
  t.deepEqual(
    reservations.map(({ story }) => story),
    [['ReservationReleased upstream_status_400']],
  );
  t.is(state.settled, 0n);
});

test.serial('a refusal names the model as the caller did, and ends as a sentence', async (t) => {
  const gateway = await scene;
  const { apiKey } = await gateway.ledger.tenant({ allowAllModels: true });
  for (const [said, told] of [
    ['The model `sandbox-small` has no `seed`', 'The model `light` has no `seed`. '],
    ['sandbox-small: too long.', 'light: too long. '],
    ['Not sandbox-smaller, a/sandbox-small, sandbox-small-1, sandbox-small:8b or xsandbox-small!', ''],
  ] as const) {
    gateway.answer({ status: 400, pieces: [JSON.stringify({ error: { message: said } })] });
    const { text } = await post(gateway, apiKey, 'openai');
    const { message } = (JSON.parse(text) as { readonly error: { readonly message: string } }).error;
    t.true(message.startsWith(told === '' ? `${said} ` : told), message);
  }
});

const date = 'Sat, 21 Nov 2026 12:00:00 GMT';
for (const [headers, seconds] of [
  [{ 'retry-after': '7' }, '7'],
  [{ 'retry-after': '1.2' }, '2'],
  [{ 'retry-after': '0' }, '1'],
  [{ 'retry-after-ms': '2500', 'retry-after': '50' }, '3'],
  [{ 'retry-after': 'Sat, 21 Nov 2026 12:00:25 GMT', date }, '25'],
  [{ 'retry-after': 'Sat, 21 Nov 2026 13:00:00 GMT', date }, '60'],
  [{ 'retry-after': 'Sat, 21 Nov 2026 11:00:00 GMT', date }, '1'],
  [{ 'retry-after': 'soon', date }, null],
  [{}, null],
] as const) {
  test.serial(
    `a wait given as ${JSON.stringify(headers)} is passed on as ${seconds ?? 'the gateway’s own'}`,
    async (t) => {
      const gateway = await scene;
      const { apiKey } = await gateway.ledger.tenant({ allowAllModels: true });
      for (const [status, own] of [
        [429, '5'],
        [503, '2'],
      ] as const) {
        gateway.answer({ status, headers, pieces: ['{}'] });
        t.is((await post(gateway, apiKey, '2026-10-21')).headers['retry-after'], seconds ?? own);
      }
    },
  );
}
