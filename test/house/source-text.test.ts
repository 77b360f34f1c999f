import { basename } from 'node:path';
import test from 'ava';
import ts from 'typescript';
import { offendingLines, projectFiles, sources, read } from './_project-files.ts';
import { nodesOf } from './_syntax.ts';

const widthMax = 120;
const commentWidthMax = 130;

/** Files that people write: not the lock file, not recorded data. */
const written = projectFiles.filter(
  (path) => /\.(ts|mjs|md|ya?ml|json)$|^\.ci\//.test(path) && !path.endsWith('package-lock.json'),
);

/** Rules that forbid a word would forbid this very file. */
const others = written.filter((path) => path !== 'test/house/source-text.test.ts');

test('no code is marked as left to be done later', (t) => {
  t.deepEqual(
    offendingLines(others, (line) => /\b(TODO|FIXME|XXX|HACK)\b/.test(line)),
    [],
    'nothing is left for later: do it now, or remove the note',
  );
});

test('no type is any', (t) => {
  const found = sources().flatMap((path) =>
    nodesOf(path)
      .filter(({ kind }) => kind === ts.SyntaxKind.AnyKeyword)
      .map((node) => `${path}: ${node.parent.getText().slice(0, widthMax)}`),
  );
  t.deepEqual(found, [], 'no type is any: write the type, or unknown and a check');
});

const isComment = (line: string): boolean => /^\s*(\/\/|\*|\/\*)/.test(line);

test('lines of code are at most 120 characters wide, but for a text that is one string', (t) => {
  const isText = (line: string): boolean => /['"`/]/.test(line);
  const isWide = (line: string): boolean => line.length > widthMax && !isComment(line) && !isText(line);
  t.deepEqual(offendingLines(sources(), isWide), [], 'code is at most 120 characters wide: run npm run format');
});

test('lines of comment are at most 130 characters wide', (t) => {
  t.log(`${offendingLines(sources(), (line) => isComment(line) && line.length > widthMax).length} are wider than 120`);
  t.deepEqual(
    offendingLines(sources(), (line) => isComment(line) && line.length > commentWidthMax),
    [],
    'comments are at most 130 characters wide: break the line',
  );
});

test('no code is commented out', (t) => {
  const isCode = (line: string): boolean => /^\s*\/\/.*(;|\{|=>|\))\s*$/.test(line) && !/[.:,]\s|oxlint-/.test(line);
  t.deepEqual(
    offendingLines(sources('src', 'projections', 'infra', 'docs', 'examples'), isCode),
    [],
    'no code is commented out: remove it',
  );
});

const pure = ['domain', 'wire', 'limits', 'catalogue', 'routing', 'personal-data', 'protocols', 'pools'].map(
  (room) => `src/${room}`,
);

test('pure folders use no clock, no randomness, no process and no waiting', (t) => {
  const world =
    /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\brandom(Bytes|UUID|Int)\(|\bperformance\.|\bprocess\.|\bawait\b|\bsetTimeout\b|\bfetch\(/;
  t.deepEqual(
    offendingLines(sources(...pure), (line) => world.test(line)),
    [],
    'pure rooms take times, ids and random values as arguments: pass the value in, or move the code',
  );
});

test('ARCHITECTURE.md names every file with a WeakMap or WeakSet of its module', (t) => {
  const page = read('ARCHITECTURE.md');
  const isOfModule = (line: string): boolean => /^(const|  static readonly) .*= new Weak(Map|Set)\b/.test(line);
  const unnamed = sources('src', 'projections').filter(
    (path) => read(path).split('\n').some(isOfModule) && !page.includes(`\`${basename(path)}\``),
  );
  t.deepEqual(
    unnamed,
    [],
    'module-level state is listed in ARCHITECTURE.md: name the file there, or pass the state in',
  );
});

/** Who answers is a matter of probabilities; the amounts there are compared, and never charged. */
const exact = pure.filter((room) => room !== 'src/routing');

test('no pure room, and no file of the ledger, has money as a floating point number', (t) => {
  const float = /\bparseFloat\b|\btoFixed\b|\bMath\.round\b/;
  t.deepEqual(
    offendingLines(sources(...exact, 'src/ledger', 'projections'), (line) => float.test(line)),
    [],
    'amounts are bigint nano-euro: use the functions of domain/money.ts',
  );
});

test('events are appended by the ledger alone', (t) => {
  const elsewhere = sources('src').filter((path) => !/^src\/(ledger|adapters|ports)\//.test(path));
  t.deepEqual(
    offendingLines(elsewhere, (line) => /\blog\.append\(/.test(line)),
    [],
    'only src/ledger appends events: call a command of the ledger',
  );
});

test('the environment is read in one place of the gateway', (t) => {
  const elsewhere = sources('src', 'projections').filter(
    (path) => path !== 'src/config.ts' && !path.startsWith('src/cli/'),
  );
  t.deepEqual(
    offendingLines(elsewhere, (line) => /\bprocess\.env\b/.test(line)),
    [],
    'only src/config.ts reads the environment: take the value from the configuration',
  );
});

test('no file names a directory of one machine', (t) => {
  const place = /(^|[\s'"`(=:])\/(home|Users|root|work|tmp|mnt|opt)\/[a-z]/i;
  t.deepEqual(
    offendingLines(others, (line) => place.test(line)),
    [],
    'no file names a directory of one machine: write a relative path',
  );
});

test('pages and code speak of the product, not of how it is made', (t) => {
  const making =
    /\b(AI[- ]generated|as an AI|co-authored-by|pair programm|chat ?gpt|copilot|subagents?|this session|the brief|design\.md|style\.md|service-spec|work in progress)\b/i;
  t.deepEqual(
    offendingLines(others, (line) => making.test(line)),
    [],
    'pages and code describe the product alone: remove the words about how it is made',
  );
});
