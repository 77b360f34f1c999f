import type { ExpectedRevision } from '../../ports/event-log.ts';
import type { LogStatus, StreamTrouble } from '../../ports/log-identity.ts';
import type { StreamRetention } from '../../ports/event-log-retention.ts';

/**
 * Appends in one flat array, which crosses the thread boundary at a third of the cost of records. Each append is its
 * stream, its expected revision, its number of events, and {@link eventFields} fields for every event.
 */
export type AppendFields = (string | number)[];

/** The fields of one event in {@link AppendFields}: id, type, data, metadata. */
export const eventFields = 4;

/** Rows in one flat list: position, stream, revision, recorded at (ms), id, type, data, metadata. */
export type RowFields = (string | number)[];
export const rowFields = 8;

export type Question =
  | { readonly ask: 'stream'; readonly stream: string; readonly fromRevision: number; readonly limit: number }
  /** Newest first, from a revision back. */
  | { readonly ask: 'stream_back'; readonly stream: string; readonly fromRevision: number; readonly limit: number }
  | { readonly ask: 'all'; readonly after: number; readonly prefixes: readonly string[] | null; readonly limit: number }
  /** The newest event of the prefixes after `after`, searched from `before` back, for one stretch. */
  | {
      readonly ask: 'end';
      readonly after: number;
      readonly before: number;
      readonly prefixes: readonly string[] | null;
    }
  | { readonly ask: 'delete' | 'tombstone'; readonly stream: string; readonly expected: ExpectedRevision }
  | { readonly ask: 'retention'; readonly stream: string; readonly retention: StreamRetention }
  | { readonly ask: 'remove_hidden'; readonly afterStream: number }
  | { readonly ask: 'drop_emptied'; readonly afterStretch: number }
  | { readonly ask: 'reclaim_space' | 'empty_journal' }
  | { readonly ask: 'status' | 'assert_writable' }
  | { readonly ask: 'digest_at'; readonly position: number }
  | { readonly ask: 'stream_trouble'; readonly thinnedPrefixes: readonly string[] }
  | { readonly ask: 'keep_fingerprint'; readonly name: string; readonly fingerprint: string }
  | { readonly ask: 'forget_fingerprint'; readonly name: string };

/** The type of the answer to each question. */
export interface Answers {
  stream: StreamPage;
  stream_back: StreamPage;
  all: AllPage;
  end: SearchedEnd;
  delete: null;
  tombstone: null;
  retention: null;
  remove_hidden: { readonly eventsRemoved: number; readonly lastStream: number | null };
  drop_emptied: { readonly lastStretch: number | null };
  reclaim_space: { readonly isDone: boolean };
  empty_journal: { readonly isDone: boolean };
  status: LogStatus;
  forget_fingerprint: null;
  assert_writable: null;
  digest_at: { readonly digest: string | null };
  stream_trouble: { readonly trouble: StreamTrouble | null };
  keep_fingerprint: null;
}

export interface StreamPage {
  readonly rows: RowFields;
  /** The page was cut by the worker's own limit: ask again after its last row. */
  readonly more: boolean;
}

export interface AllPage {
  readonly rows: RowFields;
  /** How far the log was searched. */
  readonly upTo: number;
  readonly atEnd: boolean;
}

export interface SearchedEnd {
  readonly newest: number | null;
  /** The last position of the log; 0: it is empty. */
  readonly end: number;
  /** How far back the log was searched; at or below `after` nothing is left to search. */
  readonly lookedBackTo: number;
}

/** Why a call failed; the main thread turns it into the error of the port. */
export type Failure =
  | { readonly code: 'conflict'; readonly actual: number | 'no_stream' }
  | { readonly code: 'tombstoned' }
  | { readonly code: 'busy' | 'unavailable' | 'unknown'; readonly message: string };

export type ToWorker =
  | { readonly kind: 'append'; readonly fields: AppendFields; readonly appends: number }
  | { readonly kind: 'ask'; readonly id: number; readonly question: Question }
  /** How often to look for commits of other processes; 0: not at all. */
  | { readonly kind: 'watch'; readonly pollMs: number }
  | { readonly kind: 'close' };

export type FromWorker =
  | { readonly kind: 'opened' }
  | { readonly kind: 'refused'; readonly message: string }
  | ({ readonly kind: 'appended' } & GroupAnswer)
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answers[Question['ask']] }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: Failure }
  | { readonly kind: 'grown'; readonly lastPosition: number };

/** The answers to one group of appends, in its order. */
export interface GroupAnswer {
  /** Revision and position of each append, in pairs; meaningless for a refused append. */
  readonly numbers: Float64Array;
  readonly refusals: readonly { readonly index: number; readonly failure: Failure }[];
  /** 1 when this group ended a transaction with a commit, else 0. */
  readonly commits: number;
  /** Its events are at the positions after `writtenAfter` up to `writtenUpTo`, without a gap; equal: it wrote none. */
  readonly writtenAfter: number;
  readonly writtenUpTo: number;
  /** When they were recorded, milliseconds since 1970, by the clock of the log. */
  readonly recordedAtMs: number;
  readonly lastPosition: number;
}

/** The options of the worker. */
export interface WorkerOptions {
  readonly path: string;
  readonly lockWaitMs: number;
  /** See `SteadyClock`. */
  readonly clockSettleMs: number;
  /** Whether to create a missing file: only at the first opening, never when it has disappeared since. */
  readonly mayCreate: boolean;
}
