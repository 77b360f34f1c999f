import test from 'ava';
import { sources } from './_project-files.ts';
import { functionsOf } from './_syntax.ts';
import { read } from './_project-files.ts';

/** Aim: functions of 25 lines, files of 120. Hard: */
const functionLinesMax = 70;
const fileLinesMax = 400;

/** The flow of an inference is read at one glance. */
const flowLinesMax = 126;

/** Files that are one long table. */
const tables = new Set([
  'src/errors.ts',
  'src/personal-data/detection/word-lists/census-given-names.ts',
  'src/personal-data/detection/word-lists/registered-given-names.ts',
  'docs/pages/state-samples.ts',
  'test/composition/_ledger-edits.ts',
]);

const product = sources('src', 'projections', 'infra', 'docs', 'examples');
const tests = sources('test');

const files = [...product, ...tests].map((path) => ({ path, lines: read(path).split('\n').length - 1 }));
const functions = product.flatMap(functionsOf);

function percentile(figures: readonly number[], share: number): number {
  return figures.toSorted((a, b) => a - b)[Math.floor((figures.length - 1) * share)] ?? 0;
}

const longest = <Item extends { readonly lines: number }>(items: readonly Item[]): readonly Item[] =>
  items.toSorted((a, b) => b.lines - a.lines).slice(0, 5);

test('no function of the product is longer than 70 lines', (t) => {
  const lines = functions.map((each) => each.lines);
  t.log(`${lines.length} functions: median ${percentile(lines, 0.5)}, p90 ${percentile(lines, 0.9)} lines`);
  for (const each of longest(functions)) t.log(`${each.lines} ${each.name} (${each.path})`);
  t.deepEqual(
    functions.filter((each) => each.lines > functionLinesMax),
    [],
    'a function has at most 70 lines: divide it',
  );
});

test('no file is longer than 400 lines, but for tables', (t) => {
  const lines = files.map((each) => each.lines);
  t.log(`${lines.length} files: median ${percentile(lines, 0.5)}, p90 ${percentile(lines, 0.9)} lines`);
  for (const each of longest(files)) t.log(`${each.lines} ${each.path}`);
  t.deepEqual(
    files.filter((file) => file.lines > fileLinesMax && !tables.has(file.path)),
    [],
    'a file has at most 400 lines: divide it by subject',
  );
});

test('the flow of an inference is one file of at most 126 lines', (t) => {
  const flow = files.find(({ path }) => path === 'src/pipeline/pipeline.ts');
  t.log(`${flow?.lines} lines`);
  t.true(
    flow !== undefined && flow.lines <= flowLinesMax,
    'pipeline.ts has at most 126 lines: move detail into a stage',
  );
});
