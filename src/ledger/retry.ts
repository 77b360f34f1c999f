import { backoffMs, type Backoff } from '../limits/backoff.ts';
import { pause } from '../time/pause.ts';
import { systemTimer, type Timer } from '../time/timer.ts';

/** How long to wait after failures, and how many attempts to make. */
export interface RetryPolicy extends Backoff {
  /** Most attempts; absent: until `mayRetry` returns false. */
  readonly attemptsMax?: number;
}

export interface RetryPauseOptions {
  readonly timer: Pick<Timer, 'after' | 'chance'>;
  /** The longest pause, milliseconds; absent: that of the policy. */
  readonly leftMs?: number;
  /** Ends the pause early. */
  readonly signal?: AbortSignal | undefined;
}

/** Waits after a number of consecutive failures. Never raises. */
export function retryPause(
  policy: Backoff,
  failures: number,
  { timer, leftMs = Infinity, signal }: RetryPauseOptions,
): Promise<void> {
  return pause(Math.min(backoffMs(policy, failures, timer.chance()), leftMs), signal, timer);
}

export interface RetryOptions {
  readonly policy: RetryPolicy;
  /** Whether another attempt can help. Called for each failure, including the last. */
  mayRetry(error: unknown): boolean;
  /** Ends a running pause early. */
  readonly signal?: AbortSignal;
  readonly timer?: Pick<Timer, 'after' | 'chance'>;
}

/**
 * Repeats identical work until it succeeds. Only for idempotent work: appends with fixed ids, commands that refuse a
 * repetition. Waits by the given timer, so that a simulation can control all time. Raises what the last attempt raised.
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
