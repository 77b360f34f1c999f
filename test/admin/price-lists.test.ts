import { randomUUID } from 'node:crypto';
import test from 'ava';
import { decodeEvent } from '../../src/ledger/codec.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import { adminScene, type Person } from '../_support/admin-scene.ts';
import { plainPrices } from '../_support/gateway.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { waybillJson } from '../_support/waybill-command.ts';

// Which price list is in force for whom, since when, and those before it.

const shared = new SharedTeardown();
const profiles = { light: { targets: ['small'] }, heavy: { targets: ['small'] } };
const scene = await adminScene(shared, { top: { profiles, aliases: { quick: 'light' } } });
test.after.always('close', shared.end);

const { operator, auditor, reseller_admin: reseller, tenant_admin: admin, member } = scene.people;
const { tenantId, resellerId } = scene.tenant;

interface Row {
  readonly profile: string;
  readonly target: string | null;
  readonly id: string;
  readonly version: string;
  readonly since: string;
  readonly until: string | null;
  readonly price_list: { readonly eur_per_million_tokens: { readonly input: string } };
}

async function listed(by: Person, query = ''): Promise<readonly Row[]> {
  const { status, json } = await scene.ask(by, `/price-lists${query}`);
  if (status !== 200) throw new Error(`${status}`);
  return json['data'] as readonly Row[];
}

const set = (by: Person, kind: string, id: string, body: object) =>
  scene.ask(by, `/prices/${kind}/${id}`, { method: 'PUT', body });

const inputOf = (row: Row | undefined): number => Number(row?.price_list.eur_per_million_tokens.input);

test.serial('the configured lists are those of the platform, by profile and target', async (t) => {
  const rows = await listed(auditor);
  t.deepEqual(
    rows.map(({ profile, target, until }) => [profile, target, until]),
    [
      ['light', 'small', null],
      ['heavy', 'small', null],
    ],
  );
  t.deepEqual(await listed(operator, '?profile=quick'), rows.slice(0, 1));
  const first = await scene.ask(operator, '/price-lists?limit=1');
  t.deepEqual(
    [...(first.json['data'] as Row[]), ...(await listed(operator, `?limit=1&after=${String(first.json['next'])}`))],
    rows,
  );
  const { data } = await waybillJson(t, scene.environment, 'prices', 'list');
  t.deepEqual(data, rows);
});

test.serial('each level reads what it pays, as charges name it, and never the list above', async (t) => {
  const [configured] = await listed(operator, '?profile=light');
  t.is((await set(operator, 'reseller', resellerId, { factor_basis_points: 12_000 })).status, 200);
  t.is((await set(reseller, 'tenant', tenantId, { factor_basis_points: 15_000 })).status, 200);
  const [bought] = await listed(reseller, '?profile=light');
  const [sold] = await listed(admin, '?profile=light');
  t.deepEqual(
    [inputOf(bought) / inputOf(configured), inputOf(sold) / inputOf(configured)].map((x) => x.toFixed(3)),
    ['1.200', '1.800'],
  );
  t.deepEqual([bought?.target, sold?.target], [null, null]);
  await scene.call(admin);
  const walletId = String((await scene.ask(operator, `/keys/${admin.keyId}`)).json['wallet_id']);
  const events = await scene.ledger.log.readStream(walletStream(walletId), { limit: 1_000 });
  const held = events
    .map(decodeEvent)
    .flatMap((event) => (event.type === 'CreditReserved' ? [event.data] : []))
    .at(-1);
  t.deepEqual(sold?.price_list as object, held?.price_list);
  t.deepEqual((await listed(reseller, `?tenant_id=${tenantId}&profile=light`))[0]?.version, sold?.version);
  const told = JSON.stringify(await listed(admin));
  t.false(told.includes(bought?.version.split('+')[1] ?? ''));
  t.false(told.includes(`"${String(bought?.price_list.eur_per_million_tokens.input)}"`));
});

test.serial('what was before is told with its times, each where the next one begins', async (t) => {
  t.is((await set(reseller, 'tenant', tenantId, { factor_basis_points: 20_000 })).status, 200);
  t.is((await set(reseller, 'tenant', tenantId, {})).status, 200);
  const [configured] = await listed(operator, '?profile=light');
  const rows = await listed(admin, '?profile=light&history=true');
  const factors = rows.map((row) => (inputOf(row) / inputOf(configured)).toFixed(1));
  t.deepEqual(factors, ['1.2', '2.4', '1.8', '1.2', '1.0']);
  t.is(rows[0]?.until, null);
  t.deepEqual(
    rows.slice(1).map(({ until }) => until),
    rows.slice(0, -1).map(({ since }) => since),
  );
  t.true((rows.at(-1)?.since ?? '') > (configured?.since ?? ''), 'since it was made');
  t.is((await scene.ask(admin, '/price-lists?history=true')).status, 400);
});

test.serial('a tenant reads nothing of the time before it was made', async (t) => {
  t.is((await set(reseller, 'reseller', resellerId, { factor_basis_points: 15_000 })).status, 200);
  const younger = await scene.addScope('tenant', resellerId);
  const walletId = await scene.addWallet(younger);
  const place = { resellerId, tenantId: younger, walletId };
  const [configured] = await listed(operator, '?profile=light');
  const rows = await listed(await scene.addPerson(place, { role: 'admin' }), '?profile=light&history=true');
  t.deepEqual(
    rows.map((row) => [(inputOf(row) / inputOf(configured)).toFixed(1), row.until]),
    [['1.8', null]],
  );
  t.true((rows[0]?.since ?? '') > (configured?.since ?? ''));
});

test.serial('a reseller reads nothing of the time before it was made', async (t) => {
  const younger = await scene.addScope('reseller', null);
  const [configured] = await listed(operator, '?profile=light');
  const [row] = await listed(operator, `?profile=light&reseller_id=${younger}`);
  t.true((row?.since ?? '') > (configured?.since ?? ''));
  t.is((await scene.ask(operator, `/price-lists?reseller_id=${randomUUID()}`)).status, 404);
});

test('a list of several targets is told once to whom targets are not told', async (t) => {
  const target = { upstream: 'sandbox', model: 'sandbox-small', surfaces: ['chat_completions'], prices: plainPrices };
  const sized = { ...target, context_tokens_max: 10_000, output_tokens_max: 1_000 };
  const top = { targets: { one: sized, two: sized }, profiles: { light: { targets: ['one', 'two'] } } };
  const { ask, people } = await adminScene(t, { top });
  const targetsOf = async (by: Person): Promise<unknown> => {
    const { json } = await ask(by, '/price-lists');
    return (json['data'] as readonly Row[]).map((row) => row.target);
  };
  t.deepEqual(await targetsOf(people.operator), ['one', 'two']);
  t.deepEqual(await targetsOf(people.reseller_admin), [null]);
});

test.serial('who sets prices often reads the list above no sooner', async (t) => {
  const [configured] = await listed(operator, '?profile=light');
  for (let each = 0; each < 50; each++) {
    const terms = { factor_basis_points: 15_000 + (each % 2) };
    t.is((await set(reseller, 'reseller', resellerId, terms)).status, 200);
  }
  const rows = await listed(reseller, '?profile=light&history=true');
  t.deepEqual(
    rows.map((row) => (inputOf(row) / inputOf(configured)).toFixed(1)),
    ['1.2', '1.0'],
  );
  // Of the reseller's many changes not all are read: its tenant reads nothing from before them.
  const sold = await listed(admin, '?profile=light&history=true&limit=200');
  t.true(sold.length > 25);
  t.deepEqual([...new Set(sold.map((row) => (inputOf(row) / inputOf(configured)).toFixed(1)))], ['1.8']);
});

test.serial('nobody reads the prices of others, or profiles that their policies do not have', async (t) => {
  const { foreign, sibling } = scene;
  const status = async (by: Person, query: string): Promise<number> =>
    (await scene.ask(by, `/price-lists${query}`)).status;
  t.is(await status(member, ''), 403);
  for (const query of [
    `?tenant_id=${sibling.tenantId}`,
    `?tenant_id=${foreign.tenantId}`,
    `?reseller_id=${resellerId}`,
  ]) {
    t.is(await status(admin, query), 404, query);
  }
  for (const query of [`?tenant_id=${foreign.tenantId}`, `?reseller_id=${foreign.resellerId}`]) {
    t.is(await status(reseller, query), 404, query);
  }
  t.is(await status(operator, `?tenant_id=${tenantId}&reseller_id=${resellerId}`), 400);
  const body = { allowed_profiles: ['heavy'], default_profile: 'heavy', max_request_eur: '1', pii_required: false };
  t.is((await scene.ask(operator, `/policies/tenant/${tenantId}`, { method: 'PUT', body })).status, 200);
  t.deepEqual(
    (await listed(admin)).map(({ profile }) => profile),
    ['heavy'],
  );
  t.is((await listed(operator)).length, 2);
});
