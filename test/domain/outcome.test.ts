import test from 'ava';
import { outcomeOf, type Observed } from '../../src/domain/outcome.ts';
import { answerCountMax, noUsage } from '../../src/domain/usage.ts';

/** An answer of which 400 bytes were seen, without counters, of an upstream without billing records. */
const cut: Observed = {
  usage: null,
  isUsageFinal: false,
  serviceTier: null,
  input: { bytes: 80, tokens: null },
  estimate: null,
  contentBytes: 400,
  unseenTokensMax: 0,
  covered: { inputTokensMax: 1_000, outputTokensMax: 10_000 },
  possible: { inputTokensMax: 64_000, outputTokensMax: 32_000, audioMillisecondsMax: 7_200_000 },
  hasBillingRecords: false,
  doubt: 'stream_cut',
};
const estimateOf = (observed: Partial<Observed>) => {
  const outcome = outcomeOf({ ...cut, ...observed });
  return outcome.kind === 'settle' && outcome.source === 'estimate' ? outcome.usage : outcome;
};

test('a stream that broke off is estimated from the bytes that were seen', (t) => {
  t.deepEqual(estimateOf({}), { ...noUsage, input_tokens: 20, output_tokens: 100 });
});

test('a stream that the caller cut is charged for tokens that may be unseen, as reasoning', (t) => {
  const usage = estimateOf({ unseenTokensMax: 5_000 });
  t.deepEqual(usage, { ...noUsage, input_tokens: 1_000, output_tokens: 5_000, reasoning_tokens: 4_900 });
});

const withTools = { ...cut.covered, webSearchesMax: 5, webFetchesMax: 2 };

test('tools that may have been used unseen are charged to a caller who cut the exchange, as the hold covers them', (t) => {
  const seen = { toolUses: { web_searches: 1, web_fetches: 0 }, covered: withTools };
  t.like(estimateOf({ ...seen, unseenTokensMax: 5_000 }), { web_searches: 5, web_fetches: 2 });
  t.like(estimateOf(seen), { web_searches: 1, web_fetches: 0 });
});

test('interim counters do not tell the input that may be read again', (t) => {
  const usage = { ...noUsage, input_tokens: 7, output_tokens: 30, web_searches: 1 };
  t.like(estimateOf({ usage, covered: withTools, readingsMax: 2 }), { input_tokens: 7, web_searches: 1 });
  const outcome = outcomeOf({ ...cut, usage, covered: withTools, readingsMax: 2, unseenTokensMax: 50 });
  t.like(outcome, { usage: { input_tokens: 1_000, web_searches: 5, web_fetches: 2 }, unreportedInputTokens: 993 });
});

test('the input that no counter told is named, for a caller who cut the exchange', (t) => {
  const untold = (observed: Partial<Observed>) => {
    const outcome = outcomeOf({ ...cut, ...observed });
    return outcome.kind === 'settle' ? outcome.unreportedInputTokens : outcome;
  };
  t.is(untold({ unseenTokensMax: 50 }), 1_000);
  t.is(untold({}), undefined);
  t.is(untold({ unseenTokensMax: 50, input: { bytes: 80, tokens: 30 } }), undefined);
  t.is(untold({ unseenTokensMax: 50, usage: { ...noUsage, input_tokens: 7 } }), undefined);
});

test('no estimate goes beyond the hold', (t) => {
  const usage = estimateOf({ unseenTokensMax: 5_000_000 });
  t.deepEqual(usage, { ...noUsage, input_tokens: 1_000, output_tokens: 10_000, reasoning_tokens: 9_900 });
});

test('an estimate is never below what was seen', (t) => {
  t.deepEqual(estimateOf({ unseenTokensMax: 99 }), { ...noUsage, input_tokens: 1_000, output_tokens: 100 });
});

test('counters of a broken stream are raised by the estimate, and final counters are not', (t) => {
  const usage = { ...noUsage, input_tokens: 7, output_tokens: 30, reasoning_tokens: 10 };
  t.deepEqual(estimateOf({ usage, unseenTokensMax: 50 }), { ...usage, output_tokens: 50, reasoning_tokens: 30 });
  t.deepEqual(outcomeOf({ ...cut, usage, isUsageFinal: true, unseenTokensMax: 50 }), {
    kind: 'settle',
    usage,
    serviceTier: null,
    source: 'upstream',
  });
});

test('the outcome is unknown when nothing was seen, unless the caller cut the stream', (t) => {
  t.deepEqual(estimateOf({ contentBytes: 0 }), { kind: 'flag', reason: 'stream_cut', contentBytes: 0 });
  t.deepEqual(estimateOf({ contentBytes: 0, unseenTokensMax: 60 }), {
    ...noUsage,
    input_tokens: 1_000,
    output_tokens: 60,
    reasoning_tokens: 60,
  });
});

test('counted input is charged as counted, whichever side cut the exchange', (t) => {
  const input = { bytes: 80, tokens: 30 };
  t.like(estimateOf({ input, unseenTokensMax: 5_000 }), { input_tokens: 30 });
});

test('an outcome whose record was too large to read is flagged, not estimated', (t) => {
  const flag = { kind: 'flag', reason: 'stream_cut', contentBytes: 400 } as const;
  t.deepEqual(estimateOf({ isTooLarge: true }), flag);
  t.deepEqual(estimateOf({ isTooLarge: true, unseenTokensMax: 5_000 }), flag);
  const usage = { ...noUsage, input_tokens: 7, output_tokens: 30 };
  t.like(outcomeOf({ ...cut, usage, isUsageFinal: true, isTooLarge: true }), { kind: 'settle', source: 'upstream' });
});

test('an outcome with billing records is flagged for a look-up, not estimated', (t) => {
  const flag = { kind: 'flag', reason: 'stream_cut', contentBytes: 400 } as const;
  t.deepEqual(estimateOf({ hasBillingRecords: true, unseenTokensMax: 5_000 }), flag);
});

test('work that is counted in characters or time is known beforehand', (t) => {
  for (const estimate of [
    { ...noUsage, input_characters: 18 },
    { ...noUsage, audio_milliseconds: 3_000 },
  ]) {
    t.deepEqual(estimateOf({ estimate, unseenTokensMax: 5_000 }), estimate);
    t.deepEqual(estimateOf({ usage: estimate, unseenTokensMax: 5_000 }), estimate);
  }
});

test('counters above what is possible are flagged, final or not', (t) => {
  const flag = { kind: 'flag', reason: 'impossible_counters', contentBytes: 400 } as const;
  for (const [counter, most] of [
    ['input_tokens', 64_000],
    ['output_tokens', 32_000],
    ['input_characters', answerCountMax],
    ['web_searches', 32_000],
    ['web_fetches', 32_000],
    ['audio_milliseconds', 7_200_000],
  ] as const) {
    const seen = (count: number, more: Partial<Observed> = {}) =>
      outcomeOf({ ...cut, usage: { ...noUsage, [counter]: count }, isUsageFinal: true, ...more });
    t.like(seen(most), { kind: 'settle', source: 'upstream' }, counter);
    t.deepEqual(seen(most + 1), flag, counter);
    t.deepEqual(seen(most + 1, { isUsageFinal: false }), flag, counter);
    t.deepEqual(seen(most + 1, { unseenTokensMax: 60, isUsageFinal: false }), flag, counter);
  }
});

test('what counters do not tell is estimated, and what they do is charged', (t) => {
  const told = (untold: Observed['untold'], usage: object, more: Partial<Observed> = {}) =>
    estimateOf({ usage: { ...noUsage, ...usage }, untold, isUsageFinal: true, ...more });
  t.deepEqual(told('input_tokens', { output_tokens: 7 }), { ...noUsage, input_tokens: 20, output_tokens: 7 });
  t.like(told('input_tokens', { output_tokens: 7, input_tokens: 33, cached_input_tokens: 33 }), { input_tokens: 33 });
  t.deepEqual(told('output_tokens', { input_tokens: 7 }), { ...noUsage, input_tokens: 7, output_tokens: 100 });
  t.deepEqual(told('division', { input_tokens: 130 }), { ...noUsage, input_tokens: 30, output_tokens: 100 });
  t.deepEqual(told('division', { input_tokens: 30 }), { ...noUsage, input_tokens: 0, output_tokens: 30 });
  t.like(told('input_tokens', { output_tokens: 7 }, { hasBillingRecords: true }), { kind: 'flag' });
  t.like(told('input_tokens', { output_tokens: 7 }, { isUsageFinal: false, unseenTokensMax: 50 }), {
    input_tokens: 1_000,
    output_tokens: 50,
  });
  t.like(told('input_tokens', { output_tokens: 32_001 }), { kind: 'flag', reason: 'impossible_counters' });
});

test('searches that are assumed make an estimate, which billing records need not confirm', (t) => {
  const usage = { ...noUsage, input_tokens: 7, output_tokens: 30, web_searches: 1 };
  for (const hasBillingRecords of [false, true]) {
    t.deepEqual(estimateOf({ usage, untold: 'searches', isUsageFinal: true, hasBillingRecords }), usage);
  }
});

test('zeros of an answer that broke off are no counters, those of a whole one are', (t) => {
  const zeros = { ...cut, usage: noUsage, unseenTokensMax: 0 };
  t.deepEqual(outcomeOf({ ...zeros, isUsageFinal: false }), outcomeOf({ ...zeros, usage: null, isUsageFinal: false }));
  t.like(outcomeOf({ ...zeros, isUsageFinal: true }), { kind: 'settle', usage: noUsage, source: 'upstream' });
});
