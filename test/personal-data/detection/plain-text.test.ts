import test from 'ava';
import { plainText } from '../../../src/personal-data/detection/plain-text.ts';
import { veiled } from '../../../src/personal-data/placeholders/known-spans-left.ts';
import { CastBook } from '../../../src/personal-data/placeholders/cast-book.ts';

// How a text is made plain.

test('a placeholder stands between two words for the rules, as it is', (t) => {
  const book = new CastBook(Buffer.alloc(32, 7));
  const { placeholder } = book.entryOf('a@b.co', 'EMAIL');
  const hidden = veiled(`4111 1111 ${placeholder}1111 1111`, book.knows);
  t.is(hidden.length, 9 + 1 + placeholder.length + 9);
  t.is(plainText(hidden).text, hidden);
});
