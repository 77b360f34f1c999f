import {
  detailsOf,
  isCounters,
  isCount,
  noToolUses,
  noUsage,
  partsOf,
  type Counters,
  type Usage,
  type ToolUses,
  type UsageReading,
} from '../../domain/usage.ts';

/**
 * Reads the parsed `usage` of a message. Its `input_tokens` exclude caches: the total is the sum of what was read
 * uncached, read from a cache and written to one. Cache writes of unknown lifetime count as the shorter one.
 * Compactions are not in the top-level counters; each is listed in `iterations` and added here. A counter that is
 * `null` or absent is 0, but without both totals the result is `null`. Uses of tools are those of the whole message;
 * `seen` counts for a tool that the counters leave out.
 */
export function readMessagesUsage(usageJson: unknown, seen: ToolUses = noToolUses): UsageReading | null {
  if (!isCounters(usageJson)) return null;
  if (!isCount(usageJson['input_tokens']) || !isCount(usageJson['output_tokens'])) return null;
  const corrected = new Set<keyof Usage>();
  const passes = [usageJson, ...compactionsOf(usageJson)].map((counters) => passUsage(counters, corrected));
  const usage = passes.reduce(sumOf);
  const isCountable = Number.isSafeInteger(usage.input_tokens) && Number.isSafeInteger(usage.output_tokens);
  if (!isCountable) return null;
  return { usage: { ...usage, ...toolUses(usageJson, seen, corrected) }, corrected: [...corrected] };
}

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

/** Whether counters report how often the upstream used its tools, including zero. */
export function tellsToolUses(usageJson: unknown): boolean {
  return isCounters(usageJson) && isCounters(usageJson['server_tool_use']);
}

function toolUses(counters: Counters, seen: ToolUses, corrected: Set<keyof Usage>): ToolUses {
  const serverTools = detailsOf(counters['server_tool_use']);
  const uses = (name: keyof ToolUses, value: unknown): number => {
    if (isCount(value)) return value;
    if (value !== undefined && value !== null) corrected.add(name);
    return seen[name];
  };
  return {
    web_searches: uses('web_searches', serverTools['web_search_requests']),
    web_fetches: uses('web_fetches', serverTools['web_fetch_requests']),
  };
}

/** The output that counters name in tokens; `null`: none, or what is no count. */
export function outputTokensOf(usageJson: unknown): number | null {
  const output = isCounters(usageJson) ? usageJson['output_tokens'] : null;
  return isCount(output) ? output : null;
}

/** Counters without what they say of the output. */
export function withoutOutput(counters: Counters): Counters {
  return Object.fromEntries(Object.entries(counters).filter(([name]) => !outputMembers.some((each) => each === name)));
}

/**
 * The counters of a stream so far. Each record repeats them, cumulatively: a value that is not `null` replaces the one
 * before. Cumulative counters do not fall, but some servers name zeros for the input in their last record. So the larger
 * input holds, with its uncached, cached and written parts together, as a record may divide the same input anew. So does
 * the larger output.
 */
export function mergedMessagesCounters(before: Counters, usageJson: unknown): Counters {
  if (!isCounters(usageJson)) return before;
  const reported = Object.entries(usageJson).filter(([, value]) => value !== null);
  const merged = { ...before, ...Object.fromEntries(reported) };
  const input = inputOf(merged) < inputOf(before) ? before : merged;
  const output = countOf(merged['output_tokens']) < countOf(before['output_tokens']) ? before : merged;
  return { ...merged, ...membersOf(input, inputMembers), ...membersOf(output, outputMembers) };
}

const inputMembers = [
  'input_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
  'cache_creation',
] as const;
const outputMembers = ['output_tokens', 'output_tokens_details'] as const;

function inputOf(counters: Counters): number {
  return passUsage(counters, new Set()).input_tokens;
}

function countOf(value: unknown): number {
  return isCount(value) ? value : 0;
}

function membersOf(counters: Counters, names: readonly string[]): Counters {
  return Object.fromEntries(names.map((name) => [name, counters[name]]));
}

/** The tier that was served: the speed if it is not the standard one, else `service_tier`. */
export function messagesTier(counters: Counters, askedSpeed: string | null): string | null {
  const reportedSpeed = counters['speed'];
  const speed = typeof reportedSpeed === 'string' ? reportedSpeed : askedSpeed;
  if (speed !== null && speed !== 'standard') return speed;
  const tier = counters['service_tier'];
  return typeof tier === 'string' ? tier : null;
}

function compactionsOf({ iterations }: Counters): readonly Counters[] {
  if (!Array.isArray(iterations)) return [];
  return iterations.filter(isCounters).filter(({ type }) => type === 'compaction');
}

/** One reading of the input, and what was written after it. */
function passUsage(counters: Counters, corrected: Set<keyof Usage>): Usage {
  const part = partsOf(corrected);
  const lives = detailsOf(counters['cache_creation']);
  const short = part('cache_write_tokens', lives['ephemeral_5m_input_tokens']);
  const long = part('cache_write_1h_tokens', lives['ephemeral_1h_input_tokens']);
  const reportedWritten = counters['cache_creation_input_tokens'];
  const written = isCount(reportedWritten) ? reportedWritten : short + long;
  const writtenForAnHour = part('cache_write_1h_tokens', long, written);
  const cached = part('cached_input_tokens', counters['cache_read_input_tokens']);
  const output = part('output_tokens', counters['output_tokens']);
  const thought = detailsOf(counters['output_tokens_details'])['thinking_tokens'];
  return {
    ...noUsage,
    input_tokens: part('input_tokens', counters['input_tokens']) + cached + written,
    cached_input_tokens: cached,
    cache_write_tokens: written - writtenForAnHour,
    cache_write_1h_tokens: writtenForAnHour,
    output_tokens: output,
    reasoning_tokens: part('reasoning_tokens', thought, output),
  };
}

function sumOf(a: Usage, b: Usage): Usage {
  return {
    ...noUsage,
    input_tokens: a.input_tokens + b.input_tokens,
    cached_input_tokens: a.cached_input_tokens + b.cached_input_tokens,
    cache_write_tokens: a.cache_write_tokens + b.cache_write_tokens,
    cache_write_1h_tokens: a.cache_write_1h_tokens + b.cache_write_1h_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    reasoning_tokens: a.reasoning_tokens + b.reasoning_tokens,
  };
}
