import { mayWait } from './waiting-places.ts';

/**
 * The tenant and key that a place is counted for, and the most that they may hold by their own limits; absent: no such
 * limit.
 */
export interface Sharer {
  readonly tenantId: string;
  readonly keyId: string;
  readonly tenantMax?: number;
  readonly keyMax?: number;
}

/** A held part of a room. */
export interface Place {
  /** Takes this many more units, if they are free now. Returns whether it did. */
  grow(units: number): boolean;
  /** Gives everything back. Only the first call counts. */
  leave(): void;
}

/**
 * Why there is no place now: the room is full; the tenant or key holds its fair share; or it holds what its own limit
 * allows, which waiting does not change.
 */
export type NoPlace = 'full' | 'own_share' | 'tenant_limit' | 'key_limit';

export interface FairRoomOptions {
  /** Units of the whole: requests, connections, bytes. */
  readonly capacity: number;
  /**
   * The most that one tenant may hold of what the other tenants leave, and one key of what the others of its tenant
   * leave, percent.
   */
  readonly sharePercentMax: number;
  /** Most requests that may wait; their places are shared by the same rule. */
  readonly waitingMax: number;
}

/** How many tenants and keys without a place are remembered: they usually come back, and a growing table costs more. */
const idleKeptMax = 4_096;

/**
 * A semaphore that is shared fairly between tenants, and within a tenant between keys. A tenant holds at most a
 * percentage of what the other tenants leave of the room (dynamic thresholds, as in shared-memory switches), so that a
 * newcomer finds a place without evicting anyone. A freed place goes to the tenant that holds least, within it to the
 * key that holds least, and among equals in turn. In a room too small for a percentage one sharer may hold everything.
 * The room knows no time: a waiting caller decides when to stop.
 */
export class FairRoom {
  readonly #capacity: number;
  readonly #part: number;
  readonly #waitingMax: number;
  readonly #tenants = new Map<string, TenantShare>();
  readonly #keys = new Map<string, KeyShare>();
  /** Sharers with waiting requests; the one served last is at the end. */
  readonly #queues = new Set<TenantShare>();
  #used = 0;
  #waiting = 0;
  /** A request that may have more waits for free room, and must not be overtaken. */
  #isShort = false;

  constructor({ capacity, sharePercentMax, waitingMax }: FairRoomOptions) {
    this.#capacity = capacity;
    this.#part = sharePercentMax / 100;
    this.#waitingMax = waitingMax;
  }

  /** Units that are held. */
  get used(): number {
    return this.#used;
  }

  /** How many requests wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Whether a request of this tenant waits. */
  isWaiting({ tenantId }: Pick<Sharer, 'tenantId'>): boolean {
    return (this.#tenants.get(tenantId)?.waiting ?? 0) > 0;
  }

  /** Takes a place at once, or returns why there is none. */
  enter(sharer: Sharer, units = 1): Place | NoPlace {
    const key = this.#keyOf(sharer);
    const obstacle = this.#obstacle(key, units, sharer) ?? (this.#isShort ? 'full' : null);
    if (obstacle === null) return this.#hold(key, units, sharer);
    this.#forget(key);
    return obstacle === 'own_share' && this.#used + units > this.#capacity ? 'full' : obstacle;
  }

  /**
   * Calls `granted` later, when there is a place. Returns a function that leaves the queue; `null` when too many wait
   * already.
   */
  wait(sharer: Sharer, units: number, granted: (place: Place) => void): (() => void) | null {
    const key = this.#keyOf(sharer);
    if (units > this.#capacity || !this.#mayWait(key)) {
      this.#forget(key);
      return null;
    }
    const waiter: Waiter = { key, units, sharer, granted };
    key.queue.push(waiter);
    this.#countWaiting(key, 1);
    key.tenant.queues.add(key);
    this.#queues.add(key.tenant);
    this.#serve();
    return () => {
      if (this.#unqueue(waiter)) this.#serve();
      this.#forget(key);
    };
  }

  #obstacle({ tenant, held }: KeyShare, units: number, { tenantMax, keyMax }: Sharer): NoPlace | null {
    if (keyMax !== undefined && held + units > keyMax) return 'key_limit';
    if (tenantMax !== undefined && tenant.held + units > tenantMax) return 'tenant_limit';
    const tenantShare = this.#part * (this.#capacity - this.#used + tenant.held);
    if (tenant.held > 0 && tenant.held + units > Math.ceil(tenantShare)) return 'own_share';
    const keyShare = this.#part * (Math.ceil(tenantShare) - tenant.held + held);
    if (held > 0 && held + units > Math.ceil(keyShare)) return 'own_share';
    return this.#used + units > this.#capacity ? 'full' : null;
  }

  #mayWait({ tenant, waiting }: KeyShare): boolean {
    const places = { waitingMax: this.#waitingMax, part: this.#part };
    return mayWait(places, { all: this.#waiting, tenant: tenant.waiting, key: waiting });
  }

  #hold(key: KeyShare, units: number, sharer: Sharer): Place {
    this.#count(key, units);
    let own = units;
    return {
      grow: (more) => {
        if (own === 0 || this.#isShort || this.#obstacle(key, more, sharer) !== null) return false;
        own += more;
        this.#count(key, more);
        return true;
      },
      leave: () => {
        if (own === 0) return;
        this.#count(key, -own);
        own = 0;
        if (this.#waiting > 0) this.#serve();
        this.#forget(key);
      },
    };
  }

  /** Gives free units to waiting requests, to the sharer that holds least first, until one has to wait for room. */
  #serve(): void {
    this.#isShort = false;
    for (let next = this.#next(); next !== null; next = this.#next()) {
      if (this.#used + next.units > this.#capacity) {
        this.#isShort = true;
        return;
      }
      const { key, units, sharer, granted } = next;
      this.#unqueue(next);
      // It moves to the end among equals.
      if (key.queue.length > 0) {
        key.tenant.queues.delete(key);
        key.tenant.queues.add(key);
      }
      if (this.#queues.delete(key.tenant)) this.#queues.add(key.tenant);
      granted(this.#hold(key, units, sharer));
    }
  }

  /** The first request that may hold more, whether there is room for it or not. */
  #next(): Waiter | null {
    let best: KeyShare | null = null;
    for (const tenant of this.#queues) {
      if (best === null || tenant.held < best.tenant.held) best = this.#firstKey(tenant) ?? best;
    }
    return best?.queue[0] ?? null;
  }

  #firstKey(tenant: TenantShare): KeyShare | null {
    let best: KeyShare | null = null;
    for (const key of tenant.queues) {
      if ((best === null || key.held < best.held) && this.#isServable(key)) best = key;
    }
    return best;
  }

  #isServable(key: KeyShare): boolean {
    const [first] = key.queue;
    if (first === undefined) return false;
    const obstacle = this.#obstacle(key, first.units, first.sharer);
    return obstacle === null || obstacle === 'full';
  }

  #unqueue(waiter: Waiter): boolean {
    const { key } = waiter;
    const place = key.queue.indexOf(waiter);
    if (place < 0) return false;
    key.queue.splice(place, 1);
    this.#countWaiting(key, -1);
    if (key.queue.length === 0) key.tenant.queues.delete(key);
    if (key.tenant.queues.size === 0) this.#queues.delete(key.tenant);
    return true;
  }

  #count(key: KeyShare, units: number): void {
    key.held += units;
    key.tenant.held += units;
    this.#used += units;
  }

  #countWaiting(key: KeyShare, count: number): void {
    key.waiting += count;
    key.tenant.waiting += count;
    this.#waiting += count;
  }

  #keyOf({ tenantId, keyId }: Sharer): KeyShare {
    const known = this.#keys.get(keyId);
    if (known !== undefined) return known;
    const tenant = this.#tenants.get(tenantId) ?? { tenantId, held: 0, waiting: 0, keyCount: 0, queues: new Set() };
    const key: KeyShare = { keyId, tenant, held: 0, waiting: 0, queue: [] };
    tenant.keyCount += 1;
    this.#tenants.set(tenantId, tenant);
    this.#keys.set(keyId, key);
    return key;
  }

  #forget(key: KeyShare): void {
    if (this.#keys.size <= idleKeptMax || key.held > 0 || key.waiting > 0) return;
    // Its id may have another entry by now.
    if (this.#keys.get(key.keyId) !== key) return;
    this.#keys.delete(key.keyId);
    key.tenant.keyCount -= 1;
    if (key.tenant.keyCount === 0) this.#tenants.delete(key.tenant.tenantId);
  }
}

interface TenantShare {
  readonly tenantId: string;
  held: number;
  waiting: number;
  /** Its keys that are known here. */
  keyCount: number;
  readonly queues: Set<KeyShare>;
}

interface KeyShare {
  readonly keyId: string;
  readonly tenant: TenantShare;
  held: number;
  waiting: number;
  readonly queue: Waiter[];
}

interface Waiter {
  readonly key: KeyShare;
  readonly units: number;
  readonly sharer: Sharer;
  readonly granted: (place: Place) => void;
}
