import * as fc from 'fast-check';
import test from 'ava';
import type { FoundSpan } from '../../../src/personal-data/placeholders/known-values.ts';
import { keptSpansIn } from '../../../src/personal-data/placeholders/lookalikes.ts';
import { unitedSpans, type TextRange } from '../../../src/personal-data/placeholders/united-spans.ts';
import { counted } from './_counted.ts';

const nobody = (): boolean => false;
const lookalike = 'ip-bcdfg ';
const address = 'x@b.co ';

/** Half of the text looks like placeholders, half is addresses of mail. */
function halves(each: number): { readonly text: string; readonly found: readonly FoundSpan[] } {
  const before = lookalike.repeat(each);
  const found = Array.from({ length: each }, (_, place) => {
    const start = before.length + place * address.length;
    return { start, end: start + address.length - 1, entity: 'EMAIL' as const };
  });
  return { text: before + address.repeat(each), found };
}

test('texts like placeholders and found values are each read once', (t) => {
  const { text, found } = halves(2_000);
  const spans = counted(found);
  const kept = counted(keptSpansIn(text, spans.all, nobody));
  t.is(kept.all.length, 2_000);
  t.is(unitedSpans(text, spans.all, kept.all).length, 2_000);
  t.true(spans.reads() < 2_000 * 40, `${spans.reads()}`);
  t.true(kept.reads() < 2_000 * 10, `${kept.reads()}`);
});

const spansIn = (length: number): fc.Arbitrary<readonly FoundSpan[]> =>
  fc.array(
    fc
      .tuple(fc.nat(length - 1), fc.integer({ min: 1, max: 14 }), fc.constantFrom('EMAIL' as const, 'PERSON' as const))
      .map(([start, long, entity]) => ({ start, end: Math.min(length, start + long), entity })),
    { maxLength: 30 },
  );

test('a text like a placeholder is kept unless a found value overlaps it, in any order of values', (t) => {
  const text = `${lookalike}and [IP-hjkmn] `.repeat(8);
  const all = keptSpansIn(text, [], nobody);
  t.is(all.length, 16);
  fc.assert(
    fc.property(spansIn(text.length), (found) => {
      const values = found.filter(({ entity }) => entity !== 'PERSON');
      const expected = all.filter((each) => !values.some(({ start, end }) => start < each.end && end > each.start));
      t.deepEqual(keptSpansIn(text, found, nobody), expected);
    }),
  );
});

test('all found parts are cast, except kept ones', (t) => {
  const text = 'abcdefghij'.repeat(12);
  const ranges: fc.Arbitrary<readonly TextRange[]> = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 8 })), { maxLength: 12 })
    .map((steps) => {
      let at = 0;
      return steps.map(([gap, long]) => ({ start: (at += gap), end: (at += long) }));
    });
  fc.assert(
    fc.property(spansIn(text.length), ranges, (found, kept) => {
      const within = (all: readonly TextRange[], at: number): boolean =>
        all.some(({ start, end }) => start <= at && at < end);
      const united = unitedSpans(text, found, kept);
      for (let at = 0; at < text.length; at += 1) {
        t.is(within(united, at), within(found, at) && !within(kept, at));
      }
    }),
  );
});
