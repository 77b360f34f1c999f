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
  /** Name of the relay, from which the name of its stream is made. */
  readonly relay: string;
  readonly createId: () => string;
}

/** The holder of the lease, and the relay's checkpoint. */
export interface LeaseStatus {
  /** Revision of the lease's newest event; `null`: it was never taken. Changes with every change of the lease. */
  readonly revision: number | null;
  /** `null`: free. */
  readonly holderId: string | null;
  /** Everything up to here was published and acknowledged; `null`: nothing yet. */
  readonly publishedUpTo: Position | null;
}

/**
 * The lease of a relay and its checkpoint: the newest event of a separate stream, so that all gateways of a log see it
 * on every engine. A writer names the revision that it saw: of two concurrent writers, one learns that the other has
 * the lease.
 */
export class RelayLease {
  readonly #options: RelayLeaseOptions;
  readonly #stream: string;

  constructor(options: RelayLeaseOptions) {
    this.#options = options;
    this.#stream = relayStream(options.relay);
  }

  /** Raises `EventLogUnavailable`. */
  async look(): Promise<LeaseStatus> {
    const newest = await this.#newest();
    if (newest === undefined) return { revision: null, holderId: null, publishedUpTo: null };
    // Only this class writes the stream.
    const { data } = decodeEvent(newest) as RelayEvent;
    return {
      revision: newest.revision,
      holderId: data.holder_id,
      // A position that the log itself returned.
      publishedUpTo: data.published_up_to as Position | null,
    };
  }

  /**
   * Takes, advances or frees the lease, if it is still as `seen`. Raises {@link LeaseTaken}, and what an append raises.
   */
  async write(seen: LeaseStatus, next: Omit<LeaseStatus, 'revision'>): Promise<LeaseStatus> {
    const { log, retention, relay, createId } = this.#options;
    if (seen.revision === null) await retention.setRetention(this.#stream, { maxCount: 1 });
    const data = { relay, holder_id: next.holderId, published_up_to: next.publishedUpTo };
    const event = encodeEvent({ type: 'RelayAdvanced', data }, createId());
    try {
      const { revision } = await untilKnown(() => log.append(this.#stream, seen.revision ?? 'no_stream', [event]));
      return { ...next, revision };
    } catch (error) {
      if (error instanceof RevisionConflict) throw new LeaseTaken(relay, error);
      throw error;
    }
  }

  /** The newest event. Retention leaves only one to read; if the rule is missing there are more. */
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

/** Another process wrote the lease meanwhile and holds it. */
export class LeaseTaken extends Error {
  override readonly name = 'LeaseTaken';

  constructor(relay: string, cause: RevisionConflict) {
    super(`the lease of relay ${relay} was taken by another process`, { cause });
  }
}
