import { RecentMap } from './recent-map.ts';

/** Outcomes count as evidence for this long, milliseconds. */
const freshMs = 10_000;

/** How many are remembered; those that came least recently are forgotten. */
const rememberedMax = 256;

/** Who made a request: a tenant, and somebody of it, such as a person. */
export interface Accuser {
  readonly tenantId: string;
  readonly caller: string;
}

interface Seen {
  /** Whether the last outcome was an answer. */
  readonly isWell: boolean;
  readonly atMs: number;
  readonly failedAtMs: number;
}

/** What is known of one kind of requester: tenants, or callers. */
class Accusers {
  readonly #seen = new RecentMap<string, Seen>(rememberedMax);

  served(who: string, atMs: number): void {
    const failedAtMs = this.#seen.get(who)?.failedAtMs ?? Number.NEGATIVE_INFINITY;
    this.#seen.set(who, { isWell: true, atMs, failedAtMs });
  }

  /** Records a failure. Returns `false` when `who` failed a moment ago, and somebody else is well. */
  failed(who: string, nowMs: number): boolean {
    const isFirst = nowMs - (this.#seen.get(who)?.failedAtMs ?? Number.NEGATIVE_INFINITY) > freshMs;
    this.#seen.set(who, { isWell: false, atMs: nowMs, failedAtMs: nowMs });
    return isFirst || !this.#isAnotherWell(who, nowMs);
  }

  #isAnotherWell(who: string, nowMs: number): boolean {
    for (const [other, { isWell, atMs }] of this.#seen) {
      if (nowMs - atMs > freshMs) return false;
      if (isWell && other !== who) return true;
    }
    return false;
  }
}

/**
 * Whether a failure says something about the target, or only about who asked, who may cause it on purpose with an input
 * that makes a server fail or work for too long. While another tenant is well, all failures of a tenant count as one;
 * while another caller is, all failures of a caller. Who failed last is not well, so failures of a target that is really
 * out count again as soon as each has met one. Times are milliseconds of a monotonic clock.
 */
export class CallerEvidence {
  readonly #tenants = new Accusers();
  readonly #callers = new Accusers();

  served({ tenantId, caller }: Accuser, atMs: number): void {
    this.#tenants.served(tenantId, atMs);
    this.#callers.served(caller, atMs);
  }

  /** Records a failed request. Returns whether it counts against the target. */
  failed({ tenantId, caller }: Accuser, nowMs: number): boolean {
    const countsForTenant = this.#tenants.failed(tenantId, nowMs);
    return this.#callers.failed(caller, nowMs) && countsForTenant;
  }
}
