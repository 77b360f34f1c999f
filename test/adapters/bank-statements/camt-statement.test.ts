import test from 'ava';
import * as fc from 'fast-check';
import { readCamtStatements } from '../../../src/adapters/bank-statements/camt-statement.ts';
import { statementEntriesMax, StatementUnreadable } from '../../../src/ports/bank-statement.ts';
import { anyCharacter } from '../../_support/any-character.ts';
import { camtEntry, camtText, type CamtTransaction } from '../../_support/camt-text.ts';
import { propertyRuns } from '../../_support/property-runs.ts';

const readText = (text: string) => readCamtStatements(text).flatMap(({ entries }) => entries);
const read = (...entries: readonly string[]) => readText(camtText(entries));
const batch = (...transactions: readonly CamtTransaction[]): string =>
  camtEntry({ reference: 'BANK-0001', transactions });

const booked = {
  direction: 'incoming',
  account: 'DE89370400440532013000',
  amount: '25.00',
  currency: 'EUR',
  day: '2026-11-20',
  bookingDay: '2026-11-20',
  utcDays: [],
  valueDay: '',
  identifiers: { servicer: 'BANK-0001' },
  text: 'thanks',
  texts: ['25.00', 'CRDT', 'BOOK', '2026-11-20', 'BANK-0001', 'thanks'],
  isReturn: false,
  fault: null,
};
const simple = camtEntry({ reference: 'BANK-0001', text: 'thanks' });

test('an entry is read in older and newer versions, in all three messages and in envelopes', (t) => {
  t.deepEqual(read(simple), [booked]);
  for (const message of ['052', '053', '054'] as const) {
    t.deepEqual(readText(camtText([simple], { message })), [booked]);
  }
  const older = camtEntry({
    reference: 'BANK-0001',
    text: 'thanks',
    status: 'BOOK',
    date: '<DtTm>2026-11-20T09:30:00+01:00</DtTm>',
  });
  t.like(read(older)[0], { day: '2026-11-20', fault: null });
  const text = camtText([simple]).replace(/^<\?xml.*\n/, '');
  for (const whole of [
    `<BizMsgEnvlp xmlns="urn:x"><AppHdr><Fr>BANK</Fr></AppHdr>${text}</BizMsgEnvlp>`,
    `<soap:Envelope xmlns:soap="urn:s"><soap:Body><Message>${text}</Message></soap:Body></soap:Envelope>`,
    text.replaceAll(/<(\/?)(\w)/g, '<$1c:$2').replace('xmlns=', 'xmlns:c='),
    `<Document>${/<BkToCstmrStmt>.*<\/BkToCstmrStmt>/s.exec(text)?.[0] ?? ''}</Document>`,
  ]) {
    t.deepEqual(readText(whole), [booked], whole.slice(0, 60));
  }
});

test('an entry says its direction, its status and whether it is taken back', (t) => {
  for (const [entry, told] of [
    [camtEntry({ direction: 'DBIT' }), { direction: 'outgoing', fault: null }],
    [camtEntry({ direction: '' }), { direction: 'unknown', fault: null }],
    [camtEntry({ status: 'PDNG' }), { fault: 'pending' }],
    [camtEntry({ status: '<Cd>FUTR</Cd>' }), { fault: 'pending' }],
    [camtEntry({ status: '<Cd>INFO</Cd>' }), { fault: 'not_booked' }],
    [camtEntry({ status: '<Prtry>BOOK</Prtry>' }), { fault: 'not_booked' }],
    [camtEntry({ status: '' }), { fault: 'no_status' }],
    [camtEntry({ more: '<RvslInd>1</RvslInd>' }), { fault: 'taken_back' }],
    [camtEntry({ more: '<RvslInd>false</RvslInd>' }), { fault: null }],
  ] as const) {
    t.like(read(entry)[0], told, entry);
  }
});

test('the day is that of booking, else of value', (t) => {
  const value = '<ValDt><Dt>2026-11-23</Dt></ValDt>';
  t.like(read(camtEntry({ more: value }))[0], { day: '2026-11-20', valueDay: '2026-11-23' });
  t.like(read(camtEntry({ date: '', more: value }))[0], { day: '2026-11-23', bookingDay: '', valueDay: '2026-11-23' });
  const atNight = read(camtEntry({ date: '<DtTm>2026-11-19T23:30:00Z</DtTm>', more: value }))[0];
  t.like(atNight, { day: '2026-11-19', bookingDay: '', valueDay: '2026-11-23' });
  t.like(read(camtEntry({ date: '' }))[0], { day: '', valueDay: '' });
});

test('the account is that of the statement, and the next statement has its own', (t) => {
  const [first, second] = ['DE1', 'AT2'].map(
    (iban) => /<Stmt>.*<\/Stmt>/s.exec(camtText([simple], { iban }))?.[0] ?? '',
  );
  const entries = readText(
    `<Document><BkToCstmrStmt>${first ?? ''}${second ?? ''}<Stmt>${simple}</Stmt></BkToCstmrStmt></Document>`,
  );
  t.deepEqual(
    entries.map(({ account }) => account),
    ['DE1', 'AT2', ''],
  );
});

test('names of a payment are read with what they are', (t) => {
  const refs = { AcctSvcrRef: 'M-1', EndToEndId: 'E-1', TxId: 'T-1', UETR: 'U-1' };
  const own = { member: 'M-1', end_to_end: 'E-1', transaction: 'T-1', uetr: 'U-1' };
  t.deepEqual(read(camtEntry({ reference: 'B-1', number: 'N-1', refs }))[0]?.identifiers, {
    ...own,
    servicer: 'B-1',
    entry: 'N-1',
  });
  const transactions = [{ amount: '10', refs }, { amount: '15' }];
  const [first, second] = read(camtEntry({ reference: 'B-1', number: 'N-1', transactions }));
  t.deepEqual(first?.identifiers, { ...own, batch: 'B-1', batch_entry: 'N-1' });
  t.deepEqual(second?.identifiers, { batch: 'B-1', batch_entry: 'N-1' });
});

test('every member that carries text is searched, and a text in several elements is one', (t) => {
  const more =
    '<RmtInf><Ustrd>WB-012345</Ustrd><Ustrd>6789ABCDEF</Ustrd><Strd><RfrdDocInf><Nb>DOC-1</Nb></RfrdDocInf>' +
    '<CdtrRefInf><Ref>RF18</Ref></CdtrRefInf><AddtlRmtInf>more</AddtlRmtInf></Strd></RmtInf><AddtlTxInf>info</AddtlTxInf>';
  const refs = { InstrId: 'INSTR', EndToEndId: 'E2E' };
  const [found] = read(
    camtEntry({ transactions: [{ refs, more }], more: '<AddtlNtryInf>a &amp; <![CDATA[<b>]]></AddtlNtryInf>' }),
  );
  for (const text of ['WB-0123456789ABCDEF', 'DOC-1', 'RF18', 'more', 'info', 'a & <b>', 'INSTR', 'E2E']) {
    t.true(found?.texts.includes(text), text);
  }
  t.is(found?.text, 'WB-012345 6789ABCDEF RF18 DOC-1 more');
});

// Minutes, if each is compared with every other.
test('a batch of as many transactions as are read has an entry for each', (t) => {
  const transactions = Array.from({ length: statementEntriesMax }, (_, n) => ({ amount: '1', text: `T${n}` }));
  const found = read(camtEntry({ amount: String(statementEntriesMax), transactions }));
  t.is(new Set(found.map(({ text }) => text)).size, statementEntriesMax);
});

test('a charge within a batch is deducted from no payment', (t) => {
  const found = read(batch({ amount: '30', text: 'paid' }, { amount: '5', text: 'fee', direction: 'DBIT' }));
  t.deepEqual(
    found.map(({ direction, amount, text }) => [direction, amount, text]),
    [
      ['incoming', '30', 'paid'],
      ['outgoing', '5', 'fee'],
    ],
  );
});

for (const [what, entry] of [
  ['have no amounts', batch({ text: 'a' }, { text: 'b' })],
  ['have no amount in one case', batch({ amount: '10', text: 'a' }, { text: 'b' })],
  ['add up to less', batch({ amount: '10', text: 'a' }, { amount: '14', text: 'b' })],
  ['are one of another amount', batch({ amount: '10.00', text: 'a' })],
  ['are fewer than it says', camtEntry({ batch: '<NbOfTxs>2</NbOfTxs>', transactions: [{ text: 'a' }] })],
  [
    'are not there',
    camtEntry({ batch: '<NbOfTxs>2</NbOfTxs>', transactions: [], more: '<AddtlNtryInf>a</AddtlNtryInf>' }),
  ],
  [
    'are counted in words',
    camtEntry({ batch: '<NbOfTxs>two</NbOfTxs>', transactions: [{ amount: '10', text: 'a' }, { amount: '15' }] }),
  ],
] as const) {
  test(`an entry whose transactions ${what} is one entry that does not add up`, (t) => {
    const found = read(entry);
    t.is(found.length, 1);
    t.like(found[0], { fault: 'amounts_differ', amount: '25.00' });
    t.true(found[0]?.texts.includes('a'));
  });
}

test('an entry that says how many transactions it has, and has them, is read', (t) => {
  t.is(
    read(camtEntry({ batch: '<NbOfTxs>2</NbOfTxs>', transactions: [{ amount: '10' }, { amount: '15' }] })).length,
    2,
  );
  t.like(read(camtEntry({ batch: '<NbOfTxs>1</NbOfTxs>', transactions: [{ text: 'a' }] }))[0], { fault: null });
  t.like(read(camtEntry({ batch: '<NbOfTxs>1</NbOfTxs>', transactions: [] }))[0], { fault: null });
});

const exchanged = (currency: string, amount: string, place = 'TxAmt'): string =>
  `<AmtDtls><${place}><Amt Ccy="${currency}">${amount}</Amt></${place}></AmtDtls>`;

test('a single exchanged payment counts with its booked amount and currency', (t) => {
  t.like(read(camtEntry({ transactions: [{ more: exchanged('USD', '30') }] }))[0], {
    amount: '25.00',
    currency: 'EUR',
    fault: null,
  });
  const foreign = camtEntry({ currency: 'CHF', transactions: [{ more: exchanged('EUR', '26.00') }] });
  t.like(read(foreign)[0], { amount: '25.00', currency: 'CHF' });
  // Of several nobody knows what they add up to.
  const several = read(batch({ amount: '10', currency: 'CHF', more: exchanged('EUR', '9') }, { amount: '15' }));
  t.deepEqual(
    several.map(({ amount, currency, fault }) => [amount, currency, fault]),
    [['25.00', 'EUR', 'amounts_differ']],
  );
});

test('the amount of a transaction may stand where it was instructed alone', (t) => {
  const found = read(batch({ more: exchanged('EUR', '10', 'InstdAmt') }, { more: exchanged('EUR', '15', 'InstdAmt') }));
  t.deepEqual(
    found.map(({ amount }) => amount),
    ['10', '15'],
  );
});

test('money that we paid and that comes back is no payment', (t) => {
  const more = '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>';
  t.like(read(batch({ text: 'a', more }))[0], { fault: 'taken_back' });
  t.deepEqual(
    read(batch({ amount: '10', more }, { amount: '15' })).map(({ fault }) => fault),
    ['taken_back', null],
  );
  t.like(read(camtEntry({ direction: 'DBIT', transactions: [{ more }] }))[0], { fault: null });
});

const around = (entries: string): string => camtText([entries]);
const bomb = `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(1_000)}">]>`;
const many = (text: string): string => text.repeat(statementEntriesMax + 1);
const attributes = Array.from({ length: 300_000 }, (_, index) => `a${index}="1"`).join(' ');
const refused: Readonly<Record<string, string>> = {
  nothing: '',
  'no XML': 'a,b,c',
  'another document': '<Document><Other/></Document>',
  'an element that is not closed': around(simple).replace('</Stmt>', ''),
  'a document type': around(simple).replace('<Document', `${bomb}<Document`),
  'a document type that names a file': around(simple).replace('<Document', '<!DOCTYPE a SYSTEM "file:///x"><Document'),
  'an entity that nobody declared': around(camtEntry({ reference: 'BANK-&b;0001' })),
  'elements within elements without end': around('<a>'.repeat(5_000) + '</a>'.repeat(5_000)),
  'a type of its own among its entries': around('<!ENTITY b "c">'),
  'more entries than are read': around(many('<Ntry></Ntry>')),
  'more transactions in one entry than are read': around(`<Ntry>${many('<TxDtls/>')}</Ntry>`),
  'a text without end': around(camtEntry({ more: `<AddtlNtryInf>${'x'.repeat(3_000)}</AddtlNtryInf>` })),
  'more attributes than are read': around(`<Ntry ${attributes}></Ntry>`),
};

for (const [what, text] of Object.entries(refused)) {
  test(`a statement with ${what} is refused whole`, (t) => {
    t.throws(() => readText(text), { instanceOf: StatementUnreadable });
  });
}

test('another message is named, and nothing else of it', (t) => {
  const other = t.throws(() => readText('<Document><CstmrCdtTrfInitn><A>SECRET</A></CstmrCdtTrfInitn></Document>'));
  t.regex(other?.message ?? '', /has no message of camt.052, camt.053 or camt.054 but CstmrCdtTrfInitn$/);
  const error = t.throws(() => readText(around(camtEntry({ reference: 'SECRET' })).replace('</Stmt>', '')));
  t.notRegex(error?.message ?? '', /SECRET|25/);
});

test('a statement is read or refused, for any bytes', (t) => {
  const whole = camtText([simple, batch({ amount: '10' }, { amount: '15' })]);
  const cut = fc
    .tuple(fc.nat({ max: whole.length }), fc.nat({ max: 60 }), fc.string({ unit: anyCharacter, maxLength: 30 }))
    .map(([at, without, put]) => whole.slice(0, at) + put + whole.slice(at + without));
  fc.assert(
    fc.property(fc.oneof(cut, fc.string({ unit: anyCharacter })), (text) => {
      try {
        t.true(readText(text).length <= 4);
      } catch (error) {
        if (!(error instanceof StatementUnreadable)) throw error;
      }
    }),
    { numRuns: propertyRuns(500) },
  );
});

test('entries that stand elsewhere than in a statement are refused, rather than passed over', (t) => {
  const whole = camtText([simple]);
  for (const text of [
    whole.replace('<Ntry>', '<Ntries><Ntry>').replace('</Ntry>', '</Ntry></Ntries>'),
    whole.replace('<Stmt>', '<Stmts><Stmt>').replace('</Stmt>', '</Stmt></Stmts>'),
  ]) {
    t.throws(() => readText(text), {
      instanceOf: StatementUnreadable,
      message: 'its entries stand in no statement',
    });
  }
});
