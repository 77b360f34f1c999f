import test from 'ava';
import { LogInPace } from '../../src/console/sessions/log-in-pace.ts';

const names = [{ name: 'somebody', triesMax: 10 }];

/** A pace of which ten tries have failed at once. */
function used() {
  const clock = { now: 1_000_000_000 };
  const pace = new LogInPace(() => clock.now);
  for (let tries = 0; tries < 10; tries += 1) pace.failed(names);
  return { clock, pace };
}

test('after ten failures somebody waits six seconds, and nobody else', (t) => {
  const { clock, pace } = used();
  t.is(pace.waitSeconds(names), 6);
  t.is(pace.waitSeconds([{ name: 'another', triesMax: 10 }]), 0);
  clock.now += 6_000;
  t.is(pace.waitSeconds(names), 0);
});

test('a clock that is put back by a year makes nobody wait so long', (t) => {
  const { clock, pace } = used();
  clock.now -= 31_536_000_000;
  t.true(pace.waitSeconds(names) <= 600);
});
