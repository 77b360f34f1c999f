import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { contentKey, keyPepper, SecretFileUnusable } from '../../src/adapters/secret-file.ts';
import { startChildScript } from '../_support/child-script.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';

const printer = join(import.meta.dirname, '_secret-printer.ts');

test('the first call makes a pepper of 32 bytes that only its owner may read, later calls find it', (t) => {
  const dataDir = join(scratchFolder(t), 'data');
  const pepper = keyPepper(dataDir);
  t.is(pepper.length, 32);
  t.deepEqual(keyPepper(dataDir), pepper);
  t.is(statSync(join(dataDir, 'key-pepper')).mode & 0o777, 0o600);
  t.deepEqual(readdirSync(dataDir), ['key-pepper']);
  t.notDeepEqual(keyPepper(scratchFolder(t)), pepper);
});

test('a configured pepper is used, and no file is made', (t) => {
  const dataDir = scratchFolder(t);
  t.deepEqual(keyPepper(dataDir, 'ab'.repeat(32)), Buffer.alloc(32, 0xab));
  t.deepEqual(readdirSync(dataDir), []);
});

test('processes that start together on an empty directory agree on one pepper', async (t) => {
  for (let round = 0; round < 3; round += 1) {
    const dataDir = scratchFolder(t);
    const children = Array.from({ length: 4 }, () => startChildScript(t, printer, [dataDir]));
    for (const child of children) t.is(await child.nextLine(), 'ready');
    for (const child of children) child.process.stdin?.write('go\n');
    const peppers = await Promise.all(children.map((child) => child.nextLine()));
    t.is(new Set(peppers).size, 1);
    t.is(peppers[0], keyPepper(dataDir).toString('hex'));
    await Promise.all(children.map((child) => child.exit));
    t.deepEqual(readdirSync(dataDir), ['key-pepper']);
  }
});

for (const [what, content] of Object.entries({ empty: '', torn: 'abcdef', foreign: 'x'.repeat(64) })) {
  test(`a pepper file that is ${what} is refused, never replaced`, (t) => {
    const dataDir = scratchFolder(t);
    writeFileSync(join(dataDir, 'key-pepper'), content, { mode: 0o600 });
    t.throws(() => keyPepper(dataDir), { instanceOf: SecretFileUnusable, message: /key-pepper is not 64 hex digits/ });
  });
}

test('an invalid configured pepper is refused', (t) => {
  t.throws(() => keyPepper(scratchFolder(t), 'short'), { instanceOf: SecretFileUnusable });
});

test('a pepper file that everyone may read is refused with the command that mends it', (t) => {
  const dataDir = scratchFolder(t);
  const pepper = keyPepper(dataDir);
  const path = join(dataDir, 'key-pepper');
  chmodSync(path, 0o644);
  t.throws(() => keyPepper(dataDir), { instanceOf: SecretFileUnusable, message: /chmod 600/ });
  chmodSync(path, 0o600);
  t.deepEqual(keyPepper(dataDir), pepper);
});

test('the key of contents is made in a file of its own, with the same care', (t) => {
  const dataDir = scratchFolder(t);
  const key = contentKey(dataDir);
  t.is(key.length, 32);
  t.deepEqual(contentKey(dataDir), key);
  t.notDeepEqual(keyPepper(dataDir), key);
  const path = join(dataDir, 'content-key');
  t.is(statSync(path).mode & 0o777, 0o600);
  chmodSync(path, 0o604);
  t.throws(() => contentKey(dataDir), { instanceOf: SecretFileUnusable, message: /chmod 600/ });
  writeFileSync(path, 'torn', { mode: 0o600 });
  chmodSync(path, 0o600);
  t.throws(() => contentKey(dataDir), { instanceOf: SecretFileUnusable, message: /no kept content can be read/ });
});
