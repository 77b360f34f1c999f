import test from 'ava';
import { audioMillisecondsMax, audioTargetSchema, uncountedMilliseconds } from '../../src/catalogue/audio-target.ts';

const target = audioTargetSchema.parse({ seconds_max: 100, bytes_per_second_min: 500 });
const charged = (recording: object, uncounted: 'told' | 'longest' = 'told') =>
  uncountedMilliseconds({ bytes: 1_000, statedMs: 1, subtitledMs: 0, ...recording }, { ...target, uncounted });

test('an uncounted recording is charged as the longest that its size, container and subtitles say', (t) => {
  t.is(charged({}), 2_000);
  t.is(charged({ statedMs: 3_000 }), 3_000);
  t.is(charged({ statedMs: 3_000, subtitledMs: 4_000 }), 4_000);
  t.is(charged({ bytes: 3_001, statedMs: 3_000, subtitledMs: 4_000 }), 6_002);
});

test('a charge is at most the hold, and all of it without a length or when the operator wants so', (t) => {
  const longest = audioMillisecondsMax(target);
  t.is(longest, 100_000);
  t.is(charged({ statedMs: 200_000 }), longest);
  t.is(charged({ bytes: 1_000_000 }), longest);
  t.is(charged({ subtitledMs: 1e15 }), longest);
  t.is(charged({ statedMs: null }), longest);
  t.is(charged({}, 'longest'), longest);
});
