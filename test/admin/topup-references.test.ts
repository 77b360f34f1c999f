import { randomUUID } from 'node:crypto';
import test from 'ava';
import { adminScene } from '../_support/admin-scene.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

const shared = new SharedTeardown();
const scene = await adminScene(shared);
test.after.always('close', shared.end);

test('the reference of a top-up does not follow from its id', async (t) => {
  const request = async (id: string, wallet_id: string): Promise<string> => {
    const asked = { method: 'POST', body: { id, wallet_id, amount_eur: '5' } };
    const { status, json } = await scene.ask(scene.people.finance, '/topups', asked);
    t.is(status, 200);
    return String(json['reference']);
  };
  const id = randomUUID();
  const theirs = await request(id, scene.foreign.walletId);
  t.regex(theirs, /^WB-[0-9A-F]{16}$/);
  // The same but for its end.
  const other = id.slice(0, -12) + randomUUID().slice(-12);
  const mine = await request(other, scene.tenant.walletId);
  t.not(mine, theirs);
  for (const [reference, of] of [[theirs, id] as const, [mine, other] as const]) {
    t.false(reference.includes(of.replaceAll('-', '').slice(0, 8).toUpperCase()));
  }
  // It stays the same where the request is repeated.
  t.is(await request(id, scene.foreign.walletId), theirs);
});

test('a payment is confirmed neither for a day before the euro nor for one that has not begun', async (t) => {
  const { finance } = scene.people;
  const asked = { method: 'POST', body: { wallet_id: scene.tenant.walletId, amount_eur: '5' } };
  const { id } = (await scene.ask(finance, '/topups', asked)).json;
  const confirm = async (bank_date: string) => {
    const body = { bank_reference: randomUUID(), bank_date, received_eur: '5' };
    return (await scene.ask(finance, `/topups/${String(id)}/confirm`, { method: 'POST', body })).json;
  };
  for (const day of ['0000-01-01', '0001-01-01', '1998-12-31', '9999-12-31']) {
    t.like((await confirm(day)).error, { code: 'invalid_value', param: 'bank_date' }, day);
  }
  t.regex(
    (await confirm('0001-01-01')).error?.message ?? '',
    /before 1999-01-01, the first day of the euro: check the year/,
  );
  t.is((await confirm('1999-01-01'))['status'], 'credited');
});

test('no invisible or wide character makes another reference of a payment', async (t) => {
  const { finance } = scene.people;
  const reference = randomUUID();
  const confirm = async (bank_reference: string) => {
    const asked = { method: 'POST', body: { wallet_id: scene.tenant.walletId, amount_eur: '5' } };
    const { id } = (await scene.ask(finance, '/topups', asked)).json;
    const body = { bank_reference, bank_date: '2026-11-20', received_eur: '5' };
    return (await scene.ask(finance, `/topups/${String(id)}/confirm`, { method: 'POST', body })).json;
  };
  t.is((await confirm(reference))['status'], 'credited');
  for (const same of [reference.toUpperCase(), ` ${reference}`, `${reference.slice(0, 9)} ${reference.slice(9)}`]) {
    t.is((await confirm(same)).error?.code, 'bank_reference_used');
  }
  // Invisible, wide, blank, and of another alphabet.
  const invisible = ['\u200b', '\u2060', '\u00ad', '\ufe0f', '\u034f', '\u2800', '\u00a0'];
  for (const pasted of [
    ...invisible.map((sign) => reference.slice(0, 9) + sign + reference.slice(9)),
    `\uff11${reference}`,
    `\u0410${reference}`,
    `${reference}\u2013`,
  ]) {
    t.regex(
      (await confirm(pasted)).error?.message ?? '',
      /`bank_reference` must be letters, digits and signs of ASCII/,
    );
  }
});

test('a top-up shows how to pay it, with a code where its amount is of whole cents', async (t) => {
  const { finance } = scene.people;
  const asked = async (amount_eur: string) => {
    const body = { wallet_id: scene.tenant.walletId, amount_eur };
    const { id } = (await scene.ask(finance, '/topups', { method: 'POST', body })).json;
    return (await scene.ask(finance, `/topups/${String(id)}`)).json;
  };
  const topup = await asked('100.05');
  const creditor_reference = String(topup['creditor_reference']);
  t.is(creditor_reference.slice(4), String(topup['reference']).replace('-', ''));
  const transfer = topup['bank_transfer'] as Readonly<Record<string, unknown>>;
  t.like(transfer, {
    name: 'Example GmbH',
    iban: 'DE89370400440532013000',
    amount_eur: '100.050000000',
    creditor_reference,
  });
  t.regex(String(transfer['epc069_12']), /^BCD\n002\n1\nSCT\n\nExample GmbH\nDE89370400440532013000\nEUR100\.05\n\nRF/);
  t.regex(String(transfer['qr_svg']), /^<svg /);
  t.like((await asked('0.001'))['bank_transfer'], { epc069_12: null, qr_svg: null });
});

test('a top-up that was paid or cancelled does not ask to be paid', async (t) => {
  const { finance } = scene.people;
  const body = { wallet_id: scene.tenant.walletId, amount_eur: '5' };
  const received = { bank_reference: randomUUID(), bank_date: '2026-11-20', received_eur: '5' };
  for (const [verb, how] of [
    ['confirm', received],
    ['cancel', { reason: 'test' }],
  ] as const) {
    const { id } = (await scene.ask(finance, '/topups', { method: 'POST', body })).json;
    t.is((await scene.ask(finance, `/topups/${String(id)}/${verb}`, { method: 'POST', body: how })).status, 200);
    t.is((await scene.ask(finance, `/topups/${String(id)}`)).json['bank_transfer'], null, verb);
  }
});
