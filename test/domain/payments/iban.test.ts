import test from 'ava';
import { ibanIn, isIban } from '../../../src/domain/payments/iban.ts';

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

test('an IBAN is found as banks write the number of an account', (t) => {
  const iban = 'DE89370400440532013000';
  for (const text of [
    iban,
    'de89 3704 0044 0532 0130 00',
    `COBADEFFXXX/${iban}`,
    `/${iban}`,
    `${iban}EUR`,
    `${iban} EUR`,
  ]) {
    t.is(ibanIn(text), iban, text);
  }
  for (const text of ['', '0532013000', '370400440532013000', 'COBADEFF/0532013000', '37040044/0532013000EUR']) {
    t.is(ibanIn(text), null, text);
  }
});
