import test from 'ava';
import { millisecondsOf } from '../../../src/domain/counters/reported-counters.ts';
import { costOf, worstCaseCost } from '../../../src/domain/cost.ts';
import { createPriceList } from '../../../src/domain/price-list.ts';
import { readCounters } from '../../../src/domain/counters/read-counters.ts';
import { anyTokens, hasImpossibleCounter, noUsage } from '../../../src/domain/usage.ts';

const read = (usage: unknown) => readCounters('audio_transcriptions', usage)?.usage ?? null;

test('tokens are read with the audio tokens among them, with and without their type', (t) => {
  const tokens = { input_tokens: 30, output_tokens: 4, total_tokens: 34, input_token_details: { audio_tokens: 20 } };
  const counted = { ...noUsage, input_tokens: 30, output_tokens: 4, audio_input_tokens: 20 };
  t.deepEqual(read({ type: 'tokens', ...tokens }), counted);
  t.deepEqual(read(tokens), counted);
});

test('a duration is read in milliseconds rounded up, without the noise of floating point', (t) => {
  t.deepEqual(read({ type: 'duration', seconds: 9 }), { ...noUsage, audio_milliseconds: 9_000 });
  t.is(read({ seconds: '12.34' })?.audio_milliseconds, 12_340);
  t.is(millisecondsOf(8.470000267028809), 8_470);
  t.is(millisecondsOf(1.1), 1_100);
  t.is(millisecondsOf(0.0001), 1);
  t.is(millisecondsOf(0), 0);
});

test('a usage without tokens or a valid duration is null', (t) => {
  for (const usage of [null, [], 'x', {}, { type: 'duration' }, { seconds: -1 }, { seconds: '3 min' }]) {
    t.is(read(usage), null, JSON.stringify(usage));
  }
});

test('a duration above that of any recording is impossible, not missing', (t) => {
  const possible = { ...anyTokens, audioMillisecondsMax: 2 * 8_640_000_000 };
  for (const seconds of [17_280_001, '17280001', '99999999999', 1e300, Infinity]) {
    const usage = read({ type: 'duration', seconds }) ?? noUsage;
    t.true(hasImpossibleCounter(usage, possible), String(seconds));
    t.true(hasImpossibleCounter(usage, anyTokens), String(seconds));
  }
  t.true(hasImpossibleCounter(read({ seconds: 8_640_001 }) ?? noUsage, anyTokens));
  t.false(hasImpossibleCounter(read({ seconds: 8_640_000 }) ?? noUsage, anyTokens));
});

const list = (more: object) =>
  createPriceList({ id: 'a', version: '1', eur_per_million_tokens: { input: '0', output: '0' }, ...more });

test('an hour of audio costs the hourly price, and a millisecond its share, rounded once half to even', (t) => {
  const hourly = list({ eur_per_audio_hour: '0.36' });
  const bill = (audio_milliseconds: number) => costOf({ ...noUsage, audio_milliseconds }, hourly).total;
  t.is(bill(3_600_000), 360_000_000n);
  t.is(bill(1), 100n);
  t.is(bill(12_345), 1_234_500n);
  // 0.000000009 an hour: half a nano-euro is 200,000 ms.
  const tiny = list({ eur_per_audio_hour: '0.000000009' });
  const tinyBill = (audio_milliseconds: number) => costOf({ ...noUsage, audio_milliseconds }, tiny).total;
  t.deepEqual([200_000, 200_001, 600_000, 599_999].map(tinyBill), [0n, 1n, 2n, 1n]);
});

test('one measure is charged: tokens that have a price, otherwise characters or time', (t) => {
  const both = { ...noUsage, input_tokens: 1_000_000, audio_milliseconds: 3_600_000 };
  const priced = list({ eur_per_million_tokens: { input: '5', output: '7' }, eur_per_audio_hour: '2' });
  t.is(costOf(both, priced).total, 5_000_000_000n);
  t.is(costOf(both, list({ eur_per_audio_hour: '2' })).total, 2_000_000_000n);
  const spoken = { ...noUsage, input_characters: 1_000_000 };
  t.is(costOf(spoken, list({ eur_per_million_characters: '15' })).total, 15_000_000_000n);
});

test('a hold covers the dearest of the measures', (t) => {
  const bound = { inputTokensMax: 1_000_000, outputTokensMax: 0, audioMillisecondsMax: 3_600_000 };
  const tokens = { input: '5', output: '7' };
  t.is(worstCaseCost(bound, list({ eur_per_million_tokens: tokens, eur_per_audio_hour: '2' })), 5_000_000_000n);
  t.is(worstCaseCost(bound, list({ eur_per_million_tokens: tokens, eur_per_audio_hour: '9' })), 9_000_000_000n);
  t.is(worstCaseCost({ ...bound, audioMillisecondsMax: 1 }, list({ eur_per_audio_hour: '0.000000001' })), 1n);
});
