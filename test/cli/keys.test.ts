import test from 'ava';
import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiKeys } from '../../projections/api-keys.ts';
import { principals } from '../../projections/principals.ts';
import { createHmacKeyHasher } from '../../src/adapters/hmac-key-hasher.ts';
import { keyPepper } from '../../src/adapters/secret-file.ts';
import { isApiKeySecret } from '../../src/domain/api-key-secret.ts';
import { openLedger } from '../../src/composition/opened-ledger.ts';
import { testConfig } from '../_support/gateway.ts';
import { otherWalletId, recordedCounts } from '../_support/recorded-ledger.ts';
import { seededDirectory, waybill, waybillFailure, waybillJson } from '../_support/waybill-command.ts';
import { id, keyA, tenantId, userId, walletId } from '../_support/wallet-vocabulary.ts';

const [recordedEvents] = await recordedCounts();

/** A sandbox's directory: the profiles of the configuration are known without one. */
async function sandboxDirectory(t: Parameters<typeof seededDirectory>[0]) {
  const environment = await seededDirectory(t);
  writeFileSync(join(environment.WAYBILL_DATA_DIR, '.sandbox'), '');
  return environment;
}

test('a key without an owner gets a new user, tenant and wallet, and the public profiles of the configuration', async (t) => {
  const environment = await sandboxDirectory(t);
  const key = await waybillJson(t, environment, 'keys', 'create', '--name', 'laptop', '--pii');
  t.true(isApiKeySecret(String(key['api_key'])));
  t.like(key, {
    name: 'laptop',
    allowed_profiles: ['light', 'average', 'advanced'],
    allow_all_models: false,
    max_request_eur: null,
    budget_eur: null,
    expires_at: null,
    new_user: true,
    new_wallet: true,
  });
  t.like(await waybillJson(t, environment, 'wallets', 'show', String(key['wallet_id'])), {
    tenant_id: key['tenant_id'],
    available_eur: '0.000000000',
  });
  const ledger = await openLedger({ dataDir: environment.WAYBILL_DATA_DIR, engine: 'sqlite' });
  t.teardown(() => ledger.close());
  await ledger.follower.caughtUp();
  const hash = createHmacKeyHasher(keyPepper(environment.WAYBILL_DATA_DIR)).hash(String(key['api_key']));
  t.is(ledger.readModels.find(apiKeys, hash)?.key_id, String(key['key_id']));
  t.like(ledger.readModels.get(principals, String(key['user_id'])), {
    tenant_id: key['tenant_id'],
    wallet_id: key['wallet_id'],
    pii_enabled: true,
    role: 'member',
  });
});

test('a configuration says which of its profiles are public, and light, average and advanced are unless it says so', async (t) => {
  const environment = await seededDirectory(t);
  const path = join(environment.WAYBILL_DATA_DIR, 'waybill.yaml');
  const made = async (profiles: object) => {
    const sandbox = { baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'none' };
    writeFileSync(path, JSON.stringify({ ...testConfig(sandbox), profiles, default_profile: undefined }));
    return await waybill(t, { ...environment, WAYBILL_CONFIG: path }, 'keys', 'create', '--name', 'x', '--json');
  };
  const targets = ['small'];
  const mixed = {
    light: { targets, public: false },
    average: { targets },
    advanced: { targets, public: true },
    own: { targets, public: true },
    other: { targets },
  };
  const key = JSON.parse((await made(mixed)).stdout) as Readonly<Record<string, unknown>>;
  t.deepEqual(key['allowed_profiles'], ['average', 'advanced', 'own']);
  const none = await made({ other: { targets } });
  t.is(none.exitCode, 2);
  t.regex(none.stderr, /no profile of the configuration is public: name profiles with --allowed-profiles/);
});

test('keys create protects a new user where personal_data is configured, and prints it', async (t) => {
  const environment = await sandboxDirectory(t);
  const create = (...args: readonly string[]) => waybill(t, environment, 'keys', 'create', '--name', 'x', ...args);
  t.regex((await create()).stdout, /^personal data +protected$/m);
  t.regex((await create('--no-pii')).stdout, /^personal data +not protected \(--pii protects it\)$/m);
  const path = join(environment.WAYBILL_DATA_DIR, 'waybill.yaml');
  const sandbox = { baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'none' };
  writeFileSync(path, JSON.stringify(testConfig(sandbox)));
  const withoutIt = { ...environment, WAYBILL_CONFIG: path, WAYBILL_SANDBOX_DATA: 'use' };
  const args = ['keys', 'create', '--name', 'x'];
  t.like(await waybillJson(t, withoutIt, ...args), { pii_enabled: false });
  const key = await waybillJson(t, withoutIt, ...args, '--pii');
  t.like(key, { pii_enabled: true });
  const owner = ['--user-id', String(key['user_id'])];
  t.like(await waybillJson(t, environment, ...args, ...owner), { pii_enabled: true });
  const refused = await waybillFailure(t, environment, ...args, ...owner, '--no-pii');
  t.like(refused, { exitCode: 1, code: 'user_protected' });
  t.regex(String(refused.message), /waybill users change [0-9a-f-]{36} --pii-enabled false/);
  const made = ['users', 'create', '--tenant-id', tenantId];
  t.like(await waybillJson(t, environment, ...made), { pii_enabled: true });
  t.like(await waybillJson(t, withoutIt, ...made), { pii_enabled: false });
});

test('a key for a known user takes the tenant and the wallet of that user', async (t) => {
  const environment = await seededDirectory(t);
  const limits = ['--max-request-eur', '0.5', '--budget-eur', '20', '--expires-in-days', '30'];
  const before = Date.now();
  const args = [
    'keys',
    'create',
    '--name',
    'ci',
    '--user-id',
    userId,
    '--allowed-profiles',
    'light, average',
    ...limits,
  ];
  const key = await waybillJson(t, environment, ...args);
  t.like(key, {
    user_id: userId,
    tenant_id: tenantId,
    wallet_id: walletId,
    allowed_profiles: ['light', 'average'],
    max_request_eur: '0.500000000',
    budget_eur: '20.000000000',
    new_user: false,
    new_wallet: false,
  });
  const days = (Date.parse(String(key['expires_at'])) - before) / 86_400_000;
  t.true(days >= 30 && days < 30.1);
  t.like(await waybillJson(t, environment, 'ledger', 'verify'), { ok: true, events: 29 });
});

test('a key may be paid by another wallet of the same tenant', async (t) => {
  const environment = await seededDirectory(t);
  const args = ['keys', 'create', '--name', 'ci', '--allow-all-models'];
  t.like(await waybillJson(t, environment, ...args, '--user-id', userId, '--wallet-id', otherWalletId), {
    wallet_id: otherWalletId,
    allow_all_models: true,
    allowed_profiles: [],
  });
  t.like(await waybillJson(t, environment, ...args, '--wallet-id', otherWalletId), {
    tenant_id: tenantId,
    new_user: true,
  });
});

test('an owner that contradicts the ledger is refused, and nothing is recorded', async (t) => {
  const environment = await seededDirectory(t);
  const args = ['keys', 'create', '--name', 'x', '--allow-all-models', '--tenant-id', id('b', 9)];
  t.like(await waybillFailure(t, environment, ...args, '--user-id', userId), { exitCode: 1, code: 'tenant_differs' });
  t.like(await waybillFailure(t, environment, ...args, '--wallet-id', walletId), {
    exitCode: 1,
    code: 'tenant_differs',
  });
  t.like(await waybillJson(t, environment, 'ledger', 'verify'), { events: recordedEvents });
});

test('personal data is switched on for a known user, and never off', async (t) => {
  const environment = await seededDirectory(t);
  const args = ['keys', 'create', '--name', 'x', '--allow-all-models', '--pii', '--user-id'];
  const newUser = randomUUID();
  await waybillJson(
    t,
    environment,
    'keys',
    'create',
    '--name',
    'x',
    '--allow-all-models',
    '--no-pii',
    '--user-id',
    newUser,
  );
  await waybillJson(t, environment, ...args, newUser);
  await waybillJson(t, environment, ...args, newUser);
  const { stdout } = await waybill(t, environment, 'ledger', 'tail', '--stream', `principal-${newUser}`);
  t.is(stdout.match(/PrincipalPiiChanged/g)?.length, 1);
});

test('without profiles, models or a configuration there is nothing to allow', async (t) => {
  const environment = await seededDirectory(t);
  const failure = await waybillFailure(t, environment, 'keys', 'create', '--name', 'x');
  t.like(failure, { exitCode: 3, code: 'configuration_unusable' });
  t.regex(String(failure.message), /WAYBILL_CONFIG.*--allowed-profiles/);
  const both = await waybillJson(
    t,
    environment,
    'keys',
    'create',
    '--name',
    'x',
    '--allowed-profiles',
    'a',
    '--allow-all-models',
  );
  t.like(both, { allowed_profiles: ['a'], allow_all_models: true });
  const wrong = await waybillFailure(t, environment, 'keys', 'create', '--name', 'x', '--allowed-profiles', 'a b');
  t.is(wrong.exitCode, 2);
});

test('a profile that the configuration does not know is pointed out and taken', async (t) => {
  const environment = await sandboxDirectory(t);
  const { exitCode, stderr } = await waybill(
    t,
    environment,
    'keys',
    'create',
    '--name',
    'x',
    '--allowed-profiles',
    'light,heavy',
    '--budgets',
    '[{"amount_eur":"1","per":"day","profiles":["light","lihgt"]}]',
  );
  t.is(exitCode, 0);
  t.regex(stderr, /not in the current configuration: heavy/);
  t.regex(stderr, /not in the current configuration: lihgt/);
  t.regex(stderr, /waybill wallets credit [0-9a-f-]{36} 10/);
});

test('a key that administers calls no model unless it says so, and repeats no id', async (t) => {
  const environment = await sandboxDirectory(t);
  const create = ['keys', 'create', '--user-id', userId, '--name', 'x', '--administers'];
  const key = String((await waybillJson(t, environment, ...create))['key_id']);
  // The keys that it makes get profiles of these.
  const allowed_profiles = ['light', 'average', 'advanced'];
  t.like(await waybillJson(t, environment, 'keys', 'show', key), {
    administers: true,
    inference: false,
    allowed_profiles,
  });
  const both = await waybillJson(t, environment, ...create, '--inference', '--allow-all-models');
  t.like(await waybillJson(t, environment, 'keys', 'show', String(both['key_id'])), { inference: true });
  t.like(await waybillFailure(t, environment, ...create, '--id', key), { exitCode: 1, code: 'already_exists' });
});

test('no key is made under a pepper that the gateway does not have', async (t) => {
  const environment = await seededDirectory(t);
  rmSync(join(environment.WAYBILL_DATA_DIR, 'key-pepper'));
  const args = ['keys', 'create', '--name', 'x', '--allow-all-models'];
  t.like(await waybillFailure(t, environment, ...args), { exitCode: 3, code: 'no_key_pepper' });
  t.like(await waybillJson(t, { ...environment, WAYBILL_KEY_PEPPER: 'ab'.repeat(32) }, ...args), { name: 'x' });
});

test('keys are listed without the hashes of their secrets', async (t) => {
  const environment = await seededDirectory(t);
  const mine = await waybillJson(t, environment, 'keys', 'create', '--name', 'mine', '--allow-all-models');
  const { data } = await waybillJson(t, environment, 'keys', 'list');
  t.is((data as readonly object[]).length, 2);
  t.notRegex(JSON.stringify(data), /key_hash|[0-9a-f]{64}/);
  const ofUser = await waybillJson(t, environment, 'keys', 'list', '--user-id', String(mine['user_id']));
  t.like(ofUser['data'], [{ id: mine['key_id'], name: 'mine', revoked: false }]);
  t.like(await waybillJson(t, environment, 'keys', 'list', '--tenant-id', tenantId), { data: [{ id: keyA }] });
  t.like(await waybillJson(t, environment, 'keys', 'list', '--tenant-id', randomUUID()), { data: [] });
  t.regex((await waybill(t, environment, 'keys', 'list')).stdout, /laptop/);
});

test('a secret in the place of an id is not repeated, and its id is found by its beginning', async (t) => {
  const environment = await sandboxDirectory(t);
  const key = await waybillJson(t, environment, 'keys', 'create', '--name', 'leaked');
  const secret = String(key['api_key']);

  const { exitCode, stdout, stderr } = await waybill(t, environment, 'keys', 'revoke', secret);

  t.is(exitCode, 1);
  t.false((stdout + stderr).includes(secret.slice(9)));
  const prefix = /--key-prefix (\S+)/.exec(stderr)?.[1] ?? '';
  const found = await waybillJson(t, environment, 'keys', 'list', '--key-prefix', prefix);
  t.like(found['data'], [{ id: key['key_id'] }]);
});

test('a key is revoked once, and by its id', async (t) => {
  const environment = await seededDirectory(t);
  t.deepEqual(await waybillJson(t, environment, 'keys', 'revoke', keyA, '--reason', 'lost'), {
    key_id: keyA,
    revoked: true,
  });
  t.like(await waybillJson(t, environment, 'keys', 'list'), { data: [{ id: keyA, revoked: true }] });
  t.like(await waybillFailure(t, environment, 'keys', 'revoke', keyA), {
    exitCode: 1,
    code: 'api_key_already_revoked',
  });
  t.like(await waybillFailure(t, environment, 'keys', 'revoke', 'wb_x'), { exitCode: 1, code: 'api_key_not_created' });
});
