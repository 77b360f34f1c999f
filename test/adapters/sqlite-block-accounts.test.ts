import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'ava';
import { dayIn, known, newPath, open, range, rowsIn } from './_sqlite-block-accounts-fixtures.ts';
import { blockAccountsContract, digestOf } from './block-accounts.contract.ts';

blockAccountsContract('sqlite', (t) => open(t, newPath(t)).accounts);

test('new strings are known after a restart, because closing writes them', (t) => {
  const path = newPath(t);
  const first = open(t, path);
  first.accounts.made(range(0, 2_500), 'one');
  first.accounts.made([digestOf('x')], 'two');
  t.is(rowsIn(path).strings, 0);
  first.accounts[Symbol.dispose]();
  const { accounts, told } = open(t, path);
  t.is(known(accounts, range(0, 2_500)), 2_500);
  t.is(accounts.madeBy(digestOf('x')), 'two');
  t.is(accounts.madeBy(digestOf('y')), null);
  t.deepEqual([told, first.told], [[], []]);
});

test('a string of one gateway is known to another of the directory within a second', async (t) => {
  const path = newPath(t);
  const [one, two] = [open(t, path), open(t, path)];
  one.accounts.made(range(0, 3_000), 'one');
  two.accounts.made([digestOf('x')], 'two');
  t.is(two.accounts.madeBy(digestOf(0)), null);
  await Promise.all([one.timer.pass(1_000), two.timer.pass(1_000)]);
  t.is(known(two.accounts, range(0, 3_000)), 3_000);
  t.is(one.accounts.madeBy(digestOf('x')), 'two');
  t.is(one.accounts.madeBy(digestOf(0)), 'one');
});

test('the later of two gateways that made one string is in the file', async (t) => {
  const path = newPath(t);
  const [one, two] = [open(t, path), open(t, path)];
  one.accounts.made([digestOf('a')], 'one');
  await one.timer.pass(200);
  two.accounts.made([digestOf('a')], 'two');
  await two.timer.pass(200);
  t.is(open(t, path).accounts.madeBy(digestOf('a')), 'two');
});

test('strings that leave the memory are known, before and after they are written', async (t) => {
  const { accounts, timer } = open(t, newPath(t), { rememberedMax: 2 });
  accounts.made(range(0, 10), 'one');
  t.is(known(accounts, range(0, 10)), 10);
  await timer.pass(200);
  t.is(known(accounts, range(0, 10)), 10);
});

test('a string that was found in the file is read once', async (t) => {
  const path = newPath(t);
  const [one, two] = [open(t, path), open(t, path)];
  one.accounts.made([digestOf('a'), digestOf('b')], 'one');
  await one.timer.pass(200);
  t.is(two.accounts.madeBy(digestOf('a')), 'one');
  using other = new DatabaseSync(path);
  other.exec('DELETE FROM strings');
  t.deepEqual([two.accounts.madeBy(digestOf('a')), two.accounts.madeBy(digestOf('b'))], ['one', null]);
});

test('the file and its companions are readable by their owner only', async (t) => {
  const path = newPath(t);
  const { accounts, timer } = open(t, path);
  accounts.made([digestOf('a')], 'one');
  await timer.pass(200);
  for (const file of [path, `${path}-wal`, `${path}-shm`]) t.is(statSync(file).mode & 0o777, 0o600, file);
  t.is(statSync(join(path, '..')).mode & 0o777, 0o700);
});

test('a full file loses the strings that were used longest ago', async (t) => {
  const path = newPath(t);
  const { accounts, timer, clock } = open(t, path, { stringsMax: 10 });
  accounts.made(range(0, 8), 'one');
  await timer.pass(200);
  clock.day += 1;
  accounts.made(range(100, 106), 'two');
  t.is(known(accounts, range(0, 3)), 3);
  await timer.pass(200);
  t.deepEqual(rowsIn(path), { strings: 10, total: 10 });
  const later = open(t, path).accounts;
  t.deepEqual([known(later, range(0, 3)), known(later, range(3, 8)), known(later, range(100, 106))], [3, 1, 6]);
});

test('strings that were unused for too long are removed, at most 250 rows a step', async (t) => {
  const path = newPath(t);
  const { accounts, timer, clock } = open(t, path, { daysMax: 30 });
  accounts.made(range(0, 2_500), 'one');
  await timer.pass(1_000);
  clock.day += 30;
  accounts.made([digestOf('x')], 'one');
  await timer.pass(1_000);
  t.deepEqual(rowsIn(path), { strings: 2_501, total: 2_501 });
  clock.day += 1;
  accounts.made([digestOf('y')], 'one');
  await timer.pass(200);
  t.deepEqual(rowsIn(path), { strings: 2_252, total: 2_252 });
  await timer.pass(1_000);
  t.deepEqual(rowsIn(path), { strings: 2, total: 2 });
});

test('too many are removed at most 250 rows a step', async (t) => {
  const path = newPath(t);
  const first = open(t, path);
  first.accounts.made(range(0, 2_500), 'one');
  first.accounts[Symbol.dispose]();
  const { accounts, timer, clock } = open(t, path, { stringsMax: 10 });
  t.is(rowsIn(path).strings, 2_500);
  clock.day += 1;
  accounts.made([digestOf('x')], 'one');
  await timer.pass(200);
  t.is(rowsIn(path).strings, 2_251);
  await timer.pass(1_000);
  t.is(rowsIn(path).strings, 10);
  t.is(open(t, path).accounts.madeBy(digestOf('x')), 'one');
});

test('strings are not removed by age, and no day is moved, while the clock is not settled', async (t) => {
  const path = newPath(t);
  const { accounts, timer, clock } = open(t, path);
  accounts.made([digestOf('a'), digestOf('b')], 'one');
  await timer.pass(200);
  Object.assign(clock, { day: clock.day + 1_000, isSettled: false });
  t.is(accounts.madeBy(digestOf('a')), 'one');
  accounts.made([digestOf('c')], 'one');
  await timer.pass(1_000);
  t.is(rowsIn(path).strings, 3);
  t.is(dayIn(path, digestOf('a')), 20_000);
});

test('a string that is used again stays, and its day is moved once a day', async (t) => {
  const path = newPath(t);
  const first = open(t, path);
  first.accounts.made([digestOf('a'), digestOf('b')], 'one');
  first.accounts[Symbol.dispose]();
  const { accounts, timer, clock } = open(t, path, { day: 20_020 });
  using watcher = new DatabaseSync(path);
  watcher.exec(`
    CREATE TABLE moves (n INTEGER);
    CREATE TRIGGER moved AFTER UPDATE ON strings BEGIN INSERT INTO moves VALUES (1); END;
  `);
  const moves = (): unknown => watcher.prepare('SELECT count(*) AS n FROM moves').get()?.['n'];
  for (let n = 0; n < 5; n += 1) {
    t.is(accounts.madeBy(digestOf('a')), 'one');
    await timer.pass(1_000);
  }
  t.is(moves(), 1);
  t.is(dayIn(path, digestOf('a')), 20_020);
  clock.day = 20_045;
  t.is(accounts.madeBy(digestOf('a')), 'one');
  await timer.pass(1_000);
  t.is(moves(), 2);
  const later = open(t, path).accounts;
  t.deepEqual([later.madeBy(digestOf('a')), later.madeBy(digestOf('b'))], ['one', null]);
});

test('a use never gives a string back to the account of before', async (t) => {
  const path = newPath(t);
  const one = open(t, path);
  one.accounts.made([digestOf('a')], 'one');
  await one.timer.pass(200);
  const two = open(t, path);
  two.accounts.made([digestOf('a')], 'two');
  await two.timer.pass(200);
  one.clock.day += 1;
  one.accounts.madeBy(digestOf('a'));
  await one.timer.pass(200);
  t.is(open(t, path).accounts.madeBy(digestOf('a')), 'two');
  t.is(dayIn(path, digestOf('a')), 20_001);
});

test('a string that is used before it is written is written as made', async (t) => {
  const path = newPath(t);
  const { accounts, timer, clock } = open(t, path);
  accounts.made([digestOf('a')], 'one');
  await timer.pass(200);
  accounts.made([digestOf('a')], 'two');
  clock.day += 1;
  t.is(accounts.madeBy(digestOf('a')), 'two');
  await timer.pass(200);
  t.is(open(t, path).accounts.madeBy(digestOf('a')), 'two');
});

test('a closed store answers from memory, writes nothing and raises nothing', async (t) => {
  const path = newPath(t);
  const { accounts, timer, told } = open(t, path);
  accounts.made([digestOf('a')], 'one');
  accounts[Symbol.dispose]();
  t.notThrows(() => accounts[Symbol.dispose]());
  accounts.made([digestOf('b')], 'one');
  await timer.pass(10_000);
  t.deepEqual(
    ['a', 'b', 'c'].map((text) => accounts.madeBy(digestOf(text))),
    ['one', 'one', null],
  );
  t.is(rowsIn(path).strings, 1);
  t.deepEqual(told, []);
});
