import test from 'ava';
import * as fc from 'fast-check';
import { nextMatch } from '../../src/personal-data/next-match.ts';
import { propertyRuns } from '../_support/property-runs.ts';

const window = 32_768;
const pattern = /(?<![ab])a[ab]{0,6}b(?!a)/g;

function matchesOf(text: string): readonly string[] {
  const found: string[] = [];
  for (let match = nextMatch(text, pattern, { reach: 10 }); match !== null;) {
    found.push(`${match.index} ${match[0]}`);
    match = nextMatch(text, pattern, { from: match.index + match[0].length, reach: 10 });
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
        t.deepEqual(matchesOf(text), whole);
      },
    ),
    { numRuns: propertyRuns(300) },
  );
});
