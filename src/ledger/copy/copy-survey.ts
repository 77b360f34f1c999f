import { StreamTombstoned, type EventLog, type Position } from '../../ports/event-log.ts';
import { CopyRefused } from './copy-refused.ts';
import { logPages } from '../log-pages.ts';
import { isPassing, readModelPrefix, relayPrefix } from '../stream-names.ts';

/** What a log holds that can be copied, as it stood when it was looked through. */
export interface CopySurvey {
  /** The last place that was looked at; `null`: the log is empty. */
  readonly upTo: Position | null;
  /** How many events are to stand in the copy. */
  readonly events: number;
  /** The streams of the copy, each with the revision of its last event. */
  readonly streams: ReadonlyMap<string, number>;
  /** Streams that are to be in no copy: those whose events are all hidden, by how they were removed, and passing ones. */
  readonly removed: ReadonlyMap<string, Removal>;
  /** Streams of relays: what they say is about places of this log, and is translated rather than copied. */
  readonly relayStreams: readonly string[];
}

export type Removal = 'deleted' | 'tombstoned';

interface Extent {
  events: number;
  lastRevision: number;
}

/**
 * Looks the whole log through. Raises {@link CopyRefused} for a stream whose beginning is hidden or whose events are not
 * all there: a copy could not keep its revisions. Raises what the log raises.
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
  const removed = new Map<string, Removal>();
  const streams = new Map<string, number>();
  for (const [stream, extent] of extents) {
    if (stream.startsWith(relayPrefix)) {
      relayStreams.push(stream);
      continue;
    }
    // Of places of this log too, and made again by whoever folds the copy.
    if (stream.startsWith(readModelPrefix)) continue;
    // Rules of retention cannot be copied, and without them these would be kept for ever.
    const isPassingBy = isPassing(stream, (name) => extents.has(name));
    const removal = isPassingBy ? 'deleted' : await removalOf(log, stream, extent);
    if (removal === null) streams.set(stream, extent.lastRevision);
    else removed.set(stream, removal);
  }
  const events = [...streams.values()].reduce((sum, lastRevision) => sum + lastRevision + 1, 0);
  return { upTo, events, streams, removed, relayStreams };
}

/** `null`: all events of the stream can be read. */
async function removalOf(log: EventLog, stream: string, { events, lastRevision }: Extent): Promise<Removal | null> {
  const first = await firstVisible(log, stream);
  if (typeof first === 'string') return first;
  if (first > 0) {
    throw new CopyRefused(
      'stream_truncated',
      `${stream} begins at revision ${first}, as what was before it is hidden: its revisions cannot be kept in another engine. Lift the rule that hides its events, or go on with this ledger`,
    );
  }
  if (events === lastRevision + 1) return null;
  throw new CopyRefused(
    'stream_incomplete',
    `${stream} has ${events} events and its last revision is ${lastRevision}: see \`waybill ledger verify\`, and restore a backup`,
  );
}

async function firstVisible(log: EventLog, stream: string): Promise<number | Removal> {
  try {
    const [first] = await log.readStream(stream, { limit: 1 });
    return first?.revision ?? 'deleted';
  } catch (error) {
    if (error instanceof StreamTombstoned) return 'tombstoned';
    throw error;
  }
}
