import test from 'ava';
import * as fc from 'fast-check';
import { nextMatch } from '../../src/personal-data/next-match.ts';
import { sortedInParts } from '../../src/personal-data/sorted-in-parts.ts';
import type { WorkInParts } from '../../src/personal-data/work-in-parts.ts';
import { doneAtOnce } from '../../src/personal-data/done-at-once.ts';
import { propertyRuns } from '../_support/property-runs.ts';

const window = 32_768;
const pattern = /(?<![ab])a[ab]{0,6}b(?!a)/g;

function* matchesOf(text: string): WorkInParts<readonly string[]> {
  const found: string[] = [];
  for (let match = yield* nextMatch(text, pattern, { reach: 10 }); match !== null;) {
    found.push(`${match.index} ${match[0]}`);
    match = yield* nextMatch(text, pattern, { from: match.index + match[0].length, reach: 10 });
  }
  return found;
}

test('a long text is searched like a short one, wherever its matches stand', (t) => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: -12, max: 12 }), fc.string({ unit: fc.constantFrom('a', 'b', ' ') }))),
      (pieces) => {
        let text = '';
        for (const [beside, piece] of pieces.slice(0, 4)) {
          const place = window * (1 + Math.floor(text.length / window)) + beside;
          text += ' '.repeat(Math.max(0, place - text.length)) + piece;
        }
        const whole = Array.from(text.matchAll(pattern), ({ index, 0: match }) => `${index} ${match}`);
        t.deepEqual(doneAtOnce(matchesOf(text)), whole);
      },
    ),
    { numRuns: propertyRuns(300) },
  );
});

test('many items are sorted as at once, equal ones in their order', (t) => {
  fc.assert(
    fc.property(fc.nat(20_000), fc.nat(1_000), fc.nat(), (count, kinds, seed) => {
      const items = Array.from({ length: count }, (_, place) => ({
        by: ((place + seed) * 7_919) % (kinds + 1),
        place,
      }));
      const compare = (a: { by: number }, b: { by: number }): number => a.by - b.by;
      t.deepEqual(doneAtOnce(sortedInParts(items, compare)), items.toSorted(compare));
    }),
    { numRuns: propertyRuns(50) },
  );
});

/** How many parts a work has. */
function partsOf(work: WorkInParts<unknown>): number {
  let parts = 0;
  for (let part = work.next(); part.done !== true; part = work.next()) parts += 1;
  return parts;
}

test('other work is done between the parts of a search without a match, and of sorting', (t) => {
  t.true(partsOf(nextMatch(' '.repeat(1_000_000), pattern)) >= 30);
  t.true(
    partsOf(
      sortedInParts(
        Array.from({ length: 200_000 }, (_, place) => -place),
        (a, b) => a - b,
      ),
    ) >= 200,
  );
});
