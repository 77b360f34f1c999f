import { type Clock, systemClock } from '../../ports/clock.ts';
import { pause } from '../../ports/pause.ts';
import { systemTimer, type Timer } from '../../ports/timer.ts';
import { UpstreamFailure, type UpstreamRequest } from '../../ports/upstream.ts';
import { attempt, type AttemptLimits, type AttemptOutcome } from './attempt.ts';
import type { Endpoint } from './endpoint.ts';
import { retryAfterMs, undiciUpstreamRetryDelay } from './retry-delay.ts';

/** One attempt, for metrics and traces. */
export interface UpstreamAttempt {
  readonly upstream: string;
  readonly reservationId: string | null;
  /** From 1. */
  readonly attempt: number;
  /** `null` when no answer came. */
  readonly status: number | null;
  /** `null` when an answer came. */
  readonly failure: UpstreamFailure | null;
  /** Milliseconds to the head of the answer or to the failure. */
  readonly durationMs: number;
  /** Milliseconds until the next attempt; `null` when this one was the last. */
  readonly retryInMs: number | null;
}

/** What repeated attempts need, besides the limits of each. */
export interface RetryOptions extends AttemptLimits {
  /** Most attempts after the first. */
  readonly retriesMax: number;
  /** For `retry-after` dates only. */
  readonly clock?: Clock;
  readonly timer?: Timer;
  readonly onAttempt?: (attempt: UpstreamAttempt) => void;
}

/**
 * Makes attempts until one has an answer that is no reason for another one, or none may follow. Another follows only
 * when it is certain that the upstream did no work: no connection could be made, or the answer was 429 or 503.
 *
 * Raises {@link UpstreamFailure} when the caller leaves between two attempts.
 */
export async function attemptWithRetries(
  endpoint: Endpoint,
  request: UpstreamRequest,
  options: RetryOptions,
): Promise<AttemptOutcome> {
  const { deadlines, totalBy, retriesMax, timer = systemTimer } = options;
  for (let attempts = 1; ; attempts += 1) {
    const startedAtMs = timer.monotonic();
    const outcome = await attempt(endpoint, request, options);
    const leftMs = totalBy - deadlines.now;
    const retryInMs = attempts > retriesMax ? null : retryDelay(endpoint, outcome, attempts, options);
    const isLast = retryInMs === null || retryInMs >= leftMs;
    options.onAttempt?.({
      upstream: endpoint.name,
      reservationId: request.reservationId,
      attempt: attempts,
      status: outcome.head?.status ?? null,
      failure: outcome.failure,
      durationMs: timer.monotonic() - startedAtMs,
      retryInMs: isLast ? null : retryInMs,
    });
    if (isLast) return outcome;
    outcome.exchange?.discard();
    await pause(retryInMs, request.signal, timer);
    // Between attempts no request is in flight.
    if (request.signal.aborted) throw new UpstreamFailure('aborted', 'not_sent');
  }
}

/** Milliseconds to wait before another attempt; `null` when there must be none. */
function retryDelay(
  endpoint: Endpoint,
  outcome: AttemptOutcome,
  attempts: number,
  { clock = systemClock, timer = systemTimer }: RetryOptions,
): number | null {
  const { failure, head } = outcome;
  const isSafe = failure === null ? head.status === 429 || head.status === 503 : isConnectFailure(failure);
  if (!isSafe) return null;
  const askedMs = head === null ? null : retryAfterMs(head.headers, clock.now());
  const { retryDelayMs, retryAfterMaxMs } = endpoint.limits;
  return undiciUpstreamRetryDelay({ attempts, retryDelayMs, retryAfterMaxMs, askedMs, chance: timer.chance() });
}

const isConnectFailure = (failure: UpstreamFailure): boolean =>
  (failure.reason === 'connect' || failure.reason === 'crowded') && failure.outcome === 'not_sent';
