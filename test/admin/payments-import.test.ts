import test from 'ava';
import { adminScene } from '../_support/admin-scene.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

/** A file of the bank, by the management API. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
const { finance, operator } = scene.people;

test.after.always('close', shared.end);

const heading = 'bank_reference,bank_date,received_eur,remittance';
const fileOf = (...lines: readonly string[]) => Buffer.from([heading, ...lines].join('\r\n')).toString('base64');

async function requested(amount_eur: string): Promise<{ readonly id: string; readonly reference: string }> {
  const body = { wallet_id: scene.tenant.walletId, amount_eur };
  const { json } = await scene.ask(finance, '/topups', { method: 'POST', body });
  return { id: String(json['id']), reference: String(json['reference']) };
}

const imported = (statement: string, more: object = {}, headers = {}) =>
  scene.ask(finance, '/payments/import', { method: 'POST', body: { statement, ...more }, headers });

const statusOf = async (id: string): Promise<unknown> => (await scene.ask(finance, `/topups/${id}`)).json['status'];

test('a file is looked at first, and credited once when it is booked', async (t) => {
  const { id, reference } = await requested('25');
  const statement = fileOf(`BANK-001,2026-11-20,25.00,${reference} thanks`, 'BANK-002,2026-11-20,7.00,for the flowers');
  const looked = await imported(statement);
  t.is(looked.status, 200);
  t.like(looked.json, {
    object: 'payments_import',
    booked: false,
    credited: [{ topup_id: id, amount_eur: '25.000000000' }],
    unmatched: [{ bank_reference: 'BANK-002', why: 'unknown_reference', text: 'for the flowers' }],
  });
  t.is(await statusOf(id), 'pending');
  const booked = await imported(statement, { book: true });
  t.like(booked.json, { booked: true, credited: [{ topup_id: id }], already: [] });
  t.is(await statusOf(id), 'credited');
  const again = await imported(statement);
  t.like(again.json, { credited: [], already: [{ topup_id: id }] });
});

test('what a payer wrote is in no event, also where the call has an idempotency key', async (t) => {
  const statement = fileOf('BANK-003,2026-11-20,7.00,from Ms Example');
  const { json } = await imported(statement, { book: true }, { 'idempotency-key': 'once' });
  t.true(JSON.stringify(json).includes('Ms Example'));
  const events = await scene.ledger.log.readAll({ limit: 10_000 });
  t.false(events.some(({ data }) => data.includes('Ms Example')));
});

test('what is no statement, and who moves no money, is refused', async (t) => {
  const { status, json } = await imported(Buffer.from('<html>').toString('base64'));
  t.is(status, 400);
  t.like(json.error, { code: 'invalid_value', param: 'statement' });
  t.is((await imported('%%%%')).json.error?.param, 'statement');
  const denied = await scene.ask(operator, '/payments/import', { method: 'POST', body: { statement: fileOf() } });
  t.is(denied.status, 403);
});
