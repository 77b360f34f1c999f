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
 * Source: the chat completions `usage` object, whose totals include caches. Protocols that count caches separately are
 * added up in their protocol.
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
}

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

/** Usable counters, and the names of those that had to be corrected. */
export interface UsageReading {
  readonly usage: Usage;
  /** Counters that were no count, and were set to 0, or that exceeded their total, and were reduced to it. */
  readonly corrected: readonly (keyof Usage)[];
}

/** A `usage` value that is an object; its members are not checked yet. */
export type Counters = Readonly<Record<string, unknown>>;

export function isCounters(value: unknown): value is Counters {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads a parsed chat `usage` value. A missing `completion_tokens` is `total_tokens` less `prompt_tokens`;
 * {@link outputWithReasoning} says how much output the counters mean. Returns `null` when a total is missing or is no
 * count: then an estimate is needed.
 */
export function readChatUsage(usageJson: unknown): UsageReading | null {
  if (!isCounters(usageJson)) return null;
  const input = usageJson['prompt_tokens'];
  const total = usageJson['total_tokens'];
  const reportedOutput = usageJson['completion_tokens'] ?? restOf(total, input);
  if (!isCount(input) || !isCount(reportedOutput)) return null;
  const corrected = new Set<keyof Usage>();
  const part = partsOf(corrected);
  const inputDetails = detailsOf(usageJson['prompt_tokens_details']);
  const outputDetails = detailsOf(usageJson['completion_tokens_details']);
  const output = outputWithReasoning(
    { input, output: reportedOutput, reasoning: outputDetails['reasoning_tokens'], total },
    corrected,
  );
  if (output === null) return null;
  const caches = chatCaches(usageJson, inputDetails);
  const cached = part('cached_input_tokens', caches.cached, input);
  const written = part('cache_write_tokens', caches.written, input - cached);
  const writtenForAnHour = part('cache_write_1h_tokens', caches.writtenForAnHour, written);
  const usage: Usage = {
    ...noUsage,
    input_tokens: input,
    cached_input_tokens: cached,
    cache_write_tokens: written - writtenForAnHour,
    cache_write_1h_tokens: writtenForAnHour,
    audio_input_tokens: part('audio_input_tokens', inputDetails['audio_tokens'], input),
    image_input_tokens: part('image_input_tokens', inputDetails['image_tokens'], input),
    output_tokens: output,
    reasoning_tokens: part('reasoning_tokens', outputDetails['reasoning_tokens'], output),
    audio_output_tokens: part('audio_output_tokens', outputDetails['audio_tokens'], output),
    accepted_prediction_tokens: part('accepted_prediction_tokens', outputDetails['accepted_prediction_tokens'], output),
    rejected_prediction_tokens: part('rejected_prediction_tokens', outputDetails['rejected_prediction_tokens'], output),
  };
  return { usage, corrected: [...corrected] };
}

/**
 * What chat counters say of caches, not checked yet: under the protocol's own names, else under those of widespread
 * compatible servers whose totals include caches too: LiteLLM (`cache_creation…`, from Anthropic and Bedrock) and
 * DeepSeek (`prompt_cache_hit_tokens`).
 */
function chatCaches(usage: Counters, inputDetails: Counters) {
  return {
    cached: inputDetails['cached_tokens'] ?? usage['prompt_cache_hit_tokens'],
    written:
      inputDetails['cache_write_tokens'] ??
      inputDetails['cache_creation_tokens'] ??
      usage['cache_creation_input_tokens'],
    writtenForAnHour: detailsOf(inputDetails['cache_creation_token_details'])['ephemeral_1h_input_tokens'],
  };
}

/** Totals that an upstream reported; `reasoning` and `total` are not checked yet. */
interface ReportedTotals {
  readonly input: number;
  readonly output: number;
  readonly reasoning: unknown;
  readonly total: unknown;
}

/**
 * The output tokens that an upstream's totals mean. OpenAI counts reasoning within the output. Some upstreams count it
 * beside the output and include it in `total_tokens` alone (xAI; servers that translate Gemini's thoughts): the output
 * is then what the total leaves of the input. Without a usable total, reasoning that exceeds the output is counted
 * beside it.
 *
 * A total that is larger for no known reason still counts as output, and `output_tokens` is added to `corrected`.
 * Returns `null` where only the total counts anything, as it does not say how much of it is output.
 */
export function outputWithReasoning(
  { input, output, reasoning, total }: ReportedTotals,
  corrected: Set<keyof Usage>,
): number | null {
  const thought = isCount(reasoning) ? reasoning : 0;
  if (isCount(total) && total >= input + output) {
    const rest = total - input;
    if (rest > 0 && input + output === 0) return null;
    if (rest !== output && rest !== output + thought) corrected.add('output_tokens');
    return rest;
  }
  const counted = thought > output ? output + thought : output;
  return isCount(counted) ? counted : null;
}

/** The members of an object of counters; empty when there is no such object. */
export function detailsOf(value: unknown): Counters {
  return isCounters(value) ? value : {};
}

/**
 * Reads counters that are subsets of others: 0 when absent, and no more than the whole, `max`. The names of corrected
 * counters are added to `corrected`.
 */
export function partsOf(corrected: Set<keyof Usage>): (name: keyof Usage, value: unknown, max?: number) => number {
  return (name, value, max = Number.MAX_SAFE_INTEGER) => {
    if (value === undefined || value === null) return 0;
    const isUsable = isCount(value);
    if (isUsable && value <= max) return value;
    corrected.add(name);
    return isUsable ? max : 0;
  };
}

/** Whether a value is a counter: a safe integer, not negative. */
export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/**
 * Most of a unit that one answer counts, where its hold covers no more: a hundred times the largest context known, of
 * 10 million tokens.
 */
export const answerCountMax = 1_000_000_000;

/** Why an outcome has to be checked whose counters are above {@link answerCountMax}. */
export const impossibleCounters = 'impossible_counters';

/** The tokens that a hold covers. */
interface CoveredTokens {
  readonly inputTokensMax: number;
  readonly outputTokensMax: number;
}

/**
 * Whether a counter is above {@link answerCountMax} and above what the hold covers. Subsets of totals are never above
 * them, and a time has a limit of its own.
 */
export function hasImpossibleCounter(usage: Usage, { inputTokensMax, outputTokensMax }: CoveredTokens): boolean {
  const { input_tokens, output_tokens, input_characters, web_searches, web_fetches } = usage;
  return (
    input_tokens > Math.max(answerCountMax, inputTokensMax) ||
    output_tokens > Math.max(answerCountMax, outputTokensMax) ||
    Math.max(input_characters, web_searches, web_fetches) > answerCountMax
  );
}

function restOf(total: unknown, input: unknown): number | undefined {
  if (!isCount(total) || !isCount(input)) return undefined;
  return Math.max(0, total - input);
}

/** Mean length of a token in running text, bytes. */
const bytesPerToken = 4;

/** Roughly how many tokens a text of this many bytes has. An estimate, not a bound. */
export function estimatedTokens(bytes: number): number {
  return Math.ceil(bytes / bytesPerToken);
}

/** Roughly how many tokens an answer has if the caller sets no lower limit. */
export const outputTokensExpected = 400;
