/** Anthropic's status for overload. */
const overloaded = 529;

/** Time-outs: a proxy may answer with them after the work, as nginx does with 499. */
const timeOuts = new Set([408, 499]);

/**
 * Whether an HTTP status means that nothing is charged: a refusal costs nothing, nor does work that was never begun.
 * Other failures may come after the work, for example from a proxy that timed out.
 */
export function isUnspentStatus(status: number): boolean {
  if (timeOuts.has(status)) return false;
  return (status >= 400 && status < 500) || status === 503 || status === overloaded;
}
