import { readFileSync } from 'node:fs';
import test, { type ExecutionContext } from 'ava';
import { openapiDocument } from '../../src/surfaces/openapi/openapi-document.ts';
import { audioPrices } from '../_support/sandbox-bill.ts';
import { sharedGateway } from '../_support/served-gateway.ts';

// What holds for every operation of the interface: who may call it, and in which words it refuses.

const jsonSurfaces = ['chat_completions', 'responses', 'messages', 'embeddings', 'systemone'];
const audioSurfaces = ['audio_speech', 'audio_transcriptions', 'audio_translations'];
const creditHint = 'Credit is at https://pay.example/top-up?of=all';
const served = sharedGateway({
  config: {
    target: { surfaces: [...jsonSurfaces, ...audioSurfaces], prices: audioPrices },
    profiles: { locked: { targets: ['small'] } },
    top: {
      credit_hint: { text: creditHint },
      files: { openai: { upstream: 'sandbox' }, anthropic: { upstream: 'sandbox' } },
    },
  },
});
test.after.always(served.end);

type Body = Readonly<Record<string, unknown>> | 'form';

const conversation = { max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] };

/** A body for each operation that takes one, without its model. */
const bodies: Readonly<Record<string, Body>> = {
  'POST /chat/completions': conversation,
  'POST /responses': { input: 'Hi', max_output_tokens: 9 },
  'POST /responses/compact': { input: 'Hi' },
  'POST /responses/input_tokens': { input: 'Hi' },
  'POST /messages': conversation,
  'POST /messages/count_tokens': { messages: conversation.messages },
  'POST /embeddings': { input: 'Hi' },
  'POST /systemone': { state: 'Hi', questions: { greeting: { type: 'noul' } } },
  'POST /audio/speech': { input: 'Hi', voice: 'alloy' },
  'POST /audio/transcriptions': 'form',
  'POST /audio/translations': 'form',
  'POST /files': 'form',
};
const { paths } = openapiDocument() as { readonly paths: Readonly<Record<string, object>> };
const operations = Object.entries(paths)
  .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
  .filter((operation) => operation !== 'GET /openapi.json');

/** Members and fields of no protocol: a list of names, a number for every text, and a part twice. */
const faults = { messages: 5, input: 5, state: 5, voice: 5, max_tokens: 'many', stream: 'maybe', Model: 'light' };

function formOf(model: string, isFile: boolean, isFaulty: boolean): FormData {
  const form = new FormData();
  if (isFaulty) {
    form.set('nothing', 'x');
    form.append('purpose', 'a');
  }
  form.set('model', model);
  if (isFile) form.set('purpose', 'user_data');
  if (isFaulty) form.set('file', 'no file');
  else form.set('file', new File([Buffer.alloc(2_000)], 'a.mp3', { type: 'audio/mpeg' }));
  return form;
}

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

async function call(
  operation: string,
  headers: Readonly<Record<string, string>>,
  model = 'light',
  isFaulty = false,
): Promise<Reply> {
  const { baseUrl } = await served.start();
  const [method = '', path = ''] = operation.split(' ');
  const body = bodies[operation];
  const sent =
    body === undefined || body === 'form'
      ? { body: body === undefined ? null : formOf(model, path === '/files', isFaulty), headers }
      : {
          body: JSON.stringify({ ...body, model, ...(isFaulty && faults) }),
          headers: { ...headers, 'content-type': 'application/json' },
        };
  const reply = await fetch(`${baseUrl}${path.replace('{id}', 'none')}`, { method, ...sent });
  const text = await reply.text();
  const isJson = reply.headers.get('content-type')?.startsWith('application/json') === true;
  return { status: reply.status, headers: reply.headers, body: isJson ? (JSON.parse(text) as Reply['body']) : {} };
}

interface Refusal {
  readonly status: number;
  readonly code: string;
  /** The type of the error in the protocol of Anthropic. */
  readonly type: string;
}

/** Refused in the words of the operation's protocol, with all that clients read of a refusal. */
function assertRefused(t: ExecutionContext, operation: string, reply: Reply, expected: Refusal): void {
  const { status, headers, body } = reply;
  const { code, message, type, credit_hint: hint } = body['error'] as Readonly<Record<string, string>>;
  t.deepEqual([status, code], [expected.status, expected.code], operation);
  t.true((message ?? '').length > 20, operation);
  const isUnpaid = expected.status === 402;
  t.is(hint, isUnpaid ? creditHint : undefined, operation);
  t.is(message?.endsWith(`. ${creditHint}`), isUnpaid, message);
  const id = headers.get('x-request-id');
  t.regex(id ?? '', /^req_[0-9a-f]{32}$/, operation);
  for (const name of ['request-id', 'x-typesafe-request-id']) t.is(headers.get(name), id, operation);
  const isAnthropic = operation.includes('/messages');
  t.is(body['type'], isAnthropic ? 'error' : undefined, operation);
  t.is(body['request_id'], isAnthropic ? id : undefined, operation);
  if (isAnthropic) t.is(type, expected.type, operation);
  t.is(body['detail'], operation.includes('/systemone') ? message : undefined, operation);
  t.is(headers.get('www-authenticate') !== null, expected.status === 401, operation);
}

test('the operations are those of the specification, three more about responses, and five about the key itself', (t) => {
  t.is(operations.length, 26);
  t.deepEqual(
    operations.filter((operation) => operation.startsWith('POST')).toSorted(),
    Object.keys(bodies).toSorted(),
  );
});

test('an operation without a stream refuses one with the reason, and is named in docs/limits.md', async (t) => {
  const { baseUrl, tenant } = await served.start();
  const { apiKey } = await tenant({ allowAllModels: true });
  const limits = readFileSync('docs/limits.md', 'utf8');
  const unstreamed = Object.keys(bodies).filter((operation) => {
    const path = operation.split(' ')[1] ?? '';
    return path !== '/files' && !JSON.stringify(paths[path]).includes('text/event-stream');
  });
  t.is(unstreamed.length, 6);
  for (const operation of unstreamed) {
    const [method = '', path = ''] = operation.split(' ');
    const form = formOf('light', false, false);
    form.set('stream', 'true');
    const json = JSON.stringify({ ...(bodies[operation] as object), model: 'light', stream: true });
    const isForm = bodies[operation] === 'form';
    const headers = { 'x-api-key': apiKey, ...(!isForm && { 'content-type': 'application/json' }) };
    const reply = await fetch(`${baseUrl}${path}`, { method, headers, body: isForm ? form : json });
    t.true([400, 422].includes(reply.status), operation);
    t.regex(await reply.text(), /`stream` must be false: [a-zA-Z ]+/, operation);
    t.true(limits.includes(`\`/v1${path}\``), `${operation} is not named`);
  }
});

test('no operation is answered without a key, or with an unknown one in either header', async (t) => {
  const refusal = { status: 401, code: 'invalid_api_key', type: 'authentication_error' };
  for (const operation of operations) {
    for (const headers of [{}, { authorization: 'Bearer wb_unknown' }, { 'x-api-key': 'wb_unknown' }]) {
      assertRefused(t, operation, await call(operation, headers), refusal);
    }
  }
});

test('every operation takes the key in either header, whichever protocol it serves', async (t) => {
  const { tenant } = await served.start();
  const { apiKey } = await tenant();
  for (const operation of operations) {
    for (const headers of [{ authorization: `Bearer ${apiKey}` }, { 'x-api-key': apiKey }]) {
      const { status, body } = await call(operation, headers);
      const code = (body['error'] as { readonly code?: string } | undefined)?.code ?? null;
      // Ids that are not there are looked for as their owner.
      const missing = operation.includes('/models')
        ? [403, /^profile_not_authorised$/]
        : [404, /^(response|file|resource)_not_found$/];
      const found = operation.includes('{') ? missing : [200, /^null$/];
      t.is(status, found[0] as number, operation);
      t.regex(String(code), found[1] as RegExp, operation);
    }
  }
});

test('a profile that is not allowed is refused by every operation that names one', async (t) => {
  const { tenant } = await served.start();
  const { apiKey } = await tenant();
  const refusal = { status: 403, code: 'profile_not_authorised', type: 'permission_error' };
  for (const operation of Object.keys(bodies)) {
    for (const model of ['locked', 'unknown', 'switchyard']) {
      assertRefused(t, operation, await call(operation, { 'x-api-key': apiKey }, model), refusal);
    }
  }
});

test('every answer to a known caller says what casting did, and no other does', async (t) => {
  const { tenant } = await served.start();
  const callers = { off: await tenant(), none: await tenant({ piiEnabled: true }) };
  for (const operation of operations) {
    const told = async (apiKey: string, model: string) => {
      const { headers, status } = await call(operation, { 'x-api-key': apiKey }, model);
      return [headers.get('x-waybill-pii'), status] as const;
    };
    for (const [what, { apiKey }] of Object.entries(callers)) {
      // Without an engine nothing of a protected caller is cast, nor forwarded.
      for (const model of ['light', 'locked']) t.is((await told(apiKey, model))[0], what, operation);
    }
    t.deepEqual(await told('wb_unknown', 'light'), [null, 401], operation);
  }
});

test('every answer to a known caller says what is left of the requests a minute, a refusal too', async (t) => {
  const { tenant } = await served.start();
  for (const operation of operations) {
    const { apiKey } = await tenant();
    for (const model of ['light', 'locked']) {
      const { headers } = await call(operation, { 'x-api-key': apiKey }, model);
      const [limit, left] = (
        operation.includes(' /messages')
          ? ['anthropic-ratelimit-requests-limit', 'anthropic-ratelimit-requests-remaining']
          : ['x-ratelimit-limit-requests', 'x-ratelimit-remaining-requests']
      ).map((name) => Number(headers.get(name) ?? Number.NaN));
      // What is used is free again within a millisecond, so that none may be missing.
      t.true(limit !== undefined && left !== undefined && left >= limit - 2 && left <= limit, `${operation}: ${left}`);
    }
  }
});

test('the profile is judged before any other fault of the body, and the wallet before the body', async (t) => {
  const { tenant } = await served.start();
  const { apiKey } = await tenant();
  const empty = await tenant({ creditEur: '0' });
  const refusal = { status: 403, code: 'profile_not_authorised', type: 'permission_error' };
  const unpaid = { status: 402, code: 'insufficient_credit', type: 'billing_error' };
  for (const operation of Object.keys(bodies)) {
    for (const model of ['locked', 'unknown', 'switchyard']) {
      assertRefused(t, operation, await call(operation, { 'x-api-key': apiKey }, model, true), refusal);
    }
    const { status } = await call(operation, { 'x-api-key': apiKey }, 'light', true);
    t.is(status, operation.includes('systemone') ? 422 : 400, operation);
    assertRefused(t, operation, await call(operation, { 'x-api-key': empty.apiKey }, 'locked', true), unpaid);
  }
});

test('an empty wallet is refused by every operation, the free count of tokens too', async (t) => {
  const { tenant } = await served.start();
  const { apiKey } = await tenant({ creditEur: '0' });
  const refusal = { status: 402, code: 'insufficient_credit', type: 'billing_error' };
  for (const operation of Object.keys(bodies)) {
    assertRefused(t, operation, await call(operation, { 'x-api-key': apiKey }), refusal);
  }
});

test('no operation lets pages of other origins read it', async (t) => {
  const { baseUrl, tenant } = await served.start();
  const { apiKey } = await tenant();
  for (const operation of operations) {
    const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' };
    const asked = await fetch(`${baseUrl}${operation.split(' ')[1]?.replace('{id}', 'none')}`, {
      method: 'OPTIONS',
      headers: { ...headers, 'access-control-request-headers': 'authorization' },
    });
    const called = await call(operation, { ...headers, authorization: `Bearer ${apiKey}` });
    const allowed = [...asked.headers.keys(), ...called.headers.keys()].filter((name) =>
      name.startsWith('access-control-'),
    );
    t.deepEqual(allowed, [], operation);
    const path = operation.split(' ')[1];
    const described = operations.filter((one) => one.split(' ')[1] === path).map((one) => one.split(' ')[0] ?? '');
    const told = asked.headers
      .get('allow')
      ?.split(', ')
      .filter((method) => method !== 'HEAD');
    t.deepEqual(told?.toSorted(), described.toSorted(), operation);
  }
});
