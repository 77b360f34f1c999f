import test from 'ava';
import * as fc from 'fast-check';
import { textsOfBody } from '../../src/personal-data/body-texts.ts';
import { CastBook } from '../../src/personal-data/placeholders/cast-book.ts';
import { placeholderRestorer } from '../_support/placeholder-restorer.ts';
import { restoredBody } from '../../src/personal-data/restored-body.ts';
import { propertyRuns } from '../_support/property-runs.ts';

const count = 20_000;
const book = new CastBook(Buffer.alloc(32, 7));
const values = Array.from({ length: count }, (_, place) => `a${place}@b.co`);
const placeholders = values.map((value) => book.entryOf(value, 'EMAIL').placeholder);
const restorer = placeholderRestorer(book.entries);
const shape = { content: 'text', 'content[]': 'text' } as const;
const bodyOf = (content: unknown): Buffer => Buffer.from(JSON.stringify({ content }));

for (const [what, sent, own] of [
  ['many texts', placeholders, values],
  ['the words of a long text', placeholders.join(' '), values.join(' ')],
] as const) {
  test(`${what} are restored whole`, (t) => {
    t.true(restoredBody({ shape }, bodyOf(sent), restorer).equals(bodyOf(own)));
  });
}

test('many texts are written whole', (t) => {
  t.true(textsOfBody(shape, bodyOf(values)).with(placeholders).equals(bodyOf(placeholders)));
});

test('a long text is restored alike, wherever its placeholders stand', (t) => {
  fc.assert(
    fc.property(fc.nat(80), fc.nat(count - 2), (beside, place) => {
      const [first = '', second = ''] = placeholders.slice(place);
      const text = 'x'.repeat(32_768 - beside) + `${first} ${second}`.repeat(3);
      const { content } = JSON.parse(restoredBody({ shape }, bodyOf(text), restorer).toString()) as {
        content: string;
      };
      // Without the texts themselves: they are long.
      t.true(content === restorer.restore(text) && content.includes(values[place] ?? '-'));
    }),
    { numRuns: propertyRuns(200) },
  );
});
