import { isCounters, isTokenCount, noUsage, type Counters, type TokenUsage, type UsageReading } from './usage.ts';

/**
 * Reads the `usage` of a response, parsed. Its totals include what was read from and written to caches. A cache write
 * that lives twelve hours is of the longer life. Answers `null` when a total is missing or is no token count: then
 * nothing was learnt.
 *
 * The protocol tells uses of tools beside `usage`; here they are looked for within it, as `tool_usage`. `seenSearches`
 * counts where nothing is told about them.
 */
export function readResponsesUsage(usageJson: unknown, seenSearches = 0): UsageReading | null {
  if (!isCounters(usageJson)) return null;
  const input = usageJson['input_tokens'];
  const output = usageJson['output_tokens'];
  if (!isTokenCount(input) || !isTokenCount(output)) return null;
  const corrected = new Set<keyof TokenUsage>();
  const part = (name: keyof TokenUsage, value: unknown, max: number): number => {
    if (value === undefined || value === null) return 0;
    const isCount = isTokenCount(value);
    if (isCount && value <= max) return value;
    corrected.add(name);
    return isCount ? max : 0;
  };
  const inputDetails = detailsOf(usageJson['input_tokens_details']);
  const cached = part('cached_input_tokens', inputDetails['cached_tokens'], input);
  const written = part('cache_write_tokens', inputDetails['cache_write_tokens'], input - cached);
  const lives = detailsOf(inputDetails['cache_write_tokens_details']);
  const writtenForLong = part('cache_write_1h_tokens', lives['ttl_12h_tokens'], written);
  const usage: TokenUsage = {
    ...noUsage,
    input_tokens: input,
    cached_input_tokens: cached,
    cache_write_tokens: written - writtenForLong,
    cache_write_1h_tokens: writtenForLong,
    output_tokens: output,
    reasoning_tokens: part(
      'reasoning_tokens',
      detailsOf(usageJson['output_tokens_details'])['reasoning_tokens'],
      output,
    ),
    web_searches: part('web_searches', searchesTold(usageJson) ?? seenSearches, Number.MAX_SAFE_INTEGER),
  };
  return { usage, corrected: [...corrected] };
}

function searchesTold(counters: Counters): unknown {
  return detailsOf(detailsOf(counters['tool_usage'])['web_search'])['num_requests'];
}

function detailsOf(value: unknown): Counters {
  return isCounters(value) ? value : {};
}
