import test from 'ava';
import { GroupPause } from '../../../src/adapters/sqlite-event-log/group-pause.ts';

// Groups so large, and pauses so long, that no test outlasts them.
const HOURS_MS = 10_000_000;
const LARGE = 1_000_000;

test('the first group goes at once', (t) => {
  t.is(new GroupPause(HOURS_MS).remainingMs(1), 0);
});

test('the next group waits after a group, unless it has gathered enough', (t) => {
  const pause = new GroupPause(HOURS_MS);
  pause.sent(LARGE, false);
  t.true(pause.remainingMs(1) > 0);
  t.true(pause.remainingMs(31) > 0);
  t.is(pause.remainingMs(32), 0);
});

test('after a pause without an append the next groups go at once, and then a pause is tried again', (t) => {
  const pause = new GroupPause(HOURS_MS);
  pause.sent(LARGE, true);
  for (let group = 0; group < 32; group += 1) {
    t.is(pause.remainingMs(1), 0, `group ${group}`);
    pause.sent(LARGE, false);
  }
  t.true(pause.remainingMs(1) > 0);
});

test('no pause is longer than allowed', (t) => {
  const pause = new GroupPause(50);
  pause.sent(LARGE, false);
  t.true(pause.remainingMs(1) <= 50);
  const none = new GroupPause(0);
  none.sent(LARGE, false);
  t.is(none.remainingMs(1), 0);
});
