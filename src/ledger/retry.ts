import { systemTimer, type Timer } from '../ports/timer.ts';
import { pause } from './pause.ts';

/** How long to wait after failures: the pause doubles with each, up to a limit. Milliseconds. */
export interface RetryPolicy {
  readonly pauseMs: number;
  readonly pauseMsMax: number;
  /** Attempts altogether; absent: until `mayRetry` says no. */
  readonly attemptsMax?: number;
}

/**
 * The pause after so many failures in a row, at least one, milliseconds. `chance`, in [0, 1), takes up to half of it away:
 * those that failed together do not come back together.
 */
export function retryPauseMs({ pauseMs, pauseMsMax }: RetryPolicy, failures: number, chance: number): number {
  return Math.min(pauseMs * 2 ** (failures - 1), pauseMsMax) * (1 - chance / 2);
}

/** Waits after so many failures in a row, for at most `leftMs`. Never raises. */
export function retryPause(
  policy: RetryPolicy,
  failures: number,
  { timer, leftMs }: { readonly timer: Pick<Timer, 'after' | 'chance'>; readonly leftMs: number },
): Promise<void> {
  return pause(Math.min(retryPauseMs(policy, failures, timer.chance()), leftMs), undefined, timer);
}

export interface RetryOptions {
  readonly policy: RetryPolicy;
  /** Whether another attempt can help. Told of each failure, the last included. */
  mayRetry(error: unknown): boolean;
  /** Ends the pause under way early. */
  readonly signal?: AbortSignal;
  readonly timer?: Pick<Timer, 'after' | 'chance'>;
}

/**
 * Does the identical thing again until it is done. Only for work that may be done twice: appends with ids of their own,
 * commands that refuse a second time. It waits by the timer that is given, so that a simulation can own all time; a
 * library that waits by the machine's would not let it. Raises what the last attempt raised.
 */
export async function retry<Answer>(
  attempt: () => Promise<Answer>,
  { policy, mayRetry, signal, timer = systemTimer }: RetryOptions,
): Promise<Answer> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!mayRetry(error) || failures >= (policy.attemptsMax ?? Infinity)) throw error;
      await pause(retryPauseMs(policy, failures, timer.chance()), signal, timer);
    }
  }
}
