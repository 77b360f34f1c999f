import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { keyUnderFormerSecret, type ApiKey } from '../../domain/api-key.ts';
import type { Policy } from '../../domain/policy.ts';
import type { Principal } from '../../domain/principal.ts';
import { directoryEntry, type DirectoryEntry } from '../../domain/scopes/directory-entry.ts';
import type { Scope } from '../../domain/scopes/scope.ts';
import { RecentMap } from '../../limits/recent-map.ts';
import { directoryStaleMsMax, type Directory } from '../../ports/directory.ts';
import type { Projection, DocumentReader } from '../../ports/read-models.ts';

export interface ReadModelDirectoryOptions {
  readonly readModels: DocumentReader;
  readonly projections: {
    readonly apiKeys: Projection<ApiKey>;
    readonly principals: Projection<Principal>;
    readonly policies: Projection<Policy>;
    readonly scopes: Projection<Scope>;
    readonly formerSecrets: Projection<{ readonly key_id: string; readonly valid_until: string }>;
  };
  /** Resolves when the projections include everything recorded before the call. */
  catchUp(): Promise<void>;
  /** Most entries in memory; the least recently used is evicted first. Default 10,000. */
  readonly entriesMax?: number;
  /** Least time between two catch-ups for unknown keys, milliseconds. Default 100. */
  readonly catchUpIntervalMs?: number;
  /** Greatest staleness of an answer for a known key, milliseconds. Default {@link directoryStaleMsMax}. */
  readonly staleMsMax?: number;
}

export interface ReadModelDirectory extends Directory {
  /** Forgets the entries in memory. To be called whenever one of the projections has changed. */
  invalidate(): void;
}

/**
 * The directory over read models. A cached key is answered from a map, without a promise, while the last catch-up with
 * the log is recent; otherwise all callers share one catch-up. An unknown key always waits for a catch-up; all unknown
 * keys of an interval share it, so that guessing keys cannot overload the log. While the log is unavailable, known keys
 * keep working.
 *
 * `findKey` raises `ReadModelsUnavailable`, and for an unknown key what `catchUp` raises.
 */
export function createReadModelDirectory(options: ReadModelDirectoryOptions): ReadModelDirectory {
  const { entriesMax = 10_000, catchUpIntervalMs = 100, staleMsMax = directoryStaleMsMax } = options;
  const entries = new RecentMap<string, DirectoryEntry>(entriesMax);
  /** Everything recorded before this time is known. */
  let levelAtMs = -Infinity;
  const catchUp = sharedCatchUp(async () => {
    const beganAtMs = performance.now();
    await options.catchUp();
    levelAtMs = beganAtMs;
  }, catchUpIntervalMs);

  const lookUp = (keyHash: string): DirectoryEntry | null => {
    const known = entries.get(keyHash);
    if (known !== undefined) return known;
    const entry = resolveEntry(options, keyHash);
    if (entry !== null) entries.set(keyHash, entry);
    return entry;
  };

  const lookUpAnew = async (keyHash: string): Promise<DirectoryEntry | null> => {
    try {
      await catchUp();
    } catch (error) {
      const known = lookUp(keyHash);
      if (known === null) throw error;
      return known;
    }
    return lookUp(keyHash);
  };

  return {
    findKey: (keyHash) => {
      const isFresh = performance.now() - levelAtMs <= staleMsMax;
      return (isFresh ? lookUp(keyHash) : null) ?? lookUpAnew(keyHash);
    },
    invalidate: () => entries.clear(),
  };
}

/** A key without its user is not usable: it counts as unknown. */
function resolveEntry(options: ReadModelDirectoryOptions, keyHash: string): DirectoryEntry | null {
  const { readModels, projections } = options;
  const key = readModels.find(projections.apiKeys, keyHash) ?? keyOfFormerSecret(options, keyHash);
  if (key === null) return null;
  const principal = readModels.get(projections.principals, key.user_id);
  if (principal === null) return null;
  return directoryEntry(key, principal, {
    scope: (scope) => readModels.get(projections.scopes, scope),
    policy: (scope) => readModels.get(projections.policies, scope),
  });
}

/** The key of a secret that was rotated out. */
function keyOfFormerSecret({ readModels, projections }: ReadModelDirectoryOptions, keyHash: string): ApiKey | null {
  const former = readModels.get(projections.formerSecrets, keyHash);
  const key = former === null ? null : readModels.get(projections.apiKeys, former.key_id);
  return former === null || key === null ? null : keyUnderFormerSecret(key, former.valid_until);
}

/** Callers that ask before a catch-up begins share it; later callers share the next, an interval after. */
function sharedCatchUp(catchUp: () => Promise<void>, intervalMs: number): () => Promise<void> {
  let waiting: Promise<void> | null = null;
  let beganAtMs = -Infinity;
  const begin = async (): Promise<void> => {
    const waitMs = beganAtMs + intervalMs - performance.now();
    // Waits at least to the end of this turn, so that all callers of the turn share the catch-up.
    await (waitMs > 0 ? delay(waitMs) : nextTurn());
    waiting = null;
    beganAtMs = performance.now();
    await catchUp();
  };
  return () => (waiting ??= begin());
}
