import test from 'ava';
import * as fc from 'fast-check';
import { doneAtOnce } from '../../src/personal-data/done-at-once.ts';
import { isJsonText } from '../../src/personal-data/is-json-text.ts';
import { doneInTurns } from '../../src/ports/done-in-turns.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import { turnsOf } from '../_support/turns-of.ts';

/** A longer text is not given to `JSON.parse`. */
const long = 40_000;

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The text is as good as before, and long: blanks may stand around it. */
const lengthened = (text: string): string => ' '.repeat(long) + text;

const pieces = [
  '[',
  ']',
  '{',
  '}',
  ',',
  ':',
  '"',
  '"a"',
  '"\\u00e9\\n"',
  '\\',
  '\\u12',
  '-',
  '0',
  '12',
  '.5',
  'e+7',
  'E',
].concat([
  'true',
  'null',
  'fals',
  ' ',
  '\n',
  '\u00a0',
  '\u0001',
  '\ud800',
  '\u2028',
  '[]',
  '{}',
  '{"a":1}',
  '"":',
  '\ufeff',
]);

test('a long text is JSON when JSON.parse says so, whatever it is made of', (t) => {
  const made = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((all) => all.join(''));
  fc.assert(
    fc.property(made, (text) => {
      t.is(doneAtOnce(isJsonText(lengthened(text))), parses(text), JSON.stringify(text));
    }),
    { numRuns: propertyRuns(3_000) },
  );
});

test('JSON that one character is missing from, or that has one more, is read as JSON.parse does', (t) => {
  const spoilt = fc.tuple(fc.json({ maxDepth: 4 }), fc.nat(), fc.constantFrom('', ...pieces));
  fc.assert(
    fc.property(spoilt, ([json, place, instead]) => {
      t.true(doneAtOnce(isJsonText(lengthened(json))));
      const at = place % json.length;
      const text = json.slice(0, at) + instead + json.slice(at + 1);
      t.is(doneAtOnce(isJsonText(lengthened(text))), parses(text), JSON.stringify(text));
    }),
    { numRuns: propertyRuns(2_000) },
  );
});

for (const [what, text] of Object.entries({
  'many numbers': `[${'1,'.repeat(200_000)}1]`,
  'many lists within lists': '['.repeat(100_000) + ']'.repeat(100_000),
  'a string of many escapes': `["${'\\u0061'.repeat(100_000)}"]`,
})) {
  test(`other requests run while ${what} are read`, async (t) => {
    const turns = await turnsOf(async () => t.true(await doneInTurns(isJsonText(text))));
    t.true(turns > 5, `${turns}`);
    t.false(doneAtOnce(isJsonText(`${text.slice(0, -1)}}`)));
  });
}
