import { strToU8, zipSync } from 'fflate';
import test from 'ava';
import * as fc from 'fast-check';
import { StatementUnreadable } from '../../../src/ports/bank-statement.ts';
import { camtEntry, camtText, type CamtEntry } from '../../_support/camt-text.ts';
import { importScene } from '../../_support/import-scene.ts';
import { propertyRuns } from '../../_support/property-runs.ts';

// Files as banks and people write them: each entry is credited, known or listed with its reason, and a file that is read
// again credits nothing. A file that cannot be read is refused whole, with words that say what it is.

const [one, other] = ['0123456789ABCDEF', 'FEDCBA9876543210'] as const;
const reference = 'BANK-0001';
const saying = (text: string, more: CamtEntry = {}): string => camtText([camtEntry({ reference, text, ...more })]);

/** An entry of which one element is otherwise. */
const entryWith = (elements: Readonly<Record<string, string>>): string => {
  const usual = {
    Amt: '<Amt Ccy="EUR">25.00</Amt>',
    CdtDbtInd: '<CdtDbtInd>CRDT</CdtDbtInd>',
    Sts: '<Sts><Cd>BOOK</Cd></Sts>',
    BookgDt: '<BookgDt><Dt>2026-11-20</Dt></BookgDt>',
    AcctSvcrRef: `<AcctSvcrRef>${reference}</AcctSvcrRef>`,
    NtryDtls: `<NtryDtls><TxDtls><RmtInf><Ustrd>WB-${one}</Ustrd></RmtInf></TxDtls></NtryDtls>`,
  };
  return camtText([`<Ntry>${Object.values({ ...usual, ...elements }).join('')}</Ntry>`]);
};
const details = (inner: string): string => entryWith({ NtryDtls: `<NtryDtls><TxDtls>${inner}</TxDtls></NtryDtls>` });
const amount = (text: string): string => entryWith({ Amt: `<Amt Ccy="EUR">${text}</Amt>` });
const day = (text: string): string => entryWith({ BookgDt: `<BookgDt>${text}</BookgDt>` });
const members = (transactions: CamtEntry['transactions'], more: CamtEntry = {}): string =>
  camtText([camtEntry({ amount: '50.00', reference: 'BATCH-1', ...more, ...(transactions && { transactions }) })]);
const mt940 = (mark: string, currency = 'EUR', end = '25,00'): string =>
  `:20:S\r\n:25:12345678/0532013000\r\n:28C:1/1\r\n:60F:C261119${currency}${mark === 'RC' ? '25' : '0'},00\r\n` +
  `:61:2611201120${mark}25,00NTRFNONREF//${reference}\r\n:86:166?00GUTSCHRIFT?20SVWZ+WB-01234567?2189ABCDEF?32MUELLER\r\n` +
  `:62F:C261120${currency}${end}\r\n-`;

/** What is credited, euro, and why what is not credited is listed; a pattern: why the file is refused. */
type Row = readonly [what: string, file: string | Uint8Array, euros: number, why?: readonly string[] | RegExp];

const named: readonly Row[] = [
  ['small letters', saying(`wb-${one.toLowerCase()}`), 25],
  ['blanks that do not break', saying(`WB\u00a0${one.slice(0, 8)}\u00a0${one.slice(8)}`), 25],
  ['a blank without width', saying(`WB-${one.slice(0, 8)}\u200b${one.slice(8)}`), 25],
  ['a soft hyphen', saying(`WB-${one.slice(0, 8)}\u00ad${one.slice(8)}`), 25],
  ['wide characters', saying('ＷＢ－０１２３４５６７８９ＡＢＣＤＥＦ'), 25],
  ['line ends', saying('WB-0123\n456789AB\r\nCDEF'), 25],
  ['digits behind it', saying(`WB-${one}2026`), 25],
  ['words of hexadecimal digits behind it', saying(`WB-${one} de FA`), 25],
  ['itself twice', saying(`WB-${one} / WB-${one}`), 25],
  ['a Cyrillic letter for one of its own', saying(`WВ-${one}`), 0, ['unknown_reference']],
  ['a Cyrillic letter for a digit', saying('WB-0123456789АBCDEF'), 0, ['unknown_reference']],
  ['the letter O for a nought', saying('WB-O123456789ABCDEF'), 0, ['unknown_reference']],
  ['one digit less', saying('WB-0123456789ABCDE'), 0, ['unknown_reference']],
  ['that of another top-up too', saying(`WB-${one} WB-${other}`), 0, ['several_topups']],
  ['that of another top-up, with nothing between', saying(`WB${one}WB${other}`), 0, ['several_topups']],
  ['characters that are named', saying('&#87;&#x42;-0123456789ABCDEF'), 25],
  ['a comment within', saying('WB-01234567<!-- x -->89ABCDEF'), 25],
  ['text that is not marked up', saying(`<![CDATA[WB-${one}]]>`), 25],
];

const places: readonly Row[] = [
  ['two texts', details('<RmtInf><Ustrd>Credit WB-0123456</Ustrd><Ustrd>789ABCDEF</Ustrd></RmtInf>'), 25],
  [
    'a creditor reference',
    details(`<RmtInf><Strd><CdtrRefInf><Ref>RF45WB${one}</Ref></CdtrRefInf></Strd></RmtInf>`),
    25,
  ],
  [
    'a creditor reference in groups',
    details('<RmtInf><Strd><CdtrRefInf><Ref>rf45 wb01 2345 6789 abcd ef</Ref></CdtrRefInf></Strd></RmtInf>'),
    25,
  ],
  ['a document', details(`<RmtInf><Strd><RfrdDocInf><Nb>WB-${one}</Nb></RfrdDocInf></Strd></RmtInf>`), 25],
  ['AddtlRmtInf', details(`<RmtInf><Strd><AddtlRmtInf>WB-${one}</AddtlRmtInf></Strd></RmtInf>`), 25],
  ['AddtlTxInf', details(`<AddtlTxInf>WB-${one}</AddtlTxInf>`), 25],
  ['AddtlNtryInf', entryWith({ NtryDtls: `<AddtlNtryInf>WB-${one}</AddtlNtryInf>` }), 25],
  ...['EndToEndId', 'InstrId', 'PmtInfId', 'MndtId'].map((name): Row => [
    name,
    details(`<Refs><${name}>WB-${one}</${name}></Refs>`),
    25,
  ]),
  ['the name of the payer', details(`<RltdPties><Dbtr><Nm>WB-${one}</Nm></Dbtr></RltdPties>`), 25],
  ['the purpose', details(`<Purp><Prtry>WB-${one}</Prtry></Purp>`), 25],
];

const entries: readonly Row[] = [
  [
    'blanks around its words',
    entryWith({ Sts: '<Sts><Cd> BOOK </Cd></Sts>', CdtDbtInd: '<CdtDbtInd> CRDT </CdtDbtInd>' }),
    25,
  ],
  ['its status as older versions write it', entryWith({ Sts: '<Sts>BOOK</Sts>' }), 25],
  ['its status in small letters', entryWith({ Sts: '<Sts><Cd>book</Cd></Sts>' }), 0, ['not_booked']],
  ['its status pending', entryWith({ Sts: '<Sts><Cd>PDNG</Cd></Sts>' }), 0, ['pending']],
  ['no status', entryWith({ Sts: '' }), 0, ['no_status']],
  ['no direction', entryWith({ CdtDbtInd: '' }), 0, ['no_direction']],
  ['a direction of its own', entryWith({ CdtDbtInd: '<CdtDbtInd>C</CdtDbtInd>' }), 0, ['no_direction']],
  ['no day', entryWith({ BookgDt: '' }), 0, ['no_date']],
  ['a day that is none', day('<Dt>2026-02-30</Dt>'), 0, ['no_date']],
  ['a time with its zone', day('<DtTm>2026-11-20T23:30:00+01:00</DtTm>'), 25],
  ['a day to come', day('<Dt>2030-01-01</Dt>'), 0, ['future_date']],
  ['a day before the euro', day('<Dt>1990-01-01</Dt>'), 0, ['early_date']],
  ['no amount', entryWith({ Amt: '' }), 0, ['no_amount']],
  ['a whole amount', amount('25'), 25],
  ['blanks around its amount', amount(' 25.00 '), 25],
  ['three decimals', amount('25.000'), 25],
  ...['25,00', '+25.00', '-25.00', '0.00', '2e1', '99999999999999999999.00'].map((text): Row => [
    `the amount ${text}`,
    amount(text),
    0,
    ['no_amount'],
  ]),
  ['another quote and blanks at its currency', entryWith({ Amt: "<Amt Ccy = 'EUR'>25.00</Amt>" }), 25],
  ['no currency', entryWith({ Amt: '<Amt>25.00</Amt>' }), 0, ['other_currency']],
  ['its currency in small letters', entryWith({ Amt: '<Amt Ccy="eur">25.00</Amt>' }), 0, ['other_currency']],
  ['dollars', entryWith({ Amt: '<Amt Ccy="USD">25.00</Amt>' }), 0, ['other_currency']],
  [
    'a look-alike in its reference',
    entryWith({ AcctSvcrRef: '<AcctSvcrRef>BАNK-0001</AcctSvcrRef>' }),
    0,
    ['odd_reference'],
  ],
  [
    'what nobody sees in it',
    entryWith({ AcctSvcrRef: '<AcctSvcrRef>BANK\u200b-1</AcctSvcrRef>' }),
    0,
    ['odd_reference'],
  ],
  ['a word for no reference', entryWith({ AcctSvcrRef: '<AcctSvcrRef>NONREF</AcctSvcrRef>' }), 25],
  ['an empty reference', entryWith({ AcctSvcrRef: '<AcctSvcrRef/>' }), 25],
  ['a reference of 400 characters', entryWith({ AcctSvcrRef: `<AcctSvcrRef>${'X'.repeat(400)}</AcctSvcrRef>` }), 25],
  ['a reversal', entryWith({ CdtDbtInd: '<CdtDbtInd>CRDT</CdtDbtInd><RvslInd>true</RvslInd>' }), 0, ['taken_back']],
  [
    'a return of what we paid',
    details(`<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf><RmtInf><Ustrd>WB-${one}</Ustrd></RmtInf>`),
    0,
    ['taken_back'],
  ],
  ['an equal one beside it', camtText([1, 2].map(() => camtEntry({ reference, text: `WB-${one}` }))), 50],
  ['two payments and no amounts', members([{ text: `WB-${one}` }, { text: `WB-${other}` }]), 0, ['amounts_differ']],
  [
    'two payments',
    members([
      { amount: '20.00', text: `WB-${one}` },
      { amount: '30.00', text: `WB-${other}` },
    ]),
    50,
  ],
  ['a payment less than it', members([{ amount: '20.00', text: `WB-${one}` }]), 0, ['amounts_differ']],
  [
    'one payment less than it says',
    members([{ amount: '20.00', text: `WB-${one}` }, { amount: '30.00' }], { batch: '<NbOfTxs>3</NbOfTxs>' }),
    0,
    ['amounts_differ'],
  ],
  [
    'payments in two currencies',
    members([
      { amount: '20.00', text: `WB-${one}` },
      { amount: '30.00', currency: 'USD' },
    ]),
    0,
    ['amounts_differ'],
  ],
  [
    'a charge beside its payment',
    members([
      { amount: '60.00', text: `WB-${one}`, direction: 'CRDT' },
      { amount: '10.00', direction: 'DBIT' },
    ]),
    60,
  ],
];

const usual = saying(`WB-${one}`);
const notice = camtText([camtEntry({ reference, text: `WB-${one}` })], { message: '054' });
const files: readonly Row[] = [
  ['both files of a day in an archive', zipSync({ b: strToU8(notice), a: strToU8(usual) }), 25],
  ['an archive in an archive', zipSync({ a: zipSync({ b: strToU8(usual) }) }), 0, /file 1 of 1 .* an archive itself/],
  ['an archive with a letter', zipSync({ a: strToU8(usual), b: strToU8('Dear customer') }), 0, /file 2 of 2/],
  [
    'an envelope',
    usual.replace('<Document', '<Envlp><AppHdr/><Document').replace('</Document>', '</Document></Envlp>'),
    25,
  ],
  ['names with a prefix', usual.replaceAll(/<(\/?)([A-Z])/g, '<$1n:$2').replace('xmlns=', 'xmlns:n='), 25],
  ['UTF-16', Buffer.from(`\ufeff${usual.replace('UTF-8', 'UTF-16')}`, 'utf16le'), 25],
  ['a declared encoding', Buffer.from(saying(`WB-${one} Müller`).replace('UTF-8', 'ISO-8859-1'), 'latin1'), 25],
  ['an encoding that is not the declared one', Buffer.from(saying(`WB-${one} Müller`), 'latin1'), 0, /not UTF-8/i],
  ['a mark of byte order', `\ufeff${usual}`, 25],
  ['no entry', camtText([]), 0],
  ['no account', usual.replace(/<Acct>.*<\/Acct>/, ''), 25],
  ['an account without IBAN', usual.replace(/<IBAN>.*<\/IBAN>/, '<Othr><Id>12345</Id></Othr>'), 25],
  ['another message', usual.replaceAll('BkToCstmrStmt', 'CstmrCdtTrfInitn'), 0, /CstmrCdtTrfInitn/],
  ['a page of a website', '<html><body>Log in</body></html>', 0, /html/],
  ['a PDF', '%PDF-1.7\n1 0 obj', 0, /PDF/],
  ['columns of its own', `date;amount;text\n2026-11-20;25,00;WB-${one}\n`, 0, /names no column bank_reference/],
  ['MT940', mt940('C'), 25],
  ['MT940 in dollars', mt940('C', 'USD'), 0, ['other_currency']],
  ['MT940 with a reversal', mt940('RC', 'EUR', '0,00'), 0, ['not_credited']],
  ['MT940 with an expected credit', mt940('EC', 'EUR', '0,00'), 0, /line 5: the entry :61:/],
  ['MT940 whose balances differ', mt940('C', 'EUR', '26,00'), 0, ['balances_differ']],
];

for (const [kind, rows] of Object.entries({
  'a text with': named,
  'a reference in': places,
  'an entry with': entries,
  'a file with': files,
})) {
  for (const [what, file, euros, why = []] of rows) {
    test(`${kind} ${what} is credited, listed or refused, and never twice`, async (t) => {
      const scene = await importScene();
      await scene.topup(one);
      await scene.topup(other);
      if (why instanceof RegExp) {
        t.regex(
          (await t.throwsAsync(async () => await scene.read(file), { instanceOf: StatementUnreadable })).message,
          why,
        );
      } else {
        const { credited, unmatched, refused } = await scene.read(file);
        t.deepEqual(refused, []);
        t.deepEqual(
          unmatched.map((each) => each.why),
          why,
        );
        const again = await scene.read(file);
        t.is(again.credited.length, 0);
        t.is(again.already.length >= credited.length, true);
        t.deepEqual(again.unmatched, unmatched);
      }
      t.is(await scene.balance(), `${euros}.000000000`);
    });
  }
}

interface Paid {
  readonly topup: string;
  readonly cents: number;
}

const eur = (cents: number): string => (cents / 100).toFixed(2);
const sumOf = (paid: readonly Paid[]): number => paid.reduce((sum, { cents }) => sum + cents, 0);

/** The same payments as each kind of file has them: by themselves, as one booking, or in MT940. */
const shapes = {
  ...Object.fromEntries(
    (['052', '053', '054'] as const).map((message) => [
      message,
      (paid: readonly Paid[], ids: readonly number[]) =>
        camtText(
          ids.map((n) => camtEntry({ ...namesOf(paid, n), reference: `OWN-000${n}` })),
          { message },
        ),
    ]),
  ),
  batch: (paid: readonly Paid[], ids: readonly number[]) =>
    camtText(
      [camtEntry({ amount: eur(sumOf(paid)), reference: 'BATCH-1', transactions: ids.map((n) => namesOf(paid, n)) })],
      { message: '054' },
    ),
  mt940: (paid: readonly Paid[], ids: readonly number[]) => {
    const lines = ids.map((n) => {
      const { topup, cents } = paid[n] as Paid;
      const text = `?20EREF+E2E-000${n}?21SVWZ+WB-${topup.slice(0, 7)}?22${topup.slice(7)}`;
      return `:61:2611201120C${eur(cents).replace('.', ',')}NTRFNONREF//OWN-000${n}\r\n:86:166${text}\r\n`;
    });
    const end = eur(sumOf(ids.map((n) => paid[n] as Paid))).replace('.', ',');
    return `:20:S\r\n:25:DE89370400440532013000\r\n:28C:1/1\r\n:60F:C261119EUR0,00\r\n${lines.join('')}:62F:C261120EUR${end}\r\n-`;
  },
};

function namesOf(paid: readonly Paid[], n: number) {
  const { topup, cents } = paid[n] as Paid;
  return { amount: eur(cents), refs: { EndToEndId: `E2E-000${n}`, TxId: `TX-000${n}` }, text: `WB-${topup}` };
}

const deliveries = fc
  .array(fc.record({ topup: fc.constantFrom(one, other), cents: fc.constantFrom(2_500, 1_000) }), {
    minLength: 2,
    maxLength: 4,
  })
  .chain((paid) => {
    const all = [...paid.keys()];
    const some = fc.tuple(fc.constantFrom('052', '053', '054', 'mt940'), fc.shuffledSubarray(all, { minLength: 1 }));
    const whole = fc.tuple(fc.constant('batch'), fc.shuffledSubarray(all, { minLength: all.length }));
    return fc.record({
      paid: fc.constant(paid),
      told: fc.array(fc.oneof(some, some, whole), { minLength: 1, maxLength: 5 }),
    });
  });

test('payments by themselves, in one booking and in MT940 are credited once, in any order, and no entry is silent', async (t) => {
  await fc.assert(
    fc.asyncProperty(deliveries, async ({ paid, told }) => {
      const scene = await importScene();
      await scene.topup(one);
      await scene.topup(other);
      for (const [shape, ids] of told) {
        const file = shapes[shape as keyof typeof shapes](paid, ids);
        const { credited, already, unmatched, refused } = await scene.read(file);
        t.deepEqual([unmatched, refused], [[], []]);
        t.is(credited.length + already.length, ids.length);
      }
      const seen = new Set(told.flatMap(([, ids]) => ids));
      t.is(await scene.balance(), `${eur(sumOf([...seen].map((n) => paid[n] as Paid)))}0000000`);
    }),
    { numRuns: propertyRuns(100) },
  );
});
