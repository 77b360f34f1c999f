import { spawnSync } from 'node:child_process';
import test from 'ava';
import { hasProgram } from '../_support/has-program.ts';
import { blocksOf, commandPages } from './_page-blocks.ts';

const blocks = commandPages.flatMap(blocksOf);
const ofLanguage = (name: string) => blocks.filter(({ language }) => language === name);

/** What runs or reads each language of a block. YAML is read by the real schema in test/config/page-examples.test.ts. */
const languages: Readonly<Record<string, string>> = {
  '': 'commands behind `$`, run by commands.test.ts; otherwise a drawing',
  sh: 'run by commands.test.ts',
  python: 'run by commands.test.ts',
  ts: 'run by commands.test.ts',
  json: 'parsed here',
  toml: 'parsed here',
  yaml: 'parsed by the schema of the configuration',
  mermaid: 'generated from the deciders',
  sql: 'needs DuckDB, and object storage to read from',
  nginx: 'needs nginx',
};

test('every block is of a language that something reads', (t) => {
  t.deepEqual([...new Set(blocks.map(({ language }) => language))].toSorted(), Object.keys(languages).toSorted());
});

test('every JSON block is JSON, in one document or one a line', (t) => {
  t.true(ofLanguage('json').length >= 5);
  for (const { page, line, text } of ofLanguage('json')) {
    const documents = /^\{.*\}$/m.test(text) ? text.split('\n') : [text];
    for (const document of documents) t.notThrows(() => JSON.parse(document), `${page}:${line}`);
  }
});

test.runIf(hasProgram('python3'))('every TOML block is TOML', (t) => {
  for (const { page, line, text } of ofLanguage('toml')) {
    const read = ['-c', 'import sys, tomllib; tomllib.loads(sys.stdin.read())'];
    const { status, stderr } = spawnSync('python3', read, { input: text, encoding: 'utf8' });
    t.is(status, 0, `${page}:${line}: ${stderr}`);
  }
});
