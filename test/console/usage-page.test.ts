import test from 'ava';
import { adminScene, type Person } from '../_support/admin-scene.ts';
import { ConsoleVisitor } from '../_support/console-visitor.ts';
import { plantResponse } from '../_support/planted-contents.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

/** The pages of usage and of keys, and the overview of those who manage. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
const { member, tenant_admin: admin, auditor } = scene.people;
const { tenant } = scene;

test.after.always('close', shared.end);

async function call({ apiKey }: Person): Promise<void> {
  const response = await fetch(`${scene.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'light', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] }),
  });
  await response.text();
}

const visitorOf = (person: { readonly apiKey: string }) => ConsoleVisitor.loggedIn(scene.adminUrl, person);

test.before('calls are made', async () => {
  for (const person of [member, admin]) await call(person);
});

test('usage is drawn by hours, days and months, with its rows below and their CSV', async (t) => {
  const visitor = await visitorOf(admin);
  for (const step of ['hour', 'day', 'month']) {
    t.is((await visitor.get(`/console/usage?step=${step}&part=user_id`)).status, 200);
    t.is(visitor.page.match(/<rect/g)?.length, 2, step);
    t.regex(visitor.page, /class="legend"/);
  }
  // From the last day of a month, which others do not have, and for longer than any ledger.
  t.is((await visitor.get('/console/usage?step=month&part=user_id&from=1999-01-31&to=2061-02-28')).status, 200);
  t.is(visitor.page.match(/<rect/g)?.length, 2);
  await visitor.get('/console/usage?limit=1');
  const rest = /rel="next" href="([^"]*)"/.exec(visitor.page)?.[1]?.replaceAll('&amp;', '&') ?? '';
  t.regex(rest, /^\/console\/usage\?.*step=day.*after=/);
  const csv = /href="([^"]*exportUsage\?[^"]*)"/.exec(visitor.page)?.[1]?.replaceAll('&amp;', '&') ?? '';
  t.is((await visitor.get(csv)).text.trimEnd().split('\r\n').length, 2);
  t.is((await visitor.get(rest)).status, 200);
});

test('a sum of usage leads to charges with its filters, or to none where they have no such filter', async (t) => {
  const visitor = await visitorOf(admin);
  await visitor.get(`/console/usage?model=light&user_id=${member.userId}`);
  const charges = [...visitor.page.matchAll(/href="(\/console\/operations\/listCharges\?[^"]*)"/g)].map(
    ([, each = '']) => each,
  );
  t.true(charges.length > 0);
  for (const each of charges) {
    const asked = new URL(each.replaceAll('&amp;', '&'), visitor.origin).searchParams;
    t.deepEqual([asked.get('profile'), asked.get('user_id')], ['light', member.userId]);
  }
  await visitor.get('/console/usage?surface=chat_completions');
  t.false(visitor.page.includes('href="/console/operations/listCharges?'));
});

test('a member sees their own usage alone', async (t) => {
  const visitor = await visitorOf(member);
  await visitor.get('/console/usage?part=user_id');
  t.false(visitor.page.includes(admin.userId));
  t.is((await visitor.get(`/console/usage?user_id=${admin.userId}`)).status, 404);
  for (const wrong of ['step=week', 'part=name', 'from=yesterday', 'by=x', 'other=1']) {
    t.is((await visitor.get(`/console/usage?${wrong}`)).status, 400, wrong);
  }
});

test('a key is listed with what it cost this month', async (t) => {
  const visitor = await visitorOf(member);
  await visitor.get('/console/operations/listKeys');
  t.true(visitor.page.includes('Cost this month €'));
  t.regex(visitor.page, new RegExp(`${member.keyId}[^]*?<data class="amount" value="0\\.0000\\d+"`));
});

test('those who manage see what wallets have together, and nobody else does', async (t) => {
  for (const [person, isShown] of [
    [auditor, true],
    [admin, true],
    [member, false],
  ] as const) {
    const visitor = await visitorOf(person);
    await visitor.get('/console/');
    t.is(visitor.page.includes('Payments confirmed today'), isShown);
    t.is(visitor.page.includes('href="/console/usage?from='), isShown);
  }
});

test('what is stored is deleted from its list', async (t) => {
  const id = await plantResponse(scene.ledger.log, { userId: member.userId, tenantId: tenant.tenantId });
  const visitor = await visitorOf(member);
  await visitor.get(`/console/operations/listResponses?user_id=${member.userId}`);
  t.true(visitor.page.includes(`href="/console/operations/deleteResponse?response_id=${id}"`));
  t.is((await visitor.fill('deleteResponse', { response_id: id, reason: 'done' })).status, 200);
});

test('an address shows whoever opens it the figures of its own zone, and is refused where it says two things', async (t) => {
  const visitor = await visitorOf(admin);
  await visitor.get('/console/usage?zone=Pacific/Apia&step=hour');
  t.regex(visitor.page, /name="zone"[^>]*value="Pacific\/Apia"/);
  t.regex(visitor.page, /operations\/exportUsage\?[^"]*zone=Pacific%2FApia/);
  t.is((await visitor.get('/console/usage?zone=Europe/Nowhere')).status, 400);
  t.regex(visitor.page, /Correct <code>zone<\/code>/);
  for (const path of [
    'usage?from=2026-01-01&from=2026-01-02',
    'wallet?wallet_id=a&wallet_id=b',
    'ledger?after=1&after=2',
  ]) {
    t.is((await visitor.get(`/console/${path}`)).status, 400, path);
    t.regex(visitor.page, /appears twice/, path);
  }
});

test('what is not there says where to go in the console', async (t) => {
  const visitor = await visitorOf(admin);
  const keyless = `showKey/csv?key_id=${admin.keyId}`;
  for (const path of [
    'operations/createKey/csv',
    'operations/exportUsage/csv',
    `operations/${keyless}`,
    'assets/none.css',
  ]) {
    t.is((await visitor.get(`/console/${path}`)).status, 404, path);
    t.regex(visitor.page, /Choose a page of the console/, path);
  }
});
