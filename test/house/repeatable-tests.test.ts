import test from 'ava';
import ts from 'typescript';
import { offendingLines, read, sources } from './_project-files.ts';
import { nodesOf, syntaxOf } from './_syntax.ts';

// A test that failed fails again, on any machine and beside any others.

const tests = sources('test').filter((path) => !path.startsWith('test/bench/'));

/** They draw for others, and print or hand on what they drew; ports are drawn beside those of others. */
const drawing = [
  'test/_support/seeded-random.ts',
  'test/_support/property-seed.ts',
  'test/_support/free-port.ts',
  'test/house/property-seed.test.ts',
  'test/house/repeatable-tests.test.ts',
  'test/infra/test-runs.test.ts',
];

test('tests draw nothing at random that a printed seed does not repeat', (t) => {
  const draws = /Math\.random\(|\brandomInt\(|Date\.now\(\) %|randomBytes\(\d\)\.read|WAYBILL_TEST_SEED/;
  t.deepEqual(
    offendingLines(
      tests.filter((path) => !drawing.includes(path)),
      (line) => draws.test(line) && !/^\s*(\*|\/\/|\/\*)/.test(line),
    ),
    [],
    'properties have the seed of the run already; draw everything else from randomOf(t), which prints its seed',
  );
});

const isCollection = (node: ts.Node): boolean =>
  ts.isNewExpression(node) && ['Set', 'Map'].includes(node.expression.getText()) && (node.arguments?.length ?? 0) > 0;

test('sets and maps are not compared with their order', (t) => {
  const compared = tests.flatMap((path) =>
    nodesOf(path)
      .filter(ts.isCallExpression)
      .filter(
        ({ expression, arguments: given }) =>
          /\.(notD|d)eepEqual$/.test(expression.getText()) && given.some(isCollection),
      )
      .map((node) => `${path}: ${node.getText().replaceAll(/\s+/g, ' ').slice(0, 120)}`),
  );
  t.deepEqual(compared, [], 'AVA compares sets and maps in the order of insertion: compare sorted lists, or objects');
});

test('no test has a time-out that a busy machine reaches', (t) => {
  t.deepEqual(
    offendingLines(tests, (line) => /\bt\.timeout\(\d{1,2}_?\d{3}\b/.test(line)),
    [],
    'leave t.timeout out: tests that tell nothing for five minutes are ended anyway',
  );
});

test('a test that has nothing to do is skipped, not passed', (t) => {
  t.deepEqual(
    tests.filter((path) => /\bt\.pass\(\);\s*return;|return t\.pass\(\)/.test(read(path))),
    [],
    'a test that runs only at times is declared with runIf or skipIf',
  );
});

/** Statements that run when a module is imported: they start something, or share what ends with one of several files. */
function startsSomething(path: string): boolean {
  const onImport = syntaxOf(path).statements.flatMap((statement) =>
    ts.isVariableStatement(statement) || ts.isExpressionStatement(statement) ? [statement.getText()] : [],
  );
  return onImport.some((text) => /^(export )?(const|let) [^=]+= (await |new SharedTeardown)|^await /.test(text));
}

test('a module that test files share starts nothing by being imported', (t) => {
  const texts = sources('test').map((path) => read(path));
  const shared = tests.filter((path) => !path.endsWith('.test.ts') && texts.some((text) => imports(text, path)));
  t.deepEqual(
    shared.filter(startsSomething),
    [],
    'the files of a room run in one process: export a function that starts it for the file that calls',
  );
});

const imports = (text: string, path: string): boolean => text.includes(`/${path.split('/').at(-1) ?? ''}';`);
