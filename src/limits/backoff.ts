/** How long to wait after failures: twice as long after each, up to a limit. Milliseconds. */
export interface Backoff {
  readonly pauseMs: number;
  readonly pauseMsMax: number;
}

/**
 * The pause after this many failures in a row, at least one, milliseconds. `chance`, in [0, 1), removes up to half of
 * it, so that callers that failed together do not retry together.
 */
export function backoffMs({ pauseMs, pauseMsMax }: Backoff, failures: number, chance: number): number {
  return Math.min(pauseMs * 2 ** (failures - 1), pauseMsMax) * (1 - chance / 2);
}

/**
 * The pause when a wait was asked for, milliseconds: chance only adds to it, up to a quarter, and no more than the
 * pause without such a wait. Retrying earlier is certain to be refused.
 */
export function askedBackoffMs(askedMs: number, unaskedMs: number, chance: number): number {
  return askedMs + chance * Math.min(unaskedMs, askedMs / 4);
}
