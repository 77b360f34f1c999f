import type { DomainEvent } from '../../domain/event-catalogue.ts';
import type { EventLog, Position, RecordedEvent } from '../../ports/event-log.ts';
import {
  projectionId,
  ProjectionRewound,
  ReadModelsUnavailable,
  type PositionedEvent,
  type Projection,
  type ProjectionBatch,
  type ProjectionFold,
  type WaitingEvent,
  type WaitingStream,
} from '../../ports/read-models.ts';
import { decodeEvent, isKnownType, UnknownEventType } from '../codec.ts';
import { DeliveredPositions } from './delivered-positions.ts';

/** A projection's checkpoint is moved after this many events even if none of them was its own. */
const foreignEventsMax = 1_000;

/** Events delivered to a projection. Its documents hold them by now, whether this process wrote them or another. */
export interface ProjectedBatch {
  readonly projection: Projection<object>;
  readonly events: readonly PositionedEvent[];
  /** Keys of the changed documents; `null` when another process has folded some of the events. */
  readonly keys: readonly string[] | null;
  /** Another process has folded earlier events that were never delivered in this process. */
  readonly hasMissed?: true;
}

export interface FedProjection {
  readonly projection: Projection<object>;
  /** Its checkpoint as this process last knew it. */
  readonly checkpoint: Position | null;
  /** Why it has stopped; `null` while it runs. */
  readonly stoppedBy: unknown;
}

export interface ProjectionFeedOptions {
  readonly comparePositions: EventLog['comparePositions'];
  readonly readModels: ProjectionFold;
  readonly projections: readonly Projection<object>[];
  /** Shared by the feeds of one process. Default: one for this feed only. */
  readonly delivered?: DeliveredPositions;
  /** Called for every projection that received events, or has missed some. Must not raise. */
  onBatch?(batch: ProjectedBatch): void;
  /** A projection has stopped for good: this version does not know an event, or the fold has a defect. */
  onStopped(projection: Projection<object>, reason: unknown): void;
  /** A stream begins to wait for a version that knows its next event; others go on. Must not raise. */
  onWaiting?(projection: Projection<object>, waiting: WaitingStream): void;
}

/**
 * Delivers recorded events to projections, to each from its own checkpoint. A projection that cannot take an event
 * stops before it; the others go on. If its streams are independent, only that stream stops. No event is skipped.
 */
export class ProjectionFeed {
  readonly #options: ProjectionFeedOptions;
  readonly #rows: readonly Row[];
  readonly #delivered: DeliveredPositions;

  constructor(options: ProjectionFeedOptions) {
    this.#options = options;
    this.#delivered = options.delivered ?? new DeliveredPositions((a, b) => options.comparePositions(a, b));
    this.#rows = options.projections.map((projection) => ({
      projection,
      checkpoint: null,
      foreignEvents: 0,
      stoppedBy: null,
    }));
  }

  get projections(): readonly FedProjection[] {
    return this.#rows;
  }

  /** Prefixes of the streams that projections which have not stopped want. */
  get streamPrefixes(): readonly string[] {
    return [...new Set(this.#activeRows().flatMap(({ projection }) => projection.streamPrefixes))];
  }

  /** Reads the checkpoints and returns the earliest: delivery begins after it. Raises `ReadModelsUnavailable`. */
  begin(): Position | null {
    const rows = this.#activeRows();
    for (const row of rows) this.#begin(row);
    return rows
      .map(({ checkpoint }) => checkpoint)
      .reduce((first, next) => this.#earlier(first, next), rows[0]?.checkpoint ?? null);
  }

  #begin(row: Row): void {
    const { projection } = row;
    row.checkpoint = this.#options.readModels.checkpoint(projection);
    row.foreignEvents = 0;
    const hasMissed = this.#delivered.hasMissed(projection, row.checkpoint);
    this.#delivered.reached(projection, row.checkpoint);
    if (hasMissed) this.#options.onBatch?.({ projection, events: [], keys: null, hasMissed });
  }

  /**
   * Folds the events that follow those delivered since {@link begin}. Raises `ReadModelsUnavailable` and
   * `ProjectionRewound`; the caller must then call {@link begin} again.
   */
  apply(events: readonly RecordedEvent[]): void {
    const shared = new SharedEvents(events);
    for (const row of this.#activeRows()) {
      try {
        this.#feed(row, shared);
      } catch (error) {
        if (error instanceof ReadModelsUnavailable || error instanceof ProjectionRewound) throw error;
        this.#stop(row, error);
      }
    }
  }

  /** Notes that no event up to `position` is left to be folded. Raises as {@link apply} does. */
  passOver(position: Position): void {
    for (const row of this.#activeRows()) {
      if (this.#isAfter(position, row.checkpoint)) this.#fold(row, { events: [], upTo: position });
    }
  }

  #feed(row: Row, shared: SharedEvents): void {
    const { events } = shared;
    const { taken, unread, failure } = this.#take(row, shared);
    const upTo = failure === null ? events.at(-1)?.position : taken.at(-1)?.position;
    row.foreignEvents += events.length;
    const isDue = taken.length > 0 || unread.size > 0 || row.foreignEvents >= foreignEventsMax;
    if (upTo !== undefined && isDue && this.#isAfter(upTo, row.checkpoint)) {
      const waiting = [...unread.values()];
      const keys = this.#fold(row, { events: taken, unread: waiting, upTo });
      if (taken.length > 0) this.#options.onBatch?.({ projection: row.projection, events: taken, keys });
      for (const wait of waiting) this.#options.onWaiting?.(row.projection, wait);
    }
    if (failure !== null) this.#stop(row, failure.reason);
  }

  #fold(row: Row, batch: Omit<ProjectionBatch, 'after'>): readonly string[] | null {
    const keys = this.#options.readModels.apply(row.projection, { after: row.checkpoint, ...batch });
    row.checkpoint = batch.upTo;
    row.foreignEvents = 0;
    this.#delivered.reached(row.projection, batch.upTo);
    return keys;
  }

  /** The new events of a projection, up to the first that cannot be read: per stream if its streams are independent. */
  #take({ projection, checkpoint }: Row, shared: SharedEvents): Taken {
    const taken: PositionedEvent[] = [];
    const unread = new Map<string, WaitingEvent>();
    const events = shared.of(projection);
    // Events are in log order: all after the first new one are new.
    const first = events.findIndex(({ position }) => this.#isAfter(position, checkpoint));
    for (const recorded of first === -1 ? [] : events.slice(first)) {
      const { position, stream, recordedAt, revision, type } = recorded;
      if (unread.has(stream)) continue;
      try {
        taken.push({ position, stream, recordedAt, event: shared.decode(recorded) });
      } catch (reason) {
        if (projection.hasStreamsApart !== true || !(reason instanceof UnknownEventType)) {
          return { taken, unread, failure: { reason } };
        }
        unread.set(stream, { stream, revision, type, position });
      }
    }
    return { taken, unread, failure: null };
  }

  #stop(row: Row, reason: unknown): void {
    row.stoppedBy = reason ?? new Error('something was thrown that is not an error');
    this.#options.onStopped(row.projection, reason);
  }

  #activeRows(): readonly Row[] {
    return this.#rows.filter(({ stoppedBy }) => stoppedBy === null);
  }

  #isAfter(position: Position, checkpoint: Position | null): boolean {
    return checkpoint === null || this.#options.comparePositions(position, checkpoint) > 0;
  }

  #earlier(a: Position | null, b: Position | null): Position | null {
    if (a === null || b === null) return null;
    return this.#options.comparePositions(a, b) <= 0 ? a : b;
  }
}

interface Row {
  readonly projection: Projection<object>;
  checkpoint: Position | null;
  foreignEvents: number;
  stoppedBy: unknown;
}

interface Taken {
  readonly taken: readonly PositionedEvent[];
  /** The first unreadable event of each stream, by stream. */
  readonly unread: ReadonlyMap<string, WaitingEvent>;
  readonly failure: { readonly reason: unknown } | null;
}

/** Events shared by several projections: each is decoded once, and filtered once per set of prefixes. */
class SharedEvents {
  readonly events: readonly RecordedEvent[];
  readonly #decoded = new Map<RecordedEvent, DomainEvent>();
  readonly #byPrefixes = new Map<string, readonly RecordedEvent[]>();

  constructor(events: readonly RecordedEvent[]) {
    this.events = events;
  }

  /** The events of the streams that a projection wants; of the types that it wants, and of unknown ones. */
  of({ streamPrefixes, eventTypes }: Projection<object>): readonly RecordedEvent[] {
    const ofStreams = this.#byPrefixes.getOrInsertComputed(streamPrefixes.join('\n'), () =>
      this.events.filter(({ stream }) => streamPrefixes.some((prefix) => stream.startsWith(prefix))),
    );
    if (eventTypes === undefined) return ofStreams;
    const types: ReadonlySet<string> = eventTypes;
    return ofStreams.filter(({ type }) => types.has(type) || !isKnownType(type));
  }

  /** Raises `UnknownEventType`. */
  decode(recorded: RecordedEvent): DomainEvent {
    return this.#decoded.getOrInsertComputed(recorded, decodeEvent);
  }
}

/** The projection has stopped and will not catch up. The cause says why. */
export class ProjectionStopped extends Error {
  override readonly name = 'ProjectionStopped';

  constructor({ projection, stoppedBy }: FedProjection) {
    super(`projection ${projectionId(projection)} has stopped`, { cause: stoppedBy });
  }
}
