import test from 'ava';
import { adminOperations } from '../../src/admin/operations.ts';
import { askedInForm } from '../../src/console/forms/asked-in-form.ts';
import { formFields } from '../../src/console/forms/form-fields.ts';
import { adminScene } from '../_support/admin-scene.ts';
import { ConsoleVisitor } from '../_support/console-visitor.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

const shared = new SharedTeardown();
const scene = await adminScene(shared);
const { operator, tenant_admin: admin, member } = scene.people;

test.after.always('close', shared.end);

const address = '/console/operations/setUserBudgets';

/** The page of a person's budgets, and the fields of its form that are hidden. */
async function opened(): Promise<{ readonly visitor: ConsoleVisitor; readonly own: Readonly<Record<string, string>> }> {
  const visitor = await ConsoleVisitor.loggedIn(scene.adminUrl, operator);
  await visitor.get(`${address}?user_id=${member.userId}`);
  return { visitor, own: ownOf(visitor) };
}

const ownOf = (visitor: ConsoleVisitor) => ({
  _form: visitor.hidden('_form'),
  _once: visitor.hidden('_once'),
  user_id: member.userId,
});

/** What stands in the text fields of rows, by the name that is sent. */
function rowFields(page: string): Readonly<Record<string, string>> {
  const found = page.matchAll(/<input id="f-[^"]*" name="(\w+\.\d+\.\w+)"[^>]*?value="([^"]*)"/g);
  return Object.fromEntries([...found].map(([, name = '', value = '']) => [name, value]));
}

async function budgetsOf(userId: string): Promise<unknown> {
  const { json } = await scene.ask(operator, `/users/${userId}`);
  return json['budgets'] ?? [];
}

test('no form asks for a list of plain records as JSON', (t) => {
  const asked = adminOperations.flatMap((operation) =>
    formFields(operation).flatMap(({ kind, name }) => (kind === 'rows' ? [`${operation.id} ${name}`] : [])),
  );
  t.deepEqual(asked.toSorted(), [
    'createAllocation allocations',
    'createKey budgets',
    'declareTags tags',
    'narrowKey budgets',
    'setUserBudgets budgets',
  ]);
});

test.serial('budgets are set by rows', async (t) => {
  const { visitor, own } = await opened();
  t.deepEqual(Object.keys(rowFields(visitor.page)), ['budgets.0.amount_eur', 'budgets.0.zone', 'budgets.0.profiles']);
  const { status } = await visitor.post(address, {
    ...own,
    'budgets.0.amount_eur': '',
    'budgets.0.per': '',
    'budgets.3.amount_eur': ' 12.50',
    'budgets.3.per': 'month',
    'budgets.3.zone': 'Europe/Rome',
    'budgets.3.profiles': 'light',
    'budgets.4.amount_eur': '100',
    'budgets.4.per': 'total',
    'budgets.4.zone': '',
  });
  t.is(status, 200);
  t.like(await budgetsOf(member.userId), [
    { amount_eur: '12.500000000', per: 'month', zone: 'Europe/Rome', profiles: ['light'] },
    { amount_eur: '100.000000000', per: 'total' },
  ]);
});

test.serial('a form without a row changes nothing, unless its box says that there are none', async (t) => {
  const empty = { 'budgets.0.amount_eur': '', 'budgets.0.per': '' };
  const row = { 'budgets.1.amount_eur': '5', 'budgets.1.per': 'day' };
  const none = { '_none.budgets': '1' };
  const { visitor, own } = await opened();
  t.regex(visitor.page, /<input\s+type="checkbox"\s+name="_none.budgets"\s+value="1"\s*\/>None</);
  const before = await budgetsOf(member.userId);
  t.like(before, { length: 2 });
  for (const [sent, why] of [
    [empty, 'is missing'],
    [{ ...empty, ...row, ...none }, 'appears twice'],
  ] as const) {
    await visitor.get(`${address}?user_id=${member.userId}`);
    t.is((await visitor.post(address, { ...ownOf(visitor), ...sent })).status, 400);
    t.regex(visitor.page, new RegExp(`<legend>Budgets[^]*?class="refusal"[^>]*>[^<]*<code>budgets</code> ${why}`));
    t.is(/name="_none.budgets"\s+value="1"\s+checked/.test(visitor.page), '_none.budgets' in sent);
    t.deepEqual(await budgetsOf(member.userId), before);
  }
  t.is((await visitor.post(address, { ...own, ...empty, ...none })).status, 200);
  t.deepEqual(await budgetsOf(member.userId), []);
});

test.serial('tags are withdrawn by the box alone, and no box stands where it would mean nothing', async (t) => {
  const visitor = await ConsoleVisitor.loggedIn(scene.adminUrl, operator);
  const tenant = { tenant_id: scene.tenant.tenantId };
  const sendings = [
    [{ 'tags.0.name': 'project', 'tags.0.characters': 'letters' }, 200, ['project']],
    [{ 'tags.0.name': '' }, 400, ['project']],
    [{ '_none.tags': '1', 'tags.0.name': '' }, 200, []],
  ] as const;
  for (const [sent, status, names] of sendings) {
    t.is((await visitor.fill('declareTags', { ...tenant, ...sent })).status, status);
    const { tags = [] } = (await scene.ask(operator, `/tenants/${tenant.tenant_id}`)).json as {
      tags?: { name: string }[];
    };
    t.deepEqual(
      tags.map(({ name }) => name),
      [...names],
    );
  }
  const other = await ConsoleVisitor.loggedIn(scene.adminUrl, admin);
  for (const operation of ['createKey', 'narrowKey', 'createAllocation']) {
    await other.get(`/console/operations/${operation}`);
    t.regex(other.page, /name="_more"/);
    t.notRegex(other.page, /name="_none\.(budgets|allocations)"/);
  }
});

test.serial('a button gives one more row, does nothing else, and keeps what was written', async (t) => {
  const { visitor, own } = await opened();
  const written = { 'budgets.0.amount_eur': '', 'budgets.1.amount_eur': '7', 'budgets.1.per': 'week' };
  t.is((await visitor.post(address, { ...own, ...written, _more: 'budgets' })).status, 200);
  const fields = rowFields(visitor.page);
  t.is(fields['budgets.0.amount_eur'], '7');
  t.is(fields['budgets.2.amount_eur'], '');
  t.regex(visitor.page, /<select id="f-budgets\.0\.per"[^]*?<option value="week" selected/);
  t.regex(visitor.page, /<input id="f-budgets\.2\.amount_eur"[^>]* autofocus/);
  t.deepEqual(await budgetsOf(member.userId), []);
  // The enter key presses the first button.
  const [form = ''] =
    /<form method="post" action="\/console\/operations\/setUserBudgets"[^]*?<\/form>/.exec(visitor.page) ?? [];
  t.regex(/<button[^>]*>/.exec(form)?.[0] ?? '', /^<button hidden\s*>$/);
  // As many as there may be.
  const full = Object.fromEntries(Array.from({ length: 8 }, (_, row) => [`budgets.${row}.amount_eur`, `${row}`]));
  await visitor.post(address, { ...ownOf(visitor), ...full, _more: 'budgets' });
  t.is(visitor.page.match(/fieldset class="row"/g)?.length, 8);
  t.notRegex(visitor.page, /name="_more"/);
});

test.serial('what is wrong in a row is said beside its field', async (t) => {
  for (const [wrong, field, text] of [
    [{ 'budgets.5.amount_eur': 'ten', 'budgets.5.per': 'day' }, 'budgets.1.amount_eur', /amount_eur/],
    [{ 'budgets.5.amount_eur': '1', 'budgets.5.per': 'day', 'budgets.5.zone': 'Mars/Base' }, 'budgets.1.zone', /IANA/],
    [
      { 'budgets.5.amount_eur': '1', 'budgets.5.per': 'day', 'budgets.5.profiles': 'a b' },
      'budgets.1.profiles',
      /profiles/,
    ],
    [{ 'budgets.5.amount_eur': '1' }, 'budgets.1.per', /per/],
  ] as const) {
    const { visitor, own } = await opened();
    const right = { 'budgets.2.amount_eur': '3', 'budgets.2.per': 'day' };
    t.is((await visitor.post(address, { ...own, ...right, ...wrong })).status, 400);
    const begin = visitor.page.indexOf(`<label for="f-${field}"`);
    const part = visitor.page.slice(begin, visitor.page.indexOf('<label', begin + 1));
    t.notRegex(part, /<code>param</);
    t.regex(part, /aria-invalid="true"/, field);
    t.regex(/class="refusal"[^>]*>([^]*?)<\/p>/.exec(part)?.[1] ?? '', text, field);
    t.is(rowFields(visitor.page)['budgets.0.amount_eur'], '3');
  }
  const { visitor, own } = await opened();
  const twice = {
    'budgets.0.amount_eur': '3',
    'budgets.0.per': 'day',
    'budgets.1.amount_eur': '4',
    'budgets.1.per': 'day',
  };
  await visitor.post(address, { ...own, ...twice });
  t.regex(visitor.page, /<legend>Budgets[^]*?class="refusal"[^>]*>Two budgets[^]*?fieldset class="row"/);
});

test.serial('rows of an ended session are there again', async (t) => {
  const { visitor, own } = await opened();
  const { cookie } = visitor;
  await visitor.post('/console/log-out', own);
  visitor.cookie = cookie;
  const late = { 'budgets.0.amount_eur': '5', 'budgets.0.per': 'day', 'budgets.1.amount_eur': '6' };
  t.is((await visitor.post(address, { ...own, ...late, _more: 'budgets' })).status, 401);
  const next = visitor.hidden('next').replaceAll('&amp;', '&');
  await visitor.logIn(operator.apiKey, next);
  await visitor.get(next);
  const { 'budgets.0.amount_eur': first, 'budgets.1.amount_eur': second } = rowFields(visitor.page);
  t.deepEqual([first, second], ['5', '6']);
  t.is(visitor.page.match(/fieldset class="row"/g)?.length, 3);
});

test.serial('credit is allocated by rows', async (t) => {
  const visitor = await ConsoleVisitor.loggedIn(scene.adminUrl, admin);
  const wallet = await scene.addWallet(scene.tenant.tenantId);
  await visitor.get('/console/operations/createAllocation');
  t.regex(visitor.page, /<label for="f-parent_id"\s*>From[^]*?<option value="/);
  const asked = {
    parent_id: scene.tenant.walletId,
    'allocations.0.wallet_id': wallet,
    'allocations.0.basis_points': '2500',
  };
  t.is((await visitor.fill('createAllocation', asked)).status, 200);
  t.is(
    (await visitor.fill('createAllocation', { parent_id: scene.tenant.walletId, 'allocations.0.wallet_id': '' }))
      .status,
    400,
  );
});

test('what is no row of a group is refused as any unknown field', (t) => {
  const operation = adminOperations.find(({ id }) => id === 'setUserBudgets');
  for (const name of [
    'budgets.x.per',
    'budgets.0',
    'budgets.0.per.more',
    'other.0.per',
    'user_id.0.per',
    'budgets.10000.per',
  ])
    t.deepEqual(operation && askedInForm(operation, new URLSearchParams({ [name]: 'day' })), { [name]: 'day' });
});
