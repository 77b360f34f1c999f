/**
 * The tenant and key that a permit counts for, and the most that they may hold by their own limits; absent: no such
 * limit.
 */
export interface Sharer {
  readonly tenantId: string;
  readonly keyId: string;
  readonly tenantMax?: number;
  readonly keyMax?: number;
}

/**
 * Why there is no permit: all are taken; the tenant or key holds its fair share; it holds what its own limit allows,
 * which waiting does not change; or whoever waited has gone.
 */
export type NoPermit = 'full' | 'own_share' | 'tenant_limit' | 'key_limit' | 'gone';

/** The places of a queue, and how they are shared. */
export interface QueueLimits {
  readonly waitingMax: number;
  /** The most that one tenant may hold of what the others leave, and one key of what the others of its tenant leave, percent. */
  readonly sharePercentMax: number;
}

export interface SemaphoreOptions extends Partial<QueueLimits> {
  /** Permits of the whole: requests, connections, bytes. */
  readonly permits: number;
  /** How long one may wait, milliseconds, and what tells that it is over; absent: until whoever waits has gone. */
  readonly patience?: WaitLimit;
  /** Whether there is anybody else: without another tenant, one holds everything. Absent: there is. */
  readonly hasOthers?: (() => boolean) | undefined;
}

/** How long is waited. */
export interface WaitLimit {
  readonly waitMs: number;
  /** Calls `run` once, after `milliseconds`. Returns a function that cancels the call. */
  after(milliseconds: number, run: () => void): () => void;
}

/** Whoever waits. Its signal is read when it has to wait, and ends its wait. */
export interface Waiter {
  readonly signal?: AbortSignal;
}

/** How many tenants and keys without a permit are remembered: they usually come back, and a growing table costs more. */
const idleKeptMax = 4_096;

/** Of how many permits one stays free for other tenants: of fewer, too much would lie idle. */
const sharedMin = 4;

/**
 * A counting semaphore that is shared fairly between tenants, and within a tenant between keys. A tenant holds at most a
 * percentage of what the other tenants leave (dynamic thresholds, as in shared-memory switches), so that a newcomer
 * finds a permit without evicting anyone. A released permit goes to the tenant that holds least, within it to the key
 * that holds least, among equals in turn, and within a key in order of arrival. Of four or more permits, a tenant leaves
 * one at least to the others; of fewer, or where there are no others, it may hold everything, and a key may where a
 * percentage is less than one permit.
 */
export class Semaphore {
  readonly permits: number;
  readonly #part: number;
  readonly #queue: QueueLimits;
  readonly #patience: WaitLimit | null;
  readonly #hasOthers: SemaphoreOptions['hasOthers'];
  readonly #tenants = new Map<string, TenantShare>();
  /** Tenants that wait; the one served last is at the end. */
  readonly #queues = new Set<TenantShare>();
  /** How many keys are remembered. */
  #known = 0;
  #used = 0;
  #waiting = 0;
  /** One that may hold more waits for free permits, and must not be overtaken. */
  #isShort = false;

  /** By default, sharers may hold everything, and none may wait. */
  constructor({ permits, sharePercentMax = 100, waitingMax = 0, patience, hasOthers }: SemaphoreOptions) {
    this.permits = permits;
    this.#part = sharePercentMax / 100;
    this.#queue = { waitingMax, sharePercentMax };
    this.#patience = patience ?? null;
    this.#hasOthers = hasOthers;
  }

  /** Permits that are held. */
  get used(): number {
    return this.#used;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Whether this tenant waits. */
  isWaiting({ tenantId }: Pick<Sharer, 'tenantId'>): boolean {
    return (this.#tenants.get(tenantId)?.waiting ?? 0) > 0;
  }

  /** Why this sharer gets no permit now, if none waits; `null`: it gets one. */
  obstacle(sharer: Sharer): NoPermit | null {
    const key = this.#keyOf(sharer);
    const obstacle = this.#obstacle(key, 1, sharer);
    this.#forget(key);
    return obstacle;
  }

  /** Takes a permit of this weight at once, or returns why there is none. */
  tryAcquire(sharer: Sharer, weight = 1): Permit | NoPermit {
    const key = this.#keyOf(sharer);
    const obstacle = this.#obstacle(key, weight, sharer);
    if (obstacle === null && !this.#isShort) return this.#hold(key, weight);
    this.#forget(key);
    return this.#refusal(obstacle, weight);
  }

  /**
   * Takes a permit at once if there is one, else when its turn comes, behind those of its key that wait already. Returns
   * why there was none in time; with a limit of its own, at once.
   */
  acquire(sharer: Sharer, weight = 1, waiter?: Waiter): Permit | NoPermit | Promise<Permit | NoPermit> {
    const key = this.#keyOf(sharer);
    const obstacle = this.#obstacle(key, weight, sharer);
    if (obstacle === null && !this.#isShort && key.queue.length === 0) return this.#hold(key, weight);
    const isOwn = obstacle === 'tenant_limit' || obstacle === 'key_limit';
    const mayWait = !isOwn && this.#patience?.waitMs !== 0 && weight <= this.permits && this.#mayWait(key);
    const signal = mayWait ? waiter?.signal : undefined;
    const refusal = this.#refusal(obstacle, weight);
    if (mayWait && signal?.aborted !== true) return this.#wait({ key, weight, sharer }, refusal, signal);
    this.#forget(key);
    return mayWait ? 'gone' : refusal;
  }

  #wait(asked: Omit<Queued, 'end'>, refusal: NoPermit, signal?: AbortSignal): Promise<Permit | NoPermit> {
    const { promise, resolve } = Promise.withResolvers<Permit | NoPermit>();
    const { key } = asked;
    const end = (outcome: Permit | NoPermit): void => {
      cancel?.();
      signal?.removeEventListener('abort', gone);
      resolve(outcome);
    };
    const queued: Queued = { ...asked, end };
    const leave = (why: NoPermit): void => {
      this.#unqueue(queued);
      end(why);
      this.#serve();
      this.#forget(key);
    };
    const gone = (): void => leave('gone');
    const cancel = this.#patience?.after(this.#patience.waitMs, () => leave(refusal));
    signal?.addEventListener('abort', gone);
    key.queue.push(queued);
    key.tenant.waiting += 1;
    this.#waiting += 1;
    key.tenant.queues.add(key);
    this.#queues.add(key.tenant);
    this.#serve();
    return promise;
  }

  /** `null`: others wait. */
  #refusal(obstacle: NoPermit | null, weight: number): NoPermit {
    if (obstacle === null) return 'full';
    return obstacle === 'own_share' && this.#used + weight > this.permits ? 'full' : obstacle;
  }

  #obstacle({ tenant, held }: KeyShare, weight: number, { tenantMax, keyMax }: Sharer): NoPermit | null {
    if (keyMax !== undefined && held + weight > keyMax) return 'key_limit';
    if (tenantMax !== undefined && tenant.held + weight > tenantMax) return 'tenant_limit';
    const tenantShare = this.#tenantShare(tenant);
    if (tenant.held > 0 && tenant.held + weight > tenantShare) return 'own_share';
    const keyShare = this.#part * (tenantShare - tenant.held + held);
    if (held > 0 && held + weight > Math.ceil(keyShare)) return 'own_share';
    return this.#used + weight > this.permits ? 'full' : null;
  }

  #tenantShare({ held }: TenantShare): number {
    const left = this.permits - this.#used + held;
    if (this.#part === 1 || this.#hasOthers?.() === false) return left;
    const share = Math.ceil(this.#part * left);
    return left >= sharedMin ? Math.min(share, left - 1) : share;
  }

  #mayWait({ tenant, queue }: KeyShare): boolean {
    return mayWait(this.#queue, { all: this.#waiting, tenant: tenant.waiting, key: queue.length });
  }

  #hold(key: KeyShare, weight: number): Permit {
    this.#count(key, weight);
    return new Permit(key, weight, this.#giveBack);
  }

  readonly #giveBack = (key: KeyShare, weight: number): void => {
    this.#count(key, -weight);
    if (this.#waiting > 0) this.#serve();
    this.#forget(key);
  };

  /** Gives free permits to those who wait, to the sharer that holds least first, until one has to wait for more. */
  #serve(): void {
    this.#isShort = false;
    for (let next = this.#next(); next !== null; next = this.#next()) {
      const { key, weight } = next;
      if (this.#used + weight > this.permits) {
        this.#isShort = true;
        return;
      }
      this.#unqueue(next);
      // It moves to the end among equals.
      if (key.queue.length > 0) {
        key.tenant.queues.delete(key);
        key.tenant.queues.add(key);
      }
      if (this.#queues.delete(key.tenant)) this.#queues.add(key.tenant);
      next.end(this.#hold(key, weight));
    }
  }

  /** The first that may hold more, whether there is room for it or not. */
  #next(): Queued | null {
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
    const obstacle = this.#obstacle(key, first.weight, first.sharer);
    return obstacle === null || obstacle === 'full';
  }

  #unqueue(queued: Queued): void {
    const { key } = queued;
    key.queue.splice(key.queue.indexOf(queued), 1);
    key.tenant.waiting -= 1;
    this.#waiting -= 1;
    if (key.queue.length === 0) key.tenant.queues.delete(key);
    if (key.tenant.queues.size === 0) this.#queues.delete(key.tenant);
  }

  #count(key: KeyShare, weight: number): void {
    key.held += weight;
    key.tenant.held += weight;
    this.#used += weight;
  }

  #keyOf({ tenantId, keyId }: Sharer): KeyShare {
    let tenant = this.#tenants.get(tenantId);
    if (tenant === undefined) {
      tenant = { tenantId, held: 0, waiting: 0, keys: new Map(), queues: new Set() };
      this.#tenants.set(tenantId, tenant);
    }
    const known = tenant.keys.get(keyId);
    if (known !== undefined) return known;
    const key: KeyShare = { keyId, tenant, held: 0, queue: [] };
    tenant.keys.set(keyId, key);
    this.#known += 1;
    return key;
  }

  #forget({ keyId, tenant, held, queue }: KeyShare): void {
    if (this.#known <= idleKeptMax || held > 0 || queue.length > 0) return;
    tenant.keys.delete(keyId);
    this.#known -= 1;
    if (tenant.keys.size === 0) this.#tenants.delete(tenant.tenantId);
  }
}

/** A held part of a semaphore. */
export class Permit {
  readonly #key: KeyShare;
  readonly #giveBack: (key: KeyShare, weight: number) => void;
  /** `null`: given back, or part of another permit. */
  #weight: number | null;

  constructor(key: KeyShare, weight: number, giveBack: (key: KeyShare, weight: number) => void) {
    this.#key = key;
    this.#weight = weight;
    this.#giveBack = giveBack;
  }

  /** Takes over what another permit of the same semaphore and sharer holds. */
  absorb(other: Permit): void {
    if (this.#weight === null || other.#weight === null) return;
    this.#weight += other.#weight;
    other.#weight = null;
  }

  /** Gives everything back. Only the first call counts. */
  release(): void {
    const weight = this.#weight;
    this.#weight = null;
    if (weight !== null) this.#giveBack(this.#key, weight);
  }
}

/**
 * Whether one more may wait, when so many wait altogether, of its tenant and of its key. A sharer of whom nobody waits
 * finds a place as long as there is one.
 */
export function mayWait(
  { waitingMax, sharePercentMax }: QueueLimits,
  { all, tenant, key }: { readonly all: number; readonly tenant: number; readonly key: number },
): boolean {
  if (all >= waitingMax) return false;
  const part = sharePercentMax / 100;
  const tenantShare = Math.ceil(part * (waitingMax - all + tenant));
  const keyShare = Math.ceil(part * (tenantShare - tenant + key));
  return tenant === 0 || (tenant < tenantShare && (key === 0 || key < keyShare));
}

interface TenantShare {
  readonly tenantId: string;
  held: number;
  waiting: number;
  readonly keys: Map<string, KeyShare>;
  /** Its keys that wait; the one served last is at the end. */
  readonly queues: Set<KeyShare>;
}

interface KeyShare {
  readonly keyId: string;
  readonly tenant: TenantShare;
  held: number;
  readonly queue: Queued[];
}

interface Queued {
  readonly key: KeyShare;
  readonly weight: number;
  readonly sharer: Sharer;
  /** Called once, when it is in the queue no longer. */
  readonly end: (outcome: Permit | NoPermit) => void;
}
