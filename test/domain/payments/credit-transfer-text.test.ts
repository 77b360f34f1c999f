import test from 'ava';
import { creditTransferText } from '../../../src/domain/payments/credit-transfer-text.ts';

const account = { name: 'Example GmbH', iban: 'DE89370400440532013000' };
const creditorReference = 'RF73WBF73A818905A3FED1';
const textOf = (amountEur: string): string | null => creditTransferText(account, { amountEur, creditorReference });

test('a credit transfer is ten lines of EPC069-12', (t) => {
  const lines = ['BCD', '002', '1', 'SCT', '', account.name, account.iban, 'EUR100.05', '', creditorReference];
  t.deepEqual(textOf('100.050000000')?.split('\n'), lines);
});

test('the amount is written in whole cents, exactly, and there is no text for another', (t) => {
  for (const [eur, line] of [
    ['0.010000000', 'EUR0.01'],
    ['7.000000000', 'EUR7.00'],
    ['123456.780000000', 'EUR123456.78'],
    ['999999999.990000000', 'EUR999999999.99'],
  ] as const) {
    t.is(textOf(eur)?.split('\n')[7], line);
  }
  for (const eur of ['0.001000000', '0.010000001', '999999999.999999999', '0.000000000']) t.is(textOf(eur), null);
  t.throws(() => textOf('1000000000.000000000'), { instanceOf: RangeError });
});

test('the longest text fits a code', (t) => {
  const longest = creditTransferText(
    { name: 'x'.repeat(70), iban: 'M'.repeat(34) },
    { amountEur: '999999999.990000000', creditorReference },
  );
  t.true((longest?.length ?? 999) <= 331);
});
