/** The upstream's rate-limit headers are passed on: official clients show them. */
export function rateLimitHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('x-ratelimit-')));
}
