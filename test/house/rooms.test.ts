import { dirname } from 'node:path';
import test from 'ava';
import { read, sources } from './_project-files.ts';

const product = sources('src');
const filesMax = 40;

/**
 * Rooms whose tests lie where what they test lies. Those of surfaces, adapters and whole processes go by what is seen.
 */
const mirrored = [
  'domain',
  'wire',
  'limits',
  'catalogue',
  'routing',
  'personal-data',
  'pii-engine',
  'protocols',
  'pools',
];

test('no room holds more than 40 files', (t) => {
  const counts = Map.groupBy(product, dirname);
  const crowded = [...counts].filter(([, files]) => files.length > filesMax).map(([room]) => room);
  t.log([...counts].map(([room, files]) => `${room} ${files.length}`).join(', '));
  t.deepEqual(crowded, [], 'a room holds at most 40 files: move files of one subject into a room of their own');
});

test('the tests of a pure room are in the folder of the same name', (t) => {
  const strangers = sources(...mirrored.map((room) => `test/${room}`)).filter((path) => {
    const room = dirname(path).replace(/^test/, 'src');
    return !product.some((file) => file.startsWith(`${room}/`));
  });
  t.deepEqual(strangers, [], 'tests of pure rooms mirror src: move the test to the folder of what it tests');
});

test('a test of a pure room imports its room', (t) => {
  const elsewhere = sources(...mirrored.map((room) => `test/${room}`)).filter((path) => {
    const [, room = ''] = path.split('/');
    const imported = [...read(path).matchAll(/from '((?:\.\.\/)+src\/[^']+|\.\/[^']+)'/g)].map(([, from = '']) => from);
    const isOfRoom = (from: string): boolean => from.startsWith('./') || from.includes(`src/${room}/`);
    return path.endsWith('.test.ts') && !imported.some(isOfRoom);
  });
  t.deepEqual(elsewhere, [], 'a test imports something of its room: move it to the room that it tests');
});

/** What another file has as well: waiting is no technology. */
const anybodys = /^node:timers\/promises$/;
/** Adapters that import nothing, and what they are good for. */
const plainAdapters: ReadonlyMap<string, string> = new Map([
  ['memory-block-accounts', 'a port for tests and ledgers in memory'],
  ['memory-event-log', 'a port for tests and ledgers in memory'],
  ['memory-read-models', 'a port for tests and ledgers in memory'],
]);

test('an adapter knows a technology: a library, or a module of the platform', (t) => {
  const adapters = Map.groupBy(sources('src/adapters'), (path) => path.split('/')[2]?.replace(/\.ts$/, '') ?? '');
  const partOf = (name: string): string => [...adapters.keys()].find((other) => name.startsWith(`${other}-`)) ?? name;
  const strangers = [...adapters].filter(([name, files]) => {
    const imported = files.flatMap((path) =>
      [...read(path).matchAll(/from '([^.'][^']*)'/g)].map(([, from = '']) => from),
    );
    return !imported.some((from) => !anybodys.test(from)) && !plainAdapters.has(partOf(name)) && partOf(name) === name;
  });
  t.deepEqual(
    strangers.map(([name]) => name),
    [],
    'an adapter imports its technology: move code without one out of src/adapters, or list it as plain in this test',
  );
  t.deepEqual(
    [...plainAdapters.keys()].filter((name) => !adapters.has(name)),
    [],
    'a listed plain adapter exists: remove its entry in this test',
  );
});
