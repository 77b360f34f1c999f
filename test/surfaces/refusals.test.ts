import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import OpenAI, {
  APIError,
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  PermissionDeniedError,
} from 'openai';
import { apiKeySecret } from '../../src/domain/api-key-secret.ts';
import type { Policy } from '../../src/domain/policy.ts';
import { errorCatalogue, type ErrorCode } from '../../src/errors.ts';
import { revokeApiKey } from '../../src/ledger/identities.ts';
import { nextOnChat } from '../_support/next-on-chat.ts';
import type { TenantOptions, TestTenant } from '../_support/gateway.ts';
import { httpCall, type HttpCall, type HttpReply } from '../_support/http-call.ts';
import { sharedGateway } from '../_support/served-gateway.ts';

// Every refusal before the hold: its whole answer, read raw and by the official client; nothing held, nothing forwarded.

const served = sharedGateway({
  config: {
    server: { body_bytes_max: 20_000, json_depth_max: 16 },
    profiles: { other: { targets: ['small'] } },
    top: { aliases: { nick: 'other' } },
  },
});
test.after.always(served.end);

const policyOf = (tenantId: string, rules: Partial<Policy>): Policy => ({
  scope_kind: 'tenant',
  scope_id: tenantId,
  allowed_profiles: ['light', 'other'],
  default_profile: 'light',
  pii_required: false,
  max_request_eur: '1.000000000',
  allow_all_models: false,
  ...rules,
});

const ruled = (rules: Partial<Policy>, options: TenantOptions = {}): TenantOptions => {
  const tenantId = randomUUID();
  return { tenantId, policies: [policyOf(tenantId, rules)], ...options };
};

/** Who asks, by what sets them apart. */
const callers = {
  plain: {},
  another: {},
  other: { profiles: ['other'] },
  revoked: {},
  expired: { expiresAt: '2020-01-01T00:00:00.000Z' },
  empty: { creditEur: '0' },
  poor: { creditEur: '0.000000999' },
  capped: { maxRequestEur: '0.000001' },
  cappedByPolicy: ruled({ max_request_eur: '0.000001000' }),
  guarded: { piiEnabled: true },
  guardedByPolicy: ruled({ pii_required: true }),
  narrowed: ruled({ allowed_profiles: ['other'], default_profile: 'other' }),
  narrowedAll: ruled({ allowed_profiles: ['other'], default_profile: 'other' }, { allowAllModels: true }),
  all: { allowAllModels: true, profiles: ['switchyard', 'nowhere'] },
} satisfies Record<string, TenantOptions>;

type CallerName = keyof typeof callers;

interface World {
  readonly url: string;
  readonly tenants: Readonly<Record<CallerName, TestTenant>>;
}

async function createWorld(): Promise<World> {
  const { tenant, log, baseUrl } = await served.start();
  const made = await Promise.all(
    Object.entries(callers).map(async ([name, options]) => [name, await tenant(options)] as const),
  );
  // One entry for each caller, by construction.
  const tenants = Object.fromEntries(made) as World['tenants'];
  await revokeApiKey({ log, createId: randomUUID, actor: 'system:test' }, tenants.revoked.keyId, 'test');
  const url = `${baseUrl}/chat/completions`;
  // An unknown key is looked for in the log to its end: from here on all that was recorded is known.
  await httpCall(url, { method: 'POST', headers: { authorization: `Bearer ${unknownKey}` } });
  return { url, tenants };
}

let world: Promise<World> | null = null;
const theWorld = (): Promise<World> => (world ??= createWorld());

const unknownKey = apiKeySecret(Buffer.alloc(32, 7));
const hello = { model: 'light', messages: [{ role: 'user', content: 'canary' }] };

type Facts = { status: number; type: string; next: string; shouldRetry?: boolean; retryAfterSeconds?: number | null };
interface Refusal {
  readonly code: ErrorCode;
  readonly param?: string;
  readonly caller?: CallerName;
  /** Instead of a chat request: an object is written as JSON, text and bytes are sent as they are. */
  readonly body?: object | string | Buffer;
  readonly isChunked?: boolean;
  /** Added to those of the caller; `null` takes one away. */
  readonly headers?: (tenants: World['tenants']) => Readonly<Record<string, string | null>>;
  readonly says?: RegExp;
  readonly butHere?: Partial<Facts>;
}

const bytesOf = (body: Refusal['body']): string | Buffer =>
  typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body ?? hello);

async function ask({ caller = 'plain', body, isChunked = false, headers }: Refusal): Promise<HttpReply> {
  const { url, tenants } = await theWorld();
  const all: Record<string, string | null> = {
    authorization: `Bearer ${tenants[caller].apiKey}`,
    'content-type': 'application/json',
    ...headers?.(tenants),
  };
  const sent = Object.fromEntries(
    Object.entries(all).filter((header): header is [string, string] => header[1] !== null),
  );
  const call: HttpCall = { method: 'POST', headers: sent, body: bytesOf(body), isChunked };
  return await httpCall(url, call);
}

const classes: Readonly<Record<number, abstract new (...args: never[]) => Error>> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  503: InternalServerError,
};

/** What the official client makes of the answer, and how often it asks for one. */
async function readByClient({ status, headers, bytes }: HttpReply): Promise<{ error: unknown; attempts: number }> {
  let attempts = 0;
  const client = new OpenAI({
    apiKey: 'not-sent',
    baseURL: 'http://gateway.invalid/v1',
    maxRetries: headers['x-should-retry'] === 'false' ? 2 : 0,
    fetch: async () => {
      attempts++;
      const told = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
      return new Response(bytes, { status, headers: told });
    },
  });
  try {
    await client.chat.completions.create({ model: 'light', messages: [] });
    return { error: null, attempts };
  } catch (error) {
    return { error, attempts };
  }
}

async function assertRefused(t: ExecutionContext, refusal: Refusal): Promise<void> {
  const { code, param = null, caller = 'plain', says, butHere } = refusal;
  const facts: Facts = { ...errorCatalogue[code], ...butHere };
  // Where nothing tells when to send it again, sending it again cannot help.
  const { shouldRetry = facts.retryAfterSeconds === undefined && facts.status !== 408 ? false : undefined } = facts;
  const reply = await ask(refusal);
  const told = JSON.parse(reply.text) as { readonly error: { readonly message: string } };
  const { message } = told.error;
  t.deepEqual(told, { error: { message, type: facts.type, param, code } as typeof told.error });
  t.is(reply.status, facts.status);
  t.true(message.endsWith(caller === 'empty' ? facts.next : (nextOnChat[code] ?? facts.next)), message);
  if (says !== undefined) t.regex(message, says);
  t.false(reply.text.includes('canary'));
  t.regex(reply.headers['content-type'] ?? '', /^application\/json/);
  t.is(reply.headers['request-id'], reply.headers['x-request-id']);
  t.is(reply.headers['x-waybill-reservation'], undefined);
  t.is(reply.headers['retry-after'], facts.retryAfterSeconds?.toString());
  t.is(reply.headers['x-should-retry'], shouldRetry?.toString());

  const { error, attempts } = await readByClient(reply);
  t.is(attempts, 1);
  t.true(error instanceof (classes[facts.status] ?? APIError));
  t.like(error, { status: facts.status, code, type: facts.type, param, requestID: reply.headers['x-request-id'] });

  await assertNothingDone(t, caller);
}

async function assertNothingDone(t: ExecutionContext, caller: CallerName): Promise<void> {
  const [{ wallet, sandbox }, { tenants }] = [await served.start(), await theWorld()];
  const types = (await wallet(tenants[caller].walletId)).map(({ type }) => type);
  t.deepEqual(types, caller === 'empty' ? ['WalletOpened'] : ['WalletOpened', 'WalletCredited']);
  t.deepEqual(await sandbox.requests(), []);
}

const refuses = (title: string, refusal: Refusal): void => {
  test(title, async (t) => assertRefused(t, refusal));
};

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const nested = (levels: number): string => `{"messages":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

for (const body of [
  '',
  ' \r\n',
  'null',
  '[]',
  '"text"',
  '7',
  '{',
  '{"model":}',
  "{'model':'light'}",
  '{"model":"light",}',
  '{"n":01}',
  '{"n":1.}',
  '{"n":+1}',
  '{"n":NaN}',
  '{"user":"line\nbreak"}',
  '{"user":"\\x41"}',
  '{"user":"open}',
  '{}{}',
  '{} trailing',
  '// comment\n{}',
  '\ufeff{}',
]) {
  refuses(`a body that is ${JSON.stringify(body)} is malformed`, { code: 'malformed_json', body });
}
refuses('a body in UTF-16 is malformed', { code: 'malformed_json', body: Buffer.from('{"model":"light"}', 'utf16le') });

refuses('a body that names a key twice is refused', {
  code: 'duplicate_key',
  param: 'model',
  body: '{"model":"light","model":"other","messages":[]}',
  says: /"model" occurs twice .*byte 17/,
});
refuses('a key repeated in another spelling is refused', {
  code: 'duplicate_key',
  param: 'model',
  body: '{"model":"light","m\\u006fdel":"other"}',
});
refuses('a key repeated deep inside is refused', {
  code: 'duplicate_key',
  param: 'text',
  body: '{"model":"light","messages":[{"content":[{"text":"a","t\\u0065xt":"b"}]}]}',
});
refuses('a name in another case is refused', { code: 'invalid_value', param: 'N', body: { ...hello, N: 9 } });

for (const [what, bytes] of [
  ['a stray byte', latin('{"user":"\xff"}')],
  ['an overlong form', latin('{"user":"\xc0\xaf"}')],
  ['an encoded surrogate', latin('{"user":"\xed\xa0\x80"}')],
  ['half a character', latin('{"user":"\xe2\x82"}')],
] as const) {
  refuses(`a body with ${what} is not UTF-8`, { code: 'invalid_utf8', body: bytes });
}

refuses('a body nested deeper than the limit is refused', {
  code: 'json_too_deep',
  body: nested(17),
  says: /deeper than 16 levels/,
});
refuses('a body nested as deep as the limit is read', {
  code: 'invalid_value',
  param: 'messages[0]',
  body: nested(16),
});

const wrongValues: Readonly<Record<string, readonly unknown[]>> = {
  model: [5, true, [], '', 'bad name', '-light', 'x'.repeat(201)],
  messages: [undefined, null, 'Hi', {}, []],
  stream: ['true', 1, {}],
  stream_options: ['on', true, []],
  max_tokens: [0, -2, 1.5, '50', [], 2 ** 31 + 1],
  max_completion_tokens: [0, '50'],
  n: [0, 129, 1.5, '2'],
  reasoning_effort: ['huge', 'HIGH', 3],
  service_tier: [1, ['flex']],
};
for (const [param, values] of Object.entries(wrongValues)) {
  for (const value of values) {
    refuses(
      `${param} may not be ${JSON.stringify(value ?? null).slice(0, 20)}${value === undefined ? ' (absent)' : ''}`,
      {
        code: 'invalid_value',
        param,
        body: { ...hello, [param]: value },
        says: new RegExp(`^\`${param}\` must be`),
      },
    );
  }
}
refuses('a limit beyond all numbers is refused', {
  code: 'invalid_value',
  param: 'max_tokens',
  body: '{"messages":[{}],"max_tokens":1e400}',
});
refuses('a message is an object', { code: 'invalid_value', param: 'messages[1]', body: { messages: [{}, 'Hi'] } });
refuses('include_usage is a boolean', {
  code: 'invalid_value',
  param: 'stream_options.include_usage',
  body: { ...hello, stream: true, stream_options: { include_usage: 'yes' } },
});

const large = { ...hello, user: 'x'.repeat(20_000) };
refuses('a body declared as too large is refused', { code: 'body_too_large', body: large, says: /20000 bytes/ });
refuses('a body that turns out too large is refused', { code: 'body_too_large', body: large, isChunked: true });

for (const type of [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/jsonp',
  'multipart/form-data',
  null,
]) {
  refuses(`content of type ${type ?? 'unknown'} is refused`, {
    code: 'unsupported_media_type',
    headers: () => ({ 'content-type': type }),
    says: /content type/,
  });
}
for (const encoding of ['gzip', 'br', 'zstd', 'identity, gzip']) {
  refuses(`content encoded by ${encoding} is refused`, {
    code: 'unsupported_media_type',
    headers: () => ({ 'content-encoding': encoding }),
    says: /Compressed/,
  });
}

for (const [what, credentials] of Object.entries({
  'without a key': { authorization: null },
  'with an empty key': { authorization: 'Bearer ', 'x-api-key': '' },
  'by another scheme': { authorization: 'Basic Y2FuYXJ5OmNhbmFyeQ==' },
  'with what is no key': { authorization: 'Bearer sk-canary' },
  'with two keys in one header': { authorization: `Bearer ${unknownKey} ${unknownKey}` },
  'with a mistyped key': { authorization: `Bearer ${unknownKey.slice(0, -1)}0` },
  'with an unknown key': { authorization: `Bearer ${unknownKey}` },
  'with an unknown key in the other header': { authorization: null, 'x-api-key': unknownKey },
})) {
  refuses(`a request ${what} is refused`, { code: 'invalid_api_key', headers: () => credentials });
}
refuses('a revoked key is refused', { code: 'api_key_revoked', caller: 'revoked' });
refuses('an expired key is refused', { code: 'api_key_expired', caller: 'expired' });
refuses('two different keys are refused, even if both are good', {
  code: 'credentials_differ',
  headers: ({ another }) => ({ 'x-api-key': another.apiKey }),
});
refuses('a key is checked before the body is read', {
  code: 'invalid_api_key',
  body: 'not json',
  headers: () => ({ authorization: null, 'content-type': 'text/plain' }),
});

const forbidden = { code: 'profile_not_authorised', param: 'model' } as const;
const asking = (model: string): object => ({ ...hello, model });
refuses('a profile that the key does not allow is refused', { ...forbidden, caller: 'other' });
refuses('a profile that a policy does not allow is refused', { ...forbidden, caller: 'narrowed' });
refuses('a policy narrows a key for all models', { ...forbidden, caller: 'narrowedAll' });
refuses('an alias of what is not allowed is refused', { ...forbidden, body: asking('nick') });
refuses('switchyard is refused where it is not configured', {
  ...forbidden,
  caller: 'all',
  body: asking('switchyard'),
});
for (const name of ['nowhere', 'toString', 'hasOwnProperty', 'constructor', 'Light']) {
  refuses(`${name} is refused even to a key for all models`, { ...forbidden, caller: 'all', body: asking(name) });
}
test('an unknown model gets the same answer as one that is not allowed', async (t) => {
  const foreign = await ask({ ...forbidden, caller: 'other', body: asking('light') });
  const unknown = await ask({ ...forbidden, caller: 'other', body: asking('thing') });
  t.is(unknown.status, foreign.status);
  t.is(unknown.text.replace('thing', 'light'), foreign.text);
});
refuses('a request without a model is refused to a caller without a default', {
  code: 'model_required',
  param: 'model',
  caller: 'other',
  body: { messages: hello.messages },
});

for (const tier of ['flex', 'priority', 'scale', 'fast']) {
  refuses(`the tier ${tier} is refused where it has no price`, {
    code: 'service_tier_not_priced',
    param: 'service_tier',
    body: { ...hello, service_tier: tier },
  });
}

for (const [param, more, says] of [
  ['web_search_options', { web_search_options: { x: 'canary' } }, /price list has no `eur_per_thousand_web_searches`/],
  ['tools[0]', { tools: [{ type: 'code_interpreter' }] }, /is run by the upstream/],
] as const) {
  refuses(`${param} is refused`, { code: 'tool_not_priced', param, body: { ...hello, ...more }, says });
}

refuses('an empty wallet is refused', {
  code: 'insufficient_credit',
  caller: 'empty',
  says: /^The wallet has .* available/,
});
refuses('a wallet with less than the worst case', { code: 'insufficient_credit', caller: 'poor', says: /may cost up/ });
refuses('a request above the cap of its key is refused', { code: 'request_cap_exceeded', caller: 'capped' });
refuses('a request above the cap of a policy is refused', { code: 'request_cap_exceeded', caller: 'cappedByPolicy' });

const next = 'for this person and their policies.';
const butHere = { next, type: 'api_error', shouldRetry: false, retryAfterSeconds: 1 };
const noEngine = { code: 'pii_engine_unavailable', says: /this gateway is not configured for/, butHere } as const;
refuses('a person who needs protection is refused if there is no engine', { ...noEngine, caller: 'guarded' });
refuses('a policy that needs protection is refused without one', { ...noEngine, caller: 'guardedByPolicy' });
