import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { adminScene } from '../_support/admin-scene.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { browse, violationsOn } from './_browser.ts';

/** The pictures of docs/console.md. They are written with `WAYBILL_PICTURES=write` alone: each run has other ids and times. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
const { member, tenant_admin: admin } = scene.people;
const { json: shown } = await scene.ask(member, `/users/${member.userId}`);
const { origin } = new URL(scene.adminUrl);
const folder = join(import.meta.dirname, '..', '..', 'docs', 'console');
const isWritten = process.env['WAYBILL_PICTURES'] === 'write';

test.after.always('close', shared.end);

const pictures = [
  { name: 'overview', person: member, path: '/console/' },
  { name: 'make-a-key', person: member, path: '/console/operations/createKey' },
  { name: 'charges', person: admin, path: '/console/operations/listCharges' },
  {
    name: 'statement',
    person: member,
    path: `/console/wallet?wallet_id=${String(shown['wallet_id'])}`,
  },
  { name: 'charge', person: member, path: '/console/charge?reservation_id=' },
  { name: 'manage', person: admin, path: '/console/' },
  { name: 'person', person: admin, path: `/console/person?user_id=${member.userId}` },
  { name: 'usage', person: admin, path: '/console/usage?part=user_id' },
] as const;

let called = '';

async function callModel(apiKey: string, content: string): Promise<void> {
  const response = await fetch(`${scene.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'light', max_tokens: 50, messages: [{ role: 'user', content }] }),
  });
  await response.text();
  called = response.headers.get('x-waybill-reservation') ?? '';
}

test.before('there is something to see', async () => {
  const rules = { allowed_profiles: ['light'], default_profile: 'light', pii_required: false, max_request_eur: '1' };
  await scene.ask(scene.people.operator, `/policies/user/${member.userId}`, { method: 'PUT', body: rules });
  for (const { apiKey } of [member, admin, member]) await callModel(apiKey, 'Where does every euro go?');
});

for (const { name, person, path } of pictures) {
  test.serial(`the picture of ${name}`, async (t) => {
    const { page } = await browse(t);
    await page.goto(`${origin}/console/log-in`);
    await page.fill('#key', person.apiKey);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${origin}/console/`);
    await page.goto(origin + path + (name === 'charge' ? called : ''));
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      t.deepEqual(await violationsOn(page), [], colorScheme);
    }
    await page.setViewportSize({ width: 320, height: 800 });
    t.is(await page.evaluate('document.documentElement.scrollWidth'), 320);
    await page.setViewportSize({ width: 1280, height: 800 });
    const png = await page.screenshot();
    t.is(png.subarray(1, 4).toString(), 'PNG');
    if (!isWritten) return;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name}.png`), png);
  });
}
