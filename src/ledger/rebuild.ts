import type { EventLog, Position, RecordedEvent } from '../ports/event-log.ts';
import type { LogEndReader } from '../ports/log-end.ts';
import { FoldedProjectionDocuments } from '../ports/projection-fold.ts';
import {
  ProjectionRewound,
  type PositionedEvent,
  type Projection,
  type ProjectionSnapshot,
  type ProjectionFold,
  type ProjectionRebuild,
  type WaitingStream,
} from '../ports/read-models.ts';
import { decodeEvent, isKnownType } from './codec.ts';
import { feedToEnd } from './following/looks-apart.ts';
import { ProjectionFeed } from './following/projection-feed.ts';

const pageEvents = 1_000;

/** Most attempts to finish a rebuild when another process rebuilds the same projection. */
const rewoundMax = 10;

/** Called after each page with the number of events folded so far. */
export type FoldProgress = (events: number) => void;

export interface FoldOptions {
  /** The last event to fold; absent: to the end of the log. */
  readonly upTo?: Position;
  /** Streams that are folded only up to where they wait. */
  readonly waiting?: readonly WaitingStream[];
  readonly onProgress?: FoldProgress;
}

export interface FoldedProjection<Document extends object> extends ProjectionSnapshot<Document> {
  /** Number of folded events. */
  readonly events: number;
}

/**
 * Folds a projection from the beginning of the log, in memory. If its streams are independent, a stream with an event
 * of a later version of Waybill is folded up to that event; otherwise such an event raises `UnknownEventType`. Raises
 * what the log raises.
 */
export async function foldProjection<Document extends object>(
  log: EventLog,
  projection: Projection<Document>,
  options: FoldOptions = {},
): Promise<FoldedProjection<Document>> {
  const folded = new FoldedProjectionDocuments(projection);
  const waiting = new Map((options.waiting ?? []).map((wait) => [wait.stream, wait]));
  let checkpoint: Position | null = null;
  let events = 0;
  for await (const page of pagesOf(log, projection, options.upTo)) {
    for (const recorded of page) {
      const { stream, revision, type } = recorded;
      if (revision >= (waiting.get(stream)?.revision ?? Infinity)) continue;
      if (projection.hasStreamsApart === true && !isKnownType(type)) waiting.set(stream, { stream, revision, type });
      else folded.fold(positioned(recorded));
    }
    checkpoint = page.at(-1)?.position ?? checkpoint;
    events += page.length;
    options.onProgress?.(events);
  }
  return {
    documents: folded.written(),
    checkpoint,
    events,
    ...(waiting.size > 0 && { waiting: [...waiting.values()] }),
  };
}

function positioned(recorded: RecordedEvent): PositionedEvent {
  const { position, stream, recordedAt } = recorded;
  return { position, stream, recordedAt, event: decodeEvent(recorded) };
}

async function* pagesOf(
  log: EventLog,
  { streamPrefixes }: Projection<object>,
  upTo: Position | undefined,
): AsyncGenerator<readonly RecordedEvent[], void> {
  let after: Position | undefined;
  for (;;) {
    const page = await log.readAll({ ...(after === undefined ? {} : { after }), streamPrefixes, limit: pageEvents });
    const wanted = upTo === undefined ? page : page.filter(({ position }) => log.comparePositions(position, upTo) <= 0);
    if (wanted.length > 0) yield wanted;
    if (wanted.length < pageEvents) return;
    after = page.at(-1)?.position;
  }
}

/**
 * Folds a projection anew and puts the result in the place of its documents, while it is served and, maybe, followed by
 * other processes: they go on from the new checkpoint. With `logEnd` that is the end of the log, also where the
 * projection has no events near it: else who follows next would read the whole log for it. A rebuild that fails leaves
 * everything as it was. Raises what {@link foldProjection} and the read models raise.
 */
export async function rebuildProjection(
  log: EventLog,
  readModels: ProjectionFold & Pick<ProjectionRebuild, 'replace'>,
  projection: Projection<object>,
  { onProgress, logEnd }: { readonly onProgress?: FoldProgress; readonly logEnd?: LogEndReader } = {},
): Promise<{ readonly events: number; readonly documents: number }> {
  // Read first: all that stands before it is folded then.
  const end = (await logEnd?.end())?.end ?? null;
  const folded = await foldProjection(log, projection, onProgress === undefined ? {} : { onProgress });
  const { checkpoint } = folded;
  const isBehind = end !== null && (checkpoint === null || log.comparePositions(checkpoint, end) < 0);
  readModels.replace(projection, isBehind ? { ...folded, checkpoint: end } : folded);
  await drawLevel(log, readModels, projection);
  return { events: folded.events, documents: folded.documents.size };
}

/**
 * The stored documents may have been ahead of the fold. A follower of another process takes that for done and would
 * notice only at the next event.
 */
async function drawLevel(log: EventLog, readModels: ProjectionFold, projection: Projection<object>): Promise<void> {
  const feed = new ProjectionFeed({
    comparePositions: (a, b) => log.comparePositions(a, b),
    readModels,
    projections: [projection],
    onStopped: (_projection, reason) => {
      throw reason;
    },
  });
  for (let rewound = 0; rewound < rewoundMax; rewound += 1) {
    try {
      await feedToEnd(log, feed, feed.begin());
      return;
    } catch (error) {
      if (!(error instanceof ProjectionRewound)) throw error;
    }
  }
}
