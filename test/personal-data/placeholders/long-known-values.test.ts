import test from 'ava';
import * as fc from 'fast-check';
import { KnownValues } from '../../../src/personal-data/placeholders/known-values.ts';
import { propertyRuns } from '../../_support/property-runs.ts';

const values = [
  ['Mario Rossi', 'PERSON'],
  ['4111 1111 1111 1111', 'CARD'],
  ['ada@love.example', 'EMAIL'],
] as const;
const spellings: Readonly<Record<string, readonly string[]>> = {
  PERSON: ['Mario Rossi', 'mario   rossi', 'MARIO_ROSSI'],
  CARD: ['4111111111111111', '4111 1111 1111 1111', `41${' '.repeat(9_000)}11${'-'.repeat(5_000)}111111111111`],
  EMAIL: ['ada@love.example', 'Ada@Love.Example'],
};
const known = new KnownValues();
for (const [value, entity] of values) known.add(value, entity);

test('known values are found wherever they stand in a long text, and nothing in the middle of a word', (t) => {
  const piece = fc.tuple(
    fc.constantFrom(...values),
    fc.nat(2),
    fc.constantFrom(0, 1_800, 2_040, 2_048, 4_096),
    fc.nat(30),
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), fc.boolean(), (pieces, isWithin) => {
      let text = '';
      const expected: string[] = [];
      for (const [[, entity], which, beside, more] of pieces) {
        const all = spellings[entity] ?? [];
        const spelling = all[which % all.length] ?? '';
        text += `${'ü.'.repeat(beside / 2)}${'z'.repeat(more)}${isWithin ? 'z' : ' / '}`;
        if (!isWithin) expected.push(`${text.length} ${text.length + spelling.length} ${entity}`);
        text += `${spelling}${isWithin ? 'z' : ' / '}`;
      }
      const found = known.find(text).map(({ start, end, entity }) => `${start} ${end} ${entity}`);
      t.deepEqual(found.toSorted(), expected.toSorted());
    }),
    { numRuns: propertyRuns(40) },
  );
});
