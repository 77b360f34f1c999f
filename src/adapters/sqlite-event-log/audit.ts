import { isEventId, noDigest, runningDigest, type PlacedEvent } from '../../domain/event-digest.ts';
import { LogNoting, type LogNote, type NoteFault } from '../../domain/log-note.ts';
import { StreamChains, type ChainFault } from '../../domain/stream-chains.ts';
import { RecentIds } from '../../limits/hashed-ids.ts';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Position } from '../../ports/event-log.ts';
import type { LogAuditReport, LogFault, ReachedPosition } from '../../ports/log-audit.ts';
import { noStreamId } from './emptied-rows.ts';
import { isText, type EventRow } from './event-row.ts';
import { positionOf } from './positions.ts';
import { isRuled } from './stream-trouble.ts';

/** Most events read in one transaction: a longer one would keep the journal from being emptied. */
const chunkEvents = 20_000;
/** Rows fetched at once: fetching them one by one costs twice as much. */
const pageEvents = 250;

type Row = readonly [...EventRow, digest: string | null];

interface StreamName {
  readonly name: string;
  readonly isThinned: boolean;
}

/** Checks the whole file, event by event, and reports the first that is not as it was written. */
export class FileAudit {
  readonly #database: DatabaseSync;
  readonly #thinnedPrefixes: readonly string[];
  readonly #reached: ReachedPosition | null;
  readonly #rows: StatementSync;
  readonly #streamName: StatementSync;
  readonly #removed: StatementSync;
  readonly #names = new Map<number, StreamName>();
  readonly #chains = new StreamChains();
  readonly #eventIds = new RecentIds();
  readonly #noting: LogNoting;
  #events = 0;
  #lastPosition = 0;
  #running: string = noDigest;

  constructor(
    database: DatabaseSync,
    {
      thinnedPrefixes,
      reached,
      noted = null,
    }: {
      readonly thinnedPrefixes: readonly string[];
      readonly reached: ReachedPosition | null;
      readonly noted?: LogNote | null;
    },
  ) {
    this.#noting = new LogNoting(noted);
    this.#database = database;
    this.#thinnedPrefixes = thinnedPrefixes;
    this.#reached = reached;
    this.#rows = database.prepare(`
      SELECT position, stream_id, revision, recorded_at, id, type, data, metadata, digest
      FROM events WHERE position > ? AND stream_id <> ${noStreamId} ORDER BY position LIMIT ${pageEvents}
    `);
    this.#rows.setReturnArrays(true);
    this.#streamName = database.prepare('SELECT name FROM streams WHERE id = ?');
    this.#removed = database.prepare(
      'SELECT digest FROM removed_events WHERE last_position = ? AND first_position <= ?',
    );
  }

  /** Runs the whole audit. Raises what SQLite raises for a file that it cannot read. */
  run(onProgress: (events: number) => void): LogAuditReport {
    for (;;) {
      this.#database.exec('BEGIN');
      const before = this.#events;
      const found = this.#chunk();
      const isLast = this.#events - before < chunkEvents;
      const fault = found ?? (isLast ? (this.#end() ?? noteFault(this.#noting.end())) : null);
      this.#database.exec('COMMIT');
      onProgress(this.#events);
      if (fault !== null || isLast) return this.#report(fault);
    }
  }

  #report(fault: LogFault | null): LogAuditReport {
    return {
      events: this.#events,
      note: this.#noting.note,
      fault,
    };
  }

  #chunk(): LogFault | null {
    for (let taken = 0; taken < chunkEvents; taken += pageEvents) {
      // The statement returns arrays of these columns, which the types of node:sqlite do not express.
      const rows = this.#rows.all(this.#lastPosition) as unknown as readonly Row[];
      for (const row of rows) {
        const fault = this.#check(row);
        if (fault !== null) return fault;
        this.#events += 1;
      }
      if (rows.length < pageEvents) return null;
    }
    return null;
  }

  #check([position, streamId, revision, recordedAtMs, id, type, data, metadata, digest]: Row): LogFault | null {
    const stream = this.#nameOf(streamId);
    const faultOf = (fault: ChainFault | Pick<LogFault, 'kind' | 'expected' | 'found'>): LogFault => ({
      ...fault,
      position: positionOf(position),
      stream: stream.name,
      revision,
    });
    if (!isText(id, type, data, metadata)) {
      return faultOf({ kind: 'damaged', expected: 'text in every column of text', found: 'other bytes' });
    }
    const gap = this.#gapBefore(position);
    if (gap !== null) return faultOf(gap);
    if (!isEventId(id)) return faultOf({ kind: 'event_id', expected: 'a UUID', found: id });
    const event = { stream: stream.name, revision, id, type, data, metadata };
    const broken = this.#chains.check(streamId, event, stream.isThinned);
    if (broken !== null) return faultOf(broken);
    if (!this.#eventIds.add(streamId, id)) {
      return faultOf({ kind: 'event_id', expected: 'a new id', found: `${id} again` });
    }
    this.#lastPosition = position;
    const placed = { position, revision, recordedAtMs, digest: this.#chains.lastDigest };
    const moved = this.#runningFault(placed, digest);
    if (moved !== null) return faultOf(moved);
    return stream.isThinned ? null : noteFault(this.#noting.add({ ...placed, position: positionOf(position) }));
  }

  #runningFault(
    placed: PlacedEvent & { readonly position: number },
    digest: string | null,
  ): Pick<LogFault, 'kind' | 'expected' | 'found'> | null {
    this.#running = runningDigest(this.#running, placed);
    const reached = this.#reached?.position === placed.position ? this.#reached.digest : this.#running;
    const expected = this.#running === digest ? reached : this.#running;
    return expected === digest ? null : { kind: 'running_digest', expected, found: digest ?? 'none' };
  }

  /** A gap in the positions must be recorded as removed events. */
  #gapBefore(position: number): Pick<LogFault, 'kind' | 'expected' | 'found'> | null {
    const next = this.#lastPosition + 1;
    if (position === next) return null;
    if (this.#skipRemoved(next, position - 1)) return null;
    return { kind: 'missing', expected: `an event at ${next}`, found: `none before ${position}` };
  }

  /** Continues after positions that were removed. Returns whether their removal is recorded. */
  #skipRemoved(first: number, last: number): boolean {
    const removed = this.#removed.get(last, first);
    this.#running = typeof removed?.['digest'] === 'string' ? removed['digest'] : noDigest;
    return removed !== undefined;
  }

  /** After the last event: checks that the log ends where its header says. */
  #end(): LogFault | null {
    const { last_position, digest } = this.#database.prepare('SELECT * FROM log').get() ?? {};
    const end = Number(last_position);
    const reached = this.#reached?.position ?? 0;
    if (end < reached) return atEnd('missing', `events up to ${reached}, which was reached`, `none after ${end}`);
    if (end > this.#lastPosition && !this.#skipRemoved(this.#lastPosition + 1, end)) {
      return atEnd('missing', `events up to ${end}`, `none after ${this.#lastPosition}`);
    }
    if (end < this.#lastPosition) return atEnd('position', `no event after ${end}`, `one at ${this.#lastPosition}`);
    if (digest !== this.#running) return atEnd('running_digest', this.#running, String(digest ?? 'none'));
    return this.#hiddenStream() ?? this.#uncounted(end);
  }

  /**
   * Every position was once an event of a stream, streams are never removed, and each counts its revisions from 0. So an
   * event that was taken from the end of a stream is missed, also where its position is said to be removed.
   */
  #uncounted(end: number): LogFault | null {
    let counted = 0;
    for (const { id, floor } of this.#database.prepare('SELECT id, revision_floor AS floor FROM streams').iterate()) {
      counted += Math.max(Number(floor) + 1, this.#chains.lengthOf(Number(id)));
    }
    return counted === end ? null : atEnd('missing', `${end} events in all streams`, String(counted));
  }

  /** Streams that keep all events must have some and hide none: a wallet would be read without its beginning. */
  #hiddenStream(): LogFault | null {
    const streams = this.#database.prepare(`SELECT id, name, ${isRuled} AS is_ruled FROM streams`);
    for (const { id, name, is_ruled: isHiding } of streams.iterate()) {
      if ((isHiding === 0 && this.#names.has(Number(id))) || this.#isThinned(String(name))) continue;
      const stream = { position: null, stream: String(name), revision: null };
      return isHiding === 0
        ? { kind: 'missing', ...stream, expected: 'the events of the stream', found: 'none' }
        : { kind: 'hidden', ...stream, expected: 'all of its events to be visible', found: 'a rule that hides some' };
    }
    return null;
  }

  #nameOf(streamId: number): StreamName {
    const known = this.#names.get(streamId);
    if (known !== undefined) return known;
    const row = this.#streamName.get(streamId);
    const name = row === undefined ? `(no stream ${streamId})` : String(row['name']);
    const found = { name, isThinned: this.#isThinned(name) };
    this.#names.set(streamId, found);
    return found;
  }

  #isThinned(name: string): boolean {
    return this.#thinnedPrefixes.some((prefix) => name.startsWith(prefix));
  }
}

function noteFault(fault: NoteFault | null): LogFault | null {
  if (fault === null) return null;
  const position = fault.position === null ? null : (fault.position as Position); // as this file gave it to the noting
  return { ...fault, position, stream: null, revision: null };
}

function atEnd(kind: LogFault['kind'], expected: string, found: string): LogFault {
  return { kind, position: null, stream: null, revision: null, expected, found };
}
