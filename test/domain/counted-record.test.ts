import { countedRecord } from '../../src/domain/cost.ts';
import test from 'ava';
import { usage } from '../_support/usage.ts';

test('what was counted is recorded without what is none, and each model call', (t) => {
  const call = usage({ input_tokens: 2, cached_input_tokens: 1 });
  const used = { ...usage({ input_tokens: 4, cached_input_tokens: 2 }), calls: [call, call] };
  t.deepEqual(countedRecord({ usage: used, asked: null, served: 'default', unreportedInputTokens: 0 }), {
    counters: { input_tokens: 4, cached_input_tokens: 2 },
    calls: [
      { input_tokens: 2, cached_input_tokens: 1 },
      { input_tokens: 2, cached_input_tokens: 1 },
    ],
    tier_served: 'default',
  });
});

for (const [served, asked, tier] of [
  ['x'.repeat(101), null, undefined],
  ['\ud800', null, undefined],
  ['a note to the reader', 'fast', 'fast'],
  ['priority', 'fast', 'priority'],
] as const) {
  test(`of ${JSON.stringify(served)} and ${asked ?? 'nothing'} asked for, the tier that was served is ${tier ?? 'unknown'}`, (t) => {
    t.is(countedRecord({ usage: usage({}), asked, served }).tier_served, tier);
  });
}
