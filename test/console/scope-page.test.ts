import { randomUUID } from 'node:crypto';
import test from 'ava';
import { adminScene } from '../_support/admin-scene.ts';
import { ConsoleVisitor } from '../_support/console-visitor.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

/** The pages of a tenant and of a group. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
const { operator, reseller_admin, tenant_admin, member } = scene.people;
const { tenant, foreign } = scene;

test.after.always('close', shared.end);

const visitorOf = (person: { readonly apiKey: string }) => ConsoleVisitor.loggedIn(scene.adminUrl, person);

const rules = { default_profile: 'light', pii_required: false };

async function policy(kind: 'reseller' | 'tenant' | 'group', id: string, max_request_eur: string): Promise<void> {
  const body = { ...rules, allow_all_models: true, max_request_eur };
  await scene.ask(operator, `/policies/${kind}/${id}`, { method: 'PUT', body });
}

test('a tenant and a group show what applies in the end, by themselves and by what is above them', async (t) => {
  await policy('reseller', tenant.resellerId, '3');
  await policy('tenant', tenant.tenantId, '2');
  await policy('group', tenant.groupId, '1');
  const limits = (id: string, requests_per_minute_max: number) => ({ id, body: { requests_per_minute_max } });
  for (const { id, body } of [
    limits(`tenants/${tenant.tenantId}`, 50),
    limits(`groups/${tenant.groupId}`, 70),
  ] as const) {
    t.is((await scene.ask(operator, `/${id}/limits`, { method: 'PUT', body })).status, 200);
  }
  await scene.ask(operator, `/groups/${tenant.groupId}/members/${member.userId}`, { method: 'PUT', body: {} });
  for (const person of [operator, reseller_admin, tenant_admin]) {
    const visitor = await visitorOf(person);
    await visitor.get(`/console/tenant?tenant_id=${tenant.tenantId}`);
    const most = /Most per request[^]*?value="([\d.]+)"/.exec(visitor.page)?.[1];
    t.is(most, '2.000000000');
    t.true(visitor.page.includes(`href="/console/operations/listWallets?tenant_id=${tenant.tenantId}"`), 'its wallets');
    await visitor.get(`/console/group?group_id=${tenant.groupId}`);
    t.is(/Most per request[^]*?value="([\d.]+)"/.exec(visitor.page)?.[1], '1.000000000');
    // The smaller limit of the tenant applies.
    t.regex(visitor.page, />50<[^]*?>Yes</);
    t.true(visitor.page.includes(`listUsers?tenant_id=${tenant.tenantId}&amp;group_id=${tenant.groupId}`));
  }
});

test('a group counts its people and the keys that they have, and leads to both', async (t) => {
  const visitor = await visitorOf(tenant_admin);
  const { json: group } = await scene.ask(tenant_admin, '/groups', { method: 'POST', body: { name: 'two' } });
  const of = `tenant_id=${tenant.tenantId}&amp;group_id=${String(group['id'])}`;
  await visitor.get(`/console/group?group_id=${String(group['id'])}`);
  t.regex(visitor.page, /Nothing here yet/, 'an empty group says so, of people and of keys');
  await scene.ask(tenant_admin, `/groups/${String(group['id'])}/members/${member.userId}`, { method: 'PUT', body: {} });
  await visitor.get(`/console/group?group_id=${String(group['id'])}`);
  for (const list of ['listUsers', 'listKeys']) {
    t.regex(visitor.page, new RegExp(`href="/console/operations/${list}\\?${of}"[^]{0,40}1`), list);
  }
  const { json } = await scene.ask(tenant_admin, `/keys?group_id=${String(group['id'])}`);
  t.deepEqual(
    (json['data'] as { id: string }[]).map(({ id }) => id),
    [member.keyId],
  );
  const { json: none } = await scene.ask(scene.foreign.member, `/keys?group_id=${String(group['id'])}`);
  t.deepEqual(none['data'], []);
});

test('who opens a page has asked for nothing yet, and is refused nothing', async (t) => {
  const visitor = await visitorOf(tenant_admin);
  t.is((await visitor.get('/console/operations/listReservations')).status, 200);
  t.notRegex(visitor.page, /role="alert"/);
  const chosen = `100.00 € · ${tenant.walletId.slice(0, 8)}`;
  t.regex(visitor.page, new RegExp(`<option value="${tenant.walletId}"\\s*>${chosen}</option\\s*>`), 'to choose from');
  t.is(
    (await visitor.get('/console/operations/listReservations?flagged=true')).status,
    200,
    'a link has not asked wrongly',
  );
  t.is((await visitor.get('/console/operations/listReservations?flagged=true&wallet_id=')).status, 400);
  t.regex(visitor.page, /Correct <code>wallet_id<\/code>/);
});

test('a figure of all tenants leads to a form that asks which one', async (t) => {
  const visitor = await visitorOf(operator);
  await visitor.get('/console/usage');
  const [, address = ''] = /href="([^"]+listCharges[^"]+state=settled)"/.exec(visitor.page) ?? [];
  t.is((await visitor.get(address.replaceAll('&amp;', '&'))).status, 200);
  t.notRegex(visitor.page, /role="alert"/);
  t.regex(visitor.page, /name="tenant_id" required/);
});

test('what is not there yet is refused to nobody who named nothing', async (t) => {
  const visitor = await visitorOf(operator);
  await visitor.get('/console/operations/showCheckpoint');
  t.notRegex(visitor.page, /role="alert"/);
  t.true(visitor.page.includes('There is no checkpoint yet.'));
});

test('a language is chosen by its name', async (t) => {
  const visitor = await visitorOf(operator);
  await visitor.get('/console/operations/printBill');
  t.regex(visitor.page, /<option value="de"[^>]*>Deutsch</);
});

test('what is done with a thing is offered once it is known which', async (t) => {
  const visitor = await visitorOf(member);
  await visitor.get('/console/operations/listReservationEvents');
  t.notRegex(visitor.page, /<p class="actions"><a/);
});

test('what there is nothing left to do of is not offered', async (t) => {
  const visitor = await visitorOf(operator);
  const offered = (verb: string): boolean => new RegExp(`href="[^"]*/${verb}User\\?`).test(visitor.page);
  const person = await scene.addPerson(tenant);
  for (const [act, expected] of [
    [null, [true, false, true]],
    ['suspend', [false, true, true]],
    ['resume', [true, false, true]],
    ['close', [false, false, false]],
  ] as const) {
    if (act !== null) {
      const { status } = await scene.ask(operator, `/users/${person.userId}/${act}`, {
        method: 'POST',
        body: act === 'resume' ? {} : { reason: 'a test' },
      });
      t.is(status, 200, act);
    }
    await visitor.get(`/console/person?user_id=${person.userId}`);
    t.deepEqual(['suspend', 'resume', 'close'].map(offered), expected, String(act));
  }
});

test('the form of a policy offers whom it may be set for, and that of prices nobody else', async (t) => {
  const visitor = await visitorOf(operator);
  await visitor.get('/console/operations/setPolicy');
  const choices = (): string => /<(datalist|select) id="[lf]-scope_id"[^]*?<\/\1>/.exec(visitor.page)?.[0] ?? '';
  t.regex(choices(), /value="00000000-0000-0000-0000-000000000000"\s*>\s*platform/);
  for (const kind of ['reseller', 'tenant', 'group', 'user']) t.regex(choices(), new RegExp(`>\\s*${kind}: `), kind);
  await visitor.get('/console/operations/setPrices');
  t.regex(choices(), />\s*tenant: /);
  t.notRegex(choices(), /platform|user:|group:/);
});

test('those of somebody else are as unknown as what does not exist', async (t) => {
  const visitor = await visitorOf(tenant_admin);
  t.is((await visitor.get(`/console/tenant?tenant_id=${foreign.tenantId}`)).status, 404);
  t.is((await visitor.get(`/console/group?group_id=${foreign.groupId}`)).status, 404);
  t.is((await visitor.get('/console/tenant?tenant_id=x')).status, 400);
  t.is((await (await visitorOf(member)).get(`/console/tenant?tenant_id=${tenant.tenantId}`)).status, 403);
});

test('the overview names the wallets below their alert, and leads to all of them', async (t) => {
  const alert = (below_eur: string) =>
    scene.ask(operator, `/wallets/${tenant.walletId}/alert`, { method: 'PUT', body: { below_eur } });
  const visitor = await visitorOf(operator);
  t.is((await alert('1000000')).status, 200);
  await visitor.get('/console/');
  t.regex(visitor.page, new RegExp(`Wallets below their alert</a></h2>[^]*${tenant.walletId}`));
  await visitor.get('/console/operations/listWallets?low=true');
  t.is(visitor.page.match(/<tbody>[^]*<\/tbody>/)?.[0].match(/<tr>/g)?.length, 1);
  t.true(visitor.page.includes(tenant.walletId));
  await visitor.get(`/console/tenant?tenant_id=${tenant.tenantId}`);
  t.true(visitor.page.includes(`listWallets?tenant_id=${tenant.tenantId}&amp;low=true"`));
  await alert('0.01');
  await visitor.get('/console/');
  t.false(visitor.page.includes('Wallets below their alert</a></h2>'));
});

test('a tenant that was created nowhere has its page, and one that is nowhere has none', async (t) => {
  const tenantId = randomUUID();
  const walletId = await scene.addWallet(tenantId, '3');
  const visitor = await visitorOf(operator);
  t.is((await visitor.get(`/console/tenant?tenant_id=${tenantId}`)).status, 200);
  t.true(visitor.page.includes('It was created nowhere'));
  t.true(visitor.page.includes(walletId));
  t.is((await visitor.get(`/console/tenant?tenant_id=${randomUUID()}`)).status, 404);
  t.is((await (await visitorOf(tenant_admin)).get(`/console/tenant?tenant_id=${tenantId}`)).status, 404);
});

test('who has one of a kind need not say which, and people differ by what they may', async (t) => {
  const visitor = await visitorOf(scene.people.member);
  await visitor.get('/console/operations/showWallet');
  t.regex(visitor.page, /<select id="f-wallet_id"[^>]*>\s*<option value="[0-9a-f-]{36}" selected/);
  const platform = await visitorOf(operator);
  await platform.get('/console/operations/showUser');
  const [, about] = new RegExp(`<option value="${operator.userId}"\\s*>([^<]*)</option`).exec(platform.page) ?? [];
  const { json } = await scene.ask(operator, `/keys/${operator.keyId}`);
  t.is(about?.trim(), `operator · ${String(json['name'])} · ${operator.userId.slice(0, 8)}`, 'known by their key');
  t.regex(platform.page, /<select id="f-user_id"[^>]*>\s*<option value="">/);
});

test('a form that needs an id says where there are some, until it has one', async (t) => {
  const visitor = await visitorOf(operator);
  await visitor.get('/console/operations/showTransfer');
  t.regex(visitor.page, /Ids are under\s*<a href="\/console\/operations\/list/);
  await visitor.get(`/console/operations/showWallet?wallet_id=${tenant.walletId}`);
  t.false(visitor.page.includes('Ids are under'));
});
