/**
 * The upstream's rate-limit headers, which official clients show. Passed on only by targets whose account serves a
 * single tenant: those of a shared account would show each tenant what the others do.
 */
export function rateLimitHeaders(
  headers: Readonly<Record<string, string>>,
  { passesRateLimits }: { readonly passesRateLimits: boolean },
): Record<string, string> {
  if (!passesRateLimits) return {};
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('x-ratelimit-')));
}
