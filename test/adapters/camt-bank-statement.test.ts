import test from 'ava';
import * as fc from 'fast-check';
import { readCamtBankStatement } from '../../src/adapters/camt-bank-statement.ts';
import { statementEntriesMax, StatementUnreadable } from '../../src/ports/bank-statement.ts';
import { propertyRuns } from '../_support/property-runs.ts';

const around = (entries: string, version = '08'): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr>
<Stmt><Id>S</Id><Bal><Amt Ccy="EUR">900.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>${entries}</Stmt></BkToCstmrStmt></Document>`;

interface Parts {
  readonly amount?: string;
  readonly currency?: string;
  readonly direction?: string;
  readonly status?: string;
  readonly date?: string;
  readonly reference?: string;
  readonly more?: string;
}

const entry = ({
  amount = '25.00',
  currency = 'EUR',
  direction = 'CRDT',
  status = '<Cd>BOOK</Cd>',
  date = '<Dt>2026-11-20</Dt>',
  reference = 'BANK-0001',
  more = '<NtryDtls><TxDtls><RmtInf><Ustrd>WB-0123456789ABCDEF thanks</Ustrd></RmtInf></TxDtls></NtryDtls>',
}: Parts = {}): string =>
  `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts>${status}</Sts>` +
  `<BookgDt>${date}</BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef>${more}</Ntry>`;

const payment = {
  bank_reference: 'BANK-0001',
  bank_date: '2026-11-20',
  received_eur: '25.00',
  remittance: 'WB-0123456789ABCDEF thanks',
};

const payments = (entries: string, version?: string) => readCamtBankStatement(around(entries, version)).payments;
const others = (entries: string) => readCamtBankStatement(around(entries)).others;

test('a booked credit is a payment, in older and newer versions of the format', (t) => {
  t.deepEqual(readCamtBankStatement(around(entry())), { payments: [payment], others: [] });
  const older = entry({ status: 'BOOK', date: '<DtTm>2026-11-20T09:30:00+01:00</DtTm>' });
  t.deepEqual(payments(older, '02'), [payment]);
  t.deepEqual(
    readCamtBankStatement(
      around(entry().replaceAll('<', '<c:').replaceAll('<c:/', '</c:'), '08').replace(
        'xmlns=',
        'xmlns:c="urn:x" xmlns=',
      ),
    ).payments,
    [payment],
  );
});

test('debits and pending entries are ignored', (t) => {
  const entries = [
    entry({ direction: 'DBIT' }),
    entry({ status: '<Cd>PDNG</Cd>' }),
    entry({ status: '<Cd>INFO</Cd>' }),
  ];
  t.deepEqual(readCamtBankStatement(around(entries.join(''))), { payments: [], others: [] });
});

const place = { bank_reference: 'BANK-0001', bank_date: '2026-11-20' };

for (const [what, parts, other] of [
  ['in another currency', { currency: 'CHF' }, { ...place, why: 'other_currency' }],
  [
    'that takes a payment back',
    { direction: 'DBIT', more: '<RvslInd>true</RvslInd>' },
    { ...place, why: 'taken_back' },
  ],
  ['that takes a debit back', { more: '<RvslInd>1</RvslInd>' }, { ...place, why: 'taken_back' }],
  ['with a short reference', { reference: 'B' }, { ...place, bank_reference: 'B', why: 'no_reference' }],
  ['without a reference', { reference: '' }, { ...place, bank_reference: '', why: 'no_reference' }],
  ['without a date', { date: '' }, { ...place, bank_date: '', why: 'no_date' }],
  ['on no day of the calendar', { date: '<Dt>2026-02-30</Dt>' }, { ...place, bank_date: '2026-02-30', why: 'no_date' }],
  ['of nothing', { amount: '0.00' }, { ...place, why: 'no_amount' }],
  ['of less than nothing', { amount: '-1' }, { ...place, why: 'no_amount' }],
  ['with ten decimals', { amount: '1.0000000001' }, { ...place, why: 'no_amount' }],
] as const) {
  test(`a booking ${what} is reported with the reason, and the next one is read`, (t) => {
    const found = readCamtBankStatement(around(entry(parts) + entry({ reference: 'BANK-0002' })));
    t.deepEqual(found, { payments: [{ ...payment, bank_reference: 'BANK-0002' }], others: [other] });
  });
}

interface Part {
  readonly amount?: string;
  readonly text: string;
  readonly reference?: string;
  readonly direction?: string;
  readonly currency?: string;
}

const transaction = ({ amount, text, reference, direction, currency = 'EUR' }: Part): string =>
  '<TxDtls>' +
  (reference === undefined ? '' : `<Refs><AcctSvcrRef>${reference}</AcctSvcrRef></Refs>`) +
  (direction === undefined ? '' : `<CdtDbtInd>${direction}</CdtDbtInd>`) +
  (amount === undefined ? '' : `<AmtDtls><TxAmt><Amt Ccy="${currency}">${amount}</Amt></TxAmt></AmtDtls>`) +
  `<RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`;

const batch = (...parts: readonly Part[]): string =>
  entry({ more: `<NtryDtls>${parts.map(transaction).join('')}</NtryDtls>` });

test('each transaction of a batch has its own reference, though all or one have that of the entry', (t) => {
  const same = { reference: 'BANK-0001' };
  const found = payments(batch({ amount: '10', text: 'a', ...same }, { amount: '15', text: 'b', ...same }));
  t.deepEqual(
    found.map(({ bank_reference }) => bank_reference),
    ['BANK-0001/1', 'BANK-0001/2'],
  );
  const other = { reference: 'BANK-0009' };
  t.deepEqual(
    payments(batch({ amount: '10', text: 'a', ...other }, { amount: '15', text: 'b', ...other })).map(
      ({ bank_reference }) => bank_reference,
    ),
    ['BANK-0009/1', 'BANK-0009/2'],
  );
});

// Minutes, if each reference is compared with every other.
test('a batch of as many transactions as are read has a payment for each', (t) => {
  const parts = Array.from({ length: statementEntriesMax }, (_, n) =>
    transaction({ amount: '1', text: 'WB-0123456789ABCDEF', reference: `BANK-${n + 10}` }),
  );
  const more = `<NtryDtls>${parts.join('')}</NtryDtls>`;
  const found = payments(entry({ amount: String(statementEntriesMax), more }));
  t.is(new Set(found.map(({ bank_reference }) => bank_reference)).size, statementEntriesMax);
});

test('a charge within a batch is deducted from no payment', (t) => {
  const parts = [
    { amount: '30', text: 'paid' },
    { amount: '5', text: 'fee', direction: 'DBIT' },
  ] as const;
  t.deepEqual(
    payments(batch(...parts)).map(({ received_eur, remittance }) => [received_eur, remittance]),
    [['30', 'paid']],
  );
});

test('a batch without the amounts of its transactions is reported whole', (t) => {
  const told = [{ ...place, why: 'amounts_differ' }];
  t.deepEqual(others(batch({ text: 'WB-0123456789ABCDEF' }, { text: 'WB-FEDCBA9876543210' })), told);
  t.deepEqual(others(batch({ amount: '10', text: 'a' }, { text: 'b' })), told);
  t.deepEqual(others(batch({ amount: '10', text: 'a' }, { amount: '14', text: 'b' })), told);
});

test('a transaction of a batch in another currency is reported, and the others are payments', (t) => {
  const found = readCamtBankStatement(
    around(batch({ amount: '10', text: 'a' }, { amount: '15', text: 'b', currency: 'CHF' })),
  );
  t.deepEqual(
    found.payments.map(({ remittance }) => remittance),
    ['a'],
  );
  t.deepEqual(found.others, [{ bank_reference: 'BANK-0001/2', bank_date: '2026-11-20', why: 'other_currency' }]);
});

test('a single exchanged payment counts with its booked amount', (t) => {
  const found = payments(batch({ amount: '30', text: 'WB-0123456789ABCDEF', currency: 'USD' }));
  t.deepEqual(
    found.map(({ received_eur }) => received_eur),
    ['25.00'],
  );
});

const exchangedFrom = (currency: string, amount: string): string =>
  `<AmtDtls><TxAmt><Amt Ccy="${currency}">${amount}</Amt></TxAmt></AmtDtls>`;

test('the currency of a booking is that of its booked amount, whatever it was exchanged from', (t) => {
  t.deepEqual(
    payments(entry({ more: exchangedFrom('USD', '27.00') })).map(({ received_eur }) => received_eur),
    ['25.00'],
  );
  const foreign = readCamtBankStatement(around(entry({ currency: 'CHF', more: exchangedFrom('EUR', '26.00') })));
  t.deepEqual(foreign, { payments: [], others: [{ ...place, why: 'other_currency' }] });
});

test('the currency of a transaction is that of the amount that counts', (t) => {
  const own = (currency: string, exchanged: string): string =>
    `<TxDtls><Amt Ccy="${currency}">12.50</Amt>${exchanged}<RmtInf><Ustrd>a</Ustrd></RmtInf></TxDtls>`;
  const both = (currency: string, exchanged: string): string =>
    entry({ more: `<NtryDtls>${own(currency, exchanged).repeat(2)}</NtryDtls>` });
  t.deepEqual(
    payments(both('EUR', exchangedFrom('USD', '13.50'))).map(({ received_eur }) => received_eur),
    ['12.50', '12.50'],
  );
  t.deepEqual(
    others(both('CHF', exchangedFrom('EUR', '12.90'))).map(({ why }) => why),
    ['other_currency', 'other_currency'],
  );
});

test('each transaction of an entry with its own amount is a payment, with its own reference or a part of the entry’s', (t) => {
  const reference = 'BANK-0001-B';
  t.deepEqual(payments(batch({ amount: '10', text: 'first' }, { amount: '15', text: 'second', reference })), [
    { ...payment, bank_reference: 'BANK-0001/1', received_eur: '10', remittance: 'first' },
    { ...payment, bank_reference: 'BANK-0001-B', received_eur: '15', remittance: 'second' },
  ]);
});

test('structured references, texts in pieces and the five entities are read', (t) => {
  const more =
    '<NtryDtls><TxDtls><RmtInf><Ustrd>a &amp; b</Ustrd><Ustrd><![CDATA[<c>]]></Ustrd>' +
    '<Strd><CdtrRefInf><Ref>WB-0123456789ABCDEF</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls>';
  t.is(payments(entry({ more }))[0]?.remittance, 'a & b <c> WB-0123456789ABCDEF');
});

const bomb = `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(1_000)}">]>`;
const refused: Readonly<Record<string, string>> = {
  nothing: '',
  'no XML': 'a,b,c',
  'another document': '<Document><Other/></Document>',
  'an element that is not closed': around(entry()).replace('</Stmt>', ''),
  'a document type': around(entry()).replace('<Document', `${bomb}<Document`),
  'a document type that names a file': around(entry()).replace(
    '<Document',
    '<!DOCTYPE a SYSTEM "file:///etc/passwd"><Document',
  ),
  'an entity that nobody declared': around(entry({ reference: 'BANK-&b;0001' })),
  'elements within elements without end': around(entry({ more: '<a>'.repeat(5_000) + '</a>'.repeat(5_000) })),
  'a type of its own among its entries': around('<!ENTITY b "c">'),
  'more entries than are read': around(entry({ more: '' }).repeat(statementEntriesMax + 1)),
  'more transactions in one entry than are read': around(entry({ more: '<TxDtls/>'.repeat(statementEntriesMax + 1) })),
  'a text without end': around(entry({ more: `<AddtlNtryInf>${'x'.repeat(3_000)}</AddtlNtryInf>` })),
};

for (const [what, text] of Object.entries(refused)) {
  test(`a statement with ${what} is refused whole`, (t) => {
    t.throws(() => readCamtBankStatement(text), { instanceOf: StatementUnreadable });
  });
}

test('a refusal does not quote the statement', (t) => {
  const error = t.throws(() => readCamtBankStatement(around(entry({ reference: 'SECRET' })).replace('</Stmt>', '')));
  t.notRegex(error?.message ?? '', /SECRET|25/);
});

test('a statement is read or refused, for any bytes', (t) => {
  const whole = around(entry() + entry({ reference: 'BANK-0002' }));
  const cut = fc
    .tuple(fc.nat({ max: whole.length }), fc.nat({ max: 60 }), fc.string({ unit: 'binary', maxLength: 30 }))
    .map(([at, without, put]) => whole.slice(0, at) + put + whole.slice(at + without));
  fc.assert(
    fc.property(fc.oneof(cut, fc.string({ unit: 'binary' })), (text) => {
      try {
        for (const { bank_reference } of readCamtBankStatement(text).payments) t.true(bank_reference.length <= 120);
      } catch (error) {
        if (!(error instanceof StatementUnreadable)) throw error;
      }
    }),
    { numRuns: propertyRuns(500) },
  );
});
