import type { RetryBudgetSettings } from '../catalogue/model-catalogue.ts';

/**
 * Keeps an outage from multiplying load: only a share of the running requests may be at an attempt beyond their first,
 * if it follows a failure that cost its upstream something.
 */
export class RetryBudget {
  readonly #settings: RetryBudgetSettings;
  #running = 0;
  #again = 0;

  constructor(settings: RetryBudgetSettings) {
    this.#settings = settings;
  }

  /** Counts a request. Returns a function that ends it, which counts once. */
  open(): () => void {
    return entered(
      () => this.#running++,
      () => this.#running--,
    );
  }

  /** Counts a further attempt. Returns a function that ends it; `null`: the attempt must not be made. */
  again(): (() => void) | null {
    const { sharePercent, attemptsMin } = this.#settings;
    const most = Math.max(attemptsMin, Math.floor((this.#running * sharePercent) / 100));
    if (this.#again >= most) return null;
    return entered(
      () => this.#again++,
      () => this.#again--,
    );
  }
}

function entered(enter: () => void, leave: () => void): () => void {
  let isInside = true;
  enter();
  return () => {
    if (isInside) leave();
    isInside = false;
  };
}
