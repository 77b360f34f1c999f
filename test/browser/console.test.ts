import test from 'ava';
import { adminScene } from '../_support/admin-scene.ts';
import { lostInstance, plantReservation } from '../_support/planted-reservation.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { browse, violationsOn, type BrowserPage } from './_browser.ts';

const shared = new SharedTeardown();
const scene = await adminScene(shared);
const { origin } = new URL(scene.adminUrl);

test.after.always('close', shared.end);

async function callModel(apiKey: string): Promise<number> {
  const { status } = await fetch(`${scene.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'light', messages: [{ role: 'user', content: 'Hello' }] }),
  });
  return status;
}

async function enter(page: BrowserPage): Promise<void> {
  await page.goto(scene.consoleLink().href);
  await page.waitForURL(`${origin}/console/`);
}

async function logIn(page: BrowserPage, apiKey: string): Promise<void> {
  await page.goto(`${origin}/console/log-in`);
  await page.fill('#key', apiKey);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${origin}/console/`);
}

/** A call of a model, by its reservation. */
async function calledBy(apiKey: string): Promise<string> {
  const response = await fetch(`${scene.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'light', messages: [{ role: 'user', content: 'Hello' }] }),
  });
  await response.text();
  return response.headers.get('x-waybill-reservation') ?? '';
}

let [charged, doubtful] = ['', ''];
test.before('there is a charge, and a hold in doubt', async () => {
  const { member, tenantId, walletId } = scene.tenant;
  const planted = { instanceId: await lostInstance(scene.environment), upstream: 'elsewhere', flag: 'process_lost' };
  charged = await calledBy(scene.people.member.apiKey);
  doubtful = await plantReservation(scene.ledger.log, { ...member, tenantId, walletId }, planted);
});

const tenant = `tenant_id=${scene.tenant.tenantId}`;
const pages = (): readonly string[] => [
  '/console/',
  '/console/sessions',
  '/console/nothing',
  '/console/operations/listKeys',
  '/console/operations/createKey',
  '/console/operations/listWallets',
  `/console/wallet?wallet_id=${scene.tenant.walletId}`,
  `/console/wallet?wallet_id=${scene.tenant.walletId}&revision=1`,
  `/console/person?user_id=${scene.people.member.userId}`,
  `/console/tenant?tenant_id=${scene.tenant.tenantId}`,
  `/console/group?group_id=${scene.tenant.groupId}`,
  `/console/charge?reservation_id=${charged}`,
  `/console/charge?reservation_id=${doubtful}`,
  '/console/usage?step=hour&part=user_id',
  '/console/usage?zone=UTC&by=tag:none',
  '/console/ledger',
  '/console/payments',
  `/console/operations/diffPolicy?scope_kind=user&scope_id=${scene.people.member.userId}`,
  `/console/operations/listCharges?${tenant}`,
  '/console/operations/listMargins',
  '/console/operations/createTopup',
  '/console/operations/setPrices',
];

test.serial('no page fails the judge of accessibility, in either scheme, or scrolls sideways at 320 px', async (t) => {
  const { page, complaints } = await browse(t);
  for (const path of ['/console/log-in', ...pages()]) {
    if (path === '/console/') await enter(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 1200, height: 800 });
      await page.goto(origin + path);
      t.deepEqual(await violationsOn(page), [], `${path} ${colorScheme}`);
      await page.setViewportSize({ width: 320, height: 700 });
      t.is(await page.evaluate('document.documentElement.scrollWidth'), 320, path);
    }
  }
  t.deepEqual(complaints, []);
});

test.serial('what is printed is as wide as the paper', async (t) => {
  const { page } = await browse(t);
  await enter(page);
  await page.emulateMedia({ media: 'print' });
  // A4 with margins of a centimetre.
  await page.setViewportSize({ width: 718, height: 1000 });
  const month = new Date().toISOString().slice(0, 7);
  for (const path of [...pages(), `/console/operations/showBill?month=${month}&${tenant}`]) {
    await page.goto(origin + path);
    t.is(await page.evaluate('document.documentElement.scrollWidth'), 718, path);
  }
});

test.serial('a refusal is no worse to read than what it is about, in every language', async (t) => {
  for (const locale of ['en-GB', 'it-IT', 'de-DE']) {
    const { page, complaints, context } = await browse(t, { locale });
    const judged = async (what: string, wanted: string): Promise<void> => {
      await page.waitForSelector(wanted);
      t.deepEqual(await violationsOn(page), [], `${what} ${locale}`);
      await page.setViewportSize({ width: 320, height: 700 });
      t.is(await page.evaluate('document.documentElement.scrollWidth'), 320, `${what} ${locale}`);
    };
    await page.goto(`${origin}/console/log-in`);
    await page.fill('#key', `wb_${'x'.repeat(300)}`);
    await page.keyboard.press('Enter');
    await judged('a wrong key', '.refusal');
    await enter(page);
    for (const path of [
      '/console/settings',
      '/console/wallet',
      `/console/charge?reservation_id=${'a'.repeat(500)}`,
      `/console/operations/listKeys?key_prefix=${'%3Cb%3E'.repeat(60)}`,
      '/console/usage?from=2026-13-01',
      `/console/operations/${'n'.repeat(300)}`,
    ]) {
      await page.goto(origin + path);
      await judged(path, '.refusal');
    }
    await page.goto(`${origin}/console/payments`);
    await page.setInputFiles('#statement', { name: 'empty.xml', mimeType: 'text/xml', buffer: Buffer.from('<a/>') });
    await page.click('main button.main');
    await judged('a wrong file', '.refusal');
    await page.goto(`${origin}/console/operations/requestTopup`);
    await page.selectOption('#f-wallet_id', scene.tenant.walletId);
    await page.fill('#f-amount_eur', 'x'.repeat(200));
    await page.click('main button.main');
    await judged('a wrong amount', '.refusal');
    await page.goto(`${origin}/console/operations/createReseller`);
    await page.fill('#f-name', 'late');
    await context.clearCookies();
    await page.click('main button.main');
    await judged('an ended session', '#key');
    t.deepEqual(complaints, []);
  }
});

for (const javaScriptEnabled of [true, false]) {
  test.serial(
    `from the log-in to a key that calls a model: ${javaScriptEnabled ? 'with' : 'without'} JavaScript`,
    async (t) => {
      const { page, complaints } = await browse(t, { javaScriptEnabled });
      const { apiKey } = scene.people.tenant_admin;
      await logIn(page, apiKey);
      await page.click('nav a[href$="/listKeys"]');
      await page.click('.actions a[href*="createKey"]');
      await page.fill('#f-name', '<script>alert(1)</script>');
      await page.click('main button.main');
      const secret = (await page.textContent('.secret code')) ?? '';
      t.regex(secret, /^wb_\w{30,}$/);
      t.is(await callModel(secret), 200);
      t.regex((await page.textContent('dl.thing')) ?? '', /<script>alert\(1\)<\/script>/);
      await page.goto(`${origin}/console/operations/listKeys`);
      t.false(String(await page.textContent('body')).includes(secret));
      t.deepEqual(complaints, []);
    },
  );
}

test.serial('a list that is followed has a new charge by itself', async (t) => {
  const { page, complaints } = await browse(t);
  await enter(page);
  await page.goto(`${origin}/console/operations/listCharges?${tenant}&user_id=${scene.people.member.userId}`);
  await page.click('.live button');
  t.is(await callModel(scene.people.member.apiKey), 200);
  await page.waitForSelector('#answer tbody tr');
  t.is(await page.evaluate("getComputedStyle(document.querySelector('.live button')).display"), 'none');
  t.deepEqual(complaints, []);
});

test.serial('a charge that arrives live opens to its two events, and is in the tail of the ledger', async (t) => {
  const { page, complaints } = await browse(t);
  await enter(page);
  await page.goto(`${origin}/console/ledger`);
  await page.click('.live button');
  const id = await calledBy(scene.people.member.apiKey);
  await page.waitForSelector('#answer .event');
  t.regex((await page.textContent('#answer tfoot')) ?? '', /Sum0\.00/);
  await page.goto(`${origin}/console/operations/listCharges?${tenant}&user_id=${scene.people.member.userId}`);
  await page.click(`#answer a[href*="${id}"]`);
  const text = (await page.textContent('main')) ?? '';
  await page.click('h1 + p .copy');
  t.is(await page.evaluate('navigator.clipboard.readText()'), id);
  for (const part of ['CreditReserved', 'ReservationSettled', 'Lines of the bill']) t.true(text.includes(part), part);
  t.deepEqual(complaints, []);
});

test.serial('a wallet is topped up with the file of the bank', async (t) => {
  const { page, complaints } = await browse(t);
  await enter(page);
  await page.goto(`${origin}/console/wallet?wallet_id=${scene.tenant.walletId}`);
  await page.click('main .actions a.main');
  await page.fill('#f-amount_eur', '12.50');
  await page.dblclick('main button.main');
  await page.waitForSelector('.done');
  const reference = /WB-[0-9A-F]{16}/.exec((await page.textContent('dl.thing')) ?? '')?.[0] ?? '';
  const file = `bank_reference,bank_date,received_eur,remittance\r\nBANK-0001,2026-11-20,12.50,${reference}\r\n`;
  await page.goto(`${origin}/console/payments`);
  await page.setInputFiles('#statement', { name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await page.click('main button.main');
  await page.waitForSelector('.note');
  t.deepEqual(await violationsOn(page), []);
  await page.click('main button.main');
  await page.waitForSelector('.done');
  await page.goto(`${origin}/console/wallet?wallet_id=${scene.tenant.walletId}`);
  t.regex((await page.textContent('#answer')) ?? '', /credittopup/);
  t.deepEqual(complaints, []);
});

test.serial('a hold in doubt is decided with a reason', async (t) => {
  const { page } = await browse(t);
  await enter(page);
  await page.goto(`${origin}/console/charge?reservation_id=${doubtful}`);
  await page.click('details:has(form[action$="releaseReservation"]) summary');
  await page.fill(`#f-releaseReservation-${doubtful}-reason`, 'the provider has no record');
  await page.click('form[action$="releaseReservation"] button');
  await page.waitForSelector('.done');
  await page.goto(`${origin}/console/charge?reservation_id=${doubtful}`);
  t.true(((await page.textContent('main')) ?? '').includes('ReservationReleased'));
});

test.serial('usage is chosen by hours, and a policy is looked at before it is set', async (t) => {
  const { page, complaints } = await browse(t);
  await enter(page);
  await page.goto(`${origin}/console/usage`);
  await page.selectOption('#f-step', 'hour');
  await page.click('main form button.main');
  await page.waitForURL(/step=hour/);
  await page.waitForSelector('.plot rect');
  const asked = { scope_kind: 'user', scope_id: scene.people.member.userId, allowed_profiles: 'average' };
  const query = new URLSearchParams({
    ...asked,
    default_profile: 'average',
    pii_required: 'false',
    max_request_eur: '1',
  });
  await page.goto(`${origin}/console/operations/diffPolicy?${query.toString()}`);
  t.true(((await page.textContent('#answer')) ?? '').includes('light'));
  await page.click('.actions a[href*="setPolicy"]');
  await page.click('main button.main');
  await page.waitForSelector('.done');
  await page.goto(`${origin}/console/person?user_id=${scene.people.member.userId}`);
  t.regex((await page.textContent('main')) ?? '', /set by platform/);
  t.deepEqual(complaints, []);
});

test.serial('a form of an ended session is not done, and is there again after the log-in', async (t) => {
  const { page, context } = await browse(t);
  await enter(page);
  await page.goto(`${origin}/console/operations/createReseller`);
  await page.fill('#f-name', 'too late');
  await context.clearCookies();
  await page.click('main button.main');
  await page.waitForSelector('#key');
  const { json } = await scene.ask(scene.people.operator, '/resellers?limit=200');
  t.false(JSON.stringify(json).includes('too late'));
  // Whoever logs in again goes on where they were.
  await page.fill('#key', scene.people.operator.apiKey);
  await page.click('button.main:not([disabled])');
  await page.waitForURL(/createReseller/);
  t.is(await page.evaluate("document.querySelector('#f-name').value"), 'too late');
});

test.serial('the back button shows nothing after the log-out', async (t) => {
  const { page } = await browse(t);
  await enter(page);
  await page.goto(`${origin}/console/operations/listKeys`);
  await page.click('header form button');
  await page.waitForURL(/log-in/);
  await page.goBack();
  await page.waitForSelector('#key');
  t.regex(page.url(), /log-in/);
});

test.serial('a browser is spoken to in its language', async (t) => {
  for (const [locale, title] of [
    ['it-IT', 'Accedi'],
    ['de-DE', 'Anmelden'],
    ['fr-FR', 'Log in'],
  ] as const) {
    const { page } = await browse(t, { locale });
    await page.goto(`${origin}/console/`);
    t.is((await page.textContent('h1'))?.trim(), title);
    t.is(await page.evaluate('document.documentElement.lang'), locale === 'fr-FR' ? 'en' : locale.slice(0, 2));
  }
});

const resellersNamed = async (name: string): Promise<number> => {
  const { json } = await scene.ask(scene.people.operator, '/resellers?limit=200');
  return (json['data'] as readonly { readonly name: string }[]).filter((each) => each.name === name).length;
};

test.serial('a double click does a form once, and the back button shows a new one', async (t) => {
  const { page } = await browse(t);
  await enter(page);
  await page.goto(`${origin}/console/operations/createReseller`);
  await page.fill('#f-name', 'sent twice');
  await page.dblclick('main button.main');
  await page.waitForSelector('.done');
  await page.goBack();
  await page.waitForSelector('#f-name');
  const once = String(await page.evaluate(`document.querySelector('input[name="_once"]').value`));
  t.regex(once, /^[0-9a-f-]{36}$/);
  t.is(await resellersNamed('sent twice'), 1);
});

test.serial('two tabs do two things, and a log-out in one ends the other', async (t) => {
  const { page, context } = await browse(t);
  await enter(page);
  const other = await context.newPage();
  for (const [tab, name] of [
    [page, 'first tab'],
    [other, 'second tab'],
  ] as const) {
    await tab.goto(`${origin}/console/operations/createReseller`);
    await tab.fill('#f-name', name);
  }
  for (const tab of [other, page]) {
    await tab.click('main button.main');
    await tab.waitForSelector('.done');
  }
  t.deepEqual([await resellersNamed('first tab'), await resellersNamed('second tab')], [1, 1]);
  await other.goto(`${origin}/console/operations/createReseller`);
  await other.fill('#f-name', 'after the log-out');
  await page.click('header form button');
  await page.waitForURL(/log-in/);
  await other.click('main button.main');
  await other.waitForSelector('#key');
  t.is(await resellersNamed('after the log-out'), 0);
});

test.serial('the rows of a list are downloaded as they are seen', async (t) => {
  const { page } = await browse(t);
  await enter(page);
  await page.goto(`${origin}/console/operations/listWallets?${tenant}&limit=2`);
  const text = String(
    await page.evaluate(`fetch(document.querySelector('a[href*="/csv"]').href).then((answer) => answer.text())`),
  );
  t.is(text.trimEnd().split('\r\n').length, 3);
});
