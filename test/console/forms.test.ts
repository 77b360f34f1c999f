import test from 'ava';
import { adminOperations } from '../../src/admin/operations.ts';
import { adminScene } from '../_support/admin-scene.ts';
import { ConsoleVisitor } from '../_support/console-visitor.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

const shared = new SharedTeardown();
const scene = await adminScene(shared);
const { operator, tenant_admin: admin, finance } = scene.people;

test.after.always('close', shared.end);

const address = '/console/operations/createReseller';

/** A form whose session has ended, as its page would send it. */
async function late(fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) {
  const visitor = await ConsoleVisitor.loggedIn(scene.adminUrl, operator);
  await visitor.get(address);
  const own = { _form: visitor.hidden('_form'), _once: visitor.hidden('_once') };
  const { cookie } = visitor;
  await visitor.post('/console/log-out', own);
  visitor.cookie = cookie;
  const { status } = await visitor.post(address, { ...own, ...fields }, headers);
  return { visitor, status, next: visitor.hidden('next').replaceAll('&amp;', '&') };
}

test('a form whose session has ended is not done, and comes back as it was written, which stands in no address', async (t) => {
  for (const name of ['Müller & Söhne, "1"', 'x'.repeat(3_000)]) {
    const { visitor, status, next } = await late({ name });
    t.is(status, 401);
    t.regex(next, /^\/console\/operations\/createReseller\?_kept=[\w-]{43}$/);
    await visitor.logIn(operator.apiKey, next);
    t.true(visitor.page.includes(`0;url=${next}`));
    for (const _ of ['first', 'loaded again']) {
      await visitor.get(next);
      t.true(visitor.page.includes(`value="${name.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`));
    }
    // It is that of the session that opened it first.
    const other = await ConsoleVisitor.loggedIn(scene.adminUrl, operator);
    await other.get(next);
    t.regex(other.page, /class="note">What was written before/);
    t.false(other.page.includes(name.slice(0, 20)));
  }
  const { json } = await scene.ask(operator, '/resellers?limit=200');
  t.notRegex(JSON.stringify(json), /Müller|xxx/);
});

test('of a form from elsewhere nothing is kept', async (t) => {
  const elsewhere = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
  t.is((await late({ name: 'theirs' }, elsewhere)).next, '/console/');
});

test('a member that is no JSON says so beside its field, with an example', async (t) => {
  const visitor = await ConsoleVisitor.loggedIn(scene.adminUrl, operator);
  const { status } = await visitor.fill('setPolicy', { scope_kind: 'platform', pii_grades: '{"EMAIL":' });
  t.is(status, 400);
  const [, field = ''] = /(<label for="f-pii_grades"[^]*?)<(?:label|\/form)/.exec(visitor.page) ?? [];
  t.regex(field, /class="refusal"[^>]*>[^<]*<code>pii_grades<\/code> is no JSON/);
  t.regex(field, /<code>\{&quot;/);
});

test('a form of the session before is not done either, and is there with what was written', async (t) => {
  const visitor = await ConsoleVisitor.loggedIn(scene.adminUrl, operator);
  await visitor.get(address);
  const before = { _form: visitor.hidden('_form'), _once: visitor.hidden('_once') };
  await visitor.logIn(operator.apiKey);
  const { status } = await visitor.post(address, { ...before, name: 'written before' });
  t.is(status, 403);
  t.regex(visitor.page, /class="refusal"[^]*of another session/);
  t.regex(visitor.page, /id="f-name"[^>]*value="written before"/);
  const own = { _form: visitor.hidden('_form'), _once: visitor.hidden('_once') };
  t.not(own._form, before._form);
  const { json } = await scene.ask(operator, '/resellers?limit=200');
  t.false(JSON.stringify(json).includes('written before'));
  t.is((await visitor.post(address, { ...own, name: 'written before' })).status, 200);
});

test('whoever sent a file of the bank after their session goes on at its page', async (t) => {
  const visitor = await ConsoleVisitor.loggedIn(scene.adminUrl, operator);
  visitor.cookie = null;
  t.is((await visitor.send('/console/payments', '--edge--', 'multipart/form-data; boundary=edge')).status, 401);
  t.is(visitor.hidden('next'), '/console/payments');
});

test('an address that was typed comes back after the log-in', async (t) => {
  const { headers } = await new ConsoleVisitor(scene.adminUrl).get('/console/usage?zone=Europe/Rome&tag=a:b');
  const next = new URL(headers.location ?? '', scene.adminUrl).searchParams.get('next') ?? '';
  const visitor = new ConsoleVisitor(scene.adminUrl);
  await visitor.logIn(operator.apiKey, next);
  t.true(visitor.page.includes('/console/usage?zone=Europe%2FRome&amp;tag=a%3Ab'));
});

for (const [language, amount, status] of [
  ['de', '1.000', 400],
  ['it', ' 12.500', 400],
  ['de', '1.0000', 200],
  ['de', '0.125', 200],
  ['en', '1.000', 200],
  ['de', '1000.00', 200],
  ['de', '1000,00', 400],
] as const) {
  test(`an amount of ${amount} in a page of ${language} is answered ${status}`, async (t) => {
    const visitor = await ConsoleVisitor.loggedIn(scene.adminUrl, admin);
    await visitor.get('/console/operations/requestTopup');
    const own = { _form: visitor.hidden('_form'), _once: visitor.hidden('_once') };
    const fields = { ...own, wallet_id: scene.tenant.walletId, amount_eur: amount };
    const sent = await visitor.post('/console/operations/requestTopup', fields, { 'accept-language': language });
    t.is(sent.status, status);
    if (status === 400) t.true(sent.text.includes(`value="${amount}"`));
  });
}

test('the only id of a list is filled in, and the first of a list that goes on is not', async (t) => {
  const visitor = await ConsoleVisitor.loggedIn(scene.adminUrl, operator);
  const filledIn = async (): Promise<string | undefined> => {
    await visitor.get('/console/operations/closeTenant');
    return /id="f-tenant_id"[^>]*?(?:\svalue|>\s*<option value)="([^"]*)"/.exec(visitor.page)?.[1];
  };
  t.is(await filledIn(), '');
  // The first page of wallets is full of those of one tenant, and others follow.
  const first = '00000000-0000-4000-8000-000000000001';
  for (let wallet = 0; wallet < 20; wallet += 1) {
    const id = `00000000-0000-4000-8000-${String(wallet).padStart(12, '0')}`;
    const { status } = await scene.ask(operator, '/wallets', { method: 'POST', body: { id, tenant_id: first } });
    t.is(status, 200);
  }
  await visitor.get('/console/operations/closeTenant');
  t.true(visitor.page.match(/<datalist id="l-tenant_id">[^]*?<\/datalist>/)?.[0].includes(`value="${first}"`));
  t.is(await filledIn(), '');
});

test('a list of names that are fixed says which there are', async (t) => {
  const visitor = await ConsoleVisitor.loggedIn(scene.adminUrl, operator);
  await visitor.get('/console/operations/createWebhook');
  const hint = /id="h-alerts"[^]*?<\/p>/.exec(visitor.page)?.[0] ?? '';
  const names = [...hint.matchAll(/<code>([^<]*)<\/code>/g)].map(([, name]) => name);
  t.true(names.includes('wallet.low') && names.includes('payout.confirmed'));
  t.true(visitor.page.includes(`id="f-alerts" name="alerts"`));
  t.true(visitor.page.includes(`value="${names.join(', ')}"`), 'all of them, as one writes them');
});

test('what prices cannot be of is offered no prices', async (t) => {
  const visitor = await ConsoleVisitor.loggedIn(scene.adminUrl, operator);
  const offers = async (scope_kind: string, scope_id: string): Promise<boolean> => {
    await visitor.get(`/console/operations/showPolicy?scope_kind=${scope_kind}&scope_id=${scope_id}`);
    return visitor.page.includes('/console/operations/setPrices?');
  };
  t.true(await offers('tenant', scene.tenant.tenantId));
  t.false(await offers('group', scene.tenant.groupId));
});

test('blanks around what was copied change nothing', async (t) => {
  const visitor = await ConsoleVisitor.loggedIn(scene.adminUrl, admin);
  const { walletId } = scene.tenant;
  const { status } = await visitor.fill('requestTopup', { wallet_id: `${walletId}\t`, amount_eur: '\u00a010 ' });
  t.is(status, 200);
  t.is((await visitor.get(`/console/wallet?wallet_id=%20${walletId}`)).status, 200);
});

test('an empty file of the bank is called so', async (t) => {
  const visitor = await ConsoleVisitor.loggedIn(scene.adminUrl, finance);
  await visitor.get('/console/payments');
  const { status, text } = await visitor.post('/console/payments', { _form: visitor.hidden('_form'), statement: '' });
  t.is(status, 400);
  t.true(text.includes('There is no file, or it is empty. Choose the file of the bank.'));
});

for (const [page, id] of Object.entries({
  tenant: 'tenant_id',
  group: 'group_id',
  person: 'user_id',
  wallet: 'wallet_id',
  charge: 'reservation_id',
})) {
  test(`the page of a ${page} without its id says which one`, async (t) => {
    const visitor = await ConsoleVisitor.loggedIn(scene.adminUrl, operator);
    for (const query of ['', `?${id}=`, '?other=1']) {
      t.is((await visitor.get(`/console/${page}${query}`)).status, 400);
      if (query !== '?other=1') t.regex(visitor.page, new RegExp(`<code>${id}</code> is missing`));
    }
  });
}

test('a page of which nothing was asked yet refuses nothing', async (t) => {
  const visitor = await ConsoleVisitor.loggedIn(scene.adminUrl, operator);
  for (const { id, produces } of adminOperations.filter(({ method }) => method === 'get')) {
    const { status } = await visitor.get(`/console/operations/${id}`);
    if (produces === undefined) t.true([200, 403, 404].includes(status), `${id}: ${status}`);
  }
  await visitor.get('/console/operations/proveCheckpoint?older_size=');
  t.regex(visitor.page, /<code>older_size<\/code> is missing/);
});

test('the address of a form that was sent, opened by hand, leads to the pages', async (t) => {
  const visitor = await ConsoleVisitor.loggedIn(scene.adminUrl, operator);
  const { status, text } = await visitor.get('/console/settings');
  t.is(status, 405);
  t.true(text.includes('Open a page of the console.'));
});
