import test from 'ava';
import { isGradeAtLeast, isPiiEntity, isPiiLanguage, piiGrades } from '../../src/personal-data/pii-kinds.ts';

test('a grade satisfies itself and all lower grades', (t) => {
  t.deepEqual(
    piiGrades.map((grade) => piiGrades.map((least) => isGradeAtLeast(grade, least))),
    [
      [true, true, true],
      [false, true, true],
      [false, false, true],
    ],
  );
});

test('kinds and languages are closed lists', (t) => {
  t.true(isPiiEntity('IBAN'));
  t.false(isPiiEntity('iban'));
  t.true(isPiiLanguage('it'));
  t.false(isPiiLanguage('xx'));
});
