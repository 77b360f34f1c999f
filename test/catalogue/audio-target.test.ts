import test from 'ava';
import {
  audioTargetSchema,
  recordingMilliseconds,
  recordingMillisecondsMax,
} from '../../src/catalogue/audio-target.ts';

const target = audioTargetSchema.parse({ seconds_max: 100, bytes_per_second_min: 500 });
const whole = (foundMs: number) => ({ bytes: 9_000, foundMs, isWhole: true });
const torn = (foundMs: number, bytes = 9_000) => ({ bytes, foundMs, isWhole: false });

test('a recording whose frames fill it is as long as they are, whatever its size', (t) => {
  t.is(recordingMilliseconds(whole(1), target), 1);
  t.is(recordingMilliseconds(whole(99_999), target), 99_999);
});

test('another is as long as its size allows, or as what was found in it if that is longer', (t) => {
  t.is(recordingMilliseconds(torn(0), target), 18_000);
  t.is(recordingMilliseconds(torn(0, 9_001), target), 18_002);
  t.is(recordingMilliseconds(torn(17_999), target), 18_000);
  t.is(recordingMilliseconds(torn(18_001), target), 18_001);
});

test('none is longer than the upstream takes', (t) => {
  t.is(recordingMilliseconds(whole(100_001), target), 100_000);
  t.is(recordingMilliseconds(torn(0, 1_000_000), target), 100_000);
  t.is(recordingMillisecondsMax(whole(99_999), target, 'subtitles'), 100_000);
});

test('a hold covers whole seconds, and with subtitles the whole piece that is heard at once', (t) => {
  t.is(recordingMillisecondsMax(whole(2_001), target, 'seconds'), 3_000);
  t.is(recordingMillisecondsMax(whole(2_000), target, 'seconds'), 2_000);
  t.is(recordingMillisecondsMax(whole(2_000), target, 'subtitles'), 30_000);
  t.is(recordingMillisecondsMax(whole(30_001), target, 'subtitles'), 60_000);
});
