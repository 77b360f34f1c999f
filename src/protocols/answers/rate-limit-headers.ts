/**
 * The upstream's rate-limit headers, which official clients show. Only a target whose account serves one tenant alone
 * passes them on: of a shared account they tell each tenant what the others do.
 */
export function rateLimitHeaders(
  headers: Readonly<Record<string, string>>,
  { passesRateLimits }: { readonly passesRateLimits: boolean },
): Record<string, string> {
  if (!passesRateLimits) return {};
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('x-ratelimit-')));
}
