/**
 * What an inference consumed, by the upstream's own counters: safe integers, never negative. The unit is tokens, except
 * for characters and milliseconds, which measure the same work differently, and uses of tools, which are counted in
 * addition.
 *
 * Totals are `input_tokens` and `output_tokens`; every other counter is a subset of one of them and must not be added
 * to it. Subsets of `input_tokens`: cached input, cache writes of both lifetimes (the three never overlap), audio and
 * image input. Subsets of `output_tokens`: reasoning, audio output, accepted and rejected prediction tokens (rejected
 * ones are billed too).
 * A counter that the upstream does not report is 0.
 *
 * Source: the chat completions `usage` object, whose totals include caches. `counters/dialects.ts` says how other
 * dialects become this.
 */
export interface Usage extends ToolUses {
  readonly input_tokens: number;
  readonly cached_input_tokens: number;
  readonly cache_write_tokens: number;
  /** Written to a cache with a lifetime of an hour; `cache_write_tokens` have the ordinary, shorter lifetime. */
  readonly cache_write_1h_tokens: number;
  readonly audio_input_tokens: number;
  readonly image_input_tokens: number;
  readonly output_tokens: number;
  readonly reasoning_tokens: number;
  readonly audio_output_tokens: number;
  readonly accepted_prediction_tokens: number;
  readonly rejected_prediction_tokens: number;
  /** Unicode code points of the text to be spoken, for speech providers that may count no tokens. */
  readonly input_characters: number;
  /** Length of the audio input, for transcription providers that may count no tokens. */
  readonly audio_milliseconds: number;
  /**
   * The tokens of each model call, where the answer names several (`iterations`). They say nothing if they do not add up
   * to the tokens above. Absent: it is one call, as far as is known.
   */
  readonly calls?: readonly Usage[];
}

/** The name of a counter of a usage. */
export type UsageCounter = Exclude<keyof Usage, 'calls'>;

/** How often the upstream used the tools that it runs itself, for a fee per use. Failed uses are not counted. */
export interface ToolUses {
  readonly web_searches: number;
  readonly web_fetches: number;
}

/** No tool was used. */
export const noToolUses: ToolUses = { web_searches: 0, web_fetches: 0 };

/** A reading of counters, raised to the uses that were seen if those are more: interim counters may lag behind. */
export function withSeenUses(usage: Usage, seen: ToolUses): Usage {
  return { ...usage, ...mostUses(usage, seen) };
}

/** The higher of two counts of the same uses, for each tool. */
export function mostUses(one: ToolUses, other: ToolUses): ToolUses {
  return {
    web_searches: Math.max(one.web_searches, other.web_searches),
    web_fetches: Math.max(one.web_fetches, other.web_fetches),
  };
}

/** How often the input was read: once, and once more after each use of a tool. */
export function readingsWith({ web_searches, web_fetches }: ToolUses): number {
  return 1 + web_searches + web_fetches;
}

/** Nothing was consumed. */
export const noUsage: Usage = {
  input_tokens: 0,
  cached_input_tokens: 0,
  cache_write_tokens: 0,
  cache_write_1h_tokens: 0,
  audio_input_tokens: 0,
  image_input_tokens: 0,
  output_tokens: 0,
  reasoning_tokens: 0,
  audio_output_tokens: 0,
  accepted_prediction_tokens: 0,
  rejected_prediction_tokens: 0,
  input_characters: 0,
  audio_milliseconds: 0,
  ...noToolUses,
};

/** The names of all counters. */
export const usageCounters = Object.keys(noUsage) as [UsageCounter, ...UsageCounter[]];

/**
 * Most characters that one answer counts, and most tokens or uses of a tool where its target is not known: a hundred
 * times the largest context known, of 10 million tokens.
 */
export const answerCountMax = 1_000_000_000;

/** Why an outcome has to be checked whose counters its target cannot have counted. */
export const impossibleCounters = 'impossible_counters';

/** The most tokens, uses of tools and time that one answer can count. */
export interface PossibleTokens {
  readonly inputTokensMax: number;
  /** Also the most uses of a tool: the model writes each. */
  readonly outputTokensMax: number;
  readonly audioMillisecondsMax: number;
}

/** The most of an answer of an unknown target. No recording is longer than a hundred days. */
export const anyTokens: PossibleTokens = {
  inputTokensMax: answerCountMax,
  outputTokensMax: answerCountMax,
  audioMillisecondsMax: 8_640_000_000,
};

/** Whether a counter is above what is possible. Subsets of totals are never above them. */
export function hasImpossibleCounter(usage: Usage, possible: PossibleTokens): boolean {
  const { input_tokens, output_tokens, input_characters, audio_milliseconds, web_searches, web_fetches } = usage;
  return (
    input_tokens > possible.inputTokensMax ||
    Math.max(output_tokens, web_searches, web_fetches) > possible.outputTokensMax ||
    audio_milliseconds > possible.audioMillisecondsMax ||
    input_characters > answerCountMax
  );
}

/** Mean length of a token in running text, bytes. */
const bytesPerToken = 4;

/** Roughly how many tokens a text of this many bytes has. An estimate, not a bound. */
export function estimatedTokens(bytes: number): number {
  return Math.ceil(bytes / bytesPerToken);
}

/** Roughly how many tokens an answer has if the caller sets no lower limit. */
export const outputTokensExpected = 400;
