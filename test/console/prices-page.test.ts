import test from 'ava';
import { adminScene, type Person } from '../_support/admin-scene.ts';
import { ConsoleVisitor } from '../_support/console-visitor.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

/** The price lists in force, and those before. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
const { operator, reseller_admin: reseller, tenant_admin: admin, member } = scene.people;
const { tenantId } = scene.tenant;

test.after.always('close', shared.end);

async function pageOf(person: Person, query = ''): Promise<string> {
  const visitor = await ConsoleVisitor.loggedIn(scene.adminUrl, person);
  await visitor.get(`/console/prices${query}`);
  return visitor.page;
}

const amounts = (page: string): readonly string[] =>
  [...page.matchAll(/class="amount" value="([^"]+)"/g)].map(([, eur = '']) => eur);

test.serial('an operator sees each profile with its target, and its prices by counter and tier', async (t) => {
  const all = await pageOf(operator);
  t.regex(all, /aria-current="page"[^>]*>\s*Prices/);
  t.regex(all, /<th[^>]*>Target<\/th>/);
  const [, address = ''] = /href="(\/console\/prices\?profile=light&amp;history=true)"/.exec(all) ?? [];
  const one = await pageOf(operator, address.slice('/console/prices'.length).replaceAll('&amp;', '&'));
  t.regex(one, /Ordinary, €/);
  t.deepEqual(amounts(one), ['1.000000000', '2.000000000']);
});

test.serial('each level sees the lists that it pays by, and those before by their times', async (t) => {
  const set = (by: Person, kind: string, id: string, factor_basis_points: number) =>
    scene.ask(by, `/prices/${kind}/${id}`, { method: 'PUT', body: { factor_basis_points } });
  t.is((await set(operator, 'reseller', scene.tenant.resellerId, 12_000)).status, 200);
  t.is((await set(reseller, 'tenant', tenantId, 15_000)).status, 200);
  t.deepEqual(amounts(await pageOf(reseller, '?profile=light')), ['1.200000000', '2.400000000']);
  const own = await pageOf(admin, '?profile=light');
  t.deepEqual(amounts(own), ['1.800000000', '3.600000000']);
  t.false(own.includes('Target'));
  const before = await pageOf(admin, '?profile=light&history=true');
  t.regex(before, /Lists before<\/h2>[^]*Until/);
  t.regex(await pageOf(reseller, `?tenant_id=${tenantId}`), /setPrices\?scope_kind=tenant/);
  t.regex(await pageOf(member), /not_permitted|Your roles do not allow/);
});
