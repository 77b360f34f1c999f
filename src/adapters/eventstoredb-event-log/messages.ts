import type { ExpectedRevision } from '../../ports/event-log.ts';
import type { StreamRetention } from '../../ports/event-log-retention.ts';
import type { EventStoreDbConnection } from './connection-string.ts';
import type { LogPlace } from './positions.ts';

/** One try of one append. */
export interface AppendTry {
  readonly id: number;
  /** 1 for the first. Answers carry it, so that a late answer is not taken for one to a later try. */
  readonly attempt: number;
  readonly stream: string;
  readonly expected: ExpectedRevision;
  /** Id, type, data and metadata of each event, in one flat list. */
  readonly fields: readonly string[];
}

/** An event that the log is known to hold. */
export interface KnownEvent {
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
}

/** Number of fields of one event in {@link AppendTry.fields}. */
export const remoteEventFields = 4;

/** Rows in one flat list: stream, revision, commit, prepare, recorded at (ms), id, type, data, metadata. */
export type RemoteRowFields = (string | number)[];
export const remoteRowFields = 9;
export const rowStream = 0;
export const rowRevision = 1;
export const rowId = 5;
export const rowData = 7;
export const rowMetadata = 8;

export type RemoteQuestion =
  | { readonly ask: 'probe' }
  /** The unique id of this database, created when first asked for. */
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
  /** Searches back from the end of the log, no further than `after`. */
  | { readonly ask: 'end'; readonly after: LogPlace | null; readonly prefixes: readonly string[] | null }
  | { readonly ask: 'delete' | 'tombstone'; readonly stream: string; readonly expected: ExpectedRevision }
  | { readonly ask: 'retention'; readonly stream: string; readonly retention: StreamRetention };

/** The type of the answer to each question. */
export interface RemoteAnswers {
  probe: null;
  log_id: string;
  stream: RemoteRowFields;
  stream_back: RemoteRowFields;
  newest: RemoteRowFields;
  all: RemoteAllPage;
  delete: null;
  tombstone: null;
  retention: null;
  end: LogEndFound;
}

/** The result of a search back from the end of the log. */
export interface LogEndFound {
  /** The newest event of the streams asked for; `null`: none. */
  readonly newest: LogPlace | null;
  /** The last event of the whole log, including the engine's own; `null`: an empty log. */
  readonly end: LogPlace | null;
}

export interface RemoteAllPage {
  readonly rows: RemoteRowFields;
  /** How far the log was searched; `null`: it was empty. */
  readonly upTo: LogPlace | null;
  readonly atEnd: boolean;
}

/**
 * Why a call failed. `unsent`: nothing reached the engine. `unknown`: the outcome is unknown. `silent`, only for
 * probes: nothing at all came from the engine for so long that it counts as unavailable. `rewound`, likewise: the log does
 * not hold an event that it has held.
 */
export type RemoteFailure =
  | { readonly code: 'conflict'; readonly actual: number | 'no_stream' }
  | { readonly code: 'tombstoned' }
  /** The engine does not accept the user or its password, or the user lacks a right: that of the call, or `right`. */
  | { readonly code: 'denied'; readonly what: 'user' | 'right'; readonly right?: string }
  | { readonly code: 'too_large' | 'refused' | 'unsent' | 'unknown' | 'silent' | 'rewound'; readonly message: string };

/** The outcome of one try. */
export type AppendOutcome =
  { readonly revision: number; readonly place: LogPlace | null } | { readonly failure: RemoteFailure };

export interface AppendAnswer {
  readonly id: number;
  readonly attempt: number;
  readonly outcome: AppendOutcome;
}

export type ToRemoteWorker =
  | { readonly kind: 'append'; readonly tries: readonly AppendTry[] }
  | { readonly kind: 'ask'; readonly id: number; readonly question: RemoteQuestion }
  | {
      readonly kind: 'follow';
      readonly id: number;
      readonly after: LogPlace | null;
      readonly prefixes: readonly string[] | null;
      /** Streams whose events may be delayed. */
      readonly patientPrefixes: readonly string[];
    }
  /** The follower is ready for the next batch. */
  | { readonly kind: 'pull'; readonly id: number }
  | { readonly kind: 'unfollow'; readonly id: number }
  /** In answer to `known_wanted`: the newest event that the log is known to hold. */
  | { readonly kind: 'known'; readonly event: KnownEvent | null };

export type FromRemoteWorker =
  | { readonly kind: 'started' }
  | { readonly kind: 'known_wanted' }
  | { readonly kind: 'appended'; readonly answers: readonly AppendAnswer[] }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: RemoteAnswers[RemoteQuestion['ask']] }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: RemoteFailure }
  /** A batch, in answer to a pull. */
  | ({ readonly kind: 'followed'; readonly id: number } & FollowedBatch)
  /** A subscription was ended because its consumer was too slow, whoever read it. */
  | { readonly kind: 'cut' }
  /** The subscription has ended, or is unknown in this worker; it delivers nothing more. */
  | { readonly kind: 'unfollowed'; readonly id: number; readonly end: SubscriptionEnd };

/** A range of the log that a subscription has read. */
export interface FollowedBatch {
  readonly rows: RemoteRowFields;
  /** The end of the range, possibly after the last row; `null`: the last row. */
  readonly upTo: LogPlace | null;
  /** The subscription has caught up: all earlier events have been handed over. */
  readonly isLevel: boolean;
}

/**
 * Why a subscription ended. `too_slow`: its consumer lagged behind the writers, and the engine or the limit of held
 * events ended it. `lost`: the connection, the engine or the worker failed.
 */
export type SubscriptionEnd = 'too_slow' | 'lost';

/** The options of the worker. */
export interface RemoteWorkerOptions {
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
