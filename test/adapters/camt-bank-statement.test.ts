import test from 'ava';
import * as fc from 'fast-check';
import { readCamtStatement } from '../../src/adapters/camt-bank-statement.ts';
import { StatementUnreadable } from '../../src/ports/bank-statement.ts';
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

test('what was booked to the account is a payment, in the words of older and newer versions', (t) => {
  t.deepEqual(readCamtStatement(around(entry())), [payment]);
  const older = entry({ status: 'BOOK', date: '<DtTm>2026-11-20T09:30:00+01:00</DtTm>' });
  t.deepEqual(readCamtStatement(around(older, '02')), [payment]);
  t.deepEqual(
    readCamtStatement(
      around(entry().replaceAll('<', '<c:').replaceAll('<c:/', '</c:'), '08').replace(
        'xmlns=',
        'xmlns:c="urn:x" xmlns=',
      ),
    ),
    [payment],
  );
});

test('what left the account, is pending, or takes a booking back is no payment', (t) => {
  const entries = [
    entry({ direction: 'DBIT' }),
    entry({ status: '<Cd>PDNG</Cd>' }),
    entry({ more: '<RvslInd>true</RvslInd>' }),
  ];
  t.deepEqual(readCamtStatement(around(entries.join(''))), []);
});

test('each transaction of an entry with its own amount is a payment, with its own reference or a part of the entry’s', (t) => {
  const transaction = (amount: string, text: string, refs = ''): string =>
    `<TxDtls>${refs}<AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`;
  const refs = '<Refs><AcctSvcrRef>BANK-0001-B</AcctSvcrRef></Refs>';
  const more = `<NtryDtls>${transaction('10', 'first')}${transaction('15', 'second', refs)}</NtryDtls>`;
  t.deepEqual(readCamtStatement(around(entry({ more }))), [
    { ...payment, bank_reference: 'BANK-0001/1', received_eur: '10', remittance: 'first' },
    { ...payment, bank_reference: 'BANK-0001-B', received_eur: '15', remittance: 'second' },
  ]);
});

test('structured references, texts in pieces and the five entities are read', (t) => {
  const more =
    '<NtryDtls><TxDtls><RmtInf><Ustrd>a &amp; b</Ustrd><Ustrd><![CDATA[<c>]]></Ustrd>' +
    '<Strd><CdtrRefInf><Ref>WB-0123456789ABCDEF</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls>';
  t.is(readCamtStatement(around(entry({ more })))[0]?.remittance, 'a & b <c> WB-0123456789ABCDEF');
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
  'another currency': around(entry({ currency: 'CHF' })),
  'a short reference': around(entry({ reference: 'B' })),
  'no date': around(entry({ date: '' })),
  'a negative amount': around(entry({ amount: '-1' })),
  'ten decimals': around(entry({ amount: '1.0000000001' })),
  'elements within elements without end': around(entry({ more: '<a>'.repeat(5_000) + '</a>'.repeat(5_000) })),
  'a text without end': around(entry({ more: `<AddtlNtryInf>${'x'.repeat(3_000)}</AddtlNtryInf>` })),
};

for (const [what, text] of Object.entries(refused)) {
  test(`a statement with ${what} is refused whole`, (t) => {
    t.throws(() => readCamtStatement(text), { instanceOf: StatementUnreadable });
  });
}

test('no refusal says what the statement holds', (t) => {
  const error = t.throws(() => readCamtStatement(around(entry({ reference: 'SECRET', currency: 'CHF' }))));
  t.notRegex(error?.message ?? '', /SECRET|CHF|25/);
});

test('whatever bytes come, a statement is read or refused', (t) => {
  const whole = around(entry() + entry({ reference: 'BANK-0002' }));
  const cut = fc
    .tuple(fc.nat({ max: whole.length }), fc.nat({ max: 60 }), fc.string({ unit: 'binary', maxLength: 30 }))
    .map(([at, without, put]) => whole.slice(0, at) + put + whole.slice(at + without));
  fc.assert(
    fc.property(fc.oneof(cut, fc.string({ unit: 'binary' })), (text) => {
      try {
        for (const { bank_reference } of readCamtStatement(text)) t.true(bank_reference.length <= 120);
      } catch (error) {
        if (!(error instanceof StatementUnreadable)) throw error;
      }
    }),
    { numRuns: propertyRuns(500) },
  );
});
