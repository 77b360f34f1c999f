import test from 'ava';
import * as fc from 'fast-check';
import { MovementsCheck } from '../../../src/ledger/verify/verify-movements.ts';
import { decodeEvent } from '../../../src/ledger/codec.ts';
import { walletIdOf } from '../../../src/ledger/stream-names.ts';
import { camtEntry, camtText, type CamtTransaction } from '../../_support/camt-text.ts';
import { importScene } from '../../_support/import-scene.ts';
import { iban, mt940Text } from '../../_support/mt940-text.ts';
import { propertyRuns } from '../../_support/property-runs.ts';

type Scene = Awaited<ReturnType<typeof importScene>>;

const digits = ['0123456789ABCDEF', 'FEDCBA9876543210', 'AAAABBBBCCCCDDDD'] as const;
const [first, second, third] = [`WB-${digits[0]}`, `WB-${digits[1]}`, `WB-${digits[2]}`] as const;

async function threeTopups(): Promise<Scene & { readonly ids: readonly string[] }> {
  const scene = await importScene();
  const ids: string[] = [];
  for (const each of digits) ids.push((await scene.topup(each)).id);
  return { ...scene, ids };
}

/** The first thing that the ledger’s own check finds wrong with money between top-ups and wallets. */
async function wrongIn({ log }: Scene): Promise<string> {
  const check = new MovementsCheck();
  for (const recorded of await log.readAll({ limit: 10_000 })) {
    const found = check.check(decodeEvent(recorded), walletIdOf(recorded.stream));
    if (found !== null) return `${found.kind}: ${found.expected} / ${found.found}`;
  }
  return '';
}

const part = (amount: string, text = '', refs: CamtTransaction['refs'] = {}): CamtTransaction => ({
  amount,
  text,
  refs,
});
const batch = (transactions: readonly CamtTransaction[], more: Parameters<typeof camtEntry>[0] = {}): string =>
  camtEntry({ transactions, ...more });
const X = { reference: 'BATCH-0001' };
const parts = [part('10.00', first), part('15.00', second)];
const tenAndFifteen = camtText([batch(parts, X)], { message: '054' });
const wholeOf = (text: string, more = X): string => camtText([camtEntry({ ...more, text })]);

/** A payment by itself, and a batch as a whole and by two parts that are like the payment. */
const ten = (more: Parameters<typeof camtEntry>[0] = {}): string =>
  camtEntry({ amount: '10.00', text: first, ...more });
const twenty = (text: string): string => camtEntry({ ...X, amount: '20.00', text });
const inTwo = (...of: readonly string[]): string =>
  batch(
    of.map((text, index) => part('10.00', text, { AcctSvcrRef: `PART-000${index}` })),
    { ...X, amount: '20.00' },
  );

interface Case {
  readonly what: string;
  readonly files: readonly string[];
  readonly balance: string;
  /** Entries of each file that were refused. */
  readonly refused: readonly number[];
}

const cases: readonly Case[] = [
  {
    what: 'the whole, then its parts',
    files: [wholeOf(first), tenAndFifteen, tenAndFifteen, wholeOf(first)],
    balance: '25.000000000',
    refused: [0, 1, 1, 0],
  },
  {
    what: 'its parts, then the whole for a third',
    files: [tenAndFifteen, wholeOf(third), tenAndFifteen],
    balance: '25.000000000',
    refused: [0, 1, 0],
  },
  {
    what: 'the whole of MT940, then the parts of camt',
    files: [mt940Text(iban, third).replace('BANK-0001', 'BATCH-0001'), tenAndFifteen],
    balance: '25.000000000',
    refused: [0, 2],
  },
  {
    what: 'the parts of camt, then the whole of MT940',
    files: [tenAndFifteen, mt940Text(iban, third).replace('BANK-0001', 'BATCH-0001')],
    balance: '25.000000000',
    refused: [0, 1],
  },
  {
    what: 'the whole without a reference, then the parts',
    files: [wholeOf(first, { reference: '' }), tenAndFifteen],
    balance: '25.000000000',
    refused: [0, 2],
  },
  {
    what: 'parts without a reference, then the whole',
    files: [camtText([batch(parts)]), wholeOf(third)],
    balance: '25.000000000',
    refused: [0, 1],
  },
  {
    what: 'no file with a reference',
    files: [wholeOf(first, { reference: '' }), camtText([batch(parts)]), camtText([batch(parts)])],
    balance: '25.000000000',
    refused: [0, 2, 2],
  },
  {
    what: 'parts of which the rest is nobody’s, then the whole for another',
    files: [camtText([batch([part('10.00', first), part('15.00', 'a gift')], X)]), wholeOf(second)],
    balance: '10.000000000',
    refused: [0, 1],
  },
  {
    what: 'one part that each file gives to another',
    files: [first, second, third].map((text) => camtText([batch([part('15.00', text), part('10.00')], X)])),
    balance: '15.000000000',
    refused: [0, 1, 1],
  },
  {
    what: 'a part by itself, then in its batch, then the whole for another',
    files: [
      camtText([camtEntry({ amount: '10.00', reference: 'PART-0001', text: first })]),
      camtText([batch([part('10.00', first, { AcctSvcrRef: 'PART-0001' }), part('15.00', 'a gift')], X)]),
      wholeOf(second),
    ],
    balance: '10.000000000',
    refused: [0, 0, 1],
  },
  {
    what: 'a batch in a batch: the outer part, then the inner parts',
    files: [
      camtText([batch([part('25.00', first, { AcctSvcrRef: 'BATCH-0001' }), part('5.00')], { amount: '30.00' })]),
      camtText([batch([part('10.00', second), part('15.00', third)], X)]),
    ],
    balance: '25.000000000',
    refused: [0, 2],
  },
  {
    what: 'a batch in a batch: the inner parts, then the outer part',
    files: [
      camtText([batch([part('10.00', second), part('15.00', third)], X)]),
      camtText([batch([part('25.00', first, { AcctSvcrRef: 'BATCH-0001' }), part('5.00')], { amount: '30.00' })]),
    ],
    balance: '25.000000000',
    refused: [0, 1],
  },
  {
    what: 'a whole and a batch like it in one statement: they are two',
    files: [
      wholeOf(third),
      camtText([camtEntry({ ...X, text: third }), batch(parts, X)]),
      camtText([camtEntry({ ...X, text: third }), batch(parts, X)]),
    ],
    balance: '50.000000000',
    refused: [0, 0, 0],
  },
  {
    what: 'batches of two days with one reference',
    files: (['20', '10'] as const).flatMap((day, index) => {
      const more = { ...X, date: `<Dt>2026-11-${day}</Dt>` };
      const own = [part(`1${index}.00`, [first, second][index]), part(`${15 - index}.00`, 'a gift')];
      return [camtText([batch(own, more)]), camtText([camtEntry({ ...more, text: third })])];
    }),
    balance: '21.000000000',
    refused: [0, 1, 0, 1],
  },
  {
    what: 'a batch less what went out: its parts are more than it',
    files: [
      camtText([batch([part('20.00', first), part('10.00', second), { amount: '5.00', direction: 'DBIT' }], X)]),
      wholeOf(third),
    ],
    balance: '30.000000000',
    refused: [0, 1],
  },
  {
    what: 'a payment, and in the same file a part that is like it, of a batch that is used',
    files: [camtText([ten(), twenty(second)]), camtText([inTwo(first, 'a gift'), ten()])],
    balance: '30.000000000',
    refused: [0, 1],
  },
  {
    what: 'the same, where the batch is of the same top-up, and its parts come by themselves before',
    files: [[ten(), twenty(first)], [inTwo(first, first)], [inTwo(first, first), ten()]].map((each) => camtText(each)),
    balance: '30.000000000',
    refused: [0, 0, 2],
  },
  {
    what: 'a payment that gets a name of its own after a part with the same reference',
    files: [
      camtText([twenty(first), ten({ reference: 'BATCH-0001' })]),
      camtText([inTwo(first, 'a gift')]),
      camtText([ten({ reference: 'BATCH-0001', refs: { AcctSvcrRef: 'ALONE-0001' } })]),
    ],
    balance: '30.000000000',
    refused: [0, 0, 0],
  },
];

for (const { what, files, balance, refused } of cases) {
  test(`an entry of the bank is credited once among all top-ups: ${what}`, async (t) => {
    const scene = await threeTopups();
    const counts: number[] = [];
    for (const file of files) {
      const imported = await scene.read(file);
      counts.push(imported.refused.length);
      t.true(imported.refused.every(({ refusal }) => refusal === 'bank_entry_used'));
    }
    t.is(await scene.balance(), balance);
    t.deepEqual(counts, refused);
    t.is(await wrongIn(scene), '');
  });
}

test('a whole that a person states takes its parts, and a person may still state what is refused', async (t) => {
  const scene = await threeTopups();
  const [one = '', other = ''] = scene.ids;
  t.like(await scene.confirm(one, 'BATCH-0001', '25.000000000'), { accepted: true });
  const [refused, more] = (await scene.read(tenAndFifteen)).refused;
  t.like(refused, { topup_id: other, refusal: 'bank_entry_used' });
  t.is(more, undefined);
  t.like(await scene.confirm(other, refused?.bank_reference ?? '', '15.000000000'), { accepted: true });
  t.is(await scene.balance(), '40.000000000');
  const { credited, refused: again, already } = await scene.read(tenAndFifteen);
  t.deepEqual([credited.length, again.length, already.length], [0, 0, 2]);
  t.is(await wrongIn(scene), '');
});

test('a batch that is taken back was credited by its parts: it is listed, and a person corrects', async (t) => {
  const scene = await threeTopups();
  await scene.read(tenAndFifteen);
  const back = camtText([camtEntry({ ...X, direction: 'DBIT', text: first, more: '<RvslInd>true</RvslInd>' })]);
  t.like(await scene.read(back, true), { reversed: [], refused: [{ refusal: 'no_payment_of_this_amount' }] });
  t.is((await scene.read(wholeOf(third))).credited.length, 0);
  t.is(await scene.balance(), '25.000000000');
});

test('two imports at once, one of the whole and one of the parts, credit no more than there is', async (t) => {
  for (let round = 0; round < 20; round += 1) {
    const scene = await threeTopups();
    const files = [wholeOf(third), tenAndFifteen, wholeOf(third, { reference: '' })];
    await Promise.all([...files, ...files.toReversed()].map((file) => scene.read(file)));
    t.true(['10.000000000', '15.000000000', '25.000000000'].includes(await scene.balance()), await scene.balance());
    for (const file of files) await scene.read(file);
    t.true(['10.000000000', '15.000000000', '25.000000000'].includes(await scene.balance()), await scene.balance());
    t.is(await wrongIn(scene), '');
  }
});

/** A batch as it is. Texts are numbers of top-ups; the last is none. */
interface Truth {
  readonly parts: readonly { readonly cents: number; readonly text: number }[];
  readonly wholeText: number;
  readonly reference: 'own' | 'shared' | 'none';
  readonly day: string;
}

/** How a file shows a batch. */
interface View {
  readonly index: number;
  readonly isWhole: boolean;
  readonly isNamed: boolean;
}

const texts = [first, second, third, 'a gift'] as const;
const text = fc.constantFrom(0, 1, 2, 3);
const truth: fc.Arbitrary<Truth> = fc.record({
  // Few amounts, so that parts and wholes are alike.
  parts: fc.array(fc.record({ cents: fc.constantFrom(500, 1_000), text }), { minLength: 2, maxLength: 3 }),
  wholeText: text,
  reference: fc.constantFrom('own', 'shared', 'none'),
  day: fc.constantFrom('19', '20'),
});
const told = (count: number): fc.Arbitrary<readonly (readonly View[])[]> => {
  const views = fc
    .shuffledSubarray([...Array.from({ length: count }).keys()], { minLength: 1 })
    .chain((indexes) =>
      fc.tuple(
        ...indexes.map((index) =>
          fc.record({ index: fc.constant(index), isWhole: fc.boolean(), isNamed: fc.boolean() }),
        ),
      ),
    );
  return fc.array(views, { minLength: 1, maxLength: 6 });
};
const ledgersOf = (maxLength: number) =>
  fc
    .array(truth, { minLength: 1, maxLength })
    .chain((batches) => fc.record({ batches: fc.constant(batches), files: told(batches.length) }));

const euros = (cents: number): string => (cents / 100).toFixed(2);
const sumOf = (cents: readonly number[]): number => cents.reduce((sum, each) => sum + each, 0);
const centsIn = async (scene: Scene): Promise<number> => Math.round(Number(await scene.balance()) * 100);

function shown({ parts: all, wholeText, reference, day }: Truth, { index, isWhole, isNamed }: View): string {
  const name = { own: `OWN-000${index}`, shared: 'SHARED-0001', none: '' }[reference];
  const more = {
    amount: euros(sumOf(all.map(({ cents }) => cents))),
    date: `<Dt>2026-11-${day}</Dt>`,
    ...(isNamed && name !== '' && { reference: name }),
  };
  if (isWhole) return camtEntry({ ...more, text: texts[wholeText] ?? '' });
  const transactions = all.map(({ cents, text: of }, number) =>
    part(euros(cents), texts[of], isNamed ? { AcctSvcrRef: `PART-000${index}-${number}` } : {}),
  );
  return batch(transactions, more);
}

test('of batches no more is credited than they are, for any views, names, texts and orders', async (t) => {
  await fc.assert(
    fc.asyncProperty(ledgersOf(3), async ({ batches, files }) => {
      const scene = await threeTopups();
      for (const views of files) {
        // Of several, a name that one file has and another lacks tells no batch from the others.
        const named = views.map((view) => ({ ...view, isNamed: view.isNamed || batches.length > 1 }));
        await scene.read(camtText(named.map((view) => shown(batches[view.index] as Truth, view))));
      }
      const seen = [...new Set(files.flat().map(({ index }) => index))];
      const most = sumOf(seen.flatMap((index) => batches[index]?.parts.map(({ cents }) => cents) ?? []));
      const credited = await centsIn(scene);
      t.true(credited <= most, `${credited} of ${most}`);
      t.is(await wrongIn(scene), '');
    }),
    { numRuns: propertyRuns(80) },
  );
});

test('a batch with names of its own is credited as the first file tells it that names a top-up, and once', async (t) => {
  await fc.assert(
    fc.asyncProperty(ledgersOf(3), async ({ batches, files }) => {
      const scene = await threeTopups();
      const credited = new Map<number, number>();
      for (const views of files) {
        const named = views.map((view) => ({ ...view, isNamed: true }));
        const entries = named.map((view) => shown({ ...(batches[view.index] as Truth), reference: 'own' }, view));
        await scene.read(camtText(entries));
        for (const { index, isWhole } of views) {
          const { parts: all = [], wholeText = 3 } = batches[index] ?? {};
          const attributed = isWhole ? all.map((each) => ({ ...each, text: wholeText })) : all;
          const cents = sumOf(attributed.map(({ cents: each, text: of }) => (of === 3 ? 0 : each)));
          if ((credited.get(index) ?? 0) === 0) credited.set(index, cents);
        }
      }
      t.is(await centsIn(scene), sumOf([...credited.values()]));
      t.is(await wrongIn(scene), '');
    }),
    { numRuns: propertyRuns(80) },
  );
});
