import test from 'ava';
import * as fc from 'fast-check';
import { isMt940, readMt940Statements } from '../../../src/adapters/bank-statements/mt940-statement.ts';
import { StatementUnreadable } from '../../../src/ports/bank-statement.ts';
import { anyCharacter } from '../../_support/any-character.ts';
import { propertyRuns } from '../../_support/property-runs.ts';

/** A statement of these lines, whose balances are those of its entries. */
const around = (...lines: readonly string[]): string => {
  const cents = lines.reduce((sum, line) => {
    const [, mark = '', whole = '', decimals = ''] = /^:61:\d{6,10}(R?[CD])[A-Z]?(\d+),(\d*)/.exec(line) ?? [];
    const amount = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
    return mark === 'C' || mark === 'RD' ? sum + amount : sum - amount;
  }, 100_000);
  return [
    ':20:STARTUMSE',
    ':25:37040044/0532013000',
    ':28C:00001/001',
    ':60F:C261119EUR1000,00',
    ...lines,
    `:62F:C261120EUR${(cents / 100).toFixed(2).replace('.', ',')}`,
    '-',
  ].join('\r\n');
};
const entriesOf = (text: string) => readMt940Statements(text).flatMap(({ entries }) => entries);
const read = (...lines: readonly string[]) => entriesOf(around(...lines));

test('an entry in the German form is read, with the reference that the payer chose and the text across lines', (t) => {
  const [entry] = read(
    ':61:2611201120CR25,00NTRFNONREF//BANK-0001',
    ':86:166?00GUTSCHRIFT?109310?20EREF+INVOICE-7?21SVWZ+WB-01234567',
    '89ABC?22DEF thanks?30COBADEFFXXX?32Example GmbH?60 and more',
  );
  t.like(entry, {
    direction: 'incoming',
    account: 'DE89370400440532013000',
    amount: '25.00',
    currency: 'EUR',
    day: '2026-11-20',
    valueDay: '2026-11-20',
    identifiers: { servicer: 'BANK-0001', end_to_end: 'INVOICE-7' },
    text: 'WB-0123456789ABCDEF thanks and more',
    fault: null,
  });
  t.true(entry?.texts.some((text) => text.includes('WB-0123456789ABCDEF')));
});

test('an entry in the form with slashes, and one with plain text, are read', (t) => {
  const [slashed, plain, bare] = read(
    ':61:261120C25,NTRF//B-1',
    ':86:/EREF/INVOICE-7//REMI/USTD//WB-0123456789',
    'ABCDEF/',
    ':61:261120C1,5NMSCOWN-REF7',
    'supplementary',
    ':86:paid by WB-0123456789',
    'ABCDEF',
    ':61:261120D7,00NTRFNONREF',
  );
  t.like(slashed, { text: 'WB-0123456789ABCDEF', identifiers: { servicer: 'B-1', end_to_end: 'INVOICE-7' } });
  t.like(plain, { amount: '1.5', identifiers: { end_to_end: 'OWN-REF7' } });
  t.true(plain?.texts.some((text) => text.includes('WB-0123456789ABCDEF')));
  t.true(plain?.texts.includes('supplementary'));
  t.like(bare, { direction: 'outgoing', amount: '7.00', identifiers: { end_to_end: undefined } });
});

for (const [mark, told] of [
  ['C', { direction: 'incoming', fault: null }],
  ['D', { direction: 'outgoing', fault: null }],
  ['RC', { direction: 'outgoing', fault: 'taken_back' }],
  ['RD', { direction: 'incoming', fault: 'taken_back' }],
] as const) {
  test(`the mark ${mark} is ${told.direction}${told.fault === null ? '' : ', and reverses'}`, (t) => {
    t.like(read(`:61:2611201120${mark}R25,00NTRFNONREF//B-1`)[0], told);
    t.like(read(`:61:261120${mark}25,00NTRFNONREF//B-1`)[0], told);
  });
}

test('a booking has the year in which it is nearest to its day of value', (t) => {
  t.like(read(':61:2701020101C1,00NTRFX')[0], { day: '2027-01-01', valueDay: '2027-01-02' });
  t.like(read(':61:2701011231C1,00NTRFX')[0], { day: '2026-12-31', valueDay: '2027-01-01' });
  t.like(read(':61:2612310102C1,00NTRFX')[0], { day: '2027-01-02', valueDay: '2026-12-31' });
});

test('blocks of the network, several statements and their own texts are passed', (t) => {
  const one = around(':61:261120C25,00NTRFNONREF//B-1', ':86:thanks');
  const framed = `{1:F01COBADEFFAXXX0000000000}{2:I940COBADEFFXXXXN}{4:\r\n${one}}\r\n`;
  const second = around(':61:261121C5,00NTRFNONREF//B-2').replace(
    ':62F:C261120EUR1005,00',
    '$&\r\n:64:C261120EUR5,00\r\n:86:end',
  );
  const entries = entriesOf(`${framed}${second.replaceAll('EUR1', 'USD1')}`);
  t.deepEqual(
    entries.map(({ amount, currency, text, fault }) => [amount, currency, text, fault]),
    [
      ['25.00', 'EUR', 'thanks', null],
      ['5.00', 'USD', '', null],
    ],
  );
});

for (const [what, text, message] of [
  ['a field of another message', around(':90D:1EUR7,00'), 'line 5: it is no MT940: the field :90D: is not known'],
  ['a field of a bank’s own', around(':NS:22Example'), 'line 5: it is no MT940: the field :NS: is not known'],
  ['an entry without an amount', around(':61:261120CEURNTRFNONREF'), 'line 5: the entry :61: cannot be read'],
  ['an entry with a point', around(':61:261120C25.00NTRFNONREF'), 'line 5: the entry :61: cannot be read'],
  ['a balance without a currency', ':20:A\n:60F:C261119', 'line 2: the opening balance names no currency'],
] as const) {
  test(`${what} is named and refused`, (t) => {
    t.throws(() => readMt940Statements(text), { instanceOf: StatementUnreadable, message });
  });
}

test('a text is taken for MT940 by its first field', (t) => {
  for (const text of [around(), `{1:F01X}{4:\n${around()}`, `\r\n${around()}`]) t.true(isMt940(text));
  for (const text of ['a,b\n1,2', 'bank_reference,bank_date\n:20:', '', ':61:261120C1,NTRF']) t.false(isMt940(text));
});

const written = ':61:2611201120C1000,00NTRFWB-0123456789ABCDEF';
const page = (closing: string, ...lines: readonly string[]): string =>
  [':20:S', ':25:A', ':28C:7/1', ':60F:C261119EUR100,00', ...lines, closing, '-'].join('\n');
const paid = [':61:261120C25,00NTRFNONREF//B-1', ':86:thanks'];

for (const [what, text] of [
  ['the entries add up to another closing balance', page(':62F:C261120EUR125,00', ...paid, written)],
  ['one goes out that the balance does not know', page(':62F:C261120EUR125,00', ...paid, written.replace('C1', 'D1'))],
  [
    'one takes back what the balance does not know',
    page(':62F:C261120EUR125,00', ...paid, written.replace('C1', 'RC1')),
  ],
  [
    'a payer wrote a whole statement',
    page(
      ':62F:C261120EUR125,00',
      ...paid,
      ':60F:C261119EUR0,00',
      written,
      ':62F:C261120EUR1000,00',
      ':61:261120C5,00NTRFNONREF//B-2',
    ),
  ],
  [
    'a payer wrote a closing balance and an entry behind it',
    page(':62F:C261120EUR125,00', ...paid, ':62F:C261120EUR125,00', written),
  ],
  ['there is no closing balance', page(':86:end', ...paid)],
  ['there is no opening balance', page(':62F:C261120EUR125,00', ...paid).replace(/:60F:.*\n/, '')],
  ['the closing balance is of another currency', page(':62F:C261120CHF125,00', ...paid)],
  ['the closing balance is a debt', page(':62F:D261120EUR125,00', ...paid)],
  ['a balance is no amount', page(':62F:C261120EUR125.00', ...paid)],
  ['the balance is off by a billionth', page(':62F:C261120EUR125,000000001', ...paid)],
  [
    'one of two statements does not add up',
    `${page(':62F:C261120EUR125,00', ...paid)}\n${page(':62F:C261120EUR126,00', ...paid)}`,
  ],
] as const) {
  test(`no entry of a file counts where ${what}`, (t) => {
    const faults = entriesOf(text).map(({ fault }) => fault);
    t.true(faults.length > 0);
    t.deepEqual([...new Set(faults)], ['balances_differ']);
  });
}

test('balances of any size, of debts and of pages add up to the billionth', (t) => {
  for (const text of [
    page(':62F:D261120EUR900,', written.replace('C1', 'D1')),
    page(':62F:C261120EUR999999999999999,999999999', ':61:261120C999999999999899,999999999NTRFX'),
    page(':62F:C261120EUR100', ...paid, ':61:2611201120RCR25,00NTRFX'),
    `${page(':62M:C261120EUR125,00', ...paid)}\n${page(':62F:C261120EUR125,00', ':61:261120RD25,NTRFX').replace('60F', '60M')}`,
    page(':62F:C261120EUR100,00'),
  ]) {
    t.false(
      entriesOf(text).some(({ fault }) => fault === 'balances_differ'),
      text,
    );
  }
});

test('any text is read or refused', (t) => {
  const whole = around(':61:2611201120CR25,00NTRFNONREF//BANK-0001', ':86:166?00A?20EREF+X?21SVWZ+Y');
  const cut = fc
    .tuple(fc.nat({ max: whole.length }), fc.nat({ max: 20 }), fc.string({ unit: anyCharacter, maxLength: 20 }))
    .map(([at, without, put]) => whole.slice(0, at) + put + whole.slice(at + without));
  fc.assert(
    fc.property(cut, (text) => {
      try {
        t.true(entriesOf(text).length <= 4);
      } catch (error) {
        if (!(error instanceof StatementUnreadable)) throw error;
      }
    }),
    { numRuns: propertyRuns(300) },
  );
});

test('pages that go on with a statement are one with it, a page or a statement that comes again is another', (t) => {
  const numbered = (number: string, balance: string): string =>
    [':20:S', ':25:A', `:28C:7/${number}`, `:${balance}:C261119EUR1,00`, ':61:261120C25,00NTRFX'].join('\n');
  const [first, second, third] = [numbered('1', '60F'), numbered('2', '60M'), numbered('3', '60M')];
  const counts = (...pages: readonly string[]) =>
    readMt940Statements(pages.join('\n:62F:C261120EUR1,00\n-\n'))
      .map(({ entries }) => entries.length)
      .filter((count) => count > 0);
  t.deepEqual(counts(first, second, third), [3]);
  t.deepEqual(counts(first, second, third, first, second, third), [3, 3]);
  t.deepEqual(counts(first, second, second, third), [2, 2]);
  t.deepEqual(counts(first, first), [1, 1]);
  t.deepEqual(counts(second), [1]);
});

test('millions of slashes or blocks on one line are read or refused', (t) => {
  const [entry] = read(':61:261120C25,00NTRFNONREF//B-1', `:86:/EREF/${'/'.repeat(1_000_000)}a`);
  t.is(entry?.amount, '25.00');
  for (const line of ['{1:x}'.repeat(2_500_000), `${'{1:x}'.repeat(2_500_000)}{4:`]) {
    t.throws(() => readMt940Statements(`:20:S\n${line}`), {
      instanceOf: StatementUnreadable,
      message: 'line 2: it is no MT940: it has more than 100 blocks',
    });
  }
});

test('a second text of one entry goes on with the first', (t) => {
  const [entry, next] = read(
    ':61:261120C25,00NTRFNONREF//B-1',
    ':86:paid by WB-0123456789',
    ':86:ABCDEF',
    ':61:261120C7,00NTRFNONREF//B-2',
  );
  t.true(entry?.texts.some((text) => text.includes('WB-0123456789ABCDEF')));
  t.deepEqual(next?.texts, ['NONREF']);
});

for (const sign of ['~', '<', '^']) {
  test(`subfields behind ${sign} are read as those behind a question mark`, (t) => {
    const [entry] = read(
      ':61:261120C25,00NTRFNONREF//B-1',
      ':86:166?00GUTSCHRIFT?20EREF+INVOICE-7?21SVWZ+WB-01234567?2289ABCDEF?32Example GmbH'.replaceAll('?', sign),
    );
    t.like(entry, { text: 'WB-0123456789ABCDEF', identifiers: { end_to_end: 'INVOICE-7' } });
  });
}
