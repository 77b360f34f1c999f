import { basename, dirname } from 'node:path';
import test from 'ava';
import ts from 'typescript';
import { projectFiles, sources } from './_project-files.ts';
import { exportedNames, nodesOf, syntaxOf } from './_syntax.ts';

const product = sources('src', 'projections');

/** Words as they are found in names, without the endings of plural and doer: `appends` is in `AppendWriter`. */
const stems = (kebab: string): readonly string[] =>
  kebab.split('-').map((word) => word.replace(word.length < 5 ? /s$/ : /(ies|y|ers?|ing|ed|es|s|e)$/, ''));

const drawers = /^(utils?|helpers?|common|shared|misc|lib|managers?|services?|types|constants|index|base|core)$/;

test('no file and no folder is a drawer', (t) => {
  const parts = projectFiles.flatMap((path) =>
    path.split('/').map((part) => [path, part.replace(/\..*$/, '')] as const),
  );
  t.deepEqual(
    parts.filter(([, part]) => drawers.test(part)).map(([path]) => path),
    [],
    'a name says what is inside: rename the file or folder after the one thing that it holds',
  );
});

test('names of source files are kebab-case', (t) => {
  t.deepEqual(
    sources().filter((path) => !/^_?[a-z0-9]+(-[a-z0-9]+)*(\.(test|contract))?\.ts$/.test(basename(path))),
    [],
    'file names are kebab-case: rename the file',
  );
});

/** Files that are a vocabulary rather than one thing, and what stands for it. */
const vocabularies: ReadonlyMap<string, string> = new Map([
  ['src/main.ts', 'serve'],
  ['src/adapters/sqlite-event-log/messages.ts', 'ToWorker'],
  ['src/adapters/eventstoredb-event-log/messages.ts', 'ToRemoteWorker'],
  ['src/adapters/sqlite-event-log/sqlite-errors.ts', 'saysBusy'],
  ['src/admin/reads-within.ts', 'keyWithin'],
  ['src/cli/arguments.ts', 'documented'],
  ['src/cli/open-ledger.ts', 'withLedger'],
  ['src/cli/output.ts', 'printJson'],
  ['src/console/pages/open-pages.ts', 'logInPage'],
  ['src/console/pages/operation-words.ts', 'titleOfVerb'],
  ['src/console/pages/own-pages.ts', 'homePage'],
  ['src/admin/markup/written-values.ts', 'writtenAmount'],
  ['src/domain/attempts/attempt-commands.ts', 'FailAttempt'],
  ['src/domain/counters/dialects.ts', 'counterNames'],
  ['src/domain/selection/selection-commands.ts', 'ChargeSelection'],
  ['src/domain/wallet-closing.ts', 'closingOf'],
  ['src/ledger/codec.ts', 'encodeEvent'],
  ['src/ledger/stream-names.ts', 'walletPrefix'],
  ['src/personal-data/pii-kinds.ts', 'piiEntities'],
  ['src/pipeline/caller-access.ts', 'createCallerAdmission'],
  ['src/pipeline/pipeline.ts', 'runInference'],
  ['src/pipeline/stages.ts', 'authenticate'],
  ['src/surfaces/http-exchange.ts', 'requestCredentials'],
  ['src/wire/server-sent-events.ts', 'createRecordSplitter'],
]);

/**
 * One of its exports has all the words of the file's name; those that its room has already may be left out, but not
 * all.
 */
function isNamedAfter(path: string, exported: readonly string[]): boolean {
  const room = dirname(path).toLowerCase();
  const words = stems(basename(path, '.ts'));
  return exported.some((name) => {
    const missing = words.filter((word) => !name.toLowerCase().includes(word));
    return missing.length < words.length && missing.every((word) => room.includes(word));
  });
}

test('a file is named after one of its exports, with every word of its name', (t) => {
  const misnamed = product.filter((path) => {
    const exported = exportedNames(path);
    return exported.length > 0 && !isNamedAfter(path, exported) && !vocabularies.has(path);
  });
  t.deepEqual(
    misnamed,
    [],
    'a file is named after an export: rename the file or the export, or list a vocabulary in this test',
  );
});

test('a vocabulary is named as one only where necessary, and after its content', (t) => {
  const told = [...vocabularies].filter(([path, held]) => {
    const exported = product.includes(path) ? exportedNames(path) : [];
    return !exported.includes(held) || isNamedAfter(path, exported);
  });
  t.deepEqual(
    told,
    [],
    'a listed vocabulary exports what it is listed with and needs the exception: correct or remove its entry in this test',
  );
});

test('nothing is exported twice: there are no barrels', (t) => {
  const barrels = sources().filter((path) =>
    syntaxOf(path).statements.some(
      (statement) => ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined,
    ),
  );
  t.deepEqual(barrels, [], 'no file exports from another: import from the file that declares the name');
});

/** The stages are exported once more in their list, where the flow calls each by its name. */
const stageList = 'src/pipeline/stages.ts';

test('no name is exported by two files of the product: one word means one thing', (t) => {
  const exporters = new Map<string, Set<string>>();
  for (const path of product.filter((each) => each !== stageList)) {
    for (const name of exportedNames(path)) exporters.set(name, (exporters.get(name) ?? new Set()).add(path));
  }
  t.deepEqual(
    [...exporters].filter(([, paths]) => paths.size > 1).map(([name, paths]) => `${name}: ${[...paths].join(', ')}`),
    [],
    'two things have one name: rename one of them by what it is',
  );
});

/** Words for which the house has another: what is held is a reservation, who answers is an upstream, and so on. */
const synonyms =
  /provider|backend|refund|invoice|journal|redact|anonymi[sz]|pseudonym|aggregate|reducer|manager|helper|util|preauth|quota|dto$|dao$|exception/i;

test('exports use the words of the house, no synonyms', (t) => {
  const found = product.flatMap((path) =>
    exportedNames(path)
      .filter((name) => synonyms.test(name))
      .map((name) => `${path}: ${name}`),
  );
  t.deepEqual(found, [], 'exports use the words of docs/glossary.md: rename the export');
});

test('constants are spelled in camelCase, like every other value', (t) => {
  const found = product.flatMap((path) =>
    nodesOf(path)
      .filter(ts.isVariableDeclaration)
      .map(({ name }) => name.getText())
      .filter((name) => /^[A-Z][A-Z0-9_]+$/.test(name))
      .map((name) => `${path}: ${name}`),
  );
  t.deepEqual(found, [], 'a constant is a value with a name: spell it in camelCase');
});
