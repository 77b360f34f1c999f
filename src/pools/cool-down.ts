/** A wait without a told end begins with so much, and doubles up to so often, milliseconds. */
const untoldMsMin = 250;
const doublingsMax = 4;
/** No upstream is left alone for longer because it asks for that, milliseconds. */
export const coolDownMsMax = 60_000;
/** Whoever refuses again and again, and each time says "at once", is asked once in so long, milliseconds. */
const repeatedMsMax = 1_000;

export interface CoolDownSettings {
  /** Longest wait whose end was not told, milliseconds. */
  readonly untoldMsMax: number;
  /** For so long the first request after a wait keeps others from following it, milliseconds. */
  readonly heldMsMax: number;
}

/** One request, as far as it matters for being left alone. */
export interface CoolDownPass {
  /** Its answer has begun: the next wait begins small again. */
  answered(): void;
  /** `retryAfterMs`: for how long it asks to be left alone; `null`: it does not say. */
  refused(retryAfterMs: number | null, nowMs: number): void;
  /** It is over, however. */
  over(): void;
}

/**
 * Something that asks to be left alone for a while, by 429 or 503. When the while is over one request goes first, and the others
 * follow when it is answered. Times are milliseconds of a clock that never goes back.
 */
export class CoolDown {
  readonly #settings: CoolDownSettings;
  readonly #onFreed: () => void;
  #toMs = Number.NEGATIVE_INFINITY;
  /** The end of the time in which the one that went first keeps others from following. */
  #heldToMs = Number.NEGATIVE_INFINITY;
  #refusedAtMs = Number.NEGATIVE_INFINITY;
  #refusalsInARow = 0;

  /** `onFreed`: whoever waits for the one that went first looks again. */
  constructor(settings: CoolDownSettings, onFreed: () => void) {
    this.#settings = settings;
    this.#onFreed = onFreed;
  }

  /** How long it is to be left alone still, milliseconds; 0: it may be asked. */
  waitMs(nowMs: number): number {
    return Math.max(0, Math.max(this.#toMs, this.#heldToMs) - nowMs);
  }

  enter(beganMs: number): CoolDownPass {
    let isFirst = this.#refusalsInARow > 0 && this.waitMs(beganMs) === 0;
    if (isFirst) this.#heldToMs = beganMs + this.#settings.heldMsMax;
    const letFollow = (): void => {
      if (!isFirst) return;
      isFirst = false;
      this.#heldToMs = Number.NEGATIVE_INFINITY;
      this.#onFreed();
    };
    return {
      answered: () => {
        // What began before says nothing of what was refused meanwhile.
        if (beganMs >= this.#refusedAtMs) this.#refusalsInARow = 0;
        letFollow();
      },
      refused: (retryAfterMs, nowMs) => {
        this.#refused(retryAfterMs, { beganMs, nowMs });
        letFollow();
      },
      over: letFollow,
    };
  }

  #refused(
    retryAfterMs: number | null,
    { beganMs, nowMs }: { readonly beganMs: number; readonly nowMs: number },
  ): void {
    // Calls that ran side by side are refused for the same reason: of those that say no time the first counts.
    const isNews = beganMs >= this.#refusedAtMs && nowMs >= this.#toMs;
    if (!isNews && retryAfterMs === null) return;
    const grownMs = untoldMsMin * 2 ** Math.min(this.#refusalsInARow, doublingsMax);
    if (isNews || this.#refusalsInARow === 0) this.#refusalsInARow++;
    if (isNews) this.#refusedAtMs = nowMs;
    const waitMs =
      retryAfterMs === null
        ? Math.min(grownMs, this.#settings.untoldMsMax)
        : Math.max(Math.min(retryAfterMs, coolDownMsMax), Math.min(grownMs, repeatedMsMax));
    this.#toMs = Math.max(this.#toMs, nowMs + waitMs);
  }
}
