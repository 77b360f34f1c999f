import test from 'ava';
import { offendingLines, projectFiles, read, sources } from './_project-files.ts';

/** Without the test of names, which lists words of its own that are not used. */
const code = sources('src', 'projections', 'test').filter((path) => path !== 'test/house/names.test.ts');

/** Pages that people read: not the page of the words itself, and not measurements. */
const pages = projectFiles.filter(
  (path) =>
    /^(README|ARCHITECTURE)\.md$|^docs\/(tutorials\/)?[^/]+\.md$|^docs\/adr\/|^infra\/.*\.md$/.test(path) &&
    path !== 'docs/glossary.md',
);

/** The last column of the glossary, in small letters. */
const words = read('docs/glossary.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (word|---)/.test(line))
  .flatMap((row) => (row.split('|').at(-2) ?? '').split(',').map((cell) => cell.trim().toLowerCase()))
  .filter((word) => word !== '');

/** Parts of identifiers that had a word of their own for a thing of the glossary. */
const names = (
  'Standing standing ToldCounters isTold [bB]ooksPath ReservationBooks WalletsBooks Seat Chore Roster ' +
  'KeptRoom keptRoom KeptClaim KeptBytes KeptFiles keptFiles KeptFile ' +
  'FileKeeper fileKeepers whenNotKept WhenNotKept keepAnswer KeptAnswer KeptResponse keepable ' +
  'Keepable Door'
).split(' ');

const wordPattern = new RegExp(String.raw`\b(${words.join('|')})s?\b`, 'i');
const namePattern = new RegExp(names.join('|'));

const isComment = (line: string): boolean => /^\s*(\/\/|\*|\/\*)/.test(line);
/** Without code and without emphasised titles; the stars of a comment are followed by a blank. */
const withoutCode = (line: string): string => line.replaceAll(/`[^`]*`/g, '').replaceAll(/\*[^*\s][^*]*\*/g, '');
const withoutTexts = (line: string): string => line.replaceAll(/'[^']*'|`[^`]*`|\/\/.*$/g, '');

test('the glossary names words that are not used', (t) => {
  t.true(words.length >= 12);
});

test('comments use the words of the glossary', (t) => {
  t.deepEqual(
    offendingLines(code, (line) => isComment(line) && wordPattern.test(withoutCode(line))),
    [],
    'the glossary bans this word: write the one from the first column of docs/glossary.md',
  );
});

test('identifiers use the words of the glossary', (t) => {
  const spelt = (line: string): string => withoutTexts(line).replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2');
  t.deepEqual(
    offendingLines(
      code,
      (line) => !isComment(line) && (namePattern.test(withoutTexts(line)) || wordPattern.test(spelt(line))),
    ),
    [],
    'the glossary bans this name: use the word from the first column of docs/glossary.md',
  );
});

test('pages use the words of the glossary', (t) => {
  t.deepEqual(
    offendingLines(pages, (line) => wordPattern.test(withoutCode(line).replaceAll(/\]\([^)]*\)/g, ']'))),
    [],
    'the glossary bans this word: write the one from the first column of docs/glossary.md',
  );
});
