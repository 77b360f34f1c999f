import { mayWait, type QueueLimits, type Sharer } from './semaphore.ts';

type LineSharer = Pick<Sharer, 'tenantId' | 'keyId'>;

interface Entry<T> {
  readonly item: T;
  readonly sharer: LineSharer;
  /** In order of arrival. */
  readonly number: number;
}

/** Lanes that take turns: the first of each lane, then the second of each, and so on. */
class Rounds {
  /** The round in which each lane has its next turn. */
  readonly #nextRounds = new Map<string, number>();
  /** The latest round in which a lane had a turn. */
  #round = 0;

  /** A lane that was empty joins behind the turns that were had. */
  open(lane: string): void {
    if (!this.#nextRounds.has(lane)) this.#nextRounds.set(lane, this.#round + 1);
  }

  /** Turns that passed over the first of a lane are not made up for: only that first keeps its place. */
  tookTurn(lane: string): void {
    this.#round = Math.max(this.#round, this.#nextRounds.get(lane) ?? this.#round + 1);
    this.#nextRounds.set(lane, this.#round + 1);
  }

  close(lane: string): void {
    this.#nextRounds.delete(lane);
  }

  /** The entries of all lanes, each of which is in order. */
  merged<T>(lanes: ReadonlyMap<string, readonly Entry<T>[]>): Entry<T>[] {
    return [...lanes]
      .flatMap(([lane, entries]) => {
        const first = this.#nextRounds.get(lane) ?? this.#round + 1;
        const later = Math.max(first, this.#round);
        return entries.map((entry, place) => ({ entry, round: place === 0 ? first : later + place }));
      })
      .toSorted((a, b) => a.round - b.round || a.entry.number - b.entry.number)
      .map(({ entry }) => entry);
  }
}

/**
 * Those who wait for turns, in a fair order: the tenants take turns, and within a tenant its keys do, each in order of
 * arrival. So however many of one tenant wait, the next one of another is not behind them all. Whoever stands first
 * stays first: a later one never overtakes the first of a tenant. What they wait for, and for how long, is up to the
 * caller.
 */
export class FairLine<T> {
  readonly #limits: QueueLimits;
  readonly #entries = new Map<T, Entry<T>>();
  readonly #tenants = new Rounds();
  readonly #keys = new Map<string, Rounds>();
  #order: Entry<T>[] | null = [];
  #nextNumber = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#entries.size;
  }

  has(item: T): boolean {
    return this.#entries.has(item);
  }

  /** Whether one more of this sharer may wait. */
  hasPlace({ tenantId, keyId }: LineSharer): boolean {
    let [tenant, key] = [0, 0];
    for (const { sharer } of this.#entries.values()) {
      if (sharer.tenantId !== tenantId) continue;
      tenant += 1;
      if (sharer.keyId === keyId) key += 1;
    }
    return mayWait(this.#limits, { all: this.#entries.size, tenant, key });
  }

  join(sharer: LineSharer, item: T): void {
    const { tenantId, keyId } = sharer;
    this.#tenants.open(tenantId);
    const keys = this.#keys.get(tenantId) ?? new Rounds();
    keys.open(keyId);
    this.#keys.set(tenantId, keys);
    this.#entries.set(item, { item, sharer, number: this.#nextNumber++ });
    this.#order = null;
  }

  /** `hadTurn`: it got what it waited for. Otherwise those behind it of its tenant move up. */
  leave(item: T, { hadTurn }: { readonly hadTurn: boolean }): void {
    const entry = this.#entries.get(item);
    if (entry === undefined) return;
    const { tenantId, keyId } = entry.sharer;
    const isFirst = this.#order?.[0] === entry;
    this.#entries.delete(item);
    if (hadTurn) {
      this.#tenants.tookTurn(tenantId);
      this.#keys.get(tenantId)?.tookTurn(keyId);
    }
    // A turn that passes over nobody moves nobody else.
    if (hadTurn && isFirst) this.#order?.shift();
    else this.#order = null;
    this.#closeLanes(entry.sharer);
  }

  /** Who waits now, first first. */
  members(): readonly T[] {
    this.#order ??= this.#ordered();
    return this.#order.map(({ item }) => item);
  }

  #ordered(): Entry<T>[] {
    const ofTenants = Map.groupBy(this.#entries.values(), ({ sharer }) => sharer.tenantId);
    const lanes = new Map<string, Entry<T>[]>();
    for (const [tenantId, entries] of ofTenants) {
      const ofKeys = Map.groupBy(entries, ({ sharer }) => sharer.keyId);
      lanes.set(tenantId, this.#keys.get(tenantId)?.merged(ofKeys) ?? entries);
    }
    return this.#tenants.merged(lanes);
  }

  #closeLanes({ tenantId, keyId }: LineSharer): void {
    const ofTenant = [...this.#entries.values()].filter(({ sharer }) => sharer.tenantId === tenantId);
    if (!ofTenant.some(({ sharer }) => sharer.keyId === keyId)) this.#keys.get(tenantId)?.close(keyId);
    if (ofTenant.length > 0) return;
    this.#tenants.close(tenantId);
    this.#keys.delete(tenantId);
  }
}
