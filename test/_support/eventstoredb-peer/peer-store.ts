import { randomUUID } from 'node:crypto';
import { peerProfiles, type PeerProfile, type PeerVersion, type ProposedEvent } from './peer-version.ts';

/** What a writer believes; numbers are revisions. */
export type PeerExpectation = number | 'no_stream' | 'any' | 'stream_exists';

export interface PeerEvent extends ProposedEvent {
  readonly stream: string;
  /** The tombstone's is {@link DELETED_STREAM}. */
  readonly revision: number;
  readonly position: PeerPosition;
  readonly createdMs: number;
}

/** Byte offsets. Each event has its own prepare; whether a write has one commit depends on the version. */
export interface PeerPosition {
  readonly commit: number;
  readonly prepare: number;
}

export type PeerVerdict =
  | { readonly is: 'written'; readonly lastRevision: number; readonly position: PeerPosition | null }
  | { readonly is: 'conflict'; readonly currentRevision: number }
  | { readonly is: 'deleted' }
  | { readonly is: 'too_large'; readonly bytesMax: number };

/** The largest int64, as far as a number goes: the revision of tombstones, and `$tb` of a soft-deleted stream. */
export const DELETED_STREAM = 2 ** 63;

interface PeerStream {
  last: number;
  readonly events: Map<number, PeerEvent>;
}

interface PeerMetadata {
  readonly $tb?: number;
  readonly $maxCount?: number;
  readonly $maxAge?: number;
}

/**
 * EventStoreDB's log in memory, with its rules for expected revisions, idempotency, deletion, retention and metadata
 * streams as its server decides them (`IndexWriter.CheckCommit`, `StorageWriterService`).
 */
export class PeerStore {
  readonly #streams = new Map<string, PeerStream>();
  /** What was written lately, by event id alone; lost in a restart. */
  #recentWrites = new Map<string, PeerEvent>();
  readonly #recentWritesMax: number;
  readonly profile: PeerProfile;
  readonly #growth = new Set<() => void>();
  #logEnd = 0;
  log: PeerEvent[] = [];

  constructor(options: { readonly recentWritesMax?: number; readonly version?: PeerVersion } = {}) {
    this.profile = peerProfiles[options.version ?? '23.10'];
    this.#recentWritesMax = options.recentWritesMax ?? 10_000;
  }

  append(stream: string, expected: PeerExpectation, proposed: readonly ProposedEvent[]): PeerVerdict {
    const { appendBytesMax: bytesMax, countedBytes } = this.profile;
    const bytes = proposed.reduce((sum, event) => sum + countedBytes(event), 0);
    if (bytes > bytesMax) return { is: 'too_large', bytesMax };
    const verdict = this.#check(stream, expected, proposed);
    if (verdict !== 'write') return verdict;
    const wasDeleted = this.#isSoftDeleted(stream);
    const last = this.#streams.get(stream)?.last ?? -1;
    const original = stream.startsWith('$$') ? stream.slice(2) : null;
    const revivesOriginal = original !== null && this.#isSoftDeleted(original);
    const position = this.#write(stream, proposed, last + 1);
    if (wasDeleted) this.#undelete(stream, last + 1);
    if (revivesOriginal) this.#undelete(original, (this.#streams.get(original)?.last ?? -1) + 1);
    return { is: 'written', lastRevision: last + proposed.length, position };
  }

  /** Soft deletion: the stream's metadata become `$tb` alone. */
  delete(stream: string, expected: PeerExpectation): PeerVerdict {
    const verdict = this.#check(stream, expected, [{ id: randomUUID() }]);
    if (verdict !== 'write') return verdict;
    const exists = this.#streams.has(stream) || this.#streams.has(`$$${stream}`);
    if (!exists) return { is: 'conflict', currentRevision: -1 };
    const position = this.#writeMetadata(stream, `{"$tb":9223372036854775807}`);
    return { is: 'written', lastRevision: this.#streams.get(stream)?.last ?? -1, position };
  }

  tombstone(stream: string, expected: PeerExpectation): PeerVerdict {
    const verdict = this.#check(stream, expected, [{ id: randomUUID() }]);
    if (verdict !== 'write') return verdict;
    const tombstone = { ...emptyEvent(), type: '$streamDeleted', contentType: 'application/json' };
    const position = this.#write(stream, [tombstone], DELETED_STREAM);
    return { is: 'written', lastRevision: DELETED_STREAM, position };
  }

  /** Visible events from a revision on, in either direction. */
  read(stream: string, from: number, count: number, backwards: boolean): PeerEvent[] | 'not_found' | 'deleted' {
    const found = this.#streams.get(stream);
    if (found?.last === DELETED_STREAM) return 'deleted';
    if (found === undefined || this.#isSoftDeleted(stream)) return 'not_found';
    const [first, oldestMs] = this.#visible(stream, found);
    const events: PeerEvent[] = [];
    const step = backwards ? -1 : 1;
    let revision = backwards ? Math.min(from, found.last) : Math.max(from, first);
    for (; revision >= first && revision <= found.last && events.length < count; revision += step) {
      const event = found.events.get(revision);
      if (event !== undefined && event.createdMs >= oldestMs) events.push(event);
    }
    return events;
  }

  /** How many events the log has at or beyond a position. */
  countFrom(place: PeerPosition | null): number {
    return this.log.length - (place === null ? 0 : this.indexFrom(place));
  }

  /** Index in the log of the first event at or beyond a position. */
  indexFrom({ commit, prepare }: PeerPosition): number {
    let low = 0;
    let high = this.log.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const at = this.log[middle]?.position;
      if (at !== undefined && (at.commit < commit || (at.commit === commit && at.prepare < prepare))) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The log as it is now, from a position or from its beginning. Copies nothing, so that a long log costs a page no more. */
  *from(place: PeerPosition | null): Generator<PeerEvent, void> {
    const log = this.log;
    const end = log.length;
    for (let index = place === null ? 0 : this.indexFrom(place); index < end; index += 1) {
      const event = log[index];
      if (event === undefined) return; // an older backup was put back meanwhile
      yield event;
    }
  }

  /** The same, newest first, from before a position or from the end. */
  *before(place: PeerPosition | null): Generator<PeerEvent, void> {
    const log = this.log;
    for (let index = (place === null ? log.length : this.indexFrom(place)) - 1; index >= 0; index -= 1) {
      const event = log[index];
      if (event !== undefined) yield event;
    }
  }

  /**
   * Takes what is hidden out of the log, as a scavenge with threshold -1 does. The last event of a stream stays, hidden or
   * not, unless the stream was tombstoned: then the tombstone does.
   */
  scavenge(): void {
    const isKept = (event: PeerEvent): boolean => {
      const found = this.#streams.get(event.stream);
      if (found === undefined || event.stream.startsWith('$')) return true;
      if (found.last === DELETED_STREAM) return event.revision === DELETED_STREAM;
      const [first, oldestMs] = this.#visible(event.stream, found);
      return event.revision === found.last || (event.revision >= first && event.createdMs >= oldestMs);
    };
    for (const event of this.log) if (!isKept(event)) this.#streams.get(event.stream)?.events.delete(event.revision);
    this.log = this.log.filter(isKept);
  }

  /** Takes away all from an event on, as an older backup that is put back does. */
  restoreBefore(cut: PeerEvent): void {
    const lost = this.log.splice(this.log.indexOf(cut));
    this.#logEnd = cut.position.commit;
    for (const { stream, revision } of lost.toReversed()) {
      const found = this.#streams.get(stream);
      found?.events.delete(revision);
      if (found !== undefined) found.last = Math.min(found.last, revision - 1);
      if (found?.last === -1) this.#streams.delete(stream);
    }
    this.forgetRecentWrites();
  }

  /** What a restart of the server costs: its memory of recent writes. */
  forgetRecentWrites(): void {
    this.#recentWrites = new Map();
  }

  /** Calls `listener` after every write; answers how to stop it. */
  onGrowth(listener: () => void): () => void {
    this.#growth.add(listener);
    return () => this.#growth.delete(listener);
  }

  #check(stream: string, expected: PeerExpectation, events: readonly { readonly id: string }[]): PeerVerdict | 'write' {
    const last = this.#streams.get(stream)?.last ?? -1;
    const original = stream.startsWith('$$') ? this.#streams.get(stream.slice(2)) : undefined;
    if (last === DELETED_STREAM || original?.last === DELETED_STREAM) return { is: 'deleted' };
    const conflict = { is: 'conflict', currentRevision: last } as const;
    if (expected === 'stream_exists') {
      if (this.#isSoftDeleted(stream)) return conflict;
      if (last < 0 && !this.#streams.has(`$$${stream}`)) return conflict;
    }
    if (expected === 'any' || expected === 'stream_exists') return this.#checkRecent(stream, last, events);
    const revision = expected === 'no_stream' ? -1 : expected;
    if (revision > last) return conflict;
    if (revision === last) return 'write';
    return this.#checkPlaces(stream, revision, events);
  }

  /** Below the end, the ids that stand at the places of the append decide. */
  #checkPlaces(stream: string, revision: number, events: readonly { readonly id: string }[]): PeerVerdict | 'write' {
    const found = this.#streams.get(stream);
    const differing = events.findIndex(({ id }, index) => found?.events.get(revision + 1 + index)?.id !== id);
    if (differing < 0) {
      const last = found?.events.get(revision + events.length);
      const isHidden = this.profile.knowsHiddenRepeats && revision + 1 < this.#firstVisible(stream);
      const position = isHidden ? null : (last?.position ?? null);
      return { is: 'written', lastRevision: revision + events.length, position };
    }
    if (this.profile.knowsHiddenRepeats && this.#wereWritten(stream, revision, events)) {
      return { is: 'written', lastRevision: revision + events.length, position: null };
    }
    if (differing === 0 && revision === -1 && this.#isSoftDeleted(stream)) return 'write';
    return { is: 'conflict', currentRevision: found?.last ?? -1 };
  }

  /** Whether the recent writes have an append that a scavenge took away. */
  #wereWritten(stream: string, revision: number, events: readonly { readonly id: string }[]): boolean {
    return events.every(({ id }, index) => {
      const recent = this.#recentWrites.get(id);
      return recent?.stream === stream && recent.revision === revision + 1 + index;
    });
  }

  /** Without a revision, only the recent writes can tell. */
  #checkRecent(stream: string, last: number, events: readonly { readonly id: string }[]): PeerVerdict | 'write' {
    let lastFound: PeerEvent | undefined;
    for (const [index, { id }] of events.entries()) {
      const recent = this.#recentWrites.get(id);
      if (recent?.stream !== stream) return index === 0 ? 'write' : { is: 'conflict', currentRevision: last };
      lastFound = recent;
    }
    if (lastFound === undefined) return 'write';
    // The server cannot always tell the position of what it finds here.
    return { is: 'written', lastRevision: lastFound.revision, position: null };
  }

  #write(stream: string, proposed: readonly ProposedEvent[], firstRevision: number): PeerPosition {
    const found = this.#streams.get(stream) ?? { last: -1, events: new Map<number, PeerEvent>() };
    this.#streams.set(stream, found);
    const sizes = proposed.map(({ type, data, metadata }) => 120 + type.length + data.length + metadata.length);
    const commit = this.#logEnd + sizes.reduce((sum, size) => sum + size, 0);
    let prepare = this.#logEnd;
    const createdMs = Date.now();
    for (const [index, one] of proposed.entries()) {
      const revision = firstRevision + index;
      const position = { commit: this.profile.hasOwnCommits ? prepare : commit, prepare };
      const event = { ...one, stream, revision, position, createdMs };
      prepare += sizes[index] ?? 0;
      found.events.set(revision, event);
      found.last = revision;
      this.log.push(event);
      this.#remember(event);
    }
    this.#logEnd = commit;
    for (const listener of this.#growth) listener();
    return this.log.at(-1)?.position ?? { commit, prepare };
  }

  #remember(event: PeerEvent): void {
    if (this.#recentWritesMax === 0) return;
    this.#recentWrites.set(event.id, event);
    if (this.#recentWrites.size <= this.#recentWritesMax) return;
    for (const oldest of this.#recentWrites.keys()) {
      this.#recentWrites.delete(oldest);
      return;
    }
  }

  #undelete(stream: string, from: number): void {
    this.#writeMetadata(stream, JSON.stringify({ ...this.#metadata(stream), $tb: from }));
  }

  #writeMetadata(stream: string, json: string): PeerPosition {
    const metastream = `$$${stream}`;
    const event = { ...emptyEvent(), type: '$metadata', contentType: 'application/json', data: Buffer.from(json) };
    return this.#write(metastream, [event], (this.#streams.get(metastream)?.last ?? -1) + 1);
  }

  #metadata(stream: string): PeerMetadata {
    const found = this.#streams.get(`$$${stream}`);
    const event = found?.events.get(found.last);
    if (event === undefined || event.contentType !== 'application/json') return {};
    return JSON.parse(Buffer.from(event.data).toString()) as PeerMetadata; // only what was written as metadata
  }

  #isSoftDeleted(stream: string): boolean {
    return this.#metadata(stream).$tb === DELETED_STREAM;
  }

  #firstVisible(stream: string): number {
    const found = this.#streams.get(stream);
    return found === undefined ? 0 : this.#visible(stream, found)[0];
  }

  #visible(stream: string, { last }: PeerStream): readonly [firstRevision: number, oldestMs: number] {
    const { $tb = 0, $maxCount = Infinity, $maxAge = Infinity } = this.#metadata(stream);
    return [Math.max($tb, last - $maxCount + 1, 0), Date.now() - $maxAge * 1000];
  }
}

function emptyEvent(): ProposedEvent {
  return { id: randomUUID(), type: '', contentType: '', data: new Uint8Array(), metadata: new Uint8Array() };
}
