import { setTimeout as delay } from 'node:timers/promises';
import test from 'ava';
import { HeldTime } from '../../src/ports/held-time.ts';

test('waits add up, with the current one, and time between them does not count', async (t) => {
  const held = new HeldTime();
  t.is(held.ms, 0);
  await held.while(delay(20));
  const first = held.ms;
  t.true(first >= 19);
  await delay(20);
  t.is(held.ms, first);
  const waiting = held.while(delay(20));
  await delay(5);
  t.true(held.ms >= first + 4);
  await waiting;
  t.true(held.ms >= first + 19);
});

test('waits at the same time count once, until the last one ends, also by a failure', async (t) => {
  const held = new HeldTime();
  const beganAtMs = performance.now();
  const all = await Promise.allSettled([
    held.while(delay(40)),
    held.while(delay(30)),
    held.while(Promise.reject(new Error('gone'))),
  ]);
  t.deepEqual(
    all.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected'],
  );
  t.true(held.ms >= 39 && held.ms <= performance.now() - beganAtMs);
  const ended = held.ms;
  await delay(5);
  t.is(held.ms, ended);
});
