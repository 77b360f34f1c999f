import { ownDigest } from '../../domain/event-digest.ts';
import type { EventLog, RecordedEvent } from '../../ports/event-log.ts';
import { isThinned } from '../stream-names.ts';
import type { LedgerDifference, Mismatch } from './ledger-difference.ts';

/** An event that a log is known to have held, recorded outside the log: it reveals an end that was cut off. */
export interface ReachedEvent {
  readonly stream: string;
  readonly revision: number;
  /** In the log's own notation. */
  readonly position: string;
  /** Its digest, which also covers all events before it in its stream. */
  readonly digest: string;
}

/** The newest of these events in a stream that keeps all its events; `null`: there is none. */
export function reachedEvent(events: readonly RecordedEvent[]): ReachedEvent | null {
  const newest = events.findLast((event) => !isThinned(event.stream));
  if (newest === undefined) return null;
  const { stream, revision, position } = newest;
  return { stream, revision, position, digest: ownDigest(newest) };
}

/**
 * Checks that a log still holds an event that it has held, at the same position; `null`: it does. Reads one event of
 * the stream. Raises what the log raises.
 */
export async function reachedDifference(
  log: Pick<EventLog, 'readStream'>,
  reached: ReachedEvent,
): Promise<LedgerDifference | null> {
  const { stream, revision } = reached;
  const [found] = await log.readStream(stream, { fromRevision: revision, limit: 1 });
  const mismatch = mismatchOf(reached, found);
  if (mismatch === null) return null;
  return { ...mismatch, stream, revision, position: found?.position ?? null };
}

function mismatchOf({ revision, position, digest }: ReachedEvent, found: RecordedEvent | undefined): Mismatch | null {
  if (found?.revision !== revision) {
    return { kind: 'missing', expected: `the event at position ${position}, which was reached`, found: 'none' };
  }
  const foundDigest = ownDigest(found);
  if (foundDigest !== digest) return { kind: 'digest', expected: digest, found: foundDigest };
  if (found.position !== position) return { kind: 'position', expected: position, found: found.position };
  return null;
}
