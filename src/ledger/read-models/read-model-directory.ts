import { setImmediate as nextTurn } from 'node:timers/promises';
import { keyUnderFormerSecret, parentsMax, type ApiKey, type FormerSecret } from '../../domain/api-key.ts';
import type { ScopePolicies } from '../../domain/scopes/scope-policies.ts';
import { keylessKey } from '../../domain/log-ins/keyless-key.ts';
import type { Principal } from '../../domain/principal.ts';
import { directoryEntry, type DirectoryEntry } from '../../domain/scopes/directory-entry.ts';
import type { Scope } from '../../domain/scopes/scope.ts';
import { RecentMap } from '../../limits/recent-map.ts';
import { directoryStaleMsMax, directoryUnsureMsMax, type Directory } from '../../ports/directory.ts';
import { pause } from '../../time/pause.ts';
import type { Projection, ProjectionFold, DocumentReader } from '../../ports/read-models.ts';
import { systemTimer, type Timer } from '../../time/timer.ts';
import { UnknownEventType } from '../codec.ts';
import { ProjectionStopped } from '../following/projection-feed.ts';

/** A catch-up begins without a caller waiting for it after this share of the greatest staleness. */
const refreshShare = 0.8;

export interface ReadModelDirectoryOptions {
  readonly readModels: DocumentReader & Pick<ProjectionFold, 'waiting'>;
  readonly projections: {
    readonly apiKeys: Projection<ApiKey>;
    readonly principals: Projection<Principal>;
    readonly policies: Projection<ScopePolicies>;
    readonly scopes: Projection<Scope>;
    readonly formerSecrets: Projection<FormerSecret>;
  };
  /** Resolves when the projections include everything recorded before the call. */
  catchUp(): Promise<void>;
  /** Most entries in memory; the least recently used is evicted first. Default 10,000. */
  readonly entriesMax?: number;
  /** Least time between two catch-ups for unknown keys, milliseconds. Default 100. */
  readonly catchUpIntervalMs?: number;
  /** Greatest staleness of an answer for a known key, milliseconds. Default {@link directoryStaleMsMax}. */
  readonly staleMsMax?: number;
  readonly timer?: Timer;
}

export interface ReadModelDirectory extends Directory {
  /** Forgets the entries in memory. To be called whenever one of the projections has changed. */
  invalidate(): void;
}

/**
 * The directory over read models. A cached key is answered from a map, without a promise, while the last catch-up with
 * the log is recent; otherwise all callers share one catch-up. While keys are used, the next catch-up begins before the
 * last one is too old, so that callers rarely wait. An unknown key always waits for a catch-up; all unknown keys of an
 * interval share it, so that guessing keys cannot overload the log. While catch-ups fail, known keys keep working for
 * {@link directoryUnsureMsMax}: as long as they are revoked nowhere else, the gateway outlives an election. Where a later
 * version wrote what this one cannot read, they keep working, and an unknown key may be part of it.
 *
 * Both raise `ReadModelsUnavailable`, and for an unknown key, for a person, and after that time, what `catchUp` raises;
 * `UnknownEventType` for an unknown key or person while such events wait.
 */
export function createReadModelDirectory(options: ReadModelDirectoryOptions): ReadModelDirectory {
  const {
    entriesMax = 10_000,
    catchUpIntervalMs = 100,
    staleMsMax = directoryStaleMsMax,
    timer = systemTimer,
  } = options;
  const entries = new RecentMap<string, DirectoryEntry>(entriesMax);
  /** Everything recorded before this time is known. */
  let caughtUpAtMs = -Infinity;
  const ageMs = (): number => timer.monotonic() - caughtUpAtMs;
  const catchUps = new SharedCatchUps(
    async () => {
      const beganAtMs = timer.monotonic();
      await options.catchUp();
      caughtUpAtMs = beganAtMs;
    },
    { intervalMs: catchUpIntervalMs, timer },
  );

  const lookUp = (keyHash: string): DirectoryEntry | null => {
    const known = entries.get(keyHash);
    if (known !== undefined) return known;
    const entry = resolveEntry(options, keyHash);
    if (entry !== null) entries.set(keyHash, entry);
    return entry;
  };

  /** A known key may share a catch-up that has begun, if that leaves the answer recent enough; an unknown one may not. */
  const lookUpAnew = async (keyHash: string): Promise<DirectoryEntry | null> => {
    const askedAtMs = timer.monotonic();
    const isKnown = lookUp(keyHash) !== null;
    try {
      if (isKnown) await catchUps.current();
      const isRecent = caughtUpAtMs >= askedAtMs || ageMs() <= staleMsMax;
      if (!isKnown || !isRecent) await catchUps.next();
    } catch (error) {
      const known = lookUp(keyHash);
      const mayCount = ageMs() <= directoryUnsureMsMax || error instanceof ProjectionStopped;
      if (known === null || !mayCount) throw error;
      return known;
    }
    return lookUp(keyHash) ?? unread(options);
  };

  return {
    findKey: (keyHash) => {
      const staleMs = ageMs();
      const found = staleMs <= staleMsMax ? lookUp(keyHash) : null;
      // A failure is met again by the caller who finds the answer too old.
      if (found !== null && staleMs > staleMsMax * refreshShare) catchUps.current().catch(() => undefined);
      return found ?? lookUpAnew(keyHash);
    },
    findPerson: async (userId) => {
      const known = (): Principal | null => options.readModels.get(options.projections.principals, userId);
      if (ageMs() > staleMsMax || known() === null) await catchUps.next();
      const person = known();
      return person === null ? unread(options) : entryOf(options, { key: keylessKey(person) }, person);
    },
    invalidate: () => entries.clear(),
  };
}

/** Nothing, unless keys or people wait for a later version. */
function unread({ readModels, projections }: ReadModelDirectoryOptions): null {
  const { apiKeys, formerSecrets, principals } = projections;
  const [waiting] = [apiKeys, formerSecrets, principals].flatMap((projection) => readModels.waiting(projection));
  if (waiting !== undefined) throw new UnknownEventType(waiting);
  return null;
}

/** A key without its user is not usable: it counts as unknown. */
function resolveEntry(options: ReadModelDirectoryOptions, keyHash: string): DirectoryEntry | null {
  const { readModels, projections } = options;
  const key = readModels.find(projections.apiKeys, keyHash) ?? keyOfFormerSecret(options, keyHash);
  if (key === null) return null;
  const principal = readModels.get(projections.principals, key.user_id);
  if (principal === null) return null;
  return entryOf(options, { key, parents: parentsOf(key, options) }, principal);
}

function entryOf(
  { readModels, projections }: ReadModelDirectoryOptions,
  of: Pick<DirectoryEntry, 'key' | 'parents'>,
  principal: Principal,
): DirectoryEntry {
  return directoryEntry(of, principal, {
    scope: (scope) => readModels.get(projections.scopes, scope),
    policies: (scope) => readModels.get(projections.policies, scope),
  });
}

/** The keys that made it, the nearest first. One that is not known ends it. */
function parentsOf(key: ApiKey, { readModels, projections }: ReadModelDirectoryOptions): readonly ApiKey[] {
  const parents: ApiKey[] = [];
  for (let below = key; below.parent_key_id !== undefined && parents.length <= parentsMax;) {
    below = readModels.get(projections.apiKeys, below.parent_key_id) ?? { ...below, revoked: true };
    parents.push(below);
    if (below.revoked) break;
  }
  return parents;
}

/** The key of a secret that was rotated out. */
function keyOfFormerSecret({ readModels, projections }: ReadModelDirectoryOptions, keyHash: string): ApiKey | null {
  const former = readModels.get(projections.formerSecrets, keyHash);
  const key = former === null ? null : readModels.get(projections.apiKeys, former.key_id);
  return former === null || key === null ? null : keyUnderFormerSecret(key, former);
}

/** Catch-ups that callers share, an interval apart. */
class SharedCatchUps {
  readonly #catchUp: () => Promise<void>;
  readonly #intervalMs: number;
  readonly #timer: Timer;
  #waiting: Promise<void> | null = null;
  #running: Promise<void> | null = null;
  #beganAtMs = -Infinity;

  constructor(catchUp: () => Promise<void>, { intervalMs, timer }: { intervalMs: number; timer: Timer }) {
    this.#catchUp = catchUp;
    this.#intervalMs = intervalMs;
    this.#timer = timer;
  }

  /** Settles with the next catch-up to begin. */
  next(): Promise<void> {
    this.#waiting ??= this.#begin();
    return this.#waiting;
  }

  /** Settles with the catch-up that has begun; if there is none, with the next. */
  current(): Promise<void> {
    return this.#running ?? this.next();
  }

  async #begin(): Promise<void> {
    const waitMs = this.#beganAtMs + this.#intervalMs - this.#timer.monotonic();
    // Waits at least to the end of this turn, so that all callers of the turn share the catch-up.
    await (waitMs > 0 ? pause(waitMs, undefined, this.#timer) : nextTurn());
    this.#waiting = null;
    this.#beganAtMs = this.#timer.monotonic();
    const running = this.#catchUp();
    this.#running = running;
    try {
      await running;
    } finally {
      if (this.#running === running) this.#running = null;
    }
  }
}
