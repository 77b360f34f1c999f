import test from 'ava';
import { asker, type Ask } from '../_support/admin-scene.ts';
import { dataDirectory, environmentFor, recordTenant, startTestGateway, testConfig } from '../_support/gateway.ts';
import { openLedger } from '../../src/composition/opened-ledger.ts';
import { startSandbox } from '../_support/sandbox.ts';

const targets = ['small'];
const profiles = {
  light: { targets },
  average: { targets, public: false },
  own: { targets, public: true },
  internal: { targets },
};

test('a key without a list gets the public profiles that the key which makes it allows, and others by name', async (t) => {
  const sandbox = await startSandbox(t);
  const environment = environmentFor(
    dataDirectory(t),
    testConfig(sandbox, { profiles, top: { aliases: { nick: 'own' } } }),
  );
  const gateway = await startTestGateway(t, environment);
  const dataDir = environment['WAYBILL_DATA_DIR'] ?? '';
  const ledger = await openLedger({ dataDir, engine: 'sqlite', projections: [] });
  t.teardown(() => ledger.close());
  const ask: Ask = asker(gateway.adminUrl ?? '');
  const makerOf = (names: readonly string[] | null) =>
    recordTenant(dataDir, ledger.log, { administers: true, profiles: names ?? [], allowAllModels: names === null });
  const make = async (maker: { readonly apiKey: string }, body: object = {}) =>
    (await ask(maker, '/keys', { method: 'POST', body: { name: 'x', ...body } })).json;

  t.deepEqual((await make(await makerOf(null)))['allowed_profiles'], ['light', 'own']);
  t.deepEqual((await make(await makerOf(['internal', 'own'])))['allowed_profiles'], ['own']);
  const inner = await makerOf(['internal', 'nick']);
  const refused = await make(inner);
  t.like(refused.error, { code: 'invalid_value', param: 'allowed_profiles' });
  t.regex(refused.error?.message ?? '', /no public profile .*Name its profiles/);
  t.deepEqual((await make(inner, { administers: true }))['allowed_profiles'], [], 'it calls none');
  t.is((await make(inner, { administers: true, inference: true })).error?.param, 'allowed_profiles');
  const key = await make(inner, { allowed_profiles: ['internal'] });
  const listed = await fetch(`${gateway.baseUrl}/models`, { headers: { 'x-api-key': String(key['api_key']) } });
  const { data } = (await listed.json()) as { readonly data: readonly { readonly id: string }[] };
  t.deepEqual(
    data.map(({ id }) => id),
    ['internal'],
  );
});
