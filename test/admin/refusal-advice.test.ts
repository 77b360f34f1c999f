import test from 'ava';
import { notPossible, refusalAdvice } from '../../src/admin/refusal-advice.ts';

test('a refused change names the rule and the next step', (t) => {
  t.is(
    notPossible('scope_closed').message,
    'The ledger refused: scope_closed. Create another one: a closed scope stays closed.',
  );
});

test('every rule has its own advice, in a sentence', (t) => {
  for (const [refusal, advice] of Object.entries(refusalAdvice)) t.regex(advice, /^[A-Z].{10,}\.$/, refusal);
});
