import test from 'ava';
import { operationCommands } from '../../src/cli/administration/operation-commands.ts';
import { createProgram } from '../../src/cli/program.ts';
import { markdownTree, nodesBelow } from '../_support/markdown-tree.ts';
import { manifest, projectFiles, read, sources } from './_project-files.ts';

const pages = projectFiles.filter((path) => path.endsWith('.md'));
const code = sources('src', 'projections').map(read).join('\n');
const settings = projectFiles
  .filter((path) => /^(src|infra|test|examples)\/.*(\.(ts|mjs|ya?ml|sh)|Dockerfile)$/.test(path))
  .map(read)
  .join('\n');

interface Quoted {
  readonly at: string;
  readonly page: string;
  readonly text: string;
  readonly isBlock: boolean;
}

/** What pages write as code: between back quotes, and in blocks. */
const quoted: readonly Quoted[] = pages.flatMap((page) =>
  nodesBelow(markdownTree(read(page)))
    .filter(({ type }) => type === 'inlineCode' || type === 'code')
    .map(({ type, value = '', position }) => ({
      at: `${page}:${position.start.line}`,
      page,
      text: value,
      isBlock: type === 'code',
    })),
);

/** Where pages have a name that a pattern finds and that does not exist. */
function unknown(pattern: RegExp, exists: (name: string) => boolean, of: (each: Quoted) => boolean = () => true) {
  return quoted
    .filter(of)
    .flatMap(({ at, text }) =>
      [...text.matchAll(pattern)].filter(([whole, name = whole]) => !exists(name)).map(([whole]) => `${at}: ${whole}`),
    );
}

test('every script that a page runs is one of package.json', (t) => {
  const missing = unknown(/npm run (?:--silent )?([a-z][\w:-]*)/g, (name) => name in manifest.scripts);
  t.deepEqual(missing, [], 'there is no such script: correct the page');
});

const program = createProgram();
operationCommands(program);

/** What is wrong with a call of the command, from its first word on; empty: nothing. */
function faultOf(words: readonly string[]): string {
  const [groupName = '', verb = ''] = words;
  const group = program.commands.find((each) => each.name() === groupName);
  if (group === undefined) return groupName.startsWith('--') ? '' : `no group ${groupName}`;
  // Groups stand for all their commands; some commands have no group.
  const command = group.commands.length === 0 ? group : group.commands.find((each) => each.name() === verb);
  if (command === undefined) return /^[a-z]/.test(verb) ? `no command ${groupName} ${verb}` : '';
  const known = new Set(command.options.flatMap(({ long = '' }) => [long, long?.replace('--no-', '--')]));
  const options = words.flatMap((word) => /^--[a-z-]+/.exec(word)?.[0] ?? []);
  return options.filter((option) => !known.has(option) && !['--help', '--json'].includes(option)).join(' ');
}

test('every command and option that a page has is one of the command', (t) => {
  const calls = quoted.flatMap(({ at, text, isBlock }) =>
    [
      ...text
        .replaceAll(/\\\n/g, ' ')
        .matchAll(isBlock ? /\bnpx waybill ([^\n|;&#]+)/g : /^(?:npx )?waybill ([^\n|;&]+)/g),
    ].map(([, call = '']) => ({
      at,
      words: call
        .replaceAll(/'[^']*'|"[^"]*"/g, '…')
        .trim()
        .split(/ +/),
    })),
  );
  t.true(calls.length > 150);
  const wrong = calls.flatMap(({ at, words }) =>
    faultOf(words) === '' ? [] : [`${at}: ${words.join(' ')}: ${faultOf(words)}`],
  );
  t.deepEqual(wrong, [], 'the command has no such word: `npx waybill --help` lists them');
});

test('every header, metric and variable of Waybill that a page has exists', (t) => {
  const isIn = (text: string) => (name: string) => text.includes(name.replace(/_(bucket|count|sum)$/, ''));
  t.deepEqual(unknown(/\bx-waybill-[a-z-]+/g, isIn(code)), [], 'there is no such header: see docs/headers.md');
  t.deepEqual(unknown(/\bwaybill_[a-z_]+/g, isIn(code)), [], 'there is no such metric: see docs/operations.md');
  t.deepEqual(
    unknown(/\bWAYBILL_[A-Z_]*[A-Z]/g, isIn(settings)),
    [],
    'there is no such variable: see docs/configuration.md',
  );
});

/** Names of others, and of a browser. */
const foreign = new Set(['CaughtUp', 'EventSource', 'MultipartFormDataContent']);

test('every event and every other name in capitals that a page has is in the code', (t) => {
  const names = /^[A-Z][a-z]+(?:[A-Z][a-z]+)+$/g;
  t.deepEqual(
    unknown(names, (name) => foreign.has(name) || code.includes(name)),
    [],
    'there is no such event: see docs/events.md',
  );
});

test('every error code that a page has behind its status is in the list of errors', (t) => {
  const errors = read('src/errors.ts');
  // The sandbox upstream has errors of its own.
  const named = pages
    .filter((page) => !page.startsWith('infra/sandbox-upstream'))
    .flatMap((page) => [...read(page).matchAll(/\b[45]\d\d `([a-z_]+)`/g)].map(([, name = '']) => ({ page, name })));
  t.true(named.length > 20);
  t.deepEqual(
    named.filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(errors)),
    [],
    'there is no such error: see docs/errors.md',
  );
});

/** The keys of the configuration and the sections that hold them; a name that its reader chooses may be left out. */
const paths = [...read('docs/configuration.md').matchAll(/^\| `([a-z][\w.<>[\]]*)`/gm)].map(([, path = '']) =>
  path.split('.'),
);
const sections = new Set(paths.map(([section]) => section));
const keys = new Set(paths.flatMap((path) => path.map((_, depth) => keyPattern(path.slice(0, depth + 1)))));

const keyNames = new RegExp(`^(?:${[...keys].join('|')})$`);

function keyPattern(path: readonly string[]): string {
  const [first = '', ...more] = path.map((part) => part.replace('[]', ''));
  return first + more.map((part) => (part.startsWith('<') ? '(?:\\.[^.]+)?' : `\\.${part}`)).join('');
}

test('every key of the configuration that a page has exists', (t) => {
  const isPath = /^[a-z_]+(?:\.(?:[a-z_]+|<[a-z]+>))+$/g;
  const isFile = /\.(ts|mjs|md|yaml|db|csv|jsonl?|test)$/;
  const isKey = (name: string): boolean =>
    !sections.has(name.split('.')[0]) || isFile.test(name) || keyNames.test(name.replaceAll(/\.<[a-z]+>/g, ''));
  // Permissions are written as keys are, and attributes of traces.
  const others = new Set(['docs/roles.md', 'docs/tracing.md']);
  t.deepEqual(
    unknown(isPath, isKey, ({ page }) => !others.has(page)),
    [],
    'there is no such key: see docs/configuration.md',
  );
});
