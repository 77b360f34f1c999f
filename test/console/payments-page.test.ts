import test from 'ava';
import { adminScene } from '../_support/admin-scene.ts';
import { ConsoleVisitor } from '../_support/console-visitor.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

/** The page that takes files of the bank. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
const { finance, member } = scene.people;
const address = '/console/payments';

test.after.always('close', shared.end);

const visitorOf = (person: { readonly apiKey: string }) => ConsoleVisitor.loggedIn(scene.adminUrl, person);

async function requested(): Promise<{ readonly id: string; readonly reference: string }> {
  const body = { wallet_id: scene.tenant.walletId, amount_eur: '25' };
  const { json } = await scene.ask(finance, '/topups', { method: 'POST', body });
  return { id: String(json['id']), reference: String(json['reference']) };
}

const statusOf = async (id: string): Promise<unknown> => (await scene.ask(finance, `/topups/${id}`)).json['status'];

/** As a browser sends a file. */
async function upload(visitor: ConsoleVisitor, file: string, token = visitor.hidden('_form')): Promise<number> {
  const lines = [
    '--edge',
    'content-disposition: form-data; name="_form"',
    '',
    token,
    '--edge',
    'content-disposition: form-data; name="statement"; filename="bank.csv"',
    'content-type: text/csv',
    '',
    file,
    '--edge--',
    '',
  ];
  return (await visitor.send(address, lines.join('\r\n'), 'multipart/form-data; boundary=edge')).status;
}

const fileOf = (...lines: readonly string[]): string =>
  ['bank_reference,bank_date,received_eur,remittance', ...lines].join('\r\n');

test('a file is looked at, and booked with a second click', async (t) => {
  const { id, reference } = await requested();
  const visitor = await visitorOf(finance);
  t.is((await visitor.get(address)).status, 200);
  t.regex(visitor.page, new RegExp(`wait for a payment<[^]*${reference}[^]*value="25`), 'what a payment names');
  const file = fileOf(`BANK-001,2026-11-20,25.00,${reference}`, 'BANK-002,2026-11-20,7,<script>alert(1)</script>');
  t.is(await upload(visitor, file), 200);
  t.true(visitor.page.includes(id));
  t.true(visitor.page.includes('No text of it names a top-up.'));
  t.true(visitor.page.includes('&lt;script&gt;'));
  t.regex(visitor.page, /25\.00<span class="zeros"><\/span\s*><span class="zeros spare">/, 'aligned as in any table');
  t.is(await statusOf(id), 'pending');
  const fields = { _form: visitor.hidden('_form'), _once: visitor.hidden('_once'), book: 'true' };
  const booking = { ...fields, statement: visitor.hidden('statement') };
  for (const told of ['Credited', 'Credited before']) {
    t.is((await visitor.post(address, booking)).status, 200);
    t.true(visitor.page.includes(`<h2>${told} (1)</h2>`), told);
  }
  t.is(await statusOf(id), 'credited');
  // What came in today is on the first page, whichever way it was confirmed, and leads to its rows.
  const byHand = await requested();
  const body = { received_eur: '25.00', bank_reference: 'BANK-003', bank_date: '2026-11-20' };
  await scene.ask(finance, `/topups/${byHand.id}/confirm`, { method: 'POST', body });
  await visitor.get('/console/');
  const [, rows = '', sum] =
    /href="([^"]*)"[^>]*>\s*<small>Payments confirmed today[^<]*<\/small>\s*<b><data[^>]*value="([^"]*)"/.exec(
      visitor.page,
    ) ?? [];
  t.is(sum, '50.000000000');
  await visitor.get(rows.replaceAll('&amp;', '&'));
  for (const each of [id, byHand.id]) t.true(visitor.page.includes(each));
  // Each row says its amount, so that they can be added up.
  t.is(visitor.page.match(/class="amount" value="25\.000000000"/g)?.length, 2);
  // And on the bill of the month, where each leads to its top-up.
  const { json } = await scene.ask(finance, `/actions?type=TopupConfirmed&subject_id=${byHand.id}`);
  const [action] = json['data'] as readonly { readonly recorded_at: string }[];
  const month = String(action?.recorded_at).slice(0, 7);
  await visitor.get(`/console/operations/showBill?month=${month}&tenant_id=${scene.tenant.tenantId}`);
  t.true(visitor.page.includes(`showTopup?topup_id=${byHand.id}`));
});

test('a file is made by hand from the one that the page shows, which leads nowhere as it is', async (t) => {
  const { id, reference } = await requested();
  const visitor = await visitorOf(finance);
  await visitor.get(`/console/operations/showTopup?topup_id=${id}`);
  t.true(visitor.page.includes(`href="${address}"`), 'from the top-up to where it is booked');
  await visitor.get(address);
  const [, sample = ''] = /<pre><code data-copy>([^<]*)<\/code><\/pre>/.exec(visitor.page) ?? [];
  t.is(await upload(visitor, sample), 200);
  t.true(visitor.page.includes('No text of it names a top-up.'));
  await visitor.get(address);
  t.is(await upload(visitor, sample.replace(/WB-\w+/, reference)), 200);
  t.regex(visitor.page, new RegExp(`Matched: to be credited[^]*topup_id=${id}`));
});

test('what is no statement is refused with what to do, and nobody without the right sees the page', async (t) => {
  const visitor = await visitorOf(finance);
  await visitor.get(address);
  t.is(await upload(visitor, '<html>'), 400);
  t.regex(visitor.page, /class="refusal"[^]*cannot be read as a bank statement/);
  t.is((await (await visitorOf(member)).get(address)).status, 403);
});

test('a file of another site, of another session, in another form or too large is refused', async (t) => {
  const visitor = await visitorOf(finance);
  await visitor.get(address);
  t.is(await upload(visitor, fileOf(), 'x'.repeat(43)), 403);
  await visitor.get(address);
  t.is(await upload(visitor, 'x'.repeat(3_000_000)), 413);
  for (const [body, type] of [
    ['--edge', 'multipart/form-data; boundary=edge'],
    ['', 'multipart/form-data; boundary='],
  ] as const) {
    t.is((await visitor.send(address, body, type)).status, 400);
  }
  t.is((await visitor.send(address, '{}', 'application/json')).status, 415);
  const elsewhere = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
  t.is((await visitor.post(address, {}, elsewhere)).status, 403);
  t.is(
    (await visitor.send('/console/operations/createReseller', '--edge--', 'multipart/form-data; boundary=edge')).status,
    415,
  );
});
