import test from 'ava';
import { isIban } from '../../../src/domain/payments/iban.ts';

test('an IBAN has a country, check digits that are right, and no blanks', (t) => {
  // Examples of the registry of ISO 13616.
  for (const iban of [
    'DE89370400440532013000',
    'CH9300762011623852957',
    'NL91ABNA0417164300',
    'MT84MALT011000012345MTLCAST001S',
  ]) {
    t.true(isIban(iban), iban);
  }
  for (const text of [
    'DE88370400440532013000',
    'DE89 3704 0044 0532 0130 00',
    'de89370400440532013000',
    'DE89',
    '',
    '89370400440532013000DE',
  ]) {
    t.false(isIban(text), text);
  }
});
