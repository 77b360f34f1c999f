import { backoffMs, type Backoff } from '../limits/backoff.ts';
import { pause } from '../ports/pause.ts';
import { systemTimer, type Timer } from '../ports/timer.ts';

/** How long to wait after failures, and how often. */
export interface RetryPolicy extends Backoff {
  /** Attempts altogether; absent: until `mayRetry` says no. */
  readonly attemptsMax?: number;
}

export interface RetryPauseOptions {
  readonly timer: Pick<Timer, 'after' | 'chance'>;
  /** The longest pause, milliseconds; absent: as the policy says. */
  readonly leftMs?: number;
  /** Ends the pause early. */
  readonly signal?: AbortSignal | undefined;
}

/** Waits after so many failures in a row. Never raises. */
export function retryPause(
  policy: Backoff,
  failures: number,
  { timer, leftMs = Infinity, signal }: RetryPauseOptions,
): Promise<void> {
  return pause(Math.min(backoffMs(policy, failures, timer.chance()), leftMs), signal, timer);
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
      await retryPause(policy, failures, { timer, signal });
    }
  }
}
