import { basename } from 'node:path';
import test from 'ava';
import ts from 'typescript';
import { projectFiles, sources } from './_project-files.ts';
import { exportedNames, syntaxOf } from './_syntax.ts';

const product = sources('src', 'projections');

/** Words as they are found in names, without the endings of plural and doer: `appends` is in `AppendWriter`. */
const stems = (kebab: string): readonly string[] => kebab.split('-').map((word) => word.replace(/(s|er|ing|ed)$/, ''));

const drawers = /^(utils?|helpers?|common|shared|misc|lib|managers?|services?|types|constants|index|base|core)$/;

test('no file and no folder is a drawer', (t) => {
  const parts = projectFiles.flatMap((path) =>
    path.split('/').map((part) => [path, part.replace(/\..*$/, '')] as const),
  );
  t.deepEqual(
    parts.filter(([, part]) => drawers.test(part)).map(([path]) => path),
    [],
  );
});

test('names of source files are kebab-case', (t) => {
  t.deepEqual(
    sources().filter((path) => !/^_?[a-z0-9]+(-[a-z0-9]+)*(\.(test|contract))?\.ts$/.test(basename(path))),
    [],
  );
});

/** Files that are a vocabulary rather than one thing, and what stands for it. */
const vocabularies: ReadonlyMap<string, string> = new Map([
  ['src/main.ts', 'serve'],
  ['src/errors.ts', 'errorCatalogue'],
  ['src/ledger/codec.ts', 'encodeEvent'],
  ['src/ledger/identities.ts', 'createApiKey'],
  ['src/pipeline/pipeline.ts', 'runInference'],
  ['src/pipeline/stage-list.ts', 'authenticate'],
  ['src/pipeline/stages.ts', 'Received'],
  ['src/adapters/sqlite-event-log/messages.ts', 'ToWorker'],
  ['src/adapters/eventstoredb-event-log/messages.ts', 'ToWorker'],
  ['src/adapters/sqlite-event-log/sqlite-errors.ts', 'saysBusy'],
  ['src/surfaces/http-exchange.ts', 'credentialsOf'],
  ['src/cli/arguments.ts', 'documented'],
  ['src/cli/output.ts', 'printJson'],
  ['src/wire/server-sent-events.ts', 'createRecordSplitter'],
]);

test('a file is named after what it exports', (t) => {
  const misnamed = product.filter((path) => {
    const exported = exportedNames(path);
    const known = vocabularies.get(path);
    if (exported.length === 0 || (known !== undefined && exported.includes(known))) return false;
    return !stems(basename(path, '.ts')).some((stem) => exported.some((name) => name.toLowerCase().includes(stem)));
  });
  t.deepEqual(misnamed, []);
});

test('nothing is exported twice: there are no barrels', (t) => {
  const barrels = sources().filter((path) =>
    syntaxOf(path).statements.some(
      (statement) => ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined,
    ),
  );
  t.deepEqual(barrels, []);
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
  t.deepEqual(found, []);
});
