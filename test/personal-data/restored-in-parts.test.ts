import test from 'ava';
import * as fc from 'fast-check';
import { textsOfBody } from '../../src/personal-data/body-texts.ts';
import { CastBook } from '../../src/personal-data/placeholders/cast-book.ts';
import { placeholderRestorer } from '../_support/placeholder-restorer.ts';
import { restoredBody } from '../../src/personal-data/restored-body.ts';
import { doneInTurns } from '../../src/ports/done-in-turns.ts';
import { doneAtOnce } from '../../src/personal-data/done-at-once.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import { turnsOf } from '../_support/turns-of.ts';

const count = 20_000;
const book = new CastBook(Buffer.alloc(32, 7));
const values = Array.from({ length: count }, (_, place) => `a${place}@b.co`);
const placeholders = values.map((value) => book.entryOf(value, 'EMAIL').placeholder);
const restorer = doneAtOnce(placeholderRestorer(book.entries));
const shape = { content: 'text', 'content[]': 'text' } as const;
const bodyOf = (content: unknown): Buffer => Buffer.from(JSON.stringify({ content }));

for (const [what, sent, own] of [
  ['many texts', placeholders, values],
  ['the words of a long text', placeholders.join(' '), values.join(' ')],
] as const) {
  test(`${what}: other requests run while they are restored`, async (t) => {
    const turns = await turnsOf(async () => {
      const restored = await doneInTurns(restoredBody({ shape }, bodyOf(sent), restorer));
      t.true(restored.equals(bodyOf(own)));
    });
    t.true(turns >= 4, `${turns}`);
  });
}

test('other requests run while many texts are written', async (t) => {
  const found = doneAtOnce(textsOfBody(shape, bodyOf(values)));
  const turns = await turnsOf(async () => {
    t.true((await doneInTurns(found.with(placeholders))).equals(bodyOf(placeholders)));
  });
  t.true(turns >= 4, `${turns}`);
});

test('a long text is restored alike, wherever its placeholders stand', (t) => {
  fc.assert(
    fc.property(fc.nat(80), fc.nat(count - 2), (beside, place) => {
      const [first = '', second = ''] = placeholders.slice(place);
      const text = 'x'.repeat(32_768 - beside) + `${first} ${second}`.repeat(3);
      const { content } = JSON.parse(doneAtOnce(restoredBody({ shape }, bodyOf(text), restorer)).toString()) as {
        content: string;
      };
      // Without the texts themselves: they are long.
      t.true(content === restorer.restore(text) && content.includes(values[place] ?? '-'));
    }),
    { numRuns: propertyRuns(200) },
  );
});
