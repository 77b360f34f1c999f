import test from 'ava';
import { isShown } from './_shown-output.ts';

const output = `id                                    cost_eur     at
984b1f77-8c91-4eb4-83d9-42f3e3989215  0.000057375  2026-11-29T10:57:25.545Z
total                                 0.000057375  2026-11-29T10:57:25.545Z`;

test('ids, times and the width of columns differ from run to run, and amounts do not', (t) => {
  const shown = output.replaceAll('2026-11-29T10:57:25.545Z', '2027-01-01T00:00:00Z').replace(/^984b1f77/m, '00000000');
  t.true(isShown(shown.replaceAll(/ {2,}/g, '  '), output));
  t.false(isShown(output.replace('0.000057375', '0.000057374'), output));
});

test('dots stand for anything in a line and, alone, for any lines', (t) => {
  t.true(isShown('id …\n984b1f77-…  0.000057375  …\n…', output));
  t.true(isShown('…\ntotal …', output));
  t.false(isShown('…\nsum …', output));
  t.false(isShown('id …\ntotal …', output), 'a line is missing');
  t.false(isShown('id …\n984b1f77-…', output), 'a line is left over');
});
