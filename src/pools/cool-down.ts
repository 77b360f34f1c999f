import { RecentMap } from '../limits/recent-map.ts';

/** A wait of unknown length starts with this and doubles up to `unspecifiedPauseMsMax`, milliseconds. */
const unspecifiedPauseMsMin = 250;
const doublingsMax = 4;
/** The longest wait that an upstream can ask for, milliseconds. */
export const coolDownMsMax = 60_000;
/** The wait after repeated refusals grows to this, even if the upstream asks for a shorter one, milliseconds. */
const repeatedMsMax = 1_000;

export interface CoolDownSettings {
  /** Longest wait of unknown length, milliseconds. */
  readonly unspecifiedPauseMsMax: number;
  /** How long the first request after a wait may keep others from following, milliseconds. */
  readonly heldMsMax: number;
}

/** One request, as far as the cool-down needs it. */
export interface CoolDownPass {
  /** Its answer has begun: the next wait starts small again. */
  answered(): void;
  /** It was refused. `retryAfterMs`: the wait that was asked for; `null`: none was named. */
  refused(retryAfterMs: number | null, nowMs: number): void;
  /** It is over, with any outcome. */
  over(): void;
}

/** So many tenants that were refused are remembered. */
const tenantsMax = 256;

/**
 * Something that asks not to be called for a while, by 429 or 503. Only the tenant whose request was refused waits: what it
 * asked for may be the reason, such as more tokens than a minute allows, and what nobody was refused is no reason to take
 * the target from others. A target that is really at its limit refuses each tenant once.
 */
export class CoolDown {
  readonly #ofTenants = new RecentMap<string, TenantCoolDown>(tenantsMax);
  readonly #settings: CoolDownSettings;
  readonly #onFreed: () => void;

  /** `onFreed` is called when requests that wait for the first one may look again. */
  constructor(settings: CoolDownSettings, onFreed: () => void) {
    this.#settings = settings;
    this.#onFreed = onFreed;
  }

  /** How long it must not be called yet by a tenant, by default by any, milliseconds; 0: it may be. */
  waitMs(nowMs: number, tenantId?: string): number {
    if (tenantId !== undefined) return this.#ofTenants.get(tenantId)?.waitMs(nowMs) ?? 0;
    return Math.max(0, ...this.#ofTenants.values().map((each) => each.waitMs(nowMs)));
  }

  /** `null`: no request of the tenant was refused lately. */
  enter(beganMs: number, tenantId: string): CoolDownPass | null {
    return this.#ofTenants.get(tenantId)?.enter(beganMs) ?? null;
  }

  /** The pass of a request that has entered without one, now that it is refused. */
  enterRefused(beganMs: number, tenantId: string): CoolDownPass {
    return this.#of(tenantId).enter(beganMs);
  }

  #of(tenantId: string): TenantCoolDown {
    const known = this.#ofTenants.get(tenantId);
    if (known !== undefined) return known;
    const begun = new TenantCoolDown(this.#settings, this.#onFreed);
    this.#ofTenants.set(tenantId, begun);
    return begun;
  }
}

/**
 * After the wait one request of the tenant goes first, and the others follow when it is answered. Times are milliseconds of
 * a monotonic clock.
 */
class TenantCoolDown {
  readonly #settings: CoolDownSettings;
  readonly #onFreed: () => void;
  #toMs = Number.NEGATIVE_INFINITY;
  /** Until when the request that went first keeps others from following. */
  #heldToMs = Number.NEGATIVE_INFINITY;
  #refusedAtMs = Number.NEGATIVE_INFINITY;
  #refusalsInARow = 0;

  constructor(settings: CoolDownSettings, onFreed: () => void) {
    this.#settings = settings;
    this.#onFreed = onFreed;
  }

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
        // A request that began earlier says nothing about later refusals.
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
    // Concurrent calls are refused for the same reason: of refusals without a time only the first counts.
    const isNews = beganMs >= this.#refusedAtMs && nowMs >= this.#toMs;
    if (!isNews && retryAfterMs === null) return;
    const grownMs = unspecifiedPauseMsMin * 2 ** Math.min(this.#refusalsInARow, doublingsMax);
    if (isNews || this.#refusalsInARow === 0) this.#refusalsInARow++;
    if (isNews) this.#refusedAtMs = nowMs;
    const waitMs =
      retryAfterMs === null
        ? Math.min(grownMs, this.#settings.unspecifiedPauseMsMax)
        : Math.max(Math.min(retryAfterMs, coolDownMsMax), Math.min(grownMs, repeatedMsMax));
    this.#toMs = Math.max(this.#toMs, nowMs + waitMs);
  }
}
