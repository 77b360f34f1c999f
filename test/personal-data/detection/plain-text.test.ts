import test from 'ava';
import { plainText } from '../../../src/personal-data/detection/plain-text.ts';
import { veiled } from '../../../src/personal-data/placeholders/known-spans-left.ts';
import { CastBook } from '../../../src/personal-data/placeholders/cast-book.ts';
import { doneAtOnce } from '../../../src/personal-data/done-at-once.ts';

// How a text is made plain: a piece at a time, and nothing where nothing is unusual.

const partsOf = (text: string): number => [...plainText(text)].length;
/** The most characters that are searched in one part. */
const window = 32_768;
const searchesOf = (text: string): number => Math.floor(text.length / window);

for (const [what, piece] of [
  ['no-break spaces', '\u00a0'],
  ['control characters', 'a\u0001'],
  ['objects that are replaced', '\ufffc'],
  ['letters of mathematics', '\u{1d400}'],
  ['letters with a mark, beside one unusual character', 'ä'],
  ['digits of another script', '\u0663'],
] as const) {
  test(`a long text of ${what} is made plain in parts`, (t) => {
    const text = `\u200b${piece.repeat(100_000)}`;
    t.true(partsOf(text) >= 90, `${partsOf(text)} parts`);
  });
}

test('a text without unusual characters is only searched for them, however long', (t) => {
  const text = 'grün und blau '.repeat(100_000);
  t.is(partsOf(text), searchesOf(text));
});

test('a placeholder stands between two words for the rules, and costs nothing to make plain', (t) => {
  const book = new CastBook(Buffer.alloc(32, 7));
  const { placeholder } = book.entryOf('a@b.co', 'EMAIL');
  const hidden = doneAtOnce(veiled(`4111 1111 ${placeholder}1111 1111`, book.knows));
  t.is(hidden.length, 9 + 1 + placeholder.length + 9);
  t.is(doneAtOnce(plainText(hidden)).text, hidden);
  const many = hidden.repeat(10_000);
  t.is(partsOf(many), searchesOf(many));
});
