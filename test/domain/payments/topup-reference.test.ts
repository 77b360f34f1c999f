import test from 'ava';
import * as fc from 'fast-check';
import { creditorReferenceOf, topupReferencesIn } from '../../../src/domain/payments/topup-reference.ts';
import { propertyRuns } from '../../_support/property-runs.ts';

const one = 'WB-0123456789ABCDEF';
const two = 'WB-FEDCBA9876543210';

for (const [what, texts] of [
  ['as it was given', [one]],
  ['in small letters', ['paid wb-0123456789abcdef thanks']],
  ['in groups of four', ['WB 0123 4567 89AB CDEF']],
  ['without its sign', ['WB0123456789ABCDEF']],
  ['broken over two lines', ['invoice WB-01234567', '89ABCDEF and more']],
  ['broken by a line end', ['WB-0123456\n789ABCDEF']],
  ['with dots and slashes', ['WB/0123.4567.89AB/CDEF']],
  ['in wide letters', ['\uff37\uff22-0123456789ABCDEF']],
  ['glued to other words', ['TopupWB0123456789ABCDEFthanks']],
  ['as a creditor reference', [creditorReferenceOf(one)]],
  ['as a creditor reference in groups', [creditorReferenceOf(one).replaceAll(/(.{4})/g, '$1 ')]],
] as const) {
  test(`a reference is found ${what}`, (t) => {
    t.deepEqual(topupReferencesIn(texts), [one]);
  });
}

test('each reference of a text is found once, and no other text is one', (t) => {
  t.deepEqual(topupReferencesIn([`${one}, ${two}`, one]), [one, two]);
  t.deepEqual(topupReferencesIn(['', 'WB-0123', 'rent for November', 'WB-0123456789ABCDEG']), []);
});

// Modulus 97 of the digits, with letters from 10 on and the first four characters behind: ISO 11649, annex.
function checks(reference: string): boolean {
  const digits = (reference.slice(4) + reference.slice(0, 4)).replaceAll(/[A-Z]/g, (each) =>
    String(Number.parseInt(each, 36)),
  );
  return BigInt(digits) % 97n === 1n;
}

test('a creditor reference has check digits, and at most 23 characters', (t) => {
  // An example of the standard.
  t.true(checks('RF18539007547034'));
  const hex = fc.string({ unit: fc.constantFrom(...'0123456789ABCDEF'.split('')), minLength: 16, maxLength: 16 });
  fc.assert(
    fc.property(hex, (digits) => {
      const reference = creditorReferenceOf(`WB-${digits}`);
      t.regex(reference, /^RF\d\d[0-9A-Z]{18}$/);
      t.true(checks(reference));
      t.deepEqual(topupReferencesIn([reference]), [`WB-${digits}`]);
    }),
    { numRuns: propertyRuns(300) },
  );
});
