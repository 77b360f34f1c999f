import test from 'ava';
import { nanoFromSum } from '../../src/domain/money.ts';
import type { DerivedPriceList } from '../../src/domain/prices/derived-list-events.ts';
import { decodeEvent } from '../../src/ledger/codec.ts';
import { derivedListPrefix, walletStream } from '../../src/ledger/stream-names.ts';
import { adminScene, type Person } from '../_support/admin-scene.ts';
import { until } from '../_support/until.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

// What a level sets, those below it pay, and the list above stays above.

const shared = new SharedTeardown();
const profiles = { light: { targets: ['small'] }, heavy: { targets: ['small'] } };
const scene = await adminScene(shared, { top: { profiles, aliases: { quick: 'light' } } });
test.after.always('close', shared.end);

const { operator, finance, auditor, reseller_admin: reseller, tenant_admin: admin } = scene.people;
let nth = 0;

async function newTenant(resellerId: string | null = scene.tenant.resellerId) {
  const tenantId = await scene.addScope('tenant', resellerId);
  const person = await scene.addPerson({ resellerId, tenantId, walletId: '' });
  const { json } = await scene.ask(operator, `/keys/${person.keyId}`);
  return { tenantId, walletId: String(json['wallet_id']), person };
}

async function call(person: Person, model = 'light') {
  const response = await fetch(`${scene.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'x-api-key': person.apiKey, 'content-type': 'application/json' },
    // The same number of characters, so that every call costs the same at the same prices.
    body: JSON.stringify({ model, max_tokens: 5, messages: [{ role: 'user', content: `Hi ${(nth += 1) + 100}` }] }),
  });
  const text = await response.text();
  return { status: response.status, text, cost: nanoFromSum(response.headers.get('x-waybill-cost-eur') ?? '0') };
}

const set = (by: Person, kind: string, id: string, body: object) =>
  scene.ask(by, `/prices/${kind}/${id}`, { method: 'PUT', body });

async function holdsOf(walletId: string) {
  const events = await scene.ledger.log.readStream(walletStream(walletId), { limit: 1_000 });
  return events.map(decodeEvent).flatMap((event) => (event.type === 'CreditReserved' ? [event.data] : []));
}

async function derivedLists(): Promise<readonly DerivedPriceList[]> {
  const events = await scene.ledger.log.readAll({ limit: 10_000, streamPrefixes: [derivedListPrefix] });
  return events.map(decodeEvent).flatMap((event) => (event.type === 'PriceListDerived' ? [event.data] : []));
}

test.serial('a tenant pays what its reseller has set, which pays what the platform has set', async (t) => {
  const { tenantId, walletId, person } = await newTenant();
  const { cost: configured } = await call(person);
  t.true(configured > 0n);
  const before = (await derivedLists()).length;
  t.is((await set(reseller, 'tenant', tenantId, { factor_basis_points: 20_000 })).status, 200);
  t.is((await call(person)).cost, configured * 2n);
  t.is((await set(finance, 'reseller', scene.tenant.resellerId, { factor_basis_points: 15_000 })).status, 200);
  t.is((await call(person)).cost, configured * 3n);
  t.is((await call(person)).cost, configured * 3n);

  const holds = await holdsOf(walletId);
  const [first, doubled, tripled, again] = holds.map(({ price_list }) => price_list);
  t.deepEqual(tripled, again);
  const lists = (await derivedLists()).slice(before);
  const byVersion = new Map(lists.map((list) => [list.price_list.version, list]));
  const ofTripled = byVersion.get(tripled?.version ?? '');
  t.like(ofTripled, {
    level: 'reseller',
    reseller_id: scene.tenant.resellerId,
    prices: { factor_basis_points: 20_000 },
  });
  t.deepEqual(ofTripled?.price_list, tripled);
  t.like(byVersion.get(ofTripled?.above.version ?? ''), { level: 'platform', reseller_id: null, above: first });
  t.deepEqual(byVersion.get(doubled?.version ?? '')?.above, first);
  // Each once, although several requests used them.
  t.is(byVersion.size, lists.length);
  const told = JSON.stringify(holds.slice(1));
  for (const { above } of lists) t.false(told.includes(JSON.stringify(above.eur_per_million_tokens)));

  t.is((await set(finance, 'reseller', scene.tenant.resellerId, {})).status, 200);
  t.is((await call(person)).cost, configured * 2n);
  t.is((await set(reseller, 'tenant', tenantId, {})).status, 200);
  t.is((await call(person)).cost, configured);
});

test.serial(
  'a profile has a factor or a list of its own, and the prices of a tenant replace those of its reseller',
  async (t) => {
    const { tenantId, walletId, person } = await newTenant();
    const { cost } = await call(person);
    const everywhere = { factor_basis_points: 20_000, profiles: { light: { factor_basis_points: 30_000 } } };
    t.is((await set(reseller, 'reseller', scene.tenant.resellerId, everywhere)).status, 200);
    t.is((await call(person)).cost, cost * 3n);
    const price_list = {
      id: 'ours',
      version: '2026-12',
      eur_per_million_tokens: { input: '1000', output: '1000' },
    };
    t.is((await set(reseller, 'tenant', tenantId, { profiles: { light: { price_list } } })).status, 200);
    const dear = await call(person);
    t.true(dear.cost > cost * 3n);
    const hold = (await holdsOf(walletId)).at(-1)?.price_list;
    t.is(hold?.id, 'ours');
    t.regex(hold?.version ?? '', /^2026-12\+[0-9a-f]{16}$/);
    // Named for another profile only: this one costs what the reseller is charged.
    t.is((await set(reseller, 'tenant', tenantId, { profiles: { heavy: { price_list } } })).status, 200);
    t.is((await call(person)).cost, cost);
    t.is((await set(reseller, 'reseller', scene.tenant.resellerId, {})).status, 200);
  },
);

test.serial('nobody sees what the level above has set, and nobody sets their own prices', async (t) => {
  const { tenantId, person } = await newTenant();
  const { resellerId } = scene.tenant;
  await set(operator, 'tenant', tenantId, { factor_basis_points: 12_345 });
  await set(reseller, 'tenant', tenantId, { factor_basis_points: 23_456 });
  const shown = async (by: Person) => JSON.stringify((await scene.ask(by, `/prices/tenant/${tenantId}`)).json);
  for (const by of [operator, finance, auditor]) t.regex(await shown(by), /12345.*23456/);
  t.notRegex(await shown(reseller), /12345/);
  t.regex(await shown(reseller), /23456/);
  for (const by of [admin, person]) t.notRegex(await shown(by), /12345|23456/);
  for (const path of [`/tenants/${tenantId}`, '/tenants', `/users/${person.userId}`, `/keys/${person.keyId}`]) {
    for (const by of [reseller, admin, person]) t.notRegex(JSON.stringify((await scene.ask(by, path)).json), /12345/);
  }
  const own = await set(reseller, 'reseller', resellerId, { factor_basis_points: 9_000 });
  t.is(own.status, 200);
  // What it has set is for its tenants: what it is charged itself is not touched.
  t.deepEqual(
    (own.json['data'] as readonly { readonly level: string }[]).map(({ level }) => level),
    ['reseller'],
  );
  t.is((await set(reseller, 'reseller', resellerId, {})).status, 200);
  t.not((await set(admin, 'tenant', scene.tenant.tenantId, { factor_basis_points: 9_000 })).status, 200);
  t.not((await set(reseller, 'reseller', scene.foreign.resellerId, { factor_basis_points: 9_000 })).status, 200);
});

test.serial('a tenant without a reseller pays what the platform has set for it', async (t) => {
  const { tenantId, person } = await newTenant(null);
  const { cost } = await call(person);
  t.is((await set(operator, 'tenant', tenantId, { factor_basis_points: 9_000 })).status, 200);
  t.is((await call(person)).cost * 10n, cost * 9n);
});

test.serial('prices that cannot be meant are refused with what to do', async (t) => {
  const { tenantId } = await newTenant();
  const refused = async (body: object) => {
    const { status, json } = await set(reseller, 'tenant', tenantId, body);
    t.is(status, 400);
    return json.error?.message ?? '';
  };
  for (const factor_basis_points of [8_999, 50_001, 10_000.5, '12000']) {
    t.regex(await refused({ factor_basis_points }), /factor_basis_points/);
  }
  const tier = (input_tokens: number, input: string) => ({
    input_tokens,
    eur_per_million_tokens: { input, output: '9' },
  });
  const list = { id: 'a', version: '1', eur_per_million_tokens: { input: '2', output: '9' } };
  const cheaper = { price_list: { ...list, above: [tier(10, '1')] } };
  t.regex(await refused({ profiles: { light: cheaper } }), /lower price of input .* cheaper: true/);
  t.regex(await refused({ profiles: { light: { price_list: { id: 'a' } } } }), /profiles/);
  t.regex(
    await refused({ profiles: { lihgt: { factor_basis_points: 10_000 } } }),
    /lihgt, which is no profile or alias/,
  );
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`p${n}`, { factor_basis_points: 10_000 }]));
  t.regex(await refused({ profiles: many }), /50/);
});

test.serial(
  'a reseller sees the margin of each charge, page by page, and nobody below or beside it does',
  async (t) => {
    const resellerId = await scene.addScope('reseller', null);
    const { tenantId, person } = await newTenant(resellerId);
    const { cost } = await call(person);
    const path = `/resellers/${resellerId}/margins`;
    t.deepEqual((await scene.ask(finance, path)).json['data'], []);
    t.is((await set(operator, 'tenant', tenantId, { factor_basis_points: 9_000 })).status, 200);
    t.is((await call(person)).cost * 10n, cost * 9n);
    // What the platform has set makes no margin of a reseller.
    const owner = await scene.addPerson({ resellerId, tenantId, walletId: '' }, { role: 'reseller_admin' });
    t.is((await set(owner, 'tenant', tenantId, { factor_basis_points: 20_000 })).status, 200);
    const charged = [(await call(person)).cost, (await call(person)).cost, (await call(person)).cost];
    type Margin = Readonly<Record<'cost_eur' | 'cost_above_eur' | 'margin_eur', string>>;
    const page = async (by: Person, query = '') => (await scene.ask(by, path + query)).json;
    await until(
      'three margins are recorded',
      async () => ((await page(owner))['data'] as readonly object[]).length === 3,
    );
    const first = await page(owner, '?limit=2');
    const rest = await page(owner, `?limit=2&after=${String(first['next'])}`);
    t.is(rest['next'], null);
    const margins = [first, rest].flatMap(({ data }) => data as readonly Margin[]);
    t.deepEqual(
      margins.map(({ cost_eur }) => nanoFromSum(cost_eur)),
      charged,
    );
    for (const { cost_eur, cost_above_eur, margin_eur } of margins) {
      t.is(nanoFromSum(cost_above_eur) * 10n, cost * 9n);
      t.is(nanoFromSum(margin_eur), nanoFromSum(cost_eur) - nanoFromSum(cost_above_eur));
    }
    for (const by of [reseller, admin, person]) t.not((await scene.ask(by, path)).status, 200);
  },
);
