import type { RetryBudgetSettings } from '../catalogue/model-catalogue.ts';

/**
 * Keeps an outage from multiplying load: only a share of the running requests may be at an attempt beyond their first,
 * if it follows a failure that cost its upstream something.
 */
export class RetryBudget {
  readonly #settings: RetryBudgetSettings;
  /** Requests that run. */
  running = 0;
  /** Those of them that are at such an attempt. */
  again = 0;

  constructor(settings: RetryBudgetSettings) {
    this.#settings = settings;
  }

  get isUsedUp(): boolean {
    const { sharePercent, attemptsMin } = this.#settings;
    return this.again >= Math.max(attemptsMin, Math.floor((this.running * sharePercent) / 100));
  }
}
