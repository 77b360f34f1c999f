import type { RetryBudgetSettings } from '../catalogue/model-catalogue.ts';

/**
 * Keeps an outage from being multiplied: of the requests that run, only a share may be at an attempt beyond their first,
 * where that follows a failure which cost its upstream something.
 */
export class RetryBudget {
  readonly #settings: RetryBudgetSettings;
  #running = 0;
  #again = 0;

  constructor(settings: RetryBudgetSettings) {
    this.#settings = settings;
  }

  /** A request begins. Returns its way out, which counts once. */
  open(): () => void {
    return entered(
      () => this.#running++,
      () => this.#running--,
    );
  }

  /** A further attempt begins: its way out; `null`: there must be none. */
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
