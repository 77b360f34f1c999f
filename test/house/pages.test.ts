import { posix } from 'node:path';
import test from 'ava';
import { separateDependencies, manifest, projectFiles, read } from './_project-files.ts';

const pages = projectFiles.filter((path) => path.endsWith('.md'));
const readme = read('README.md');

/** The text between a heading and the next one of its level. */
function sectionOf(page: string, heading: string): string {
  return page.split(/^## /m).find((section) => section.startsWith(`${heading}\n`)) ?? '';
}

/**
 * The paths of the drawn tree: two blanks a level, a folder ends in a slash, several stand on a line with dots between.
 */
function mappedPaths(): readonly string[] {
  const drawn = /^```\n([\s\S]*?)^```/m.exec(sectionOf(read('ARCHITECTURE.md'), 'Map'))?.[1] ?? '';
  const folders: string[] = [];
  return drawn.split('\n').flatMap((line) => {
    const depth = /^ */.exec(line)?.[0].length ?? 0;
    const names = (line.trim().split(/ {2,}/)[0] ?? '').split(' · ').filter((name) => name !== '');
    const paths = names.map((name) => [...folders.slice(0, depth / 2), name].join(''));
    folders.splice(depth / 2, folders.length, names[0] ?? '');
    return paths;
  });
}

const isFolder = (path: string): boolean => path.endsWith('/');
const folderOf = (path: string, depth: number): string => `${path.split('/').slice(0, depth).join('/')}/`;
const within = (path: string, room: string): boolean => path.startsWith(`${room}/`);

/** What the map tells by one word: rooms of tests that mirror a room, and what bench writes. */
function isUnderstood(path: string): boolean {
  const [, room = ''] = /^test\/([^/]+)\/$/.exec(path) ?? [];
  return (
    path === 'docs/bench/' ||
    (room !== '' && projectFiles.some((file) => within(file, room) || within(file, `src/${room}`)))
  );
}

/** What the map must name: top folders, rooms of the rooms, and the files that lie beside the rooms. */
function expectedPaths(): readonly string[] {
  const roomy = ['src', 'test', 'infra', 'docs'];
  const flat = ['src', 'projections'];
  return [
    ...projectFiles.flatMap((path) => (path.includes('/') ? [folderOf(path, 1)] : [])),
    ...projectFiles.flatMap((path) =>
      roomy.some((room) => within(path, room)) && path.split('/').length > 2 ? [folderOf(path, 2)] : [],
    ),
    ...projectFiles.filter((path) => flat.some((room) => within(path, room)) && path.split('/').length === 2),
  ];
}

test('the map of the architecture names every room on the disk, and none that is not there', (t) => {
  const mapped = mappedPaths();
  const missing = [...new Set(expectedPaths())].filter((path) => !mapped.includes(path) && !isUnderstood(path));
  const gone = mapped.filter((path) =>
    isFolder(path) ? !projectFiles.some((file) => file.startsWith(path)) : !projectFiles.includes(path),
  );
  t.deepEqual(
    { missing, gone },
    { missing: [], gone: [] },
    'the Map of ARCHITECTURE.md lists what is on the disk: add or remove the path there',
  );
});

test('the contributing page lists every script once, and no other', (t) => {
  const scripts = sectionOf(read('docs/contributing.md'), 'Scripts');
  const told = [...scripts.matchAll(/`(?:npm run |npm )?([a-z]+(?::[a-z-]+)?)`/g)].map(([, name]) => name ?? '');
  t.deepEqual(
    told.toSorted(),
    Object.keys(manifest.scripts).toSorted(),
    'docs/contributing.md lists each script once: add or remove its row',
  );
});

const wordsMax = 1_000;

test('the README can be read in five minutes', (t) => {
  t.true(readme.split(/\s+/).length <= wordsMax, 'README.md has at most 1,000 words: move detail to a page of docs');
});

const guarantees = read('docs/guarantees.md').split(/^- /m).slice(1);

test('every guarantee names an existing test', (t) => {
  const unproven = guarantees.filter((guarantee) => {
    const [, path = '', title = ''] =
      /\]\((test\/[^)]+)\): \*(.+)\*\)\.\s*$/.exec(guarantee.replaceAll('(../test/', '(test/')) ?? [];
    return title === '' || !read(path).includes(title);
  });
  t.true(guarantees.length >= 20);
  t.deepEqual(
    unproven,
    [],
    'a guarantee ends with a link to a test file and the title of a test in it: correct the path or the title',
  );
});

test('the README keeps its order', (t) => {
  const headings = [...readme.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  t.deepEqual(
    headings,
    ['One request, its answer, and its two events', 'Start', 'Why you would want it', 'Where next'],
    'README.md has these headings in this order: put them back, or change the list here',
  );
});

test('every direct dependency is listed with its reason, in the version in use', (t) => {
  const page = read('docs/dependencies.md').split('## Chosen, and not there yet')[0] ?? '';
  const used = {
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...manifest.devDependencies,
    ...separateDependencies,
  };
  const told = [...page.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) => cell.match(/(?<=`)[^`,]+(?=`)/g) ?? []);
  const versions = Object.values(used).map((range) => range.replace(/^npm:.+@/, ''));
  t.deepEqual(
    told.filter((name) => name !== ', ').toSorted(),
    Object.keys(used).toSorted(),
    'docs/dependencies.md has a row for each direct dependency: add or remove it',
  );
  t.deepEqual(
    versions.filter((version) => !page.includes(version)),
    [],
    'docs/dependencies.md tells the version in use: correct it there',
  );
});

test('every page of docs, and every decision, is in the index by reader', (t) => {
  const index = read('docs/README.md');
  const listed = pages.filter(
    (path) => /^docs\/([^/]+|(adr|tutorials)\/[^/]+)\.md$/.test(path) && path !== 'docs/README.md',
  );
  t.deepEqual(
    listed.filter((path) => !index.includes(`](${path.replace('docs/', '')})`)),
    [],
    'docs/README.md lists every page and decision: add the page',
  );
});

test('decisions are numbered without gaps, and each has the section on what would change it', (t) => {
  const decisions = pages.filter((path) => path.startsWith('docs/adr/'));
  const numbers = decisions.map((path) => Number(posix.basename(path).slice(0, 4)));
  t.deepEqual(
    numbers,
    numbers.map((_, index) => index + 1),
    'decisions are numbered without gaps: give the page the next number',
  );
  for (const path of decisions) {
    const headings = [...read(path).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    t.deepEqual(headings, ['Context', 'Decision', 'Consequences', 'What would change our mind'], path);
    t.regex(read(path), /^Status: (proposed|accepted|superseded by \[\d+\]\([^)]+\))[.;]/m, path);
  }
});
