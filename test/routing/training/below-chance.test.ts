import test from 'ava';
import { subjectsBelowChance } from '../../../src/routing/training/below-chance.ts';
import type { TrainingOutcome } from '../../../src/routing/training/outcome.ts';
import { optionsOf } from '../../../src/routing/training/scanned-outcome.ts';
import { scannedOutcomes } from '../../_support/synthetic-outcomes.ts';

const prompt = 'What is 2 + 2?\nA. 1\nB. 2\nC. 3\nD. 4\nAnswer:';

function subject(name: string, count: number, advancedRight: number): readonly TrainingOutcome[] {
  return Array.from({ length: count }, (_, index) => ({
    prompt,
    subject: name,
    set: null,
    economicalRight: index % 2 === 0,
    advancedRight: index < advancedRight,
  }));
}

test('options are counted where they follow each other', (t) => {
  t.is(optionsOf(prompt), 4);
  t.is(optionsOf('Choose.\n(A) yes\n(B) no'), 2);
  t.is(optionsOf('Plan B. is better than plan A. or C.'), 0);
});

test('a subject far below chance is named, with the model', (t) => {
  const found = subjectsBelowChance(scannedOutcomes([...subject('misjudged', 100, 4), ...subject('sound', 100, 80)]));
  t.deepEqual(found, [{ subject: 'misjudged', model: 'advanced', outcomes: 100, right: 0.04, chance: 0.25 }]);
});

test('a subject that may be below chance by accident is not named', (t) => {
  t.deepEqual(subjectsBelowChance(scannedOutcomes(subject('unlucky', 100, 16))), []);
  t.deepEqual(subjectsBelowChance(scannedOutcomes(subject('rare', 29, 0))), []);
});
