import { checkExpectedRevision } from './event-log-limits.ts';
import type { ExpectedRevision } from '../ports/event-log.ts';

/** The state of a stream when an append arrives. Retention rules hide events but do not change it. */
export interface StreamStatus {
  /** Revision of the last event ever written; -1 when there was none. */
  readonly lastRevision: number;
  readonly state: 'open' | 'deleted' | 'tombstoned';
}

/**
 * What the expected revision alone decides. `compare`: the revision is below the end, so the ids of the events already
 * at the places of the append decide, see {@link judgeComparison}.
 */
export type AppendVerdict = 'write' | 'compare' | 'conflict' | 'tombstoned';

/** A stream that does not exist. */
export const absentStream: StreamStatus = { lastRevision: -1, state: 'open' };

/** EventStoreDB's refusal matrix (`IndexWriter.CheckCommit`). Raises `RangeError` for an invalid revision. */
export function judgeAppend(status: StreamStatus, expected: ExpectedRevision): AppendVerdict {
  if (status.state === 'tombstoned') return 'tombstoned';
  if (expected === 'any') return 'write';
  if (expected === 'stream_exists') return actualRevision(status) === 'no_stream' ? 'conflict' : 'write';
  const revision = revisionOf(expected);
  if (revision === status.lastRevision) return 'write';
  return revision < status.lastRevision ? 'compare' : 'conflict';
}

/**
 * Decides after `compare`. `matching` counts the leading events of the append that are at their places with the same
 * id. All match: the append is a repetition. None match, and `no_stream` was expected of a deleted stream: it is new.
 */
export function judgeComparison(
  status: StreamStatus,
  expected: ExpectedRevision,
  { matching, total }: { readonly matching: number; readonly total: number },
): 'repeated' | 'write' | 'conflict' {
  if (matching === total) return 'repeated';
  return matching === 0 && expected === 'no_stream' && status.state === 'deleted' ? 'write' : 'conflict';
}

/** Whether a deletion may proceed: without ids to compare, the stream must be exactly at the expected revision. */
export function standsAsExpected(status: StreamStatus, expected: ExpectedRevision): boolean {
  if (expected === 'any') return true;
  if (expected === 'stream_exists') return actualRevision(status) !== 'no_stream';
  if (expected === 'no_stream') return actualRevision(status) === 'no_stream';
  return revisionOf(expected) === status.lastRevision;
}

/** The revision that a conflict reports. */
export function actualRevision({ lastRevision, state }: StreamStatus): number | 'no_stream' {
  return lastRevision < 0 || state === 'deleted' ? 'no_stream' : lastRevision;
}

/** The revision before the first event of the append: -1 for `no_stream`. Raises `RangeError`. */
export function revisionOf(expected: number | 'no_stream'): number {
  checkExpectedRevision(expected);
  return expected === 'no_stream' ? -1 : expected;
}
