import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { createHmacKeyHasher } from '../../src/adapters/hmac-key-hasher.ts';
import { openSqliteConsoleSessions } from '../../src/adapters/sqlite-console-sessions.ts';
import { isOfSession, Sessions } from '../../src/console/sessions/sessions.ts';
import { unauditedDirectory, type Teardown } from '../_support/gateway.ts';

const owner = { kind: 'machine', actor: 'cli:uid-1' } as const;
const keyHasher = createHmacKeyHasher(Buffer.alloc(32));

/** Sessions of two processes on one data directory, under one clock. */
function twoProcesses(t: Teardown) {
  const path = join(unauditedDirectory(t), 'data', 'console-sessions.db');
  const clock = { now: 1_000_000_000 };
  const open = () => {
    const stored = openSqliteConsoleSessions(path);
    t.teardown(() => stored.close());
    return new Sessions({
      stored,
      keyHasher,
      mintSecret: () => randomBytes(32),
      createId: randomUUID,
      now: () => clock.now,
    });
  };
  return { path, clock, one: open(), other: open() };
}

test('a session is known in every process of the data directory, and ended in all', (t) => {
  const { one, other } = twoProcesses(t);
  const secret = one.begin(owner);
  const found = other.find(secret);
  t.deepEqual(found?.owner, owner);
  one.end(found?.id ?? '');
  t.is(other.find(secret), null);
});

test('of a secret, of a token and of a form only hashes are kept', (t) => {
  const { path, one } = twoProcesses(t);
  const [secret, token] = [one.begin(owner), one.link(owner.actor)];
  const bytes = [path, `${path}-wal`].map((file) => readFileSync(file, 'latin1')).join('');
  t.true(bytes.includes('cli:uid-1'));
  for (const each of [secret, token, one.find(secret)?.formToken ?? secret]) t.false(bytes.includes(each));
});

test('a session ends half an hour after its last use, in steps of a minute', (t) => {
  const { clock, one, other } = twoProcesses(t);
  const secret = one.begin(owner);
  for (let used = 0; used < 5; used += 1) {
    clock.now += 1_799_000;
    t.not(one.find(secret), null);
  }
  clock.now += 1_800_000;
  t.is(other.find(secret), null);
});

test('a session ends eight hours after its begin, however much it is used', (t) => {
  const { clock, one } = twoProcesses(t);
  const secret = one.begin(owner);
  for (let minutes = 20; minutes < 480; minutes += 20) {
    clock.now += 1_200_000;
    t.not(one.find(secret), null, String(minutes));
  }
  clock.now += 1_200_000;
  t.is(one.find(secret), null);
});

test('a link begins one session, in one process, within a minute', (t) => {
  const { clock, one, other } = twoProcesses(t);
  const token = one.link(owner.actor);
  t.is(other.takeLink(token), owner.actor);
  t.is(one.takeLink(token), null);
  const late = one.link(owner.actor);
  clock.now += 60_000;
  t.is(one.takeLink(late), null);
});

test('a clock that is put back makes no session and no link last longer', (t) => {
  const { clock, one, other } = twoProcesses(t);
  const [secret, token] = [one.begin(owner), one.link(owner.actor)];
  clock.now -= 86_400_000;
  t.deepEqual(one.list(owner.actor), []);
  t.is(other.find(secret), null);
  t.is(other.takeLink(token), null);
  const near = one.begin(owner);
  clock.now -= 60_000;
  t.not(one.find(near), null);
});

test('a form is of one session', (t) => {
  const { one } = twoProcesses(t);
  const [mine, yours] = [one.find(one.begin(owner)), one.find(one.begin(owner))];
  if (mine === null || yours === null) return t.fail();
  t.true(isOfSession(mine, mine.formToken));
  for (const sent of [yours.formToken, '', null, `${mine.formToken}0`]) t.false(isOfSession(mine, sent));
});

test('the list has the sessions of their owner that have not ended', (t) => {
  const { clock, one } = twoProcesses(t);
  one.begin(owner);
  clock.now += 1_800_000;
  one.begin({ kind: 'machine', actor: 'cli:uid-2' });
  const secret = one.begin(owner);
  t.deepEqual(
    one.list(owner.actor).map(({ id }) => id),
    [one.find(secret)?.id],
  );
});
