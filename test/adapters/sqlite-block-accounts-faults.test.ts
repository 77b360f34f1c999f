import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'ava';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { known, newPath, open, range, rowsIn } from './_sqlite-block-accounts-fixtures.ts';
import { digestOf } from './block-accounts.contract.ts';

const holder = join(import.meta.dirname, '_block-accounts-holder.ts');

/** Who may write nowhere: file modes do not bind root. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

test('a damaged file is reported once, disturbs no call, and is left as it is', async (t) => {
  const path = newPath(t);
  mkdirSync(join(path, '..'));
  writeFileSync(path, 'this is not a database, whatever its name says'.repeat(50));
  const { accounts, timer, told } = open(t, path);
  accounts.made(range(0, 10), 'one');
  await timer.pass(60_000);
  accounts.made(range(10, 20), 'one');
  await timer.pass(60_000);
  t.is(known(accounts, range(0, 20)), 20);
  t.is(accounts.madeBy(digestOf('x')), null);
  accounts[Symbol.dispose]();
  t.deepEqual(told, ['opaque_blocks_not_opened']);
  t.is(statSync(path).size, 46 * 50);
});

test('a file with the layout of another version is reported, and left as it is', async (t) => {
  const path = newPath(t);
  mkdirSync(join(path, '..'));
  using other = new DatabaseSync(path);
  other.exec('PRAGMA user_version = 99');
  const { accounts, timer, told } = open(t, path);
  accounts.made([digestOf('a')], 'one');
  await timer.pass(10_000);
  t.deepEqual(told, ['opaque_blocks_not_opened']);
  t.is(accounts.madeBy(digestOf('a')), 'one');
  t.deepEqual(other.prepare('SELECT name FROM sqlite_schema').all(), []);
});

test('a file that is damaged while open answers nothing, and is reported once', (t) => {
  const path = newPath(t);
  const writer = open(t, path);
  writer.accounts.made(range(0, 5), 'one');
  writer.accounts[Symbol.dispose]();
  const { accounts, told } = open(t, path);
  writeFileSync(path, Buffer.alloc(statSync(path).size, 0x5a));
  for (const digest of range(0, 5)) t.is(accounts.madeBy(digest), null);
  t.deepEqual(told, ['opaque_blocks_not_read']);
});

test('a directory that cannot be made disturbs no call, and waiting strings are written once it can be', async (t) => {
  const folder = scratchFolder(t);
  const path = join(folder, 'data', 'opaque-blocks.db');
  writeFileSync(join(folder, 'data'), 'a file in the place of the directory');
  const { accounts, timer, told } = open(t, path);
  accounts.made([digestOf('a')], 'one');
  await timer.pass(60_000);
  t.deepEqual(told, ['opaque_blocks_not_opened']);
  t.is(accounts.madeBy(digestOf('a')), 'one');
  rmSync(join(folder, 'data'));
  await timer.pass(60_000);
  t.is(open(t, path).accounts.madeBy(digestOf('a')), 'one');
});

test('a directory that cannot be written to disturbs no call, and is reported once', (t) => {
  const folder = scratchFolder(t);
  chmodSync(folder, 0o555);
  t.teardown(() => chmodSync(folder, 0o755));
  const path = join(folder, 'opaque-blocks.db');
  const { stdout, stderr } = spawnSync(process.execPath, [holder, path, digestOf('a')], {
    ...nobody,
    env: { PATH: process.env['PATH'] },
    encoding: 'utf8',
  });
  t.not(stdout, '', stderr);
  t.deepEqual(JSON.parse(stdout), { told: ['opaque_blocks_not_opened'], known: 'one' });
});

test('a file that is locked for a short time at its start is tried again, and not reported', async (t) => {
  const path = newPath(t);
  mkdirSync(join(path, '..'));
  using other = new DatabaseSync(path);
  other.exec('BEGIN EXCLUSIVE');
  const { accounts, timer, told } = open(t, path);
  accounts.made([digestOf('a')], 'one');
  await timer.pass(300);
  other.exec('ROLLBACK');
  await timer.pass(1_000);
  t.deepEqual(told, []);
  t.is(open(t, path).accounts.madeBy(digestOf('a')), 'one');
});

test('a gateway that found the file locked at its start reads it as soon as it can', async (t) => {
  const path = newPath(t);
  const writer = open(t, path);
  writer.accounts.made([digestOf('a')], 'one');
  writer.accounts[Symbol.dispose]();
  using other = new DatabaseSync(path);
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  const { accounts, timer, told } = open(t, path);
  t.is(accounts.madeBy(digestOf('a')), null);
  other.exec('ROLLBACK');
  other.close();
  await timer.pass(1_000);
  t.is(accounts.madeBy(digestOf('a')), 'one');
  t.deepEqual(told, []);
});

test('a locked file is reported once, answers from memory, and gets all strings once it is free', async (t) => {
  const path = newPath(t);
  const { accounts, timer, told } = open(t, path);
  using other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  accounts.made(range(0, 100), 'one');
  await timer.pass(30_000);
  accounts.made(range(100, 200), 'one');
  await timer.pass(30_000);
  t.deepEqual(told, ['opaque_blocks_not_written']);
  t.is(known(accounts, range(0, 200)), 200);
  t.is(accounts.madeBy(digestOf('x')), null);
  other.exec('ROLLBACK');
  await timer.pass(5_000);
  t.is(known(open(t, path).accounts, range(0, 200)), 200);
});

test('a file that is locked at the end is reported, and does not delay the end', (t) => {
  const path = newPath(t);
  const { accounts, told } = open(t, path);
  accounts.made([digestOf('a')], 'one');
  using other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  t.notThrows(() => accounts[Symbol.dispose]());
  t.deepEqual(told, ['opaque_blocks_not_written']);
});

test('an unreadable file answers nothing for a while, and is reported once', (t) => {
  const path = newPath(t);
  const writer = open(t, path);
  writer.accounts.made([digestOf('a')], 'one');
  writer.accounts[Symbol.dispose]();
  const { accounts, told } = open(t, path);
  using other = new DatabaseSync(path);
  other.exec('ALTER TABLE accounts RENAME TO gone');
  for (let n = 0; n < 3; n += 1) t.is(accounts.madeBy(digestOf('a')), null);
  t.deepEqual(told, ['opaque_blocks_not_read']);
  other.exec('ALTER TABLE gone RENAME TO accounts');
  t.is(accounts.madeBy(digestOf('a')), 'one');
});

test('a step that fails half-way leaves nothing half, and is done again', async (t) => {
  const path = newPath(t);
  const { accounts, timer, told } = open(t, path);
  using other = new DatabaseSync(path);
  other.exec(`
    CREATE TRIGGER full BEFORE INSERT ON strings WHEN (SELECT strings FROM totals) >= 5
    BEGIN SELECT RAISE(ABORT, 'no room'); END
  `);
  accounts.made(range(0, 10), 'one');
  await timer.pass(1_000);
  t.deepEqual(rowsIn(path), { strings: 0, total: 0 });
  t.deepEqual(told, ['opaque_blocks_not_written']);
  other.exec('DROP TRIGGER full');
  await timer.pass(5_000);
  t.deepEqual(rowsIn(path), { strings: 10, total: 10 });
});

test('the queue for a locked file is bounded: the oldest strings are dropped, and that is reported once', async (t) => {
  const path = newPath(t);
  const { accounts, timer, told } = open(t, path, { queueMax: 10 });
  using other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  accounts.made(range(0, 25), 'one');
  t.deepEqual(told, ['opaque_blocks_dropped']);
  other.exec('ROLLBACK');
  await timer.pass(1_000);
  const later = open(t, path).accounts;
  t.deepEqual([known(later, range(0, 15)), known(later, range(15, 25))], [0, 10]);
});
