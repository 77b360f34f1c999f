/** How the names of these headers begin, as OpenAI and as Anthropic write them. */
const prefixes = ['x-ratelimit-', 'anthropic-ratelimit-'] as const;

/**
 * The upstream's rate-limit headers, which official clients show. Passed on only by targets whose account serves a
 * single tenant: those of a shared account would show each tenant what the others do.
 */
export function rateLimitHeaders(
  headers: Readonly<Record<string, string>>,
  { passesRateLimits }: { readonly passesRateLimits: boolean },
): Record<string, string> {
  if (!passesRateLimits) return {};
  return Object.fromEntries(Object.entries(headers).filter(([name]) => isRateLimit(name)));
}

/** The headers of a recorded answer, without limits that were true only when it was given. */
export function withoutRateLimits(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isRateLimit(name)));
}

function isRateLimit(name: string): boolean {
  return prefixes.some((prefix) => name.startsWith(prefix));
}
