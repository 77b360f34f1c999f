import test from 'ava';
import * as fc from 'fast-check';
import { camtEntry, camtText } from '../../_support/camt-text.ts';
import { importScene } from '../../_support/import-scene.ts';
import { propertyRuns } from '../../_support/property-runs.ts';

const topupDigits = ['0123456789ABCDEF', 'FEDCBA9876543210'];
const iban = 'DE89370400440532013000';

/** Days of November; that of value may be one to three days from that of booking. */
interface Dated {
  readonly topup: number;
  readonly cents: number;
  readonly booked: number;
  readonly valued: number;
}

const dated: fc.Arbitrary<Dated> = fc
  .record({
    topup: fc.constantFrom(0, 0, 1),
    cents: fc.constantFrom(2_500, 2_500, 1_000),
    booked: fc.integer({ min: 16, max: 19 }),
    apart: fc.integer({ min: -3, max: 3 }),
  })
  .map(({ apart, ...payment }) => ({ ...payment, valued: payment.booked + apart }));

/** Payments that their days tell apart, or the number of each on its day of booking. */
const neighbours = fc.constantFrom('number' as const, 'booked' as const, 'valued' as const).chain((by) => {
  const places = by === 'number' ? [] : by === 'booked' ? (['booked'] as const) : (['booked', 'valued'] as const);
  const isAnother = (a: Dated, b: Dated): boolean =>
    a.topup !== b.topup || a.cents !== b.cents || places.every((place) => a[place] !== b[place]);
  return fc
    .array(dated, { minLength: 1, maxLength: 6 })
    .map((all) => all.filter((each, index) => all.slice(0, index).every((other) => isAnother(each, other))))
    .chain((payments) =>
      fc.record({
        by: fc.constant(by),
        payments: fc.constant(payments),
        files: fc.array(
          fc.record({
            form: fc.constantFrom('052', '053', '054', ...(by === 'number' ? [] : (['MT940'] as const))),
            hasBothDays: fc.boolean(),
            hasNumber: fc.boolean(),
            told: fc.shuffledSubarray([...payments.keys()]),
          }),
          { minLength: 1, maxLength: 6 },
        ),
      }),
    );
});

test('payments whose days of booking and of value are neighbours are told apart, in any order and repetition', async (t) => {
  await fc.assert(
    fc.asyncProperty(neighbours, async ({ by, payments, files: read }) => {
      const scene = await importScene();
      for (const digits of topupDigits) await scene.topup(digits);
      const numbers = payments.map(
        ({ booked }, index) => payments.slice(0, index).filter((each) => each.booked === booked).length + 1,
      );
      for (const { form, hasBothDays, hasNumber, told } of read) {
        const days = { booked: hasBothDays || by !== 'valued', valued: hasBothDays || by === 'valued' };
        const views = told.map((index) => ({ ...(payments[index] as Dated), number: numbers[index] ?? 0 }));
        const entries = views.map(({ topup, cents, booked, valued, number }) => {
          const text = `WB-${topupDigits[topup] ?? ''}`;
          const amount = (cents / 100).toFixed(2);
          if (form === 'MT940') {
            const day = days.booked ? `11${booked}` : '';
            return `:61:2611${valued}${day}C${amount.replace('.', ',')}NTRFNONREF\r\n:86:${text}\r\n`;
          }
          return camtEntry({
            amount,
            text,
            ...((by === 'number' || hasNumber) && { number: String(number) }),
            date: days.booked ? `<Dt>2026-11-${booked}</Dt>` : '',
            more: days.valued ? `<ValDt><Dt>2026-11-${valued}</Dt></ValDt>` : '',
          });
        });
        const closing = (views.reduce((sum, { cents }) => sum + cents, 0) / 100).toFixed(2).replace('.', ',');
        const statement = `:20:S\r\n:25:${iban}\r\n:28C:1/1\r\n:60F:C261101EUR0,00\r\n${entries.join('')}:62F:C261130EUR${closing}\r\n-`;
        const { refused, unmatched } = await scene.read(
          form === 'MT940' ? statement : camtText(entries, { message: form }),
        );
        t.deepEqual([refused, unmatched], [[], []]);
      }
      const seen = new Set(read.flatMap(({ told }) => told));
      const sum = [...seen].reduce((total, index) => total + (payments[index]?.cents ?? 0), 0);
      t.is(await scene.balance(), `${(sum / 100).toFixed(2)}0000000`);
    }),
    { numRuns: propertyRuns(200) },
  );
});
