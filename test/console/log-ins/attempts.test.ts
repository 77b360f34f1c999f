import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { assert, nat, oneof, property, string } from 'fast-check';
import { createHmacKeyHasher } from '../../../src/adapters/hmac-key-hasher.ts';
import { openSqliteConsoleSessions } from '../../../src/adapters/sqlite-console-sessions.ts';
import { Attempts } from '../../../src/console/log-ins/attempts.ts';
import { unauditedDirectory, type Teardown } from '../../_support/gateway.ts';

const keyHasher = createHmacKeyHasher(Buffer.alloc(32));

/** Attempts in two processes of one data directory, under one clock. */
function twoProcesses(t: Teardown) {
  const path = join(unauditedDirectory(t), 'data', 'console-sessions.db');
  const clock = { now: 1_000_000_000 };
  const open = () => {
    const stored = openSqliteConsoleSessions(path);
    t.teardown(() => stored.close());
    return new Attempts({ stored, keyHasher, mintSecret: () => randomBytes(32), now: () => clock.now });
  };
  return { path, clock, one: open(), other: open() };
}

test('an attempt counts once, in one process', (t) => {
  const { one, other } = twoProcesses(t);
  const token = one.begin('a');
  t.true(other.isOf('a', token));
  t.true(other.take('a', token));
  t.false(one.take('a', token));
});

test('an attempt counts for its purpose, and for ten minutes', (t) => {
  const { clock, one } = twoProcesses(t);
  const token = one.begin('a');
  t.false(one.take('b', token));
  clock.now += 599_999;
  t.true(one.isOf('a', token));
  clock.now += 1;
  t.false(one.isOf('a', token));
  t.false(one.take('a', token));
});

test('a clock that is put back makes no attempt last longer', (t) => {
  const { clock, one } = twoProcesses(t);
  const token = one.begin('a');
  clock.now -= 600_000;
  t.false(one.take('a', token));
});

test('nothing is kept of an attempt that is begun, and of one that counted its hash', (t) => {
  const { path, one } = twoProcesses(t);
  const sizeOf = (): number => [path, `${path}-wal`].reduce((sum, file) => sum + readFileSync(file).length, 0);
  const before = sizeOf();
  for (let n = 0; n < 100; n += 1) one.begin('a');
  t.is(sizeOf(), before);
  const token = one.begin('a');
  t.true(one.take('a', token));
  t.false([path, `${path}-wal`].some((file) => readFileSync(file, 'latin1').includes(token)));
});

test('no other text is an attempt', (t) => {
  const { one } = twoProcesses(t);
  const token = one.begin('a');
  assert(
    property(oneof(string(), nat(token.length - 1)), (other) => {
      const changed =
        typeof other === 'string'
          ? other
          : `${token.slice(0, other)}${token[other] === 'A' ? 'B' : 'A'}${token.slice(other + 1)}`;
      return !one.isOf('a', changed);
    }),
  );
  for (const other of [`${token}A`, `${token}=`, token.slice(1), '']) t.false(one.isOf('a', other));
});

test('a device counts on, or never counts', (t) => {
  const stored = openSqliteConsoleSessions(null);
  t.teardown(() => stored.close());
  const counts = (passkey: string, ...of: readonly number[]) => of.map((count) => stored.countOn(passkey, count));
  t.deepEqual(counts('never', 0, 0, 0), [true, true, true]);
  t.deepEqual(counts('once', 0, 3, 3, 0, 2, 4), [true, true, false, false, false, true]);
});
