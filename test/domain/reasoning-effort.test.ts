import test from 'ava';
import {
  isReasoningEffort,
  nearestEffort,
  reasoningEfforts,
  type ReasoningEffort,
} from '../../src/domain/reasoning-effort.ts';

test('every level finds its nearest in every set of levels, of two equally near the higher', (t) => {
  for (let set = 1; set < 2 ** reasoningEfforts.length; set++) {
    const supported = reasoningEfforts.filter((_, rank) => (set >> rank) % 2 === 1);
    for (const [rank, wanted] of reasoningEfforts.entries()) {
      // Stated another way: look one step further each time, upwards first.
      let expected: ReasoningEffort | undefined;
      for (let step = 0; expected === undefined; step++) {
        expected = [reasoningEfforts[rank + step], reasoningEfforts[rank - step]].find(
          (level) => level !== undefined && supported.includes(level),
        );
      }
      t.is(nearestEffort(wanted, supported), expected, `${wanted} of ${supported.join(', ')}`);
      t.is(nearestEffort(wanted, supported.toReversed()), expected);
    }
  }
});

const lowToHigh = ['low', 'medium', 'high'] as const;
const examples: readonly (readonly [ReasoningEffort, readonly ReasoningEffort[], ReasoningEffort])[] = [
  ['xhigh', lowToHigh, 'high'],
  ['max', lowToHigh, 'high'],
  ['minimal', lowToHigh, 'low'],
  ['none', lowToHigh, 'low'],
  ['medium', ['low', 'high'], 'high'],
  ['low', ['none', 'high'], 'high'],
  ['minimal', ['none', 'high'], 'none'],
  ['xhigh', ['low', 'medium', 'high', 'max'], 'max'],
  ['none', ['minimal', 'low', 'medium', 'high', 'xhigh', 'max'], 'minimal'],
];
for (const [wanted, supported, expected] of examples) {
  test(`${wanted} becomes ${expected} where there is ${supported.join(', ')}`, (t) => {
    t.is(nearestEffort(wanted, supported), expected);
  });
}

test('a target without any level gets none', (t) => {
  t.is(nearestEffort('high', []), null);
});

test('only the seven names are levels', (t) => {
  t.true(reasoningEfforts.every((effort) => isReasoningEffort(effort)));
  for (const stranger of ['', 'High', 'highest', null, 3, undefined, '__proto__']) t.false(isReasoningEffort(stranger));
});
