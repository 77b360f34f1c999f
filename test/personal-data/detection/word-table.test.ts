import test from 'ava';
import { WordTable } from '../../../src/personal-data/detection/word-table.ts';

const entries = new Map(Array.from({ length: 3_000 }, (_, at): [string, number] => [`w${at.toString(36)}é`, at + 1]));
const table = new WordTable(entries);

test('every word is found by its characters in a text, in any case, with its own marks', (t) => {
  for (const [word, marks] of entries) {
    const text = `x ${word.toUpperCase()} y`;
    t.is(table.marksAt(text, 2, 2 + word.length), marks);
  }
});

test('a longer, shorter or different word has no marks', (t) => {
  const text = 'w1éw';
  t.is(table.marksAt(text, 0, 3), entries.get('w1é') ?? -1);
  for (const [start, end] of [
    [0, 2],
    [0, 4],
    [1, 3],
    [2, 2],
  ] as const) {
    t.is(table.marksAt(text, start, end), 0);
  }
  t.is(new WordTable(new Map()).marksAt(text, 0, 3), 0);
});
