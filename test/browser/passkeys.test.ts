import test from 'ava';
import { adminScene } from '../_support/admin-scene.ts';
import { startIdentityProvider } from '../_support/identity-provider.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { browse, violationsOn, virtualAuthenticator } from './_browser.ts';

const shared = new SharedTeardown();
const tenant_id = 'aaaaaaaa-1111-4000-8000-000000000001';
const provider = await startIdentityProvider(shared, () => []);
const { issuer, clientId: client_id, clientSecret: client_secret } = provider;
const scene = await adminScene(shared, {
  top: { admin: { oidc: { company: { issuer, client_id, client_secret, tenant_id, first_login: 'create' } } } },
});
const place = `http://localhost:${new URL(scene.adminUrl).port}`;

test.after.always('close', shared.end);

test.serial('an invited person sets a passkey on their device, logs out, and logs in with it', async (t) => {
  const { page, context, complaints } = await browse(t);
  await virtualAuthenticator(context, page);
  const person = await scene.addPerson(scene.tenant, { role: 'admin' });
  const { json } = await scene.ask(scene.people.operator, `/users/${person.userId}/invitations`, {
    method: 'POST',
    body: {},
  });
  await page.goto(place + String(json['secret']));
  t.deepEqual(await violationsOn(page), []);
  await page.click('[data-passkey] button');
  await page.waitForURL(`${place}/console/`);
  await page.goto(`${place}/console/sessions`);
  t.deepEqual(await violationsOn(page), []);
  t.regex((await page.textContent('main')) ?? '', /Passkeys/);
  await page.click('form[action="/console/log-out"] button');
  await page.waitForURL(/\/console\/log-in\?note=left/);
  t.deepEqual(await violationsOn(page), []);
  await page.click('[data-passkey] button');
  await page.waitForURL(`${place}/console/`);
  await page.goto(`${place}/console/operations/createKey`);
  await page.fill('#f-name', 'by passkey');
  await page.click('main button.main');
  await page.waitForSelector('.secret code');
  // What a log-out clears is told too.
  t.deepEqual(
    complaints.filter((text) => !text.startsWith('Clear-Site-Data')),
    [],
  );
});

test.serial('without a passkey the page says so, and the log-in by key works', async (t) => {
  const { page, context } = await browse(t);
  await virtualAuthenticator(context, page);
  await page.goto(`${place}/console/log-in`);
  await page.click('[data-passkey] button');
  await page.waitForSelector('[data-passkey] [role=alert]:not([hidden])');
  await page.fill('#key', scene.people.tenant_admin.apiKey);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${place}/console/`);
  t.is(page.url(), `${place}/console/`);
});

test.serial('a person logs in by an issuer, from its page to this one and its session', async (t) => {
  provider.allow(`${place}/console/log-in/with/company/back`);
  const { page, complaints } = await browse(t);
  await page.goto(`${place}/console/operations/listKeys`);
  await page.click('.actions a');
  await page.waitForURL(`${place}/console/operations/listKeys`);
  t.deepEqual(complaints, []);
});
