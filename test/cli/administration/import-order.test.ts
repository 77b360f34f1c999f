import test from 'ava';
import * as fc from 'fast-check';
import { camtEntry, camtText } from '../../_support/camt-text.ts';
import { importScene } from '../../_support/import-scene.ts';
import { iban, mt940Text } from '../../_support/mt940-text.ts';
import { propertyRuns } from '../../_support/property-runs.ts';

/** A payment as it is, of which each file shows a part. */
interface Truth {
  readonly topup: number;
  readonly cents: number;
  /** The bank gives this reference to several payments. */
  readonly sharedReference: string | null;
  readonly hasUetr: boolean;
  readonly hasTransaction: boolean;
  readonly hasEndToEnd: boolean;
}

/** How a file shows a payment: which of its names, and which of its days. */
interface View {
  readonly payment: number;
  readonly uetr: boolean;
  readonly transaction: boolean;
  readonly endToEnd: boolean;
  readonly valueDayAlone: boolean;
}

interface StatementFile {
  readonly message: '052' | '053' | '054';
  readonly views: readonly View[];
}

const topupDigits = ['0123456789ABCDEF', 'FEDCBA9876543210'];

const truth: fc.Arbitrary<Truth> = fc.record({
  topup: fc.constantFrom(0, 0, 1, 2),
  // Few amounts, so that many payments are alike.
  cents: fc.constantFrom(2_500, 2_501),
  sharedReference: fc.constantFrom(null, 'SHARED-0001'),
  hasUetr: fc.boolean(),
  hasTransaction: fc.boolean(),
  hasEndToEnd: fc.boolean(),
});

const files = (payments: number): fc.Arbitrary<readonly StatementFile[]> =>
  fc.array(
    fc.record({
      message: fc.constantFrom('052', '053', '054'),
      views: fc.shuffledSubarray(Array.from({ length: payments }, (_, index) => index)).chain((subset) =>
        fc.tuple(
          ...subset.map((payment) =>
            fc.record({
              payment: fc.constant(payment),
              uetr: fc.boolean(),
              transaction: fc.boolean(),
              endToEnd: fc.boolean(),
              valueDayAlone: fc.boolean(),
            }),
          ),
        ),
      ),
    }),
    { minLength: 1, maxLength: 6 },
  );

const cases = fc
  .array(truth, { minLength: 1, maxLength: 6 })
  .chain((payments) => fc.record({ payments: fc.constant(payments), files: files(payments.length) }));

/** Each view has the name by which the bank tells the payment from those that share its reference. */
function entryOf(payments: readonly Truth[], view: View): string {
  const { topup, cents, sharedReference, hasUetr, hasTransaction, hasEndToEnd } = payments[view.payment] as Truth;
  const own = String(view.payment + 1);
  const refs = {
    ...(hasUetr && view.uetr && { UETR: `uetr-${own}-0000` }),
    ...(hasTransaction && view.transaction && { TxId: `TX-${own}-0000` }),
    EndToEndId: hasEndToEnd && view.endToEnd ? `E2E-${own}` : 'NOTPROVIDED',
  };
  return camtEntry({
    amount: (cents / 100).toFixed(2),
    reference: sharedReference ?? `OWN-000${own}`,
    ...(sharedReference !== null && { number: own }),
    refs,
    text: topup === 2 ? 'rent' : `WB-${topupDigits[topup] ?? ''}`,
    ...(view.valueDayAlone && { date: '', more: '<ValDt><Dt>2026-11-20</Dt></ValDt>' }),
  });
}

test('what is credited is the sum of the distinct payments that name a top-up, for any order and repetition', async (t) => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ payments, files: told }) => {
      const scene = await importScene();
      for (const digits of topupDigits) await scene.topup(digits);
      for (const { message, views } of told) {
        const entries = views.map((view) => entryOf(payments, view));
        const { unmatched, refused } = await scene.read(camtText(entries, { message }));
        t.deepEqual(refused, []);
        const strangers = views.filter(({ payment }) => payments[payment]?.topup === 2);
        t.is(unmatched.length, strangers.length);
      }
      const seen = new Set(told.flatMap(({ views }) => views.map(({ payment }) => payment)));
      const expected = [...seen].reduce((sum, index) => {
        const payment = payments[index];
        return payment === undefined || payment.topup === 2 ? sum : sum + payment.cents;
      }, 0);
      t.is(await scene.balance(), `${(expected / 100).toFixed(2)}0000000`);
    }),
    { numRuns: propertyRuns(60) },
  );
});

test('payments that nothing tells apart are as many as the file with most of them has', async (t) => {
  const anonymous = (): string => camtEntry({ text: `WB-${topupDigits[0] ?? ''}` });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 5 }), async (counts) => {
      const scene = await importScene();
      await scene.topup(topupDigits[0] ?? '');
      for (const count of counts) await scene.read(camtText(Array.from({ length: count }, anonymous)));
      t.is(await scene.balance(), `${25 * Math.max(...counts)}.000000000`);
    }),
    { numRuns: propertyRuns(30) },
  );
});

test('two imports of one file at once credit its payments once', async (t) => {
  const scene = await importScene();
  const { reference } = await scene.topup(topupDigits[0] ?? '');
  const text = camtText(
    ['BANK-0001', 'BANK-0002', 'BANK-0003'].map((each) => camtEntry({ reference: each, text: reference })),
  );
  const all = await Promise.all(Array.from({ length: 6 }, () => scene.read(text)));
  t.is(await scene.balance(), '75.000000000');
  t.is(all.flatMap(({ credited }) => credited).length, 3);
});

test('payments that share a reference and come in files of their own are credited each', async (t) => {
  const scene = await importScene();
  const { reference } = await scene.topup(topupDigits[0] ?? '');
  const file = (number: string): string => camtText([camtEntry({ reference: 'SHARED-0001', number, text: reference })]);
  for (const number of ['1', '2', '1', '3', '2']) await scene.read(file(number));
  t.is(await scene.balance(), '75.000000000');
});

const nameKinds = ['AcctSvcrRef', 'TxId', 'UETR', 'EndToEndId', 'NtryRef'] as const;

/** Payments of two days, the names by which each kind of file knows them, and files of which the 053 has them all. */
const dialects = fc
  .array(
    fc.record({ topup: fc.constantFrom(0, 0, 1), cents: fc.constantFrom(2_500, 1_000), day: fc.constantFrom(19, 20) }),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .chain((payments) =>
    fc.record({
      payments: fc.constant(payments),
      names: fc.record({
        '052': fc.subarray([...nameKinds]),
        '053': fc.subarray([...nameKinds]),
        '054': fc.subarray([...nameKinds]),
      }),
      files: fc.array(
        fc.oneof(
          fc.tuple(fc.constantFrom('052', '054'), fc.shuffledSubarray([...payments.keys()])),
          fc.tuple(
            fc.constant('053'),
            fc.shuffledSubarray([...payments.keys()], { minLength: payments.length, maxLength: payments.length }),
          ),
        ),
        { minLength: 1, maxLength: 6 },
      ),
    }),
  );

test('where each kind of file names payments in its own way, none is credited twice, and all that a statement has are', async (t) => {
  await fc.assert(
    fc.asyncProperty(dialects, async ({ payments, names, files: told }) => {
      const scene = await importScene();
      for (const digits of topupDigits) await scene.topup(digits);
      for (const [message, indexes] of told) {
        const entries = indexes.map((index) => {
          const { topup = 0, cents = 0, day = 20 } = payments[index] ?? {};
          const own = names[message].map((kind) => [kind, `${kind}-00${index + 1}`]);
          const { AcctSvcrRef: reference = '', NtryRef: number = '', ...refs } = Object.fromEntries(own);
          const date = `<Dt>2026-11-${day}</Dt>`;
          const text = `WB-${topupDigits[topup] ?? ''}`;
          return camtEntry({ amount: (cents / 100).toFixed(2), reference, number, refs, text, date });
        });
        await scene.read(camtText(entries, { message }));
      }
      const seen = new Set(told.flatMap(([, indexes]) => indexes));
      const most = [...seen].reduce((sum, index) => sum + (payments[index]?.cents ?? 0), 0);
      const balance = Number((await scene.balance()).replace(/\.(\d\d)0{7}$/, '$1'));
      t.true(balance <= most, `${balance} of ${most}`);
      if (told.some(([message]) => message === '053')) t.is(balance, most);
    }),
    { numRuns: propertyRuns(60) },
  );
});

test('a name that could be of either of two payments is taken for neither', async (t) => {
  const scene = await importScene();
  const { reference: text } = await scene.topup(topupDigits[0] ?? '');
  const named = (refs: Readonly<Record<string, string>>) => camtEntry({ refs, text });
  await scene.read(camtText([named({ EndToEndId: 'E2E-1' }), named({ EndToEndId: 'E2E-2' })], { message: '053' }));
  await scene.read(camtText([named({ UETR: 'uetr-2' })], { message: '052' }));
  for (const own of ['1', '2']) {
    await scene.read(camtText([named({ UETR: `uetr-${own}`, EndToEndId: `E2E-${own}` })], { message: '054' }));
  }
  t.is(await scene.balance(), '50.000000000');
});

test('a record that was counted for a payment that is alike is not credited by a file that names it more fully', async (t) => {
  const scene = await importScene();
  const { reference: text } = await scene.topup(topupDigits[0] ?? '');
  const endToEnd = (own: number) => ({ EndToEndId: `E2E-${own}` });
  await scene.read(camtText([camtEntry({ refs: endToEnd(2), text })], { message: '054' }));
  await scene.read(camtText([4, 2, 1].map((own) => camtEntry({ number: String(own), text }))));
  for (const own of [4, 1, 2, 4]) {
    const entry = camtEntry({ number: String(own), refs: endToEnd(own), text });
    t.is((await scene.read(camtText([entry], { message: '052' }))).already.length, 1);
  }
  t.is(await scene.balance(), '75.000000000');
});

test('a time of booking in UTC, at night, is of the payment that a statement has on the day that began at the bank', async (t) => {
  const scene = await importScene();
  const { reference: text } = await scene.topup(topupDigits[0] ?? '');
  const more = '<ValDt><Dt>2026-11-20</Dt></ValDt>';
  const numbered = (date: string) => camtEntry({ number: '7', text, more, date });
  await scene.read(camtText([numbered('<DtTm>2026-11-19T23:30:00Z</DtTm>')], { message: '054' }));
  t.is((await scene.read(camtText([numbered('<Dt>2026-11-20</Dt>')]))).already.length, 1);
  t.is(await scene.balance(), '25.000000000');
});

test('a notice and a statement in one envelope are two files', async (t) => {
  const scene = await importScene();
  const { reference } = await scene.topup(topupDigits[0] ?? '');
  const entry = camtEntry({ reference: 'BANK-0001', text: reference });
  const messages = (['054', '053'] as const).map((message) =>
    camtText([entry], { message }).replace(/<\?xml.*\?>/, ''),
  );
  t.like(await scene.read(`<Envelope>${messages.join('')}</Envelope>`), {
    credited: { length: 1 },
    already: { length: 1 },
  });
  t.is(await scene.balance(), '25.000000000');
});

/** Statements of one file, in one message or one after the other. */
const repeated: readonly (readonly [what: string, file: (text: string) => string, euros: number])[] = [
  ...(['052', '053', '054'] as const).flatMap((message) =>
    [
      [{ reference: 'BANK-0001' }, { reference: 'BANK-0002' }],
      [{ refs: { TxId: 'TX-1' } }, { refs: { TxId: 'TX-2' } }],
      [{ text: 'first of ' }, { text: 'second of ' }],
    ].map(
      ([one, other]) =>
        [
          `a camt.${message} that begins each statement anew, by ${Object.keys(one ?? {}).join()}`,
          (text: string) => {
            const [first, second] = [one, other].map((each) =>
              camtEntry({ ...each, text: `${each && 'text' in each ? each.text : ''}${text}` }),
            );
            const [early, late] = [[first ?? ''], [first ?? '', second ?? '']].map((each) =>
              camtText(each, { message }),
            );
            const statement = /<(Rpt|Stmt|Ntfctn)>.*<\/\1>/;
            return (late ?? '').replace(statement, `${statement.exec(early ?? '')?.[0] ?? ''}$&`);
          },
          50,
        ] as const,
    ),
  ),
  ['a statement of MT940 twice', (text: string) => `${mt940Text(iban, text)}\r\n${mt940Text(iban, text)}`, 25],
  [
    'a statement of MT940 twice, of which the bank names no payment',
    (text: string) => `${mt940Text(iban, text)}\r\n${mt940Text(iban, text)}`.replaceAll('INV-7//BANK-0001', 'NONREF'),
    25,
  ],
  [
    'pages of MT940 with equal payments',
    (text: string) => {
      const page = mt940Text(iban, text).replace('INV-7//BANK-0001', 'NONREF').replace('?20EREF+INV-7', '');
      return `${page}\r\n${page.replace(':28C:1/1', ':28C:1/2').replace(':60F:', ':60M:')}`;
    },
    50,
  ],
];

for (const [what, file, euros] of repeated) {
  test(`a payment that several statements of one file have is credited once: ${what}`, async (t) => {
    const scene = await importScene();
    const { reference } = await scene.topup(topupDigits[0] ?? '');
    for (let times = 0; times < 2; times += 1) await scene.read(file(reference));
    t.is(await scene.balance(), `${euros}.000000000`);
  });
}

for (const [what, stated] of [
  ['a word for none', () => 'NONREF'],
  ['the reference of the top-up', (reference: string) => reference.toLowerCase()],
  ['the number of the entry', () => '26112000017'],
] as const) {
  test(`a payment that a person has stated by ${what} is known to the statement, once`, async (t) => {
    const scene = await importScene();
    const { id, reference } = await scene.topup(topupDigits[0] ?? '');
    t.true((await scene.confirm(id, stated(reference), '25.000000000')).accepted);
    const entry = camtEntry({
      number: '26112000017',
      date: '<Dt>2026-11-19</Dt>',
      refs: { TxId: 'TX-1' },
      text: reference,
    });
    t.is((await scene.read(camtText([entry]))).already.length, 1);
    t.is((await scene.read(camtText([camtEntry({ refs: { TxId: 'TX-2' }, text: reference })]))).credited.length, 1);
    t.is(await scene.balance(), '50.000000000');
  });
}
