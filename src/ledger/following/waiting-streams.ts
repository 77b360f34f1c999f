import type { EventLog, Position, RecordedEvent } from '../../ports/event-log.ts';
import type { PositionedEvent, Projection, ProjectionFold, WaitingStream } from '../../ports/read-models.ts';
import { decodeEvent, isKnownType } from '../codec.ts';
import type { ProjectedBatch } from './projection-feed.ts';

const pageEvents = 1_000;

/** Most attempts at a stream when other processes move the read models meanwhile. */
const attemptsMax = 10;

export interface WaitingStreamsDeps {
  readonly log: Pick<EventLog, 'readStream' | 'comparePositions'>;
  readonly readModels: ProjectionFold;
  readonly projections: readonly Projection<object>[];
  /** Called with the folded events. Must not raise. */
  onBatch?(batch: ProjectedBatch): void;
}

/**
 * Folds the missed events of waiting streams, if this version of Waybill knows the event that they wait at. A stream
 * that other processes keep moving is left for the next call. Raises what the log and the read models raise.
 */
export async function resumeWaitingStreams(deps: WaitingStreamsDeps): Promise<void> {
  for (const projection of deps.projections) {
    if (projection.hasStreamsApart !== true) continue;
    for (const waiting of deps.readModels.waiting(projection)) {
      if (isKnownType(waiting.type)) await resume(projection, waiting.stream, deps);
    }
  }
}

async function resume(projection: Projection<object>, stream: string, deps: WaitingStreamsDeps): Promise<void> {
  const { log, readModels } = deps;
  for (let attempt = 1; attempt <= attemptsMax;) {
    const from = readModels.waiting(projection).find((waiting) => waiting.stream === stream);
    if (from === undefined || !isKnownType(from.type)) return;
    const checkpoint = readModels.checkpoint(projection);
    const page = await log.readStream(stream, { fromRevision: from.revision, limit: pageEvents });
    const isFolded = (position: Position): boolean =>
      checkpoint !== null && log.comparePositions(position, checkpoint) <= 0;
    const { events, next } = readable(page, from, isFolded);
    if (readModels.resume(projection, { from, events, next, checkpoint })) {
      if (events.length > 0) deps.onBatch?.({ projection, events, keys: null });
    } else {
      attempt += 1;
    }
  }
}

/** The events that can be folded now, up to the projection's checkpoint, and where the stream waits after them. */
function readable(
  page: readonly RecordedEvent[],
  from: WaitingStream,
  isFolded: (position: Position) => boolean,
): { readonly events: readonly PositionedEvent[]; readonly next: WaitingStream | null } {
  const events: PositionedEvent[] = [];
  for (const recorded of page) {
    const { position, stream, recordedAt, revision, type } = recorded;
    if (!isFolded(position)) return { events, next: null };
    if (!isKnownType(type)) return { events, next: { stream, revision, type } };
    events.push({ position, stream, recordedAt, event: decodeEvent(recorded) });
  }
  const last = page.at(-1);
  const isEnd = last === undefined || page.length < pageEvents;
  return { events, next: isEnd ? null : { ...from, revision: last.revision + 1 } };
}
