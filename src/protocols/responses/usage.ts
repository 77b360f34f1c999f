import {
  detailsOf,
  isCounters,
  isCount,
  noToolUses,
  noUsage,
  outputWithReasoning,
  partsOf,
  type Counters,
  type Usage,
  type ToolUses,
  type UsageReading,
} from '../../domain/usage.ts';

/**
 * Reads the parsed `usage` of a response. Its totals include what was read from and written to caches. A cache write
 * that lives twelve hours counts as the longer lifetime. {@link outputWithReasoning} says how much output the counters mean.
 * Returns `null` when a total is missing or is no token count.
 *
 * The protocol reports uses of tools beside `usage`; here they are looked for within it, as `tool_usage`. `seen` counts
 * when nothing is reported about them.
 */
export function readResponsesUsage(usageJson: unknown, seen: ToolUses = noToolUses): UsageReading | null {
  if (!isCounters(usageJson)) return null;
  const input = usageJson['input_tokens'];
  const reportedOutput = usageJson['output_tokens'];
  if (!isCount(input) || !isCount(reportedOutput)) return null;
  const corrected = new Set<keyof Usage>();
  const part = partsOf(corrected);
  const reasoning = detailsOf(usageJson['output_tokens_details'])['reasoning_tokens'];
  const output = outputWithReasoning(
    { input, output: reportedOutput, reasoning, total: usageJson['total_tokens'] },
    corrected,
  );
  if (output === null) return null;
  const inputDetails = detailsOf(usageJson['input_tokens_details']);
  const cached = part('cached_input_tokens', inputDetails['cached_tokens'], input);
  const written = part('cache_write_tokens', inputDetails['cache_write_tokens'], input - cached);
  const lives = detailsOf(inputDetails['cache_write_tokens_details']);
  const writtenForLong = part('cache_write_1h_tokens', lives['ttl_12h_tokens'], written);
  const usage: Usage = {
    ...noUsage,
    input_tokens: input,
    cached_input_tokens: cached,
    cache_write_tokens: written - writtenForLong,
    cache_write_1h_tokens: writtenForLong,
    output_tokens: output,
    reasoning_tokens: part('reasoning_tokens', reasoning, output),
    web_searches: searchesOf(usageJson, seen, corrected),
  };
  return { usage, corrected: [...corrected] };
}

function searchesOf(counters: Counters, seen: ToolUses, corrected: Set<keyof Usage>): number {
  const searches = countedSearches(counters);
  if (isCount(searches)) return searches;
  if (searches !== undefined && searches !== null) corrected.add('web_searches');
  return seen.web_searches;
}

/** The protocol's own counter, else those of widespread compatible servers. */
function countedSearches(counters: Counters): unknown {
  const within = (name: string): Counters => detailsOf(counters[name]);
  return (
    detailsOf(within('tool_usage')['web_search'])['num_requests'] ??
    within('server_tool_use')['web_search_requests'] ??
    within('server_tool_use_details')['web_search_requests'] ??
    within('server_side_tool_usage_details')['web_search_calls']
  );
}
