import test from 'ava';
import { billDigest } from '../../../src/domain/bills/bill-digest.ts';
import type { BillFigures } from '../../../src/domain/bills/bill-figures.ts';
import { nanoFromSum } from '../../../src/domain/money.ts';
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
  t.true(page.text.includes(bill.closing_eur) && page.text.includes('This is no invoice'));
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
  t.is((await close('2020-03')).status, 409);
  t.is((await close('2020-02')).status, 200);
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
  t.true(text.includes('25.000000000') && text.includes('This is no invoice') && text.includes('BANK-&lt;b&gt;1'));
});
