import { noToolUses, noUsage, type ToolUses, type Usage, type UsageCounter } from '../usage.ts';
import { zerosCountNothingOn } from './dialects.ts';
import { countIn, longWrittenTokens, tokenTotals, writtenTokens, type TotalsReading } from './token-totals.ts';
import {
  isCount,
  isCounters,
  millisecondsOf,
  outputNames,
  reportedCounters,
  withTotals,
  type ReadCounters,
  type ReportedCounters,
} from './reported-counters.ts';

/** Usable counters, and how they were read. */
export interface UsageReading {
  readonly usage: Usage;
  /** Counters that were no count, and were set to 0, or that exceeded their total, and were reduced to it. */
  readonly corrected: readonly UsageCounter[];
  /** What each row of the table has read. */
  readonly reported: ReportedCounters;
  /** The meaning of the totals where it is not the plain one; see `counterMeanings`. */
  readonly meaning: string | null;
  /** Paths of numbers that no row knows. */
  readonly unknown: readonly string[];
  /** What has to be estimated, or was; `null`: nothing. */
  readonly untold: Untold | null;
}

/**
 * What counters do not tell: the input, with 0 in its place, or the output; how much of the total, which is in the place
 * of the input, is output; whether searches were made that are assumed; or anything: they are zeros, which beside a text
 * count nothing.
 */
export type Untold = 'input_tokens' | 'output_tokens' | 'division' | 'searches' | 'anything';

/** What else counters are read by. */
export interface CounterOptions {
  /** Uses of tools that were shown. They count for a tool that the counters leave out. */
  readonly seen?: ToolUses | undefined;
  /** These uses are assumed: none was shown. */
  readonly areUsesAssumed?: boolean | undefined;
  /** The target counts cached and written tokens beside its input. */
  readonly areCachesBeside?: boolean | undefined;
}

/**
 * Reads a parsed object of counters of a surface. `null`: it counts nothing that can be charged, and an estimate is
 * needed.
 */
export function readCounters(surface: string, json: unknown, options?: CounterOptions): UsageReading | null {
  const reading = isCounters(json) ? usageOf(surface, reportedCounters(surface, json), options) : null;
  return reading !== null && tellsAll(reading.untold) ? reading : null;
}

/** Whether counters leave no tokens to be estimated, unless a text says that their zeros count nothing. */
export function tellsAll(untold: Untold | null): untold is 'searches' | 'anything' | null {
  return untold === null || untold === 'searches' || untold === 'anything';
}

/** What counters mean that were found, also where they tell a part of the tokens; `null` as for {@link readCounters}. */
export function usageOf(
  surface: string,
  { reported, passes, unknown }: ReadCounters,
  { seen = noToolUses, areUsesAssumed = false, areCachesBeside = false }: CounterOptions = {},
): UsageReading | null {
  const corrected = new Set<UsageCounter>();
  const read = (counters: ReportedCounters): Tokens | null =>
    tokensOf(counters, { surface, areCachesBeside }, corrected);
  const [seconds, characters] = [reported.audio_seconds?.count ?? null, reported.input_characters?.count ?? null];
  const told = passes.length === 0 ? read(reported) : withPasses(read(reported), passes, read);
  const part = told === null && seconds === null && characters === null ? partOf(reported, surface) : null;
  const tokens = part === null ? told : read(part.reported);
  if (tokens === null && seconds === null && characters === null) return null;
  const usage = {
    ...noUsage,
    ...tokens?.usage,
    ...toolUses(reported, seen, corrected),
    input_characters: characters ?? 0,
    audio_milliseconds: seconds === null ? 0 : millisecondsOf(seconds),
  };
  if (!isCount(usage.input_tokens) || !isCount(usage.output_tokens)) return null;
  const areAssumed = areUsesAssumed && seen.web_searches > 0 && typeof reported.web_searches?.count !== 'number';
  const isNothing = usage.input_tokens + usage.output_tokens + usage.web_searches === 0;
  const untoldOfZeros = isNothing && zerosCountNothingOn.includes(surface) ? 'anything' : null;
  const untold = part?.untold ?? (areAssumed ? 'searches' : untoldOfZeros);
  return { usage, corrected: [...corrected], reported, meaning: tokens?.meaning ?? null, unknown, untold };
}

/** The tokens that are told where a total is not, with 0 in its place; `null`: none. Sound is charged by its length then. */
function partOf(
  reported: ReportedCounters,
  surface: string,
): { readonly reported: ReportedCounters; readonly untold: Untold } | null {
  if (surface.startsWith('audio_')) return null;
  const { total_tokens, ...others } = withTotals(reported);
  const [input, output] = [countIn(others, 'input_tokens'), countIn(others, 'output_tokens')];
  if (input + output > 0) return { reported: others, untold: input > 0 ? 'output_tokens' : 'input_tokens' };
  if (total_tokens === undefined || total_tokens.count === 0) return null;
  return { reported: { ...others, input_tokens: total_tokens }, untold: 'division' };
}

interface Tokens {
  readonly usage: Usage;
  readonly meaning: string | null;
}

/**
 * The tokens of a message, with the passes that it lists. They are the whole, if compactions are not all that they list;
 * compactions are in no total and are added. The larger input and the larger output hold.
 */
function withPasses(
  above: Tokens | null,
  passes: ReadCounters['passes'],
  read: (reported: ReportedCounters) => Tokens | null,
): Tokens | null {
  const listed = passes.flatMap(({ reported }) => read(withTotals(reported))?.usage ?? []);
  if (listed.length === 0) return above;
  const areBeside = above !== null && passes.every(({ isCompaction }) => isCompaction);
  const calls = areBeside ? [...listed, above.usage] : listed;
  const sum = calls.reduce(sumOf);
  const usage = areBeside || above === null ? sum : largerOf(above.usage, sum);
  const { input_tokens, output_tokens } = sum;
  const areWhole = usage.input_tokens === input_tokens && usage.output_tokens === output_tokens;
  return { usage: areWhole && calls.length > 1 ? { ...usage, calls } : usage, meaning: listedPasses };
}

const listedPasses = '`iterations` of a message';

function tokensOf(reported: ReportedCounters, reading: TotalsReading, corrected: Set<UsageCounter>): Tokens | null {
  const totals = tokenTotals(reported, reading);
  if (totals === null) return null;
  const { input, output, meaning } = totals;
  if (totals.corrected !== null) corrected.add(totals.corrected);
  /** A subset of a total: no more than the whole. */
  const part = (name: UsageCounter & keyof ReportedCounters, max: number, value = countIn(reported, name)): number => {
    if (reported[name]?.count === null || value > max) corrected.add(name);
    return Math.min(value, max);
  };
  const cached = part('cached_input_tokens', input);
  const written = part('cache_write_tokens', input - cached, writtenTokens(reported));
  const writtenForLong = part('cache_write_1h_tokens', written, longWrittenTokens(reported));
  const isSpeech = reading.surface === 'audio_speech' && reported.audio_output_tokens === undefined;
  const usage = {
    ...noUsage,
    input_tokens: input,
    cached_input_tokens: cached,
    cache_write_tokens: written - writtenForLong,
    cache_write_1h_tokens: writtenForLong,
    audio_input_tokens: part('audio_input_tokens', input, countIn(reported, 'audio_input_tokens') + totals.untoldAudio),
    image_input_tokens: part('image_input_tokens', input),
    output_tokens: output,
    reasoning_tokens: part('reasoning_tokens', output),
    // Speech is sound, whether or not its counters say so.
    audio_output_tokens: isSpeech ? output : part('audio_output_tokens', output),
    accepted_prediction_tokens: part('accepted_prediction_tokens', output),
    rejected_prediction_tokens: part('rejected_prediction_tokens', output),
  };
  return { usage, meaning };
}

function toolUses(reported: ReportedCounters, seen: ToolUses, corrected: Set<UsageCounter>): ToolUses {
  const uses = (name: keyof ToolUses): number => {
    if (reported[name]?.count === null) corrected.add(name);
    return reported[name]?.count ?? seen[name];
  };
  return { web_searches: uses('web_searches'), web_fetches: uses('web_fetches') };
}

const inputParts = [
  'input_tokens',
  'cached_input_tokens',
  'cache_write_tokens',
  'cache_write_1h_tokens',
  'audio_input_tokens',
  'image_input_tokens',
] as const;

/**
 * The usage of an answer that counts its choices one by one: one input, and the output of each. Choices with equal
 * counters repeat those of the whole answer, unless its total says otherwise. `total` `null`: it has none.
 */
export function usageOfChoices([first = noUsage, ...others]: readonly Usage[], total: number | null): Usage {
  const { input_tokens, output_tokens } = first;
  const input = others.reduce(largerOf, first);
  const output = others.reduce(sumOf, first);
  const areEqual = others.every((each) => each.input_tokens === input_tokens && each.output_tokens === output_tokens);
  if (areEqual && total !== input.input_tokens + output.output_tokens) return first;
  return tokensBy((name, isInput) => (isInput ? input : output)[name]);
}

/** The tokens of two usages together. */
function sumOf(a: Usage, b: Usage): Usage {
  return tokensBy((name) => a[name] + b[name]);
}

/** The larger input with its parts, and the larger output with its parts. */
function largerOf(a: Usage, b: Usage): Usage {
  const input = a.input_tokens < b.input_tokens ? b : a;
  const output = a.output_tokens < b.output_tokens ? b : a;
  return tokensBy((name, isInput) => (isInput ? input : output)[name]);
}

function tokensBy(valueOf: (name: UsageCounter, isInput: boolean) => number): Usage {
  return {
    ...noUsage,
    ...Object.fromEntries(inputParts.map((name) => [name, valueOf(name, true)])),
    ...Object.fromEntries(outputNames.map((name) => [name, valueOf(name, false)])),
  };
}
