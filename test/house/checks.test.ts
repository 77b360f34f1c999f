import test from 'ava';
import { manifest, projectFiles, read } from './_project-files.ts';

/** Each part of the check with the file that says what it checks. */
const configured: Readonly<Record<string, string>> = {
  'check:format': '.prettierrc.json',
  'check:lint': '.oxlintrc.json',
  'check:types': 'tsconfig.json',
  'check:imports': '.dependency-cruiser.mjs',
  'check:unused': 'knip.json',
};

const parts = Object.keys(manifest.scripts).filter((name) => name.startsWith('check:'));

test('the check runs all of its parts, and each of them is configured', (t) => {
  t.deepEqual(
    parts.toSorted(),
    Object.keys(configured).toSorted(),
    'this test lists each check: script with its configuration file: add it to the list',
  );
  t.deepEqual(
    parts.filter((part) => manifest.scripts['check']?.includes(`npm run ${part}`) !== true),
    [],
    'each check: script runs as part of the script check: add it there in package.json',
  );
  t.deepEqual(
    Object.values(configured).filter((path) => !projectFiles.includes(path)),
    [],
    'each check: script has its configuration file at the root: add the missing file',
  );
});

test('a submission must pass the check, the tests and npm ci in a clean clone', (t) => {
  t.regex(read('.ci/run'), /npm run --silent check\b/);
  t.regex(read('.ci/run'), /npm test\b/);
  t.regex(read('.ci/run'), /npm run --silent test:processes\b/);
  t.regex(read('.ci/run'), /npm run --silent test:install\b/);
});

test('every suite is run for a submission, or named with why it is left out', (t) => {
  const told = read('.ci/run')
    .split('\n')
    .filter((line) => /^\s*suite npm |^\s*echo ".+ left out: ./.test(line));
  const suites = Object.keys(manifest.scripts).filter((name) => name.startsWith('test:'));
  t.deepEqual(
    suites.filter((suite) => !told.some((line) => new RegExp(`\\b${suite}(?![\\w-])`).test(line))),
    [],
    '.ci/run runs each test: script or says why not: add a suite line, or an echo "… left out: …"',
  );
});

test('import directions are checked in every room that holds code', (t) => {
  const rooms = new Set(
    projectFiles.filter((path) => /^[a-z]+\/.*\.ts$/.test(path)).map((path) => path.split('/')[0] ?? ''),
  );
  const checked = manifest.scripts['check:imports']?.split(' ') ?? [];
  t.deepEqual(
    [...rooms].filter((room) => !checked.includes(room)),
    ['docs'],
    'check:imports goes over every folder of code but docs: add the folder to the script',
  );
});

test('every script that needs Node runs the one of the project', (t) => {
  const foreign = Object.entries(manifest.scripts).filter(([, line]) =>
    /(^|&& )node (?!infra\/install\.mjs|docs\/)/.test(line),
  );
  t.deepEqual(foreign, [], 'scripts run the Node of the project: call node_modules/.bin/node instead of node');
});
