import test from 'ava';
import * as fc from 'fast-check';
import {
  isSamePayment,
  knownPayments,
  moreKnown,
  type Identified,
  type PaymentIdentity,
} from '../../../src/domain/payments/payment-identity.ts';
import { propertyRuns } from '../../_support/property-runs.ts';

const day = '2026-11-20';
const of = (
  identity: { readonly days?: readonly string[]; readonly booked?: string; readonly valued?: string } & Omit<
    Partial<PaymentIdentity>,
    'days' | 'booked' | 'valued'
  >,
  received_eur = '25.000000000',
): Identified => {
  const { booked, valued, days, ...named } = identity;
  const told = [booked, valued].filter((each) => each !== undefined);
  return {
    received_eur,
    identity: {
      text: 'same',
      ...named,
      ...(booked !== undefined && { booked: [booked] }),
      ...(valued !== undefined && { valued: [valued] }),
      days: [...(days ?? (told.length > 0 ? told : [day]))],
    },
  };
};

for (const [what, one, other, isSame] of [
  ['one identifier', { servicer: 'a' }, { servicer: 'a', end_to_end: 'x' }, true],
  ['no identifier of a kind that both have, but in text and day', { servicer: 'a' }, { transaction: 'b' }, true],
  ['no identifier of a kind that both have', { servicer: 'a' }, { transaction: 'b', text: 'other' }, false],
  ['the day, and no identifier of a kind that both have', { entry: '1', text: 't' }, { end_to_end: 'x' }, false],
  [
    'text, and no identifier of a kind that both have',
    { servicer: 'a' },
    { end_to_end: 'x', days: ['2026-11-21'] },
    false,
  ],
  ['the unique id, and each file numbers its entries', { uetr: 'u', entry: '1' }, { uetr: 'u', entry: '9' }, true],
  [
    'the unique id, and the bank’s reference contradicts',
    { uetr: 'u', servicer: 'a' },
    { uetr: 'u', servicer: 'b' },
    false,
  ],
  [
    'the id in the clearing, and the number differs',
    { transaction: 'u', entry: '1' },
    { transaction: 'u', entry: '9' },
    false,
  ],
  ['a stated number, by the day of value', { stated: '1' }, { entry: '1', days: ['2026-11-23'] }, true],
  ['a stated number, months apart', { stated: '1' }, { entry: '1', days: ['2026-08-20'] }, false],
  ['amount and day, stated without a name', { text: undefined }, { servicer: 'a', days: ['2026-11-23'] }, true],
  ['amount, stated without a name', { text: undefined }, { servicer: 'a', days: ['2026-11-30'] }, false],
  ['one identifier, and another contradicts', { servicer: 'a', entry: '1' }, { servicer: 'a', entry: '2' }, false],
  [
    'what the payer chose, and the bank’s reference contradicts',
    { end_to_end: 'x', servicer: 'a' },
    { end_to_end: 'x', servicer: 'b' },
    false,
  ],
  ['the reference of a transaction and of its entry', { member: 'a' }, { servicer: 'a' }, true],
  ['the reference of a batch, by its members', { batch: 'b', member: 'a' }, { batch: 'b', member: 'c' }, false],
  ['a stated reference and any identifier', { stated: 'a' }, { uetr: 'a' }, true],
  ['stated references that differ', { stated: 'a' }, { stated: 'b' }, false],
  [
    'an identifier, and the account contradicts',
    { servicer: 'a', account: 'p' },
    { servicer: 'a', account: 'q' },
    false,
  ],
  ['an identifier, and one account is not known', { servicer: 'a', account: 'p' }, { servicer: 'a' }, true],
  ['the number of an entry on one day', { entry: '1' }, { entry: '1' }, true],
  ['the number of an entry on another day', { entry: '1' }, { entry: '1', days: ['2026-11-21'] }, false],
  [
    'the number of an entry by the day of value',
    { entry: '1', days: [day, '2026-11-23'] },
    { entry: '1', days: ['2026-11-23'] },
    true,
  ],
  [
    'the number of an entry, and the day of value of one is that of booking of the other',
    { entry: '1', booked: '2026-11-19', valued: day },
    { entry: '1', booked: day, valued: day },
    false,
  ],
  [
    'the number of an entry and the day of booking, of which one alone has the day of value',
    { entry: '1', booked: '2026-11-19', valued: day },
    { entry: '1', booked: '2026-11-19' },
    true,
  ],
  [
    'the number of an entry and the day of value, of which one alone has the day of booking',
    { entry: '1', booked: '2026-11-19', valued: day },
    { entry: '1', valued: day },
    true,
  ],
  [
    'the number of an entry, and the day of value of one is that of booking of the other, which says no more',
    { entry: '1', valued: day },
    { entry: '1', booked: day },
    true,
  ],
  [
    'the text, and the day of value of one is that of booking of the other',
    { booked: '2026-11-19', valued: day },
    { booked: day, valued: '2026-11-21' },
    false,
  ],
  ['what the payer chose, a weekend apart', { end_to_end: 'x' }, { end_to_end: 'x', days: ['2026-11-23'] }, true],
  [
    'what the payer chose, a standing order apart',
    { end_to_end: 'x' },
    { end_to_end: 'x', days: ['2026-11-27'] },
    false,
  ],
  ['the bank’s reference, a year apart', { servicer: 'a' }, { servicer: 'a', days: ['2025-11-20'] }, true],
  ['the text and the day, where nothing names them', { text: 't' }, { text: 't' }, true],
  ['the text and the day, where nothing names one', { text: 't' }, { text: 't', servicer: 'a' }, true],
  ['the text, on another day', { text: 't' }, { text: 't', days: ['2026-11-21'] }, false],
  ['the day, with other texts', { text: 't' }, { text: 'u' }, false],
  ['the text and the day, named otherwise', { text: 't', servicer: 'a' }, { text: 't', servicer: 'b' }, false],
] as const) {
  test(`two records that agree in ${what} are ${isSame ? 'one payment' : 'two'}`, (t) => {
    t.is(isSamePayment(of(one), of(other)), isSame);
    t.is(isSamePayment(of(other), of(one)), isSame);
  });
}

test('another amount is another payment', (t) => {
  t.false(isSamePayment(of({ uetr: 'a' }), of({ uetr: 'a' }, '25.000000001')));
});

test('a record takes a known payment from an earlier record that may be another', (t) => {
  const known = [of({ servicer: 's' }), of({ servicer: 's', entry: '1' })];
  const records = [
    of({ servicer: 's', entry: '1' }),
    of({ servicer: 's', entry: '1' }),
    of({ servicer: 's', entry: '2' }),
  ];
  t.is(knownPayments(known, records).filter((found) => found === null).length, 1);
  t.deepEqual(knownPayments(known, records.slice(0, 1)), [1]);
});

test('a record that names a known payment comes before one that is only like it', (t) => {
  const like = of({ transaction: 'n' });
  t.deepEqual(knownPayments([of({ servicer: 's' })], [like, of({ servicer: 's' })]), [null, 0]);
});

test('a record does not take the payment of another, where one is open that is as like it', (t) => {
  const known = [of({ servicer: 's', member: 'm' }), of({ servicer: 's' })];
  t.deepEqual(knownPayments(known, known), [0, 1]);
  t.deepEqual(knownPayments(known, known.toReversed()), [1, 0]);
});

test('a batch is known by its parts, and they by it, where all add up', (t) => {
  const whole = of({ servicer: 'b' }, '30');
  const parts = [of({ batch: 'b', member: 'm' }, '10'), of({ batch: 'b', member: 'n' }, '20')];
  t.deepEqual(knownPayments(parts, [whole]), [0]);
  t.deepEqual(knownPayments([whole], parts), [0, 0]);
  t.deepEqual(knownPayments([of({ stated: 'b' }, '30')], parts), [0, 0]);
  for (const known of [parts.slice(1), [...parts, ...parts], [of({ servicer: 'c' }, '30')]]) {
    t.deepEqual(knownPayments(known, [whole]), [null]);
  }
  t.deepEqual(knownPayments([whole], [whole, ...parts]), [0, null, null]);
});

test('only what is new of a payment is kept', (t) => {
  const known = of({ servicer: 'a', text: 'same' });
  t.is(moreKnown(known, { servicer: 'a', days: [day] }), null);
  t.deepEqual(moreKnown(known, { servicer: 'a', uetr: 'u', days: ['2026-11-23'] }), {
    identity: { servicer: 'a', uetr: 'u', days: [day, '2026-11-23'], text: 'same' },
    isAlike: false,
  });
});

test('days of booking and of value are kept apart', (t) => {
  const known = of({ servicer: 'a', booked: day, text: 'same' });
  const more = moreKnown(known, { servicer: 'a', booked: ['2026-11-21'], valued: [day], days: [day, '2026-11-21'] });
  const both = { booked: [day, '2026-11-21'], valued: [day], days: [day, '2026-11-21'] };
  t.deepEqual(more, { identity: { servicer: 'a', text: 'same', ...both }, isAlike: false });
  t.is(moreKnown({ ...known, ...more }, known.identity), null);
  const valued: PaymentIdentity = { servicer: 'a', booked: [day], valued: [day], days: [day] };
  t.deepEqual(moreKnown(known, valued)?.identity, { ...valued, text: 'same' });
});

test('names of a record that is only like a known payment stand beside, unless a person has stated that', (t) => {
  const alike: PaymentIdentity = { transaction: 'n', days: [day], text: 'same' };
  const known = of({ servicer: 's', text: 'same' });
  t.deepEqual(moreKnown(known, alike), { identity: alike, isAlike: true });
  t.deepEqual(moreKnown({ ...known, identity: { days: [day] } }, alike), { identity: alike, isAlike: false });
  const twice = { ...known, alike: [alike] };
  t.is(moreKnown(twice, alike), null);
  const more: PaymentIdentity = { ...alike, servicer: 'z' };
  t.true(isSamePayment(twice, { ...known, identity: more }));
  t.deepEqual(moreKnown(twice, more), { identity: more, isAlike: true });
  t.is(moreKnown({ ...known, alike: Array.from({ length: 8 }, () => alike) }, more), null);
});

test('of k equal records with n known before, k − n are new, in any order', (t) => {
  const equal = of({ servicer: 's' });
  const noise = fc.array(fc.constantFrom(of({ servicer: 'z' }), of({ text: 'q' }), of({ servicer: 's' }, '1')), {
    maxLength: 5,
  });
  fc.assert(
    fc.property(fc.nat({ max: 6 }), fc.nat({ max: 6 }), noise, (k, n, others) => {
      const records = [...others, ...Array.from({ length: k }, () => equal)];
      const found = knownPayments(
        Array.from({ length: n }, () => equal),
        records,
      );
      const fresh = records.filter((record, index) => record === equal && found[index] === null).length;
      t.is(fresh, Math.max(0, k - n));
    }),
    { numRuns: propertyRuns(300) },
  );
});
