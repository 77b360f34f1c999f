import { basename } from 'node:path';
import test from 'ava';
import { filesOf, suiteGlobs } from '../../infra/test-suites.ts';
import { read, sources } from './_project-files.ts';

const tests = sources('test');

/**
 * The globs of the suites, and those of the ava.config.mjs in
 * infra/{audit,archive,helm,kafka,agents,time,upgrade,pages,hledger,beancount,tokenizers,libreoffice,console,clean-clone}.
 */
const suites: readonly (readonly string[])[] = [
  suiteGlobs('rooms'),
  suiteGlobs('long'),
  suiteGlobs('processes'),
  ['test/kafka/**/*.test.ts'],
  ['test/agents/**/*.test.ts'],
  ['test/install/**/*.test.ts'],
  ['test/clock-jumps/**/*.test.ts'],
  ['test/upgrade/**/*.test.ts'],
  ['test/pages/**/*.test.ts'],
  ['test/audit/**/*.test.ts'],
  ['test/helm/**/*.test.ts'],
  ['test/archive/**/*.test.ts'],
  ['test/hledger/**/*.test.ts'],
  ['test/beancount/**/*.test.ts'],
  ['test/tokenizers/**/*.test.ts'],
  ['test/libreoffice/**/*.test.ts'],
  ['test/browser/**/*.test.ts'],
];

const runs = suites.flatMap(filesOf);
const isRun = (path: string): boolean => runs.includes(path);

/** By itself, by a contract that it imports, or by a table of a decider. */
const registersTests = (path: string): boolean =>
  /^import \w+.* from ('ava'|'\.\/.*\.contract\.ts');$/m.test(read(path)) ||
  /\.contract\.ts';$|^test(Decisions|Ladders)\(/m.test(read(path));

test('every file that registers tests is run, or is a contract or a support file', (t) => {
  const forgotten = tests.filter((path) => registersTests(path) && !isRun(path) && !isSupport(path));
  t.deepEqual(
    forgotten,
    [],
    'a suite runs every test file: give it a name and folder that infra/test-suites.ts matches',
  );
});

test('no file is run by two scripts', (t) => {
  const twice = runs.filter((path, index) => runs.indexOf(path) !== index);
  t.deepEqual(twice, [], 'one suite runs each test file: correct the globs in infra/test-suites.ts');
});

test('every file that is run registers tests', (t) => {
  t.deepEqual(
    tests.filter((path) => isRun(path) && !registersTests(path)),
    [],
    'a test file registers tests: add some, or begin its name with an underscore',
  );
});

test('every contract and every support file is used by a test', (t) => {
  const imports = tests.map((path) => read(path)).join('\n');
  const unused = tests.filter((path) => isSupport(path) && !imports.includes(basename(path)));
  t.deepEqual(unused, [], 'tests import every contract and support file: remove the unused one');
});

function isSupport(path: string): boolean {
  return path.startsWith('test/_support/') || basename(path).startsWith('_') || path.endsWith('.contract.ts');
}
