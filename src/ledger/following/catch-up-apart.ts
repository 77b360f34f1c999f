import type { EventLog } from '../../ports/event-log.ts';
import { ProjectionRewound, type Projection, type ProjectionFold } from '../../ports/read-models.ts';
import type { DeliveredPositions } from './delivered-positions.ts';
import { ProjectionFeed, ProjectionStopped, type ProjectedBatch } from './projection-feed.ts';

const pageEvents = 1_000;

/** Most restarts when another process rebuilds one of the projections. */
const rewoundMax = 10;

export interface CatchUpApartDeps {
  readonly log: EventLog;
  readonly readModels: ProjectionFold;
  readonly delivered?: DeliveredPositions;
  /** Called for every projection that received events, or has missed some. Must not raise. */
  onBatch?(batch: ProjectedBatch): void;
}

/**
 * Brings some projections up to date with the log, independently of the others. Reads only their streams; an engine
 * skips others at ten times the speed. Raises what the log and the read models raise, and {@link ProjectionStopped}.
 */
export async function catchUpApart(
  { log, readModels, delivered, onBatch }: CatchUpApartDeps,
  projections: readonly Projection<object>[],
): Promise<void> {
  const feed = new ProjectionFeed({
    comparePositions: (a, b) => log.comparePositions(a, b),
    readModels,
    projections,
    ...(delivered && { delivered }),
    onBatch: (batch) => onBatch?.(batch),
    // Raised below, and reported by the follower.
    onStopped: () => undefined,
  });
  for (let rewound = 0; ; rewound += 1) {
    try {
      await feedToEnd(log, feed);
      break;
    } catch (error) {
      if (!(error instanceof ProjectionRewound) || rewound >= rewoundMax) throw error;
    }
  }
  const stopped = feed.projections.find(({ stoppedBy }) => stoppedBy !== null);
  if (stopped !== undefined) throw new ProjectionStopped(stopped);
}

/** Feeds events up to the end of the log. Raises what the log and the read models raise. */
export async function feedToEnd(log: Pick<EventLog, 'readAll'>, feed: ProjectionFeed): Promise<void> {
  let after = feed.begin();
  for (;;) {
    const { streamPrefixes } = feed;
    const page = await log.readAll({ ...(after === null ? {} : { after }), streamPrefixes, limit: pageEvents });
    feed.apply(page);
    if (page.length < pageEvents) return;
    after = page.at(-1)?.position ?? after;
  }
}
