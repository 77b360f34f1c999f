import type { RelayEvent } from '../domain/relay-events.ts';
import type { EventLogRetention } from '../ports/event-log-retention.ts';
import { RevisionConflict, type EventLog, type Position, type RecordedEvent } from '../ports/event-log.ts';
import { decodeEvent, encodeEvent } from './codec.ts';
import { relayStream } from './stream-names.ts';
import { untilKnown } from './until-known.ts';

const pageEvents = 1_000;

export interface RelayLeaseOptions {
  readonly log: EventLog;
  readonly retention: EventLogRetention;
  /** Names the relay, and with it its stream. */
  readonly relay: string;
  readonly mintId: () => string;
}

/** Who has the lease, and how far they came. */
export interface LeaseStanding {
  /** Revision of the lease's newest event; `null`: nobody ever had it. Whatever changes, this changes. */
  readonly revision: number | null;
  /** `null`: free. */
  readonly holderId: string | null;
  /** Everything up to here was published and acknowledged; `null`: nothing yet. */
  readonly publishedUpTo: Position | null;
}

/**
 * The one place from which a relay publishes, and its checkpoint: the newest event of a stream of its own, so that all
 * gateways of a log see it on every engine. Whoever writes it names the revision they saw: of two, one learns that the
 * lease is the other's.
 */
export class RelayLease {
  readonly #options: RelayLeaseOptions;
  readonly #stream: string;

  constructor(options: RelayLeaseOptions) {
    this.#options = options;
    this.#stream = relayStream(options.relay);
  }

  /** Raises `EventLogUnavailable`. */
  async look(): Promise<LeaseStanding> {
    const newest = await this.#newest();
    if (newest === undefined) return { revision: null, holderId: null, publishedUpTo: null };
    // Only this file writes the stream.
    const { data } = decodeEvent(newest) as RelayEvent;
    return {
      revision: newest.revision,
      holderId: data.holder_id,
      // What the log gave out itself.
      publishedUpTo: data.published_up_to as Position | null,
    };
  }

  /** Takes, moves or frees the lease as it was seen. Raises {@link LeaseTaken}, and what an append raises. */
  async write(seen: LeaseStanding, next: Omit<LeaseStanding, 'revision'>): Promise<LeaseStanding> {
    const { log, retention, relay, mintId } = this.#options;
    if (seen.revision === null) await retention.setRetention(this.#stream, { maxCount: 1 });
    const data = { relay, holder_id: next.holderId, published_up_to: next.publishedUpTo };
    const event = encodeEvent({ type: 'RelayAdvanced', data }, mintId());
    try {
      const { revision } = await untilKnown(() => log.append(this.#stream, seen.revision ?? 'no_stream', [event]));
      return { ...next, revision };
    } catch (error) {
      if (error instanceof RevisionConflict) throw new LeaseTaken(relay, error);
      throw error;
    }
  }

  /** Retention leaves one event to read; should it not hold, there are more. */
  async #newest(): Promise<RecordedEvent | undefined> {
    let newest: RecordedEvent | undefined;
    for (;;) {
      const fromRevision = newest === undefined ? 0 : newest.revision + 1;
      const page = await this.#options.log.readStream(this.#stream, { fromRevision, limit: pageEvents });
      newest = page.at(-1) ?? newest;
      if (page.length < pageEvents) return newest;
    }
  }
}

/** Somebody else wrote the lease meanwhile: it is theirs. */
export class LeaseTaken extends Error {
  override readonly name = 'LeaseTaken';

  constructor(relay: string, cause: RevisionConflict) {
    super(`the lease of relay ${relay} was taken by another process`, { cause });
  }
}
