import test from 'ava';
import { adminScene } from '../_support/admin-scene.ts';
import { lostInstance, plantReservation } from '../_support/planted-reservation.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { browse, type BrowserPage } from './_browser.ts';

/** What is done without a pointer. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
const { origin } = new URL(scene.adminUrl);

test.after.always('close', shared.end);

/** Presses the tab key until something is so. */
async function tabTo(page: BrowserPage, script: string): Promise<void> {
  for (let presses = 0; (await page.evaluate(script)) !== true; presses += 1) {
    if (presses > 150) throw new Error(`the tab key does not lead there: ${script}`);
    await page.keyboard.press('Tab');
  }
}

test.serial('a page is used by the keyboard alone', async (t) => {
  const { page } = await browse(t);
  await page.goto(scene.consoleLink().href);
  await page.waitForURL(`${origin}/console/`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  t.is(await page.evaluate('document.activeElement.id'), 'content');
});

test.serial('from the log-in to a key, by the keyboard alone', async (t) => {
  const { page, complaints } = await browse(t);
  await page.goto(`${origin}/console/log-in`);
  await tabTo(page, `document.activeElement.id === 'key'`);
  await page.keyboard.type(scene.people.member.apiKey);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${origin}/console/`);
  await tabTo(page, `document.activeElement.textContent === 'Create a key'`);
  await page.keyboard.press('Enter');
  await page.waitForSelector('#f-name');
  await tabTo(page, `document.activeElement.id === 'f-name'`);
  await page.keyboard.type('by keys');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.done');
  await tabTo(page, `document.activeElement.matches('.secret button')`);
  await page.keyboard.press('Enter');
  const copied = String(await page.evaluate('navigator.clipboard.readText()'));
  const { status } = await fetch(`${scene.baseUrl}/models`, { headers: { authorization: `Bearer ${copied}` } });
  t.is(status, 200);
  t.deepEqual(complaints, []);
});

test.serial('a hold in doubt is charged, by the keyboard alone', async (t) => {
  const { member, tenantId, walletId } = scene.tenant;
  const planted = { instanceId: await lostInstance(scene.environment), upstream: 'elsewhere', flag: 'process_lost' };
  const chargeable = await plantReservation(scene.ledger.log, { ...member, tenantId, walletId }, planted);
  const { page } = await browse(t);
  await page.goto(scene.consoleLink().href);
  await page.waitForURL(`${origin}/console/`);
  await page.goto(`${origin}/console/wallet?wallet_id=${walletId}`);
  const form = `f-settleReservation-${chargeable}`;
  await tabTo(
    page,
    `document.activeElement.matches('summary:has(~ form[action$="settleReservation"])') && document.activeElement.parentElement.querySelector('[id^="${form}"]') !== null`,
  );
  await page.keyboard.press('Enter');
  await tabTo(page, `document.activeElement.id === '${form}-cost_eur'`);
  await page.keyboard.type('0.01');
  await tabTo(page, `document.activeElement.id === '${form}-reason'`);
  await page.keyboard.type('the provider’s invoice has it');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.done');
  await page.goto(`${origin}/console/charge?reservation_id=${chargeable}`);
  t.true(((await page.textContent('main')) ?? '').includes('ReservationSettled'));
});
