import test from 'ava';
import { pathNames, type AdminOperation } from '../../src/admin/operation.ts';
import { adminOperations } from '../../src/admin/operations.ts';
import { isFilled } from '../../src/console/forms/filled-form.ts';
import { formFields } from '../../src/console/forms/form-fields.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { adminScene, type Person } from '../_support/admin-scene.ts';
import { ConsoleVisitor } from '../_support/console-visitor.ts';
import { logWith } from '../_support/recorded-log.ts';
import { sentAsShown } from '../_support/shown-form.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

/** A form that replaces a whole begins with it, and changes nothing when it is sent as it came. */

const shared = new SharedTeardown();
let losesAnswers = false;
const wrappers = {
  wrapLog: (log: EventLog) =>
    logWith(log, {
      append: async (stream, expected, events) => {
        if (losesAnswers && events.some(({ type }) => type === 'AdministrationAnswered')) throw new Error('lost');
        return await log.append(stream, expected, events);
      },
    }),
};
const scene = await adminScene(shared, { wrappers });
test.after.always('close', shared.end);

const { operator, reseller_admin: reseller, tenant_admin: admin, member } = scene.people;
const { resellerId, tenantId, groupId } = scene.tenant;
const levels = { platform: operator, reseller, tenant: admin } as const;

/** Those that replace or change what is there, with something to write beside of what. */
const replacing = adminOperations.filter(
  (operation) => ['put', 'patch'].includes(operation.method) && formFields(operation).some(({ isOfPath }) => !isOfPath),
);

/** Streams but those of requests that were made once. */
const recorded = async () => {
  const events = await scene.ledger.log.readAll({ limit: 10_000 });
  return events.flatMap(({ type }) => (type.startsWith('Administration') ? [] : [type]));
};

const write = async (who: Person, method: string, path: string, body: object) => {
  const { status, json } = await scene.ask(who, path, { method, body });
  if (status !== 200) throw new Error(`${path}: ${JSON.stringify(json)}`);
  return json;
};

const idsOf: Record<string, string> = {
  user_id: member.userId,
  tenant_id: tenantId,
  group_id: groupId,
  reseller_id: resellerId,
  wallet_id: scene.tenant.walletId,
  scope_kind: 'tenant',
  scope_id: tenantId,
};

test.serial.before('each level has set something else', async () => {
  const key = await write(member, 'POST', '/keys', { name: 'a, b', budget_eur: '5' });
  idsOf['key_id'] = String(key['id']);
  const hook = await write(admin, 'POST', '/webhooks', { url: 'https://example.com/in', alerts: ['budget.low'] });
  idsOf['webhook_id'] = String(hook['id']);
  const keys = `/keys/${idsOf['key_id']}`;
  for (const [nth, who] of [operator, reseller, admin].entries()) {
    for (const place of [keys, `/users/${member.userId}`, `/groups/${groupId}`])
      await write(who, 'PUT', `${place}/limits`, { requests_per_minute_max: 9 + nth, tokens_per_minute_max: 90 - nth });
    const budgets = [
      { per: 'day', zone: 'Europe/Rome', amount_eur: `${7 + nth}.125` },
      { per: 'total', profiles: ['light'], amount_eur: '9' },
    ];
    await write(who, 'PUT', `/users/${member.userId}/budgets`, { budgets });
    const tags = [{ name: 'project', values: ['atlas', 'helios', 'selene'].slice(nth), required: true }];
    await write(who, 'PUT', `/tenants/${tenantId}/tags`, { tags, metadata_tags: nth === 0 });
    await write(who, 'PUT', `${keys}/tags`, { required_tags: ['project'] });
  }
  for (const [nth, who] of [operator, reseller].entries()) {
    await write(who, 'PUT', `/tenants/${tenantId}/limits`, { requests_at_once_max: 4 + nth });
    const rules = { allowed_profiles: ['light'], default_profile: 'light', pii_required: false };
    await write(who, 'PUT', `/policies/tenant/${tenantId}`, {
      ...rules,
      max_request_eur: `${1 + nth}.5`,
      allow_all_models: true,
      pii_grades: { PERSON: 'A' },
    });
  }
  await write(reseller, 'PUT', `/prices/tenant/${tenantId}`, {
    factor_basis_points: 12_000,
    profiles: { light: { factor_basis_points: 11_000 } },
  });
  await write(operator, 'PUT', `/prices/reseller/${resellerId}`, { factor_basis_points: 13_000 });
  await write(admin, 'PUT', `/wallets/${scene.tenant.walletId}/alert`, { below_eur: '2' });
  await write(admin, 'PUT', `${keys}/alert`, { left_eur: '1' });
});

/** What a level opens: a reseller's own prices are the platform's to set. */
function placeFor(operation: AdminOperation, level: keyof typeof levels): Readonly<Record<string, string>> {
  const names = pathNames(operation);
  const ids = Object.fromEntries(names.map((name) => [name, idsOf[name] ?? '']));
  return operation.id === 'setPrices' && level === 'platform' ? { scope_kind: 'reseller', scope_id: resellerId } : ids;
}

test('every operation that replaces or changes what is there opens with it', (t) => {
  t.deepEqual(
    adminOperations.filter(isFilled).map(({ id }) => id),
    replacing.map(({ id }) => id),
  );
  t.true(replacing.length >= 16);
});

for (const [level, who] of Object.entries(levels) as [keyof typeof levels, Person][]) {
  test.serial(
    `forms open with what the level ${level} has set, and change nothing when they are sent as they came`,
    async (t) => {
      const visitor = await ConsoleVisitor.loggedIn(scene.adminUrl, who);
      let sent = 0;
      for (const operation of replacing) {
        const ids = placeFor(operation, level);
        const address = `/console/operations/${operation.id}`;
        const { status } = await visitor.get(`${address}?${new URLSearchParams(ids).toString()}`);
        if (status === 403 || status === 404) continue;
        t.is(status, 200, operation.id);
        const before = await recorded();
        const form = sentAsShown(visitor.page);
        const answer = await visitor.send(address, form.toString(), 'application/x-www-form-urlencoded');
        t.is(answer.status, 200, `${operation.id} ${form.toString()}`);
        t.deepEqual(await recorded(), before, operation.id);
        const isSaid = visitor.page.includes('Nothing was changed in the form.');
        t.is(isSaid, operation.method === 'patch', `${operation.id} says so`);
        sent += 1;
      }
      t.is(sent, replacing.length - { platform: 0, reseller: 1, tenant: 5 }[level]);
    },
  );
}

test.serial('whose level has set nothing lifts what those below have set by a box alone', async (t) => {
  const { userId } = scene.tenant.member;
  const limits = `/users/${userId}/limits`;
  await write(admin, 'PUT', limits, { requests_per_minute_max: 5 });
  const limited = async () => (await scene.ask(operator, `/users/${userId}`)).json['limits'];
  const visitor = await ConsoleVisitor.loggedIn(scene.adminUrl, operator);
  const page = '/console/operations/limitUser';
  const sendings = [
    [{}, 400, /Nothing is written\. Write what shall hold, or tick the box/],
    [{ '_none.': '1', requests_at_once_max: '3' }, 400, /<code>requests_at_once_max<\/code> is\./],
    [{ '_none.': '1' }, 200, /Done\./],
  ] as const;
  for (const [written, status, said] of sendings) {
    t.deepEqual(await limited(), { requests_per_minute_max: 5 });
    await visitor.get(`${page}?user_id=${userId}`);
    const form = sentAsShown(visitor.page);
    for (const [name, text] of Object.entries(written)) form.set(name, text);
    t.is((await visitor.send(page, form.toString(), 'application/x-www-form-urlencoded')).status, status);
    t.regex(visitor.page, said);
  }
  t.is(await limited(), undefined);
});

test.serial('a form that is filled asks first of what, and says what it does not find', async (t) => {
  const visitor = await ConsoleVisitor.loggedIn(scene.adminUrl, operator);
  for (const { id } of replacing) {
    await visitor.get(`/console/operations/${id}`);
    t.notRegex(visitor.page, new RegExp(`method="post" action="/console/operations/${id}"`), id);
    t.regex(visitor.page, new RegExp(`method="get" action="/console/operations/${id}"`), id);
    t.regex(visitor.page, /<button class="main">Go on<\/button>/, id);
  }
  for (const [asked, status] of [
    ['user_id=none', 400],
    [`user_id=${tenantId}`, 404],
    [`user_id=${tenantId}&user_id=${tenantId}`, 404],
  ] as const) {
    t.is((await visitor.get(`/console/operations/setUserBudgets?${asked}`)).status, status, asked);
    t.regex(visitor.page, /<input id="f-user_id"(?![^>]*readonly)/);
  }
  // What the address says stands before what is there.
  await visitor.get(`/console/operations/limitUser?user_id=${member.userId}&requests_per_minute_max=77`);
  const form = sentAsShown(visitor.page);
  t.deepEqual([form.get('requests_per_minute_max'), form.get('tokens_per_minute_max')], ['77', '90']);
});

/** Opens a form, has somebody change what it began with, and sends it with what is written into it. */
async function sentStale(
  page: string,
  {
    ids,
    change,
    written,
    language = 'en',
  }: {
    ids: Record<string, string>;
    change: () => Promise<unknown>;
    written: Record<string, string>;
    language?: string;
  },
) {
  const visitor = await ConsoleVisitor.loggedIn(scene.adminUrl, admin);
  const address = `/console/operations/${page}`;
  await visitor.get(`${address}?${new URLSearchParams(ids).toString()}`);
  const form = sentAsShown(visitor.page);
  await change();
  for (const [name, text] of Object.entries(written)) form.set(name, text);
  const type = 'application/x-www-form-urlencoded';
  const send = async () => await visitor.send(address, form.toString(), type, { 'accept-language': language });
  return { visitor, send, answer: await send() };
}

test.serial('a form of a record that is stale sends only what was changed in it', async (t) => {
  const { userId } = scene.tenant.member;
  const path = `/users/${userId}`;
  await write(admin, 'PATCH', path, { role: 'tenant_admin', pii_enabled: false });
  const demoted = await sentStale('changeUser', {
    ids: { user_id: userId },
    change: async () => await write(operator, 'PATCH', path, { role: 'member' }),
    written: { pii_enabled: 'true' },
  });
  t.is(demoted.answer.status, 200);
  t.like((await scene.ask(operator, path)).json, { role: 'member', pii_enabled: true });
  const hook = `/webhooks/${idsOf['webhook_id']}`;
  const moved = await sentStale('changeWebhook', {
    ids: { webhook_id: idsOf['webhook_id'] ?? '' },
    change: async () => await write(admin, 'PATCH', hook, { alerts: ['budget.reached'] }),
    written: { url: 'https://example.com/other' },
  });
  t.is(moved.answer.status, 200);
  t.like((await scene.ask(admin, hook)).json, { url: 'https://example.com/other', alerts: ['budget.reached'] });
});

test.serial(
  'what is emptied in the form of a record is taken away, or refused where something has to be there',
  async (t) => {
    const { userId } = await scene.addPerson(scene.tenant);
    await write(operator, 'PATCH', `/users/${userId}`, { platform_role: 'auditor' });
    const visitor = await ConsoleVisitor.loggedIn(scene.adminUrl, operator);
    const sendEmptied = async (page: string, ids: Record<string, string>, name: string): Promise<number> => {
      const address = `/console/operations/${page}`;
      await visitor.get(`${address}?${new URLSearchParams(ids).toString()}`);
      const form = sentAsShown(visitor.page);
      t.not(form.get(name), '', name);
      form.set(name, '');
      return (await visitor.send(address, form.toString(), 'application/x-www-form-urlencoded')).status;
    };
    t.is(await sendEmptied('changeUser', { user_id: userId }, 'platform_role'), 200);
    t.is((await scene.ask(operator, `/users/${userId}`)).json['platform_role'], null);
    const before = await recorded();
    for (const [page, ids, name] of [
      ['changeUser', { user_id: userId }, 'wallet_id'],
      ['changeUser', { user_id: userId }, 'pii_enabled'],
      ['changeWebhook', { webhook_id: idsOf['webhook_id'] ?? '' }, 'alerts'],
    ] as const) {
      t.is(await sendEmptied(page, ids, name), 400, name);
      t.regex(visitor.page, new RegExp(`<code>${name}</code> was emptied, and cannot be taken away`));
    }
    t.deepEqual(await recorded(), before);
  },
);

test.serial('an empty parameter of a link takes nothing away', async (t) => {
  const { userId } = await scene.addPerson(scene.tenant);
  await write(operator, 'PATCH', `/users/${userId}`, { platform_role: 'auditor' });
  const visitor = await ConsoleVisitor.loggedIn(scene.adminUrl, operator);
  const before = await recorded();
  for (const empty of ['', '+']) {
    await visitor.get(`/console/operations/changeUser?user_id=${userId}&platform_role=${empty}`);
    const form = sentAsShown(visitor.page);
    t.is(form.get('platform_role'), 'auditor');
    const type = 'application/x-www-form-urlencoded';
    t.is((await visitor.send('/console/operations/changeUser', form.toString(), type)).status, 200);
    t.true(visitor.page.includes('Nothing was changed in the form.'));
  }
  t.deepEqual(await recorded(), before);
});

for (const [language, said] of [
  ['en', /Somebody has changed this since/],
  ['it', /Qualcuno ha cambiato questi dati/],
  ['de', /Jemand hat das geändert/],
] as const) {
  test.serial(`a form of what somebody else has changed since is refused in ${language}`, async (t) => {
    const user = { user_id: scene.tenant.member.userId };
    const [path, key] = [`/users/${user.user_id}`, `/keys/${idsOf['key_id']}`];
    const budget = (amount_eur: string) => ({ budgets: [{ per: 'day', zone: 'Europe/Rome', amount_eur }] });
    await write(admin, 'PUT', `${path}/budgets`, budget('5'));
    await write(admin, 'PUT', `${path}/limits`, { requests_per_minute_max: 5 });
    await write(admin, 'PATCH', key, { name: 'before' });
    const cases = [
      [
        'setUserBudgets',
        user,
        'PUT',
        `${path}/budgets`,
        budget('2'),
        { 'budgets.1.amount_eur': '9', 'budgets.1.per': 'total' },
      ],
      ['limitUser', user, 'PUT', `${path}/limits`, { tokens_per_minute_max: 3 }, { requests_per_minute_max: '8' }],
      ['changeKey', { key_id: idsOf['key_id'] ?? '' }, 'PATCH', key, { name: 'meanwhile' }, {}],
    ] as const;
    for (const [page, ids, method, place, body, written] of cases) {
      let before: readonly string[] = [];
      const change = async (): Promise<void> => {
        await write(admin, method, place, body);
        before = await recorded();
      };
      const { answer, visitor } = await sentStale(page, { ids, change, written, language });
      t.is(answer.status, 409, page);
      t.regex(visitor.page, said);
      t.deepEqual(await recorded(), before, page);
      const kept = sentAsShown(visitor.page);
      for (const [name, text] of Object.entries(written)) t.is(kept.get(name), text);
    }
  });
}

for (const isLost of [false, true]) {
  const named = isLost ? 'whose answer was lost' : 'that is sent twice';
  test.serial(`a form ${named} is done once, and finds no change by somebody else`, async (t) => {
    const { userId } = scene.tenant.member;
    await write(admin, 'PUT', `/users/${userId}/limits`, { requests_per_minute_max: 5 });
    const change = (): Promise<void> => {
      losesAnswers = isLost;
      return Promise.resolve();
    };
    const sending = { ids: { user_id: userId }, change, written: { requests_per_minute_max: '6' } };
    const { answer, send } = await sentStale('limitUser', sending);
    losesAnswers = false;
    t.is(answer.status, isLost ? 500 : 200);
    t.deepEqual((await scene.ask(admin, `/users/${userId}`)).json['limits'], { requests_per_minute_max: 6 });
    const before = await recorded();
    t.is((await send()).status, 200);
    t.deepEqual(await recorded(), before);
  });
}

test.serial('an amount of three decimals can be read one way in every language', async (t) => {
  const visitor = await ConsoleVisitor.loggedIn(scene.adminUrl, operator);
  await visitor.get(`/console/operations/setUserBudgets?user_id=${member.userId}`, { 'accept-language': 'it' });
  t.is(sentAsShown(visitor.page).get('budgets.0.amount_eur'), '7.1250');
});
