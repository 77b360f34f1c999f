import { StreamTombstoned, type EventLog, type Position } from '../../ports/event-log.ts';
import { CopyRefused } from './copy-refused.ts';
import { logPages } from '../log-pages.ts';
import { checkpointStream, isPassing, readModelPrefix, relayPrefix } from '../stream-names.ts';

/** What can be copied from a log, at the time of the survey. */
export interface CopySurvey {
  /** The last position read; `null`: the log is empty. */
  readonly upTo: Position | null;
  /** Number of events in the complete copy. */
  readonly events: number;
  /** The streams of the copy, each with the revision of its last event. */
  readonly streams: ReadonlyMap<string, number>;
  /** Streams left out of copies, with how they were removed: those with all events hidden, and short-lived ones. */
  readonly removed: ReadonlyMap<string, StreamRemoval>;
  /** Streams of relays, which hold positions of this log and are translated instead of copied. */
  readonly relayStreams: readonly string[];
}

export type StreamRemoval = 'deleted' | 'tombstoned';

interface Extent {
  events: number;
  lastRevision: number;
}

/**
 * Surveys the whole log. Raises {@link CopyRefused} for a stream whose beginning is hidden or that lacks events,
 * because a copy could not preserve its revisions. Raises what the log raises.
 */
export async function surveyLog(log: EventLog): Promise<CopySurvey> {
  const extents = new Map<string, Extent>();
  let upTo: Position | null = null;
  for await (const page of logPages(log)) {
    for (const { stream, revision } of page) {
      const extent = extents.get(stream);
      if (extent === undefined) extents.set(stream, { events: 1, lastRevision: revision });
      else Object.assign(extent, { events: extent.events + 1, lastRevision: revision });
    }
    upTo = page.at(-1)?.position ?? upTo;
  }
  const relayStreams: string[] = [];
  const removed = new Map<string, StreamRemoval>();
  const streams = new Map<string, number>();
  for (const [stream, extent] of extents) {
    if (stream.startsWith(relayPrefix)) {
      relayStreams.push(stream);
      continue;
    }
    // Stored read models and checkpoints hold positions of this log: they are made again from the copy.
    if (stream.startsWith(readModelPrefix) || stream === checkpointStream) continue;
    // Retention rules cannot be copied, and without them these streams would be kept forever.
    const isPassingBy = isPassing(stream, (name) => extents.has(name));
    const removal = isPassingBy ? 'deleted' : await removalOf(log, stream, extent);
    if (removal === null) streams.set(stream, extent.lastRevision);
    else removed.set(stream, removal);
  }
  const events = [...streams.values()].reduce((sum, lastRevision) => sum + lastRevision + 1, 0);
  return { upTo, events, streams, removed, relayStreams };
}

/** How a stream was removed; `null`: all its events can be read. */
async function removalOf(
  log: EventLog,
  stream: string,
  { events, lastRevision }: Extent,
): Promise<StreamRemoval | null> {
  const first = await firstVisible(log, stream);
  if (typeof first === 'string') return first;
  if (first > 0) {
    throw new CopyRefused(
      'stream_truncated',
      `${stream} begins at revision ${first}, because earlier events are hidden: its revisions cannot be preserved in another engine. Lift the rule that hides its events, or keep using this ledger`,
    );
  }
  if (events === lastRevision + 1) return null;
  throw new CopyRefused(
    'stream_incomplete',
    `${stream} has ${events} events and its last revision is ${lastRevision}: see \`waybill ledger verify\`, and restore a backup`,
  );
}

async function firstVisible(log: EventLog, stream: string): Promise<number | StreamRemoval> {
  try {
    const [first] = await log.readStream(stream, { limit: 1 });
    return first?.revision ?? 'deleted';
  } catch (error) {
    if (error instanceof StreamTombstoned) return 'tombstoned';
    throw error;
  }
}
