import { randomUUID } from 'node:crypto';
import test from 'ava';
import { apiKeySecret } from '../../../src/domain/api-key-secret.ts';
import type { ModelCatalogue } from '../../../src/catalogue/model-catalogue.ts';
import { GatewayError, type ErrorCode } from '../../../src/errors.ts';
import { revokeApiKey } from '../../../src/ledger/identities.ts';
import { authenticate } from '../../../src/pipeline/stages/authenticate.ts';
import type { Credentials } from '../../../src/pipeline/records.ts';
import type { DirectoryEntry } from '../../../src/domain/scopes/directory-entry.ts';
import { key, person } from '../../_support/directory-vocabulary.ts';
import { policyWith } from '../../_support/grant-vocabulary.ts';
import { httpCall } from '../../_support/http-call.ts';
import { sharedGateway } from '../../_support/served-gateway.ts';

const secret = apiKeySecret(Buffer.alloc(32, 1));
const other = apiKeySecret(Buffer.alloc(32, 2));
const catalogue: ModelCatalogue = {
  profiles: new Map(),
  targets: new Map(),
  aliases: new Map(),
  defaultProfile: 'average',
};
const now = Date.parse('2026-11-20T12:00:00.000Z');

interface World {
  readonly found?: DirectoryEntry | null;
  readonly isLate?: boolean;
  readonly defaultProfile?: string;
}

function call(bearer: string | null, apiKey: string | null, world: World = {}) {
  const { found, isLate = false, defaultProfile = 'average' } = world;
  const hashed: string[] = [];
  const entry = found === undefined ? { key, principal: person, policies: [] } : found;
  const deps = {
    catalogue: { ...catalogue, defaultProfile },
    clock: { now: () => now },
    keyHasher: { hash: (text: string) => `hash of ${hashed.push(text) > 0 ? text : ''}` },
    directory: { findKey: (hash: string) => (isLate ? Promise.resolve(entry) : hash === '' ? null : entry) },
  };
  return { hashed, deps, answer: authenticate({ credentials: { bearer, apiKey } }, deps) };
}

function authenticated(credentials: Credentials) {
  const { deps } = call(secret, null);
  return authenticate({ credentials }, deps);
}

const codeOf = async (answer: Promise<unknown>): Promise<ErrorCode | null> => {
  try {
    await answer;
    return null;
  } catch (error) {
    return error instanceof GatewayError ? error.code : null;
  }
};

test('whoever asks again who calls does not hash the key again', async (t) => {
  const { hashed, deps, answer } = call(secret, null);
  const again = await authenticate(await answer, deps);
  t.is(again.credentials.keyHash, `hash of ${secret}`);
  t.deepEqual(hashed, [secret]);
});

test('either header identifies the caller, and so do both together if they agree', async (t) => {
  for (const [bearer, apiKey] of [
    [secret, null],
    [null, secret],
    [secret, secret],
  ] as const) {
    for (const isLate of [false, true]) {
      const { caller } = await call(bearer, apiKey, { isLate }).answer;
      t.is(caller.key.key_id, key.key_id);
    }
  }
});

test('keys that differ are refused before either is looked up', async (t) => {
  const { hashed, answer } = call(secret, other);
  t.is(await codeOf(answer), 'credentials_differ');
  t.deepEqual(hashed, []);
});

test('a text that cannot be a key is refused without a look-up', async (t) => {
  for (const text of ['', 'sk-1', secret.slice(0, -1), `${secret}0`, secret.toLowerCase(), ` ${secret}`]) {
    const { hashed, answer } = call(text, null);
    t.is(await codeOf(answer), 'invalid_api_key', text);
    t.deepEqual(hashed, []);
  }
  t.is(await codeOf(call(null, null).answer), 'invalid_api_key');
});

test('the refusal differs for no key, an unknown key and another authorization scheme', async (t) => {
  const send = /Send a key of this gateway as `Authorization: Bearer <key>`/;
  const cases = [
    [call(null, null).answer, /^No API key was sent\. /],
    [call('sk-1', null).answer, /^The API key is not known here\. /],
    [call(secret, null, { found: null }).answer, /^The API key is not known here\. /],
    [
      authenticated({ bearer: null, apiKey: null, hasOtherAuthorization: true }),
      /^`Authorization` must be `Bearer <key>`\. /,
    ],
  ] as const;
  for (const [answer, message] of cases) {
    const error = await t.throwsAsync(answer, { instanceOf: GatewayError, message });
    t.regex(error.message, send);
  }
});

test('an unknown key is refused', async (t) => {
  t.is(await codeOf(call(secret, null, { found: null }).answer), 'invalid_api_key');
  t.is(await codeOf(call(secret, null, { found: null, isLate: true }).answer), 'invalid_api_key');
});

test('a key expires at its time, not after it, and a malformed time counts as passed', async (t) => {
  const expiring = (expires_at: string): World => ({
    found: { key: { ...key, expires_at }, principal: person, policies: [] },
  });
  t.is(await codeOf(call(secret, null, expiring('2026-11-20T12:00:00.001Z')).answer), null);
  t.is(await codeOf(call(secret, null, expiring('2026-11-20T12:00:00.000Z')).answer), 'api_key_expired');
  t.is(await codeOf(call(secret, null, expiring('someday')).answer), 'api_key_expired');
});

test('a revoked key is reported as revoked, even if it has also expired', async (t) => {
  const found = {
    key: { ...key, revoked: true, expires_at: '2020-01-01T00:00:00.000Z' },
    principal: person,
    policies: [],
  };
  t.is(await codeOf(call(secret, null, { found }).answer), 'api_key_revoked');
});

test('the policies above a key narrow what it may do', async (t) => {
  const found = {
    key: { ...key, allowed_profiles: ['light', 'average'], max_request_eur: '3.000000000' },
    principal: person,
    policies: [
      policyWith({ allowed_profiles: ['average', 'advanced'], pii_required: true, max_request_eur: '2.000000000' }),
    ],
  };
  const { grant } = await call(secret, null, { found }).answer;
  t.deepEqual(
    ['light', 'average', 'advanced'].filter((name) => grant.allows(name)),
    ['average'],
  );
  t.like(grant, { requestCap: 2_000_000_000n, piiRequired: true, defaultProfile: 'average' });
});

test('a grant is derived again after a change of its entry or of the default profile', async (t) => {
  const found = { key: { ...key, allowed_profiles: ['light', 'average'] }, principal: person, policies: [] };
  const grant = async (entry: DirectoryEntry, defaultProfile: string) => {
    const answer = call(secret, null, { found: entry, defaultProfile }).answer;
    return (await answer).grant;
  };
  t.is(await grant(found, 'average'), await grant(found, 'average'));
  t.is((await grant(found, 'light')).defaultProfile, 'light');
  t.is((await grant(found, 'average')).defaultProfile, 'average');
  const narrowed = { ...found, policies: [policyWith({ allowed_profiles: ['light'], default_profile: 'light' })] };
  t.false((await grant(narrowed, 'average')).allows('average'));
});

const served = sharedGateway();
test.after.always(served.end);

test('over HTTP the scheme is read in any case, and the key from either header', async (t) => {
  const { tenant, baseUrl } = await served.start();
  const { apiKey } = await tenant();
  for (const headers of [
    { authorization: `Bearer ${apiKey}` },
    { authorization: `bearer ${apiKey}` },
    { authorization: `BEARER   ${apiKey} ` },
    { 'x-api-key': apiKey },
    { authorization: `Bearer ${apiKey}`, 'x-api-key': apiKey },
  ]) {
    t.is((await httpCall(`${baseUrl}/models`, { headers })).status, 200, JSON.stringify(Object.keys(headers)));
  }
});

test('a used key stops working once it is revoked', async (t) => {
  const { tenant, client, log } = await served.start();
  const { apiKey, keyId } = await tenant();
  const { models } = client(apiKey);
  await models.list();
  t.is(await revokeApiKey({ log, createId: randomUUID, actor: 'system:test' }, keyId, 'lost'), null);
  const error = await t.throwsAsync(models.list());
  t.like(error, { status: 401, code: 'api_key_revoked' });
});

test('a key works as soon as it was created', async (t) => {
  const { tenant, client } = await served.start();
  const made = await Promise.all(Array.from({ length: 10 }, () => tenant()));
  await t.notThrowsAsync(Promise.all(made.map(({ apiKey }) => client(apiKey).models.list())));
});

test('a key below a scope that is suspended is refused', async (t) => {
  const found = { key, principal: person, policies: [], suspended: 'tenant' } as const;
  t.is(await codeOf(call(secret, null, { found }).answer), 'account_suspended');
});
