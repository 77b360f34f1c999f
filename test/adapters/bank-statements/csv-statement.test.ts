import test from 'ava';
import { readCsvStatement } from '../../../src/adapters/bank-statements/csv-statement.ts';
import { StatementUnreadable } from '../../../src/ports/bank-statement.ts';

const heading = 'bank_reference,bank_date,received_eur,remittance';

test('lines of comma-separated values are payments, quoted or not, columns in any order', (t) => {
  const text = `remittance,bank_date,bank_reference,received_eur\r\n"WB-1, ""thanks""\nand more",2026-11-20,REF-0001,12.5\r\n\r\n`;
  t.deepEqual(readCsvStatement(text), {
    entries: [
      {
        direction: 'incoming',
        account: '',
        amount: '12.5',
        currency: 'EUR',
        day: '2026-11-20',
        bookingDay: '',
        valueDay: '',
        identifiers: { stated: 'REF-0001' },
        text: 'WB-1, "thanks"\nand more',
        texts: ['WB-1, "thanks"\nand more'],
        isReturn: false,
        fault: null,
      },
    ],
  });
});

for (const [what, text] of Object.entries({
  'no column': 'a,b\n1,2',
  'a line that is too short': `${heading}\nREF-0001,2026-11-20`,
  'a negative amount': `${heading}\nREF-0001,2026-11-20,-1,x`,
  'ten decimals': `${heading}\nREF-0001,2026-11-20,1.0000000001,x`,
  'a short reference': `${heading}\nREF,2026-11-20,1,x`,
  'a day that is not in the calendar': `${heading}\nREF-0001,2026-02-30,1,x`,
  'a date of another form': `${heading}\nREF-0001,20.11.2026,1,x`,
  'an open quote': `${heading}\nREF-0001,2026-11-20,1,"x`,
  nothing: '',
})) {
  test(`comma-separated values with ${what} are refused whole`, (t) => {
    t.throws(() => readCsvStatement(text), { instanceOf: StatementUnreadable });
  });
}

for (const [line, fault] of [
  ['REF-0001,2026-11-20', 'it has 2 fields, the first line has 4'],
  ['REF,2026-11-20,1,x', 'bank_reference must have 6 to 120 printable characters of ASCII'],
  ['REF-0001,20.11.2026,1,x', 'bank_date must be a day such as 2026-11-24'],
  ['REF-0001,2026-11-20,"1.250,00",x', 'received_eur must be an amount such as 1250.00'],
] as const) {
  test(`the line of the file and the fault are named, and nothing is quoted: ${fault}`, (t) => {
    const text = `${heading}\n\nREF-0000,2026-11-20,1,"two\nlines"\r\n${line}\n`;
    t.throws(() => readCsvStatement(text), { message: `line 5 is no payment: ${fault}` });
  });
}

test('values with semicolons are refused with the first line that is needed', (t) => {
  t.throws(() => readCsvStatement(heading.replaceAll(',', ';')), {
    message: `its first line names no column bank_reference: it must be ${heading}`,
  });
});
