import test from 'ava';
import { isBankReference, isNoIdentifier } from '../../../src/domain/payments/bank-reference.ts';

test('a bank reference has 6 to 120 characters of printable ASCII', (t) => {
  for (const text of ['BANK-1', 'x'.repeat(120), '2026/11:20,(1)+?']) t.true(isBankReference(text), text);
  for (const text of ['BANK1', 'x'.repeat(121)]) t.false(isBankReference(text), text);
  const [cyrillic, dash, wide] = ['B\u0410NK-1', 'BANK\u20131', '\uff22ANK-1'];
  const invisible = ['\u0000', '\u00a0', '\u00ad', '\u034f', '\u200b', '\u2060', '\u2800', '\ufe0f', '\ufeff'];
  for (const text of [cyrillic, dash, wide, ...invisible.map((sign) => `BANK-1${sign}`)]) {
    t.false(isBankReference(text), JSON.stringify(text));
  }
});

test('words that say that there is no reference are none', (t) => {
  for (const text of ['NONREF', 'nonref', 'NOTPROVIDED', 'Not Provided', 'N/A', '-', '', '0', '000000', 'NO REF.']) {
    t.true(isNoIdentifier(text), text);
  }
  const elsewhere = [
    'Keine Angabe',
    'NON FORNITO',
    'Nessuno',
    'SANS RÉFÉRENCE',
    'SANS REFERENCE',
    'NON RENSEIGNÉ',
    'NON RENSEIGNE',
    'NOT APPLICABLE',
    'UNDEFINED',
    'unbekannt',
    'N.N.',
    'NP',
    'x'.repeat(3),
  ];
  for (const text of elsewhere) t.true(isNoIdentifier(text), text);
  for (const text of ['1', 'NONREF1', 'XXX1', 'X', '0001', 'Ä']) t.false(isNoIdentifier(text), text);
});
