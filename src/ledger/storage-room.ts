import type { LimitsBook } from '../limits/caller-limits.ts';
import { GatewayError } from '../errors.ts';
import type { StoredBytes } from '../ports/stored-bytes.ts';
import { ReadModelsUnavailable } from '../ports/read-models.ts';

export interface StorageRoomOptions {
  readonly storedBytes: StoredBytes;
  readonly limits: LimitsBook;
}

/** Room for something that is on its way. */
export interface StorageClaim {
  /** Widens it to so many bytes, where it is smaller. Raises `storage_limit_exceeded`. */
  cover(bytes: number): void;
  /** To be called when what came of it is recorded, or nothing came of it; counts once. */
  leave(): void;
}

/**
 * How much more each tenant may keep: its limit, less what is recorded, less what is on its way through this process. Of two
 * uploads that fit alone and not together, one is refused.
 */
export class StorageRoom {
  readonly #options: StorageRoomOptions;
  readonly #onTheWay = new Map<string, number>();
  /** Claims that were left, and of which the read model is not yet known to hold what came of them. */
  readonly #leaving = new Set<Promise<void>>();

  constructor(options: StorageRoomOptions) {
    this.#options = options;
  }

  /** Whether so many bytes more fit, as far as this process has followed the log. Raises 503 when it cannot be known. */
  hasRoom(tenantId: string, bytes: number): boolean {
    return this.#used(tenantId) + Math.max(bytes, 1) <= this.#maxOf(tenantId);
  }

  /** Room for so many bytes, level with the log. Raises `storage_limit_exceeded`, and what the log raises. */
  async claim(tenantId: string, bytes: number): Promise<StorageClaim> {
    await Promise.all([this.#options.storedBytes.catchUp(), ...this.#leaving]);
    this.#assertRoom(tenantId, bytes);
    this.#count(tenantId, bytes);
    let own = bytes;
    let isLeft = false;
    return {
      cover: (total) => {
        if (isLeft || total <= own) return;
        this.#assertRoom(tenantId, total - own);
        this.#count(tenantId, total - own);
        own = total;
      },
      leave: () => {
        if (isLeft) return;
        isLeft = true;
        this.#leave(tenantId, own);
      },
    };
  }

  #assertRoom(tenantId: string, bytes: number): void {
    if (this.hasRoom(tenantId, bytes)) return;
    const [used, max] = [this.#used(tenantId), this.#maxOf(tenantId)];
    throw new GatewayError('storage_limit_exceeded', {
      detail: `Your tenant keeps ${used} of the ${max} bytes that it may keep, and this needs ${bytes} more.`,
    });
  }

  /** Not before the read model holds what came of it: else somebody would find room in between. */
  #leave(tenantId: string, bytes: number): void {
    const leaving = this.#options.storedBytes
      .catchUp()
      .catch(() => undefined)
      .then(() => {
        this.#count(tenantId, -bytes);
        this.#leaving.delete(leaving);
      });
    this.#leaving.add(leaving);
  }

  #used(tenantId: string): number {
    return told(() => this.#options.storedBytes.of(tenantId)) + (this.#onTheWay.get(tenantId) ?? 0);
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

function told(read: () => number): number {
  try {
    return read();
  } catch (error) {
    throw error instanceof ReadModelsUnavailable ? new GatewayError('ledger_unavailable', { cause: error }) : error;
  }
}
