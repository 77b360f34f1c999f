import test from 'ava';
import { isBeforeEuro, isFutureDay, whyNoPayment } from '../../../src/domain/payments/booked-payment.ts';

const booked = { bank_reference: 'BANK-0001', bank_date: '2026-11-20', amount: '25.00', currency: 'EUR' };

test('a booking in euro with a reference and a day is a payment', (t) => {
  t.is(whyNoPayment(booked), null);
});

for (const [what, other, why] of [
  ['another currency', { currency: 'CHF' }, 'other_currency'],
  ['no currency', { currency: '' }, 'other_currency'],
  ['nothing', { amount: '0' }, 'no_amount'],
  ['a negative amount', { amount: '-1' }, 'no_amount'],
  ['a reference that is too short', { bank_reference: 'BANK1' }, 'no_reference'],
  ['a reference that is too long', { bank_reference: 'x'.repeat(121) }, 'no_reference'],
  ['a control character in its reference', { bank_reference: 'BANK\u00000001' }, 'no_reference'],
  ['an invisible character in its reference', { bank_reference: 'BANK\u200b-0001' }, 'no_reference'],
  ['a wide letter in its reference', { bank_reference: '\uff22ANK-0001' }, 'no_reference'],
  ['a day that is none', { bank_date: '2026-02-30' }, 'no_date'],
  ['a day in another form', { bank_date: '20.11.2026' }, 'no_date'],
] as const) {
  test(`a booking with ${what} is no payment`, (t) => {
    t.is(whyNoPayment({ ...booked, ...other }), why);
  });
}

test('a day is in the future while it has begun in no time zone', (t) => {
  const noon = Date.parse('2026-11-20T12:00:00Z');
  t.false(isFutureDay('2026-11-20', noon));
  t.false(isFutureDay('2026-11-21', noon));
  t.true(isFutureDay('2026-11-22', noon));
});

test('no bank has booked a euro before there were any', (t) => {
  for (const day of ['0000-02-29', '0001-01-01', '0206-11-20', '1998-12-31']) t.true(isBeforeEuro(day), day);
  for (const day of ['1999-01-01', '2026-11-20', '9999-12-31']) t.false(isBeforeEuro(day), day);
});
