import type { ExpectedRevision } from './event-log.ts';

/** Where a stream stands when an append arrives. Retention rules hide events but do not move a stream. */
export interface StreamStanding {
  /** Revision of the last event ever written; -1 when there was none. */
  readonly lastRevision: number;
  readonly state: 'open' | 'deleted' | 'tombstoned';
}

/**
 * What the expected revision alone decides. `compare`: the revision lies below the end, so the ids already standing
 * at the places of the append decide, see {@link judgeComparison}.
 */
export type AppendVerdict = 'write' | 'compare' | 'conflict' | 'tombstoned';

/** The stream of an engine that has never heard of it. */
export const ABSENT: StreamStanding = { lastRevision: -1, state: 'open' };

/** EventStoreDB's refusal matrix (`IndexWriter.CheckCommit`). Raises `RangeError` for a number that is no revision. */
export function judgeAppend(standing: StreamStanding, expected: ExpectedRevision): AppendVerdict {
  if (standing.state === 'tombstoned') return 'tombstoned';
  if (expected === 'any') return 'write';
  if (expected === 'stream_exists') return actualRevision(standing) === 'no_stream' ? 'conflict' : 'write';
  const revision = revisionOf(expected);
  if (revision === standing.lastRevision) return 'write';
  return revision < standing.lastRevision ? 'compare' : 'conflict';
}

/**
 * The second half of `compare`. `matching` counts the leading events of the append that stand at their places with the
 * same id. All: the append was made before. None, and the writer expected nothing in a deleted stream: it is new.
 */
export function judgeComparison(
  standing: StreamStanding,
  expected: ExpectedRevision,
  { matching, total }: { readonly matching: number; readonly total: number },
): 'repeated' | 'write' | 'conflict' {
  if (matching === total) return 'repeated';
  return matching === 0 && expected === 'no_stream' && standing.state === 'deleted' ? 'write' : 'conflict';
}

/** Whether a deletion may proceed: no ids to compare, so the stream must stand exactly where the caller believes. */
export function standsAsExpected(standing: StreamStanding, expected: ExpectedRevision): boolean {
  if (expected === 'any') return true;
  if (expected === 'stream_exists') return actualRevision(standing) !== 'no_stream';
  if (expected === 'no_stream') return actualRevision(standing) === 'no_stream';
  return revisionOf(expected) === standing.lastRevision;
}

/** What a conflict reports. */
export function actualRevision({ lastRevision, state }: StreamStanding): number | 'no_stream' {
  return lastRevision < 0 || state === 'deleted' ? 'no_stream' : lastRevision;
}

/** The revision before the first event of the append: -1 for `no_stream`. */
export function revisionOf(expected: number | 'no_stream'): number {
  if (expected === 'no_stream') return -1;
  if (Number.isSafeInteger(expected) && expected >= 0) return expected;
  throw new RangeError(`an expected revision is a whole number from 0, not ${expected}`);
}
