import test from 'ava';
import { readXlsx } from 'hucre/xlsx';
import { billDigest } from '../../../src/domain/bills/bill-digest.ts';
import { billSums, type BillFigures } from '../../../src/domain/bills/bill-figures.ts';
import { nanoFromSum } from '../../../src/domain/money.ts';
import { workbookType } from '../../../src/ports/workbook.ts';
import { adminScene } from '../../_support/admin-scene.ts';
import { SharedTeardown } from '../../_support/shared-teardown.ts';

const shared = new SharedTeardown();
const scene = await adminScene(shared);
test.after.always('close', shared.end);

const { finance, tenant_admin: admin } = scene.people;
const { tenantId } = scene.tenant;
const thisMonth = new Date().toISOString().slice(0, 7);
const of = `tenant_id=${tenantId}`;

async function file(path: string): Promise<{ readonly text: string; readonly headers: Headers }> {
  const response = await fetch(`${scene.adminUrl}${path}`, { headers: { 'x-api-key': finance.apiKey } });
  return { text: await response.text(), headers: response.headers };
}

/** The rows of a sheet of a workbook. */
async function sheetOf(path: string, name: string): Promise<readonly (readonly unknown[])[]> {
  const response = await fetch(`${scene.adminUrl}${path}`, { headers: { 'x-api-key': finance.apiKey } });
  const { sheets } = await readXlsx(await response.arrayBuffer());
  return sheets.find((sheet) => sheet.name === name)?.rows ?? [];
}

const written = (eur: string, locale: string): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 9 }).format(Number(eur));

test('the bill of a month is shown as JSON, CSV and a page, which all say that they are no invoice', async (t) => {
  const { status, json } = await scene.ask(admin, `/bills?month=${thisMonth}`);
  t.is(status, 200);
  t.like(json, { object: 'bill', status: 'open', closed_by: null });
  const bill = json['bill'] as BillFigures;
  t.is(json['digest'], billDigest(bill));
  t.is(bill.tenant_id, tenantId);
  t.true(nanoFromSum(bill.sums.by_hand_eur) + nanoFromSum(bill.sums.topups_eur) > 0n);
  const csv = await file(`/bills.csv?month=${thisMonth}&${of}`);
  t.true(csv.text.includes(bill.closing_eur) && csv.text.includes('This is no invoice'));
  const page = await file(`/bills.html?month=${thisMonth}&${of}`);
  t.regex(page.headers.get('content-type') ?? '', /^text\/html/);
  t.regex(page.headers.get('content-disposition') ?? '', /^attachment/);
  t.true(page.text.includes(written(bill.closing_eur, 'en-GB')) && page.text.includes('This is no invoice'));
  const german = await file(`/bills.html?month=${thisMonth}&${of}&language=de`);
  t.true(german.text.includes(written(bill.closing_eur, 'de-DE')) && german.text.includes('keine Rechnung'));
  t.is((await scene.ask(finance, `/bills.html?month=${thisMonth}&${of}&language=fr`)).status, 400);
});

test('the bill of a month is a workbook too, whose balance adds up to the closing', async (t) => {
  const response = await fetch(`${scene.adminUrl}/bills.xlsx?month=${thisMonth}&${of}`, {
    headers: { 'x-api-key': finance.apiKey },
  });
  t.is(response.headers.get('content-type'), workbookType);
  const [about, balance] = (await readXlsx(await response.arrayBuffer())).sheets;
  const told = (name: string) => Number(about?.rows.find(([what]) => what === name)?.[1]);
  t.is(told('total of amount_eur in balance'), told('closing_eur'));
  t.is(balance?.rows.length, 2 + billSums.length);
});

test('a month is closed when it is over, once, in order, and by finance alone', async (t) => {
  const close = (month: string) =>
    scene.ask(finance, '/bills/close', { method: 'POST', body: { month, tenant_id: tenantId } });
  t.is((await close(thisMonth)).status, 409);
  t.is((await scene.ask(admin, '/bills/close', { method: 'POST', body: { month: '2026-01' } })).status, 403);
  const first = await close('2020-01');
  t.like(first.json, { status: 'closed', closed_by: first.json['closed_by'] });
  t.regex(String(first.json['closed_by']), /role=finance/);
  t.deepEqual((await close('2020-01')).json, first.json);
  t.is((await close('2019-12')).status, 409);
  // That of a month from before every event binds no later one.
  t.is((await close('2020-03')).status, 200);
  t.is((await close('2020-02')).status, 409);
  t.is((await scene.ask(finance, '/bills?month=2020-13')).status, 400);
});

test('a top-up has a receipt once it is credited', async (t) => {
  const asked = { wallet_id: scene.tenant.walletId, amount_eur: '25' };
  const { json } = await scene.ask(finance, '/topups', { method: 'POST', body: asked });
  const path = `/topups/${String(json['id'])}`;
  t.is((await scene.ask(finance, `${path}/receipt.html`)).status, 409);
  const received = { bank_reference: 'BANK-<b>1</b>', bank_date: '2026-11-20', received_eur: '25' };
  await scene.ask(finance, `${path}/confirm`, { method: 'POST', body: received });
  const { text } = await file(`${path}/receipt.html`);
  t.true(text.includes('25.00') && text.includes('This is no invoice') && text.includes('BANK-&lt;b&gt;1'));
  const payments = await sheetOf(`${path}/receipt.xlsx`, 'payments');
  t.deepEqual(payments[1]?.slice(1), ['BANK-<b>1</b>', payments[1]?.[2], 25]);
  t.true((await file(`${path}/receipt.html?language=it`)).text.includes('non è una fattura'));
});
