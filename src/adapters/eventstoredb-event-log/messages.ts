import type { ExpectedRevision } from '../../ports/event-log.ts';
import type { StreamRetention } from '../../ports/event-log-retention.ts';
import type { EventStoreDbConnection } from './connection-string.ts';
import type { LogPlace } from './positions.ts';

/** One try of one append. */
export interface AppendTry {
  readonly id: number;
  /** 1 for the first. Answers name it, so that a late one is not taken for a later try's. */
  readonly attempt: number;
  readonly stream: string;
  readonly expected: ExpectedRevision;
  /** Id, type, data and metadata of each event, side by side. */
  readonly fields: readonly string[];
}

/** The fields of one event in {@link AppendTry.fields}. */
export const EVENT_FIELDS = 4;

/** Rows side by side: stream, revision, commit, prepare, recorded at (ms), id, type, data, metadata. */
export type RowFields = (string | number)[];
export const ROW_FIELDS = 9;
export const ROW_STREAM = 0;
export const ROW_REVISION = 1;
export const ROW_ID = 5;
export const ROW_DATA = 7;
export const ROW_METADATA = 8;

export type Question =
  | { readonly ask: 'probe' }
  /** What names this database among all: minted by the first who asks. */
  | { readonly ask: 'log_id' }
  | { readonly ask: 'stream'; readonly stream: string; readonly fromRevision: number; readonly limit: number }
  /** Newest first, from a revision back. */
  | { readonly ask: 'stream_back'; readonly stream: string; readonly fromRevision: number; readonly limit: number }
  /** The newest events of a stream, newest first. */
  | { readonly ask: 'newest'; readonly stream: string; readonly limit: number }
  | {
      readonly ask: 'all';
      readonly after: LogPlace | null;
      readonly prefixes: readonly string[] | null;
      readonly limit: number;
    }
  /** Looks back from the end of the log, no further than `after`. */
  | { readonly ask: 'end'; readonly after: LogPlace | null; readonly prefixes: readonly string[] | null }
  | { readonly ask: 'delete' | 'tombstone'; readonly stream: string; readonly expected: ExpectedRevision }
  | { readonly ask: 'retention'; readonly stream: string; readonly retention: StreamRetention };

/** What each question is answered with. */
export interface Answers {
  probe: null;
  log_id: string;
  stream: RowFields;
  stream_back: RowFields;
  newest: RowFields;
  all: AllPage;
  delete: null;
  tombstone: null;
  retention: null;
  end: LogEndFound;
}

/** What a look back from the end of the log found. */
export interface LogEndFound {
  /** The newest event of the streams asked for; `null`: none. */
  readonly newest: LogPlace | null;
  /** The last event of the whole log, whose ever it is; `null`: an empty log. */
  readonly end: LogPlace | null;
}

export interface AllPage {
  readonly rows: RowFields;
  /** How far the log was looked through; `null`: nothing was there. */
  readonly upTo: LogPlace | null;
  readonly atEnd: boolean;
}

/**
 * Why something was refused. `unsent`: nothing reached the engine. `unknown`: nobody knows what became of it. `silent`, of
 * probes only: nothing at all has come from the engine for as long as it takes to count as away.
 */
export type Failure =
  | { readonly code: 'conflict'; readonly actual: number | 'no_stream' }
  | { readonly code: 'tombstoned' }
  | { readonly code: 'too_large' | 'refused' | 'unsent' | 'unknown' | 'silent'; readonly message: string };

/** What became of one try. */
export type AppendOutcome =
  { readonly revision: number; readonly place: LogPlace | null } | { readonly failure: Failure };

export interface AppendAnswer {
  readonly id: number;
  readonly attempt: number;
  readonly outcome: AppendOutcome;
}

export type ToWorker =
  | { readonly kind: 'append'; readonly tries: readonly AppendTry[] }
  | { readonly kind: 'ask'; readonly id: number; readonly question: Question }
  | {
      readonly kind: 'follow';
      readonly id: number;
      readonly after: LogPlace | null;
      readonly prefixes: readonly string[] | null;
      /** Streams whose events may be handed over later. */
      readonly patientPrefixes: readonly string[];
    }
  /** The follower is ready for the next batch. */
  | { readonly kind: 'pull'; readonly id: number }
  | { readonly kind: 'unfollow'; readonly id: number };

export type FromWorker =
  | { readonly kind: 'started' }
  | { readonly kind: 'appended'; readonly answers: readonly AppendAnswer[] }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answers[Question['ask']] }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: Failure }
  /** A batch, in answer to a pull. */
  | ({ readonly kind: 'followed'; readonly id: number } & FollowedBatch)
  /** The subscription has ended, or is not known here; nothing more comes of it. */
  | { readonly kind: 'unfollowed'; readonly id: number; readonly end: SubscriptionEnd };

/** A stretch of the log that a subscription has looked through. */
export interface FollowedBatch {
  readonly rows: RowFields;
  /** How far the stretch goes, beyond the last row too; `null`: as far as the last row. */
  readonly upTo: LogPlace | null;
  /** Everything that was appended before has been handed over. */
  readonly isLevel: boolean;
}

/**
 * Why a subscription ended. `too_slow`: its consumer lagged behind the writers, and the engine, or the bound of what is
 * held here, ended it. `lost`: the line, the engine or this thread failed.
 */
export type SubscriptionEnd = 'too_slow' | 'lost';

/** What the worker is started with. */
export interface WorkerOptions {
  readonly connection: EventStoreDbConnection;
  readonly certificates: Certificates;
  readonly callTimeoutMs: number;
  /** How long nothing may come from the engine before a probe fails, milliseconds. */
  readonly awayMs: number;
}

/** The files that the connection string names. */
export interface Certificates {
  readonly authority: Uint8Array | null;
  readonly userCertificate: Uint8Array | null;
  readonly userKey: Uint8Array | null;
}
