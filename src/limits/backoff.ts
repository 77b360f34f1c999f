/** How long to wait after failures: twice as long after each, up to a limit. Milliseconds. */
export interface Backoff {
  readonly pauseMs: number;
  readonly pauseMsMax: number;
}

/**
 * The pause after so many failures in a row, at least one, milliseconds. `chance`, in [0, 1), takes up to half of it away:
 * those that failed together do not come back together.
 */
export function backoffMs({ pauseMs, pauseMsMax }: Backoff, failures: number, chance: number): number {
  return Math.min(pauseMs * 2 ** (failures - 1), pauseMsMax) * (1 - chance / 2);
}

/**
 * The pause where a wait was asked for, milliseconds: chance only adds to it, up to a quarter and no more than would be
 * waited unasked. Coming back early is certain to be refused again.
 */
export function askedBackoffMs(askedMs: number, unaskedMs: number, chance: number): number {
  return askedMs + chance * Math.min(unaskedMs, askedMs / 4);
}
