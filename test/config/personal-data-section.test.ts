import test from 'ava';
import { personalDataSchema } from '../../src/config/personal-data-section.ts';

test('without a word five languages are looked through, and nothing more is required', (t) => {
  t.like(personalDataSchema.parse({}), { languages: ['de', 'en', 'es', 'fr', 'it'], required: {}, deadline_ms: 5_000 });
});

test('kinds, grades and languages that nobody knows are refused', (t) => {
  const refused = [
    { languages: [] },
    { languages: ['xx'] },
    { required: { NAME: 'A' } },
    { required: { PERSON: 'D' } },
    { least_scores: { PERSON: 2 } },
    { deadline_ms: 0 },
    { engine: 'x' },
  ];
  for (const section of refused) t.false(personalDataSchema.safeParse(section).success, JSON.stringify(section));
  t.true(personalDataSchema.safeParse({ required: { PERSON: 'C' }, least_scores: { PERSON: 0.5 } }).success);
});
