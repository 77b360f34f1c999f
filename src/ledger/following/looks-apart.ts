import type { EventLog, Position } from '../../ports/event-log.ts';
import type { LogEndReader } from '../../ports/log-end.ts';
import { ProjectionRewound, type Projection } from '../../ports/read-models.ts';
import { CoalescedRun } from './coalesced-run.ts';
import { ProjectionFeed, ProjectionStopped, type ProjectionFeedOptions } from './projection-feed.ts';
import { resumeWaitingStreams } from './waiting-streams.ts';

const pageEvents = 1_000;

/** Most restarts when another process rebuilds one of the projections. */
const rewoundMax = 10;

export interface LooksApartOptions extends Pick<
  ProjectionFeedOptions,
  'readModels' | 'projections' | 'delivered' | 'onBatch'
> {
  readonly log: EventLog;
  readonly logEnd: LogEndReader;
}

/**
 * Brings some projections up to date with the log, independently of the others. Reads only their streams; an engine
 * skips others at ten times the speed. Each look is for all of them and moves all their checkpoints to its end, so that
 * no stretch of the log is looked through twice, whichever of them is asked for and whether it has events there or not.
 */
export class LooksApart {
  readonly #options: LooksApartOptions;
  readonly #feed: ProjectionFeed;
  readonly #look = new CoalescedRun(() => this.#lookUnlessRewound());
  /** A look has passed over everything up to here. */
  #passedOver: Position | null = null;

  constructor(options: LooksApartOptions) {
    const { log, readModels, projections, delivered } = options;
    this.#options = options;
    this.#feed = new ProjectionFeed({
      comparePositions: (a, b) => log.comparePositions(a, b),
      readModels,
      projections,
      ...(delivered && { delivered }),
      onBatch: (batch) => options.onBatch?.(batch),
      // Raised below, and reported by the follower.
      onStopped: () => undefined,
    });
  }

  /**
   * Resolves when every event recorded before the call is folded. Raises what the log and the read models raise, and
   * {@link ProjectionStopped} for one of `projections`.
   */
  async caughtUp(projections: readonly Projection<object>[]): Promise<void> {
    await this.#look.run();
    const stopped = this.#feed.projections.find(
      (fed) => fed.stoppedBy !== null && projections.includes(fed.projection),
    );
    if (stopped !== undefined) throw new ProjectionStopped(stopped);
  }

  async #lookUnlessRewound(): Promise<void> {
    await resumeWaitingStreams(this.#options);
    for (let rewound = 0; ; rewound += 1) {
      try {
        await this.#lookOnce();
        return;
      } catch (error) {
        if (!(error instanceof ProjectionRewound) || rewound >= rewoundMax) throw error;
      }
    }
  }

  async #lookOnce(): Promise<void> {
    const { log, logEnd } = this.#options;
    const after = this.#feed.begin();
    const { streamPrefixes } = this.#feed;
    // To search back from the end costs less than to read, but only as far as another look has come.
    const isNear = after !== null && this.#passedOver !== null && log.comparePositions(after, this.#passedOver) >= 0;
    const { newest, end } = await logEnd.end(isNear ? { after, streamPrefixes } : {});
    if (newest !== null) await feedToEnd(log, this.#feed, after);
    if (end === null) return;
    this.#feed.passOver(end);
    this.#passedOver = end;
  }
}

/**
 * Feeds events up to the end of the log, from where the feed has begun. Raises what the log and the read models raise.
 */
export async function feedToEnd(
  log: Pick<EventLog, 'readAll'>,
  feed: ProjectionFeed,
  begun: Position | null,
): Promise<void> {
  for (let after = begun; ;) {
    const { streamPrefixes } = feed;
    const page = await log.readAll({ ...(after === null ? {} : { after }), streamPrefixes, limit: pageEvents });
    feed.apply(page);
    if (page.length < pageEvents) return;
    after = page.at(-1)?.position ?? after;
  }
}
