import test from 'ava';
import { applyDetectionRules } from '../../../src/personal-data/detection/detection-rules.ts';
import type { PiiEntity } from '../../../src/personal-data/pii-kinds.ts';

// No step of reading a long text is one part: each of them yields, however few of the others do.

const partsOf = (text: string, entities: readonly PiiEntity[]): readonly number[] => [
  ...applyDetectionRules(text, { entities: new Set(entities), languages: ['en'] }),
];

test('a long text is divided into words in parts, whatever is asked', (t) => {
  for (const piece of ['a', 'Via Roma 1 ', '((', '- - ']) {
    const text = `${piece.repeat(20)} `.repeat(20_000 / piece.length);
    t.true(partsOf(text, []).length >= text.length / 8_192 - 1, piece);
  }
});

test('what was found in a long text is left out and put in order in parts', (t) => {
  const id = '0a1b2c3d-0000-4000-8000-0123456789ab ';
  const found = 60_000;
  const parts = partsOf(`${id}${'x@b.co '.repeat(found)}`, ['EMAIL']);
  // Compared with the ids, sorted in runs, these merged pairwise, and compared with those beside them.
  const large = parts.filter((size) => size === 16_384).length;
  t.true(large >= (found / 4_096) * (1 + 1 + 3 + 1), `${large}`);
});

test('signs that begin no value are passed over in parts', (t) => {
  for (const sign of ['(', '[', '{', '<']) {
    const text = sign.repeat(100_000);
    const workOf = (entities: readonly PiiEntity[]): number =>
      partsOf(text, entities).reduce((sum, size) => sum + size, 0);
    t.true(workOf(['EMAIL']) - workOf([]) >= text.length, sign);
  }
});
