import type { ApiKey } from '../domain/api-key.ts';
import type { RequestLimits } from '../domain/scopes/request-limits.ts';
import type { ScopeKind } from '../domain/policy-events.ts';
import type { Policy } from '../domain/policy.ts';
import type { Principal } from '../domain/principal.ts';

/** A key with the person behind it and the policies above it, widest scope first. */
export interface DirectoryEntry {
  readonly key: ApiKey;
  readonly principal: Principal;
  readonly policies: readonly Policy[];
  /** The widest scope above the key that is suspended or closed; absent: none is. */
  readonly suspended?: ScopeKind;
  /** How much all keys of the tenant together may ask, below what is configured; absent: none were set. */
  readonly tenantLimits?: RequestLimits;
}

/** What a directory tells of a known key was in the log so many milliseconds ago at most, unless the log is away. */
export const DIRECTORY_STALE_MS_MAX = 250;

/**
 * Who a key belongs to and what it may do. A key that is unknown is looked for once more after the projections have
 * caught up with the log, so that one created by another process is usable at once; what is told of a known one is at most
 * {@link DIRECTORY_STALE_MS_MAX} old, so that one revoked by another process is refused after that time everywhere.
 */
export interface Directory {
  /** By the keyed hash of the secret. Revoked and expired keys are found too: the caller decides. */
  findKey(keyHash: string): Promise<DirectoryEntry | null> | DirectoryEntry | null;
}
