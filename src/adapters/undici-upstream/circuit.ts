import {
  circuitBreaker,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  handleWhenResult,
} from 'cockatiel';
import { CallerEvidence } from '../../limits/caller-evidence.ts';
import type { Sharer } from '../../limits/fair-room.ts';

/** What an attempt says about the upstream. `unjudged`: nothing, for example because the caller hung up. */
type CircuitVerdict = 'ok' | 'failed' | 'unjudged';

/** Permission to make one attempt. */
export interface CircuitPass {
  /** The single attempt that decides whether an open circuit closes again. */
  readonly isProbe: boolean;
  /** Reports how the attempt went. Only the first verdict counts. */
  settle(verdict: CircuitVerdict): void;
}

/**
 * Opens after a number of consecutive failures; after `openMs` it lets one attempt through as a probe. The failures of
 * one tenant, or of one key, count as one while others are answered.
 *
 * While the circuit is closed, the policy is told only of failures and of the first success after one; once open, the
 * policy decides everything. This keeps its promises off the path of a request.
 */
export class UndiciUpstreamCircuit {
  readonly #policy: CircuitBreakerPolicy;
  readonly #evidence = new CallerEvidence();
  #hasFailed = false;

  constructor(options: { readonly failuresInARow: number; readonly openMs: number }) {
    this.#policy = circuitBreaker(
      handleWhenResult((verdict) => verdict === 'failed'),
      { halfOpenAfter: options.openMs, breaker: new ConsecutiveBreaker(options.failuresInARow) },
    );
  }

  get state(): 'closed' | 'open' | 'half_open' {
    const state = this.#policy.state;
    if (state === CircuitState.Closed) return 'closed';
    return state === CircuitState.HalfOpen ? 'half_open' : 'open';
  }

  /** `null` when the circuit is open, or while its probe is still running. Without a sharer, the gateway itself asks. */
  enter(sharer?: Sharer): CircuitPass | null {
    if (this.state === 'closed') return this.#closedPass(sharer);
    // The policy would queue callers behind the probe; failing fast is better.
    return this.state === 'half_open' ? null : this.#probePass();
  }

  #closedPass(sharer?: Sharer): CircuitPass {
    let isSettled = false;
    return {
      isProbe: false,
      settle: (verdict) => {
        if (isSettled) return;
        isSettled = true;
        if (sharer !== undefined && !this.#isEvidence(verdict, sharer)) return;
        if (verdict === 'failed' || (verdict === 'ok' && this.#hasFailed)) this.#report(verdict);
      },
    };
  }

  #isEvidence(verdict: CircuitVerdict, { tenantId, keyId: caller }: Sharer): boolean {
    const nowMs = performance.now();
    if (verdict === 'failed') return this.#evidence.failed({ tenantId, caller }, nowMs);
    if (verdict === 'ok') this.#evidence.served({ tenantId, caller }, nowMs);
    return true;
  }

  #report(verdict: 'ok' | 'failed'): void {
    // A late verdict of an attempt made before the circuit opened must not count as a probe.
    if (this.state !== 'closed') return;
    this.#hasFailed = verdict === 'failed';
    this.#policy.execute(() => verdict).catch(ignore);
  }

  #probePass(): CircuitPass | null {
    const { promise, resolve } = Promise.withResolvers<CircuitVerdict>();
    let isEntered = false;
    // The policy calls the function before it returns or, while the circuit must stay open, never.
    this.#policy
      .execute(() => {
        isEntered = true;
        return promise;
      })
      .catch(ignore);
    if (!isEntered) return null;
    // A probe without a verdict does not close the circuit.
    return { isProbe: true, settle: (verdict) => resolve(verdict === 'ok' ? 'ok' : 'failed') };
  }
}

const ignore = (): void => undefined;
