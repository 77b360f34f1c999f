import test from 'ava';
import { HeldTime } from '../../src/time/held-time.ts';
import { pause } from '../../src/time/pause.ts';
import { SimulatedTimer } from '../_support/simulated-timer.ts';

test('waits add up, with the current one, and time between them does not count', async (t) => {
  const timer = new SimulatedTimer();
  const held = new HeldTime(timer);
  t.is(held.ms, 0);
  const first = held.while(pause(20, undefined, timer));
  await timer.pass(20);
  await first;
  t.is(held.ms, 20);
  await timer.pass(20);
  t.is(held.ms, 20);
  const second = held.while(pause(20, undefined, timer));
  await timer.pass(5);
  t.is(held.ms, 25);
  await timer.pass(15);
  await second;
  t.is(held.ms, 40);
});

test('waits at the same time count once, until the last one ends, also by a failure', async (t) => {
  const timer = new SimulatedTimer();
  const held = new HeldTime(timer);
  const all = Promise.allSettled([
    held.while(pause(40, undefined, timer)),
    held.while(pause(30, undefined, timer)),
    held.while(Promise.reject(new Error('gone'))),
  ]);
  await timer.pass(100);
  t.deepEqual(
    (await all).map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected'],
  );
  t.is(held.ms, 40);
});
