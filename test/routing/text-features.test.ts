import * as fc from 'fast-check';
import test from 'ava';
import { bucketCount, shapeNames, TextScanner } from '../../src/routing/text-features.ts';
import { anyCharacter } from '../_support/any-character.ts';
import { hostileShapes, hostileText } from '../_support/hostile-text.ts';
import { propertyRuns } from '../_support/property-runs.ts';

const scanner = new TextScanner();

interface Seen {
  readonly words: number;
  readonly buckets: readonly number[];
  readonly shape: Readonly<Record<string, number>>;
}

function seen(text: string): Seen {
  const { wordCount, buckets, bucketsUsed, shape } = scanner.scan(text);
  return {
    words: wordCount,
    buckets: [...buckets.subarray(0, bucketsUsed)],
    shape: Object.fromEntries(shapeNames.map((name, index) => [name, shape[index] ?? Number.NaN])),
  };
}

test('words, numbers and marks are counted', (t) => {
  const { words, shape } = seen('Why is 12 + 30 not 41? (Explain.)');
  t.is(words, 4);
  t.is(shape['digits'], Math.log1p(6));
  t.is(shape['operators'], Math.log1p(1));
  t.is(shape['questions'], Math.log1p(1));
  t.is(shape['beyondAscii'], 0);
});

test('a word counts once, in any number and any case', (t) => {
  t.deepEqual(seen('Alpha alpha ALPHA').buckets, seen('alpha').buckets);
});

test('the amount of white space between words changes no feature', (t) => {
  t.deepEqual(seen('one\n\n   two\t three'), seen('one two three'));
});

test('only the length of a number is a feature', (t) => {
  t.deepEqual(seen('pay 1234 now'), seen('pay 5678 now'));
});

test('all placeholders of casting count as one word, and their brackets do not count', (t) => {
  t.deepEqual(seen('I am [PERSON-k7q3v].'), seen('I am [IBAN-2xh9c].'));
  t.is(seen('I am [PERSON-k7q3v].').shape['bracketShare'], 0);
  t.not(seen('I am [PERSON].').shape['bracketShare'], 0);
});

test('an empty text has no words', (t) => {
  t.deepEqual(seen('').buckets, []);
  t.is(seen(' \n ').words, 0);
});

test('letters of every script make words; a script without blanks makes several', (t) => {
  t.is(seen('Перевод денег').words, 2);
  t.is(seen('größe').words, 1);
  t.true(seen('漢'.repeat(100)).words > 1);
});

test('figures are finite and each bucket is known and occurs once, for any text', (t) => {
  const texts = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 300 }),
    fc.string({ unit: fc.constantFrom('[', ']', '-', 'a', 'Z', '1', ' ', '\ud800', 'İ', '\u0000'), maxLength: 200 }),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const { buckets, shape, words } = seen(text);
      t.deepEqual(seen(text), { buckets, shape, words });
      return (
        new Set(buckets).size === buckets.length &&
        buckets.every((bucket) => bucket >= 0 && bucket < bucketCount) &&
        Object.values(shape).every((value) => Number.isFinite(value) && value >= 0 && value < 1_000) &&
        words <= text.toLowerCase().length
      );
    }),
    { numRuns: propertyRuns(200) },
  );
});

test('a hostile text has no more features than any text of its length', (t) => {
  for (const shape of Object.keys(hostileShapes) as (keyof typeof hostileShapes)[]) {
    const { buckets, words } = seen(hostileText(shape, 12_288));
    t.true(buckets.length <= bucketCount && words <= 12_288, shape);
  }
});
