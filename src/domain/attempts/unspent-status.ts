/** Anthropic's own status for "not now". */
const overloaded = 529;

/**
 * Whether an HTTP status says by itself that nothing is charged: a refusal costs nothing, nor does what was never begun. A
 * failure may come after the work, for example from a proxy that lost patience.
 */
export function isUnspentStatus(status: number): boolean {
  return (status >= 400 && status < 500) || status === 503 || status === overloaded;
}
