import { mock } from 'node:test';
import test from 'ava';
import { KeptForms } from '../../src/console/forms/kept-forms.ts';

let [secret, now] = [0, 0];

function keptForms(): KeptForms {
  return new KeptForms({ mintSecret: () => Buffer.from(String((secret += 1)).padStart(32)), now: () => now });
}

const form = (name: string): URLSearchParams => new URLSearchParams({ name });

test('a form is of its page and of the first session that asks', (t) => {
  const kept = keptForms();
  const token = kept.keep('/a', form('one'));
  t.is(kept.find(token, '/b', 's'), null);
  t.is(kept.find(token, '/a', 's')?.get('name'), 'one');
  t.is(kept.find(token, '/a', 's')?.get('name'), 'one');
  t.is(kept.find(token, '/a', 'other'), null);
  t.is(kept.find('none', '/a', 's'), null);
});

test.serial('it is kept for ten minutes', (t) => {
  const kept = keptForms();
  const token = kept.keep('/a', form('one'));
  now += 599_999;
  t.not(kept.find(token, '/a', 's'), null);
  now += 1;
  t.is(kept.find(token, '/a', 's'), null);
});

test.serial('it takes no memory after its time, and none after its session', (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const kept = keptForms();
  const [first, second, third] = ['a', 'b', 'c'].map((name) => kept.keep('/a', form(name))) as [string, string, string];
  kept.find(first, '/a', 'ended');
  kept.find(second, '/a', 'another');
  kept.endOf('ended');
  // Whoever has the number of the session again finds nothing: it is gone.
  t.is(kept.find(first, '/a', 'ended'), null);
  t.not(kept.find(second, '/a', 'another'), null);
  t.not(kept.find(third, '/a', 'other'), null);
  now += 600_000;
  mock.timers.tick(60_000);
  // Whatever is still in memory would be found by a clock that was put back.
  now -= 600_000;
  t.is(kept.find(second, '/a', 'another'), null);
  t.is(kept.find(third, '/a', 'other'), null);
  mock.timers.reset();
});

test.serial('one timer at most is pending, whatever anybody sends, and none once all have ended', (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const timers = mock.method(globalThis, 'setTimeout').mock;
  const kept = keptForms();
  const keepSome = () => Array.from({ length: 10_000 }, () => kept.keep('/a', form('x')));
  for (const minute of [1, 2, 3]) {
    keepSome();
    t.is(timers.callCount(), minute);
    mock.timers.tick(60_000);
    // The one that ended has begun the next.
    t.is(timers.callCount(), minute + 1);
  }
  now += 600_000;
  mock.timers.tick(600_000);
  t.is(timers.callCount(), 4);
  keepSome();
  t.is(timers.callCount(), 5);
  timers.restore();
  mock.timers.reset();
});

test('the oldest makes room, whatever anybody sends', (t) => {
  const kept = keptForms();
  const tokens = Array.from({ length: 40 }, () => kept.keep('/a', form('x'.repeat(262_000))));
  const found = tokens.map((token) => kept.find(token, '/a', 's') !== null);
  t.deepEqual([found[0], found.at(-1)], [false, true]);
  t.true(found.filter(Boolean).length <= 32);
});
