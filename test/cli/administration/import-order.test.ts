import test from 'ava';
import * as fc from 'fast-check';
import { camtEntry, camtText } from '../../_support/camt-text.ts';
import { importScene } from '../../_support/import-scene.ts';
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
