import type { LimitsBook } from '../limits/caller-limits.ts';
import { GatewayError } from '../errors.ts';
import type { StoredBytes } from '../ports/stored-bytes.ts';
import { ReadModelsUnavailable } from '../ports/read-models.ts';

export interface StorageClaimsOptions {
  readonly storedBytes: StoredBytes;
  readonly limits: LimitsBook;
}

/** A claim of storage for content being stored. */
export interface StorageClaim {
  /** Widens the claim to `bytes`, if it is smaller. Raises `storage_limit_exceeded`. */
  cover(bytes: number): void;
  /** To be called when the content is recorded or was given up. Further calls do nothing. */
  release(): void;
}

/**
 * How much more each tenant may store: its limit, minus recorded bytes, minus claims in this process. If two uploads
 * fit alone but not together, one is refused.
 */
export class StorageClaims {
  readonly #options: StorageClaimsOptions;
  readonly #onTheWay = new Map<string, number>();
  /** Claims that were released, until the read model is known to include their content. */
  readonly #releasing = new Set<Promise<void>>();

  constructor(options: StorageClaimsOptions) {
    this.#options = options;
  }

  /** Whether `bytes` more fit, as far as this process has followed the log. Raises 503 when that cannot be known. */
  hasSpace(tenantId: string, bytes: number): boolean {
    return this.#used(tenantId) + Math.max(bytes, 1) <= this.#maxOf(tenantId);
  }

  /** Claims `bytes`, after catching up with the log. Raises `storage_limit_exceeded`, and what the log raises. */
  async claim(tenantId: string, bytes: number): Promise<StorageClaim> {
    await Promise.all([this.#options.storedBytes.catchUp(), ...this.#releasing]);
    this.#assertSpace(tenantId, bytes);
    this.#count(tenantId, bytes);
    let own = bytes;
    let isReleased = false;
    return {
      cover: (total) => {
        if (isReleased || total <= own) return;
        this.#assertSpace(tenantId, total - own);
        this.#count(tenantId, total - own);
        own = total;
      },
      release: () => {
        if (isReleased) return;
        isReleased = true;
        this.#release(tenantId, own);
      },
    };
  }

  #assertSpace(tenantId: string, bytes: number): void {
    if (this.hasSpace(tenantId, bytes)) return;
    const [used, max] = [this.#used(tenantId), this.#maxOf(tenantId)];
    throw new GatewayError('storage_limit_exceeded', {
      detail: `Your tenant stores ${used} of at most ${max} bytes, and this needs at least ${Math.max(bytes, 1)} more.`,
    });
  }

  /** Ends a claim when the read model includes its content: earlier, another claim could take the same space. */
  #release(tenantId: string, bytes: number): void {
    const releasing = this.#options.storedBytes
      .catchUp()
      .catch(() => undefined)
      .then(() => {
        this.#count(tenantId, -bytes);
        this.#releasing.delete(releasing);
      });
    this.#releasing.add(releasing);
  }

  #used(tenantId: string): number {
    return raisingGatewayError(() => this.#options.storedBytes.of(tenantId)) + (this.#onTheWay.get(tenantId) ?? 0);
  }

  #maxOf(tenantId: string): number {
    return this.#options.limits.ofTenant(tenantId).keptBytesMax;
  }

  #count(tenantId: string, bytes: number): void {
    const sum = (this.#onTheWay.get(tenantId) ?? 0) + bytes;
    if (sum === 0) this.#onTheWay.delete(tenantId);
    else this.#onTheWay.set(tenantId, sum);
  }
}

function raisingGatewayError(read: () => number): number {
  try {
    return read();
  } catch (error) {
    throw error instanceof ReadModelsUnavailable ? new GatewayError('ledger_unavailable', { cause: error }) : error;
  }
}
