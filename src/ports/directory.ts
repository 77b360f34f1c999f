import type { ApiKey } from '../domain/api-key.ts';
import type { Policy } from '../domain/policy.ts';
import type { Principal } from '../domain/principal.ts';

/** A key with the person behind it and the policies above it, widest scope first. */
export interface DirectoryEntry {
  readonly key: ApiKey;
  readonly principal: Principal;
  readonly policies: readonly Policy[];
}

/**
 * Who a key belongs to and what it may do. As fresh as the projections behind it: a key that is unknown is looked for
 * once more after they have caught up with the log, so that one created by another process is usable at once.
 */
export interface Directory {
  /** By the keyed hash of the secret. Revoked and expired keys are found too: the caller decides. */
  findKey(keyHash: string): Promise<DirectoryEntry | null> | DirectoryEntry | null;
}
