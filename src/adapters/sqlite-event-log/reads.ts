import { rowFields } from './messages.ts';
import type { SteadyClock } from '../../time/steady-clock.ts';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { AllPage, SearchedEnd, Question, RowFields, StreamPage } from './messages.ts';
import type { Stream, Streams } from './streams.ts';

/** Limits of a page, in events and (about) characters: appends wait while a page is read. */
const pageEventsMax = 1_000;
const pageCharactersMax = 4 * 1024 * 1024;
/** Most positions searched for a page with a filter. */
const pagePositionsMax = 10_000;
/** Prepared statements kept for filters with different numbers of prefixes. */
const filtersMax = 32;

/** Reads pages of committed events. */
export class EventReader {
  readonly #database: DatabaseSync;
  readonly #streams: Streams;
  readonly #clock: SteadyClock;
  readonly #ofStream: StatementSync;
  readonly #ofStreamBack: StatementSync;
  readonly #next: StatementSync;
  readonly #ofAll = new Map<number, StatementSync>();
  readonly #newest = new Map<number, StatementSync>();

  constructor(database: DatabaseSync, streams: Streams, clock: SteadyClock) {
    this.#clock = clock;
    this.#database = database;
    this.#streams = streams;
    this.#ofStream = database.prepare(`
      SELECT position, '', revision, recorded_at, id, type, data, metadata FROM events
      WHERE stream_id = ? AND revision >= ? AND recorded_at >= ? ORDER BY revision LIMIT ?
    `);
    this.#ofStream.setReturnArrays(true);
    this.#ofStreamBack = database.prepare(`
      SELECT position, '', revision, recorded_at, id, type, data, metadata FROM events
      WHERE stream_id = ? AND revision >= ? AND revision <= ? AND recorded_at >= ? ORDER BY revision DESC LIMIT ?
    `);
    this.#ofStreamBack.setReturnArrays(true);
    this.#next = database.prepare('SELECT min(position) AS position FROM events WHERE position > ?');
  }

  /** The visible events of a stream, or `tombstoned`. */
  streamPage(question: Question & { readonly ask: 'stream' | 'stream_back' }): StreamPage | 'tombstoned' {
    this.#streams.refresh();
    const stream = this.#streams.find(question.stream);
    if (stream?.state === 'tombstoned') return 'tombstoned';
    if (stream === undefined || stream.state === 'deleted') return { rows: [], more: false };
    const { firstRevision, oldestMs } = visiblePart(stream, this.#clock);
    const limit = Math.min(question.limit, pageEventsMax);
    const { rows, full } =
      question.ask === 'stream'
        ? takePage(this.#ofStream, [stream.id, Math.max(firstRevision, question.fromRevision), oldestMs, limit], limit)
        : takePage(this.#ofStreamBack, [stream.id, firstRevision, question.fromRevision, oldestMs, limit], limit);
    return { rows, more: full };
  }

  /** A page of the whole log. */
  allPage({ after, prefixes, limit: wanted }: Question & { readonly ask: 'all' }): AllPage {
    this.#streams.refresh();
    const end = this.#streams.lastPosition;
    const limit = Math.min(wanted, pageEventsMax);
    const upTo = prefixes === null ? end : this.#lastLookedAt(after, end);
    const { rows, full } = takePage(this.#statement(prefixes), [after, upTo, ...twice(prefixes ?? []), limit], limit);
    const reached = full ? Number(rows.at(-rowFields)) : Math.max(after, upTo);
    return { rows, upTo: reached, atEnd: reached >= end };
  }

  /** One stretch of a search back from the end of the log. */
  endStretch({ after, before, prefixes }: Question & { readonly ask: 'end' }): SearchedEnd {
    this.#streams.refresh();
    const end = this.#streams.lastPosition;
    const upTo = Math.min(before, end);
    const lookedBackTo = Math.max(after, upTo - pagePositionsMax);
    const [row] = this.#newestStatement(prefixes).all(lookedBackTo, upTo, ...twice(prefixes ?? []));
    const position = row?.['position'];
    return { newest: typeof position === 'number' ? position : null, end, lookedBackTo };
  }

  // Removed events leave gaps of any width: the count starts at the next event.
  #lastLookedAt(after: number, end: number): number {
    const next = this.#next.get(after)?.['position'];
    return typeof next === 'number' ? Math.min(end, next + pagePositionsMax - 1) : end;
  }

  #newestStatement(prefixes: readonly string[] | null): StatementSync {
    const count = prefixes?.length ?? -1;
    const known = this.#newest.get(count);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(`
      SELECT position FROM events CROSS JOIN streams ON streams.id = stream_id
      WHERE position > ? AND position <= ? ${filterOf(count)} ORDER BY position DESC LIMIT 1
    `);
    if (this.#newest.size < filtersMax) this.#newest.set(count, statement);
    return statement;
  }

  #statement(prefixes: readonly string[] | null): StatementSync {
    const count = prefixes?.length ?? -1;
    const known = this.#ofAll.get(count);
    if (known !== undefined) return known;
    // CROSS fixes the join order: scan the log, look up each stream.
    const statement = this.#database.prepare(`
      SELECT position, name, revision, recorded_at, events.id, type, data, metadata
      FROM events CROSS JOIN streams ON streams.id = stream_id
      WHERE position > ? AND position <= ? ${filterOf(count)} ORDER BY position LIMIT ?
    `);
    statement.setReturnArrays(true);
    if (this.#ofAll.size < filtersMax) this.#ofAll.set(count, statement);
    return statement;
  }
}

/** A filter for streams with any of `count` prefixes; -1: no filter. */
function filterOf(count: number): string {
  if (count < 0) return '';
  const matching = Array.from({ length: count }, () => 'substr(name, 1, length(?)) = ?');
  return `AND (${matching.join(' OR ') || 'FALSE'})`;
}

/**
 * Which events of a stream are visible now: from `firstRevision` on, recorded at or after `oldestMs`. Until the clock
 * has settled, no event is hidden by its age.
 */
export function visiblePart(
  { hiddenBefore, lastRevision, retention }: Stream,
  clock: SteadyClock,
): {
  readonly firstRevision: number;
  readonly oldestMs: number;
} {
  const { truncateBefore = 0, maxCount = Infinity, maxAgeSeconds } = retention;
  return {
    firstRevision: Math.max(hiddenBefore, truncateBefore, lastRevision - maxCount + 1),
    oldestMs: maxAgeSeconds === undefined || !clock.isSettled ? 0 : clock.now() - maxAgeSeconds * 1000,
  };
}

function takePage(
  statement: StatementSync,
  parameters: SQLInputValue[],
  limit: number,
): { readonly rows: RowFields; readonly full: boolean } {
  const rows: RowFields = [];
  let characters = 0;
  // The statement returns arrays of the eight columns, which the types of node:sqlite do not express.
  for (const row of statement.iterate(...parameters) as unknown as Iterable<RowFields>) {
    for (const field of row) rows.push(field);
    characters += String(row[6]).length + String(row[7]).length;
    if (characters >= pageCharactersMax) return { rows, full: true };
  }
  return { rows, full: rows.length >= limit * rowFields };
}

function twice(prefixes: readonly string[]): string[] {
  return prefixes.flatMap((prefix) => [prefix, prefix]);
}
