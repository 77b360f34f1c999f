import {
  countsOf,
  inputNames,
  isCount,
  outputNames,
  partsOf,
  withTotals,
  type ReadCounters,
  type ReportedCounters,
} from '../../domain/counters/reported-counters.ts';
import { tokenTotals } from '../../domain/counters/token-totals.ts';
import type { Usage } from '../../domain/usage.ts';

/**
 * Multiplies the counters of one reading of the input: what the first reading took from a cache, or wrote to one, the
 * others find there. Returns one reading when the product is no valid token count.
 */
export function countReadings(usage: Usage, readings: number): Usage {
  const { input_tokens, cached_input_tokens, cache_write_tokens, cache_write_1h_tokens } = usage;
  if (!isCount(input_tokens * readings)) return usage;
  const found = cached_input_tokens + cache_write_tokens + cache_write_1h_tokens;
  return {
    ...usage,
    input_tokens: input_tokens * readings,
    cached_input_tokens: cached_input_tokens + found * (readings - 1),
  };
}

/** Nothing was counted yet. */
export const nothingRead: ReadCounters = { reported: {}, passes: [], unknown: [] };

/**
 * The counters of a stream so far. Each record repeats them, cumulatively: what it names replaces what was named before.
 * Cumulative counters do not fall, but some servers name zeros in their last record. So the larger input holds, with its
 * uncached, cached and written parts together, as a record may divide the same input anew. So does the larger output.
 *
 * Counters beside a list of all passes are whole: they replace those before, and may be smaller. A list that a later
 * record does not repeat is outdated, but for compactions, which no total contains.
 */
export function mergedCounters(before: ReadCounters, next: ReadCounters): ReadCounters {
  const reported = countsOf(next.reported);
  const unknown = withNext(before.unknown, next.unknown);
  if (listsAll(next))
    return { reported: { ...withoutTokens(before.reported), ...reported }, passes: next.passes, unknown };
  const merged = { ...before.reported, ...reported };
  const input = totalsOf(merged).input < totalsOf(before.reported).input ? before.reported : merged;
  const output = totalsOf(merged).output < totalsOf(before.reported).output ? before.reported : merged;
  const isOutdated = next.passes.length === 0 && reported.output_tokens !== undefined;
  return {
    reported: {
      ...partsOf(merged, ['total_tokens', ...otherNames]),
      ...partsOf(input, inputNames),
      ...partsOf(output, outputNames),
    },
    passes: isOutdated ? before.passes.filter(({ isCompaction }) => isCompaction) : latestOf(before, next),
    unknown,
  };
}

/** Most unknown paths of a stream: each record may have new ones, and all of them are read with every record. */
const unknownMax = 512;

function withNext(before: readonly string[], next: readonly string[]): readonly string[] {
  if (next.length === 0 || before.length >= unknownMax) return before;
  return [...new Set([...before, ...next])].slice(0, unknownMax);
}

function latestOf(before: ReadCounters, next: ReadCounters): ReadCounters['passes'] {
  return next.passes.length > 0 ? next.passes : before.passes;
}

/** Whether counters list passes that are not all compactions, and that count something. */
function listsAll({ passes }: ReadCounters): boolean {
  if (passes.every(({ isCompaction }) => isCompaction)) return false;
  return passes.some(({ reported }) => totalsOf(reported).input + totalsOf(reported).output > 0);
}

/** Counters without what they say of the output. */
export function withoutOutput(counters: ReadCounters): ReadCounters {
  const { reported } = counters;
  return { ...counters, reported: { ...withoutTokens(reported), ...partsOf(reported, inputNames) } };
}

const otherNames = ['web_searches', 'web_fetches'] as const;

/** What is no tokens: uses of tools. */
function withoutTokens(reported: ReportedCounters): ReportedCounters {
  return partsOf(reported, otherNames);
}

/** The totals of a message so far; what was not named yet is 0. */
function totalsOf(reported: ReportedCounters): { readonly input: number; readonly output: number } {
  return tokenTotals(withTotals(reported), { surface: 'messages', areCachesBeside: false }) ?? { input: 0, output: 0 };
}

/** What counters say of the tier that was served. */
export interface ServedTier {
  readonly speed?: string | null;
  readonly service_tier?: string | null;
}

/** The tier that was served: the speed if it is not the standard one, else `service_tier`. */
export function messagesTier({ speed, service_tier }: ServedTier, askedSpeed: string | null): string | null {
  const served = speed ?? askedSpeed;
  return served !== null && served !== 'standard' ? served : (service_tier ?? null);
}
