import type { IntegrationEvent } from '../domain/integration-event.ts';
import { publishedEvent } from '../ledger/published-event.ts';
import type { RelayLease, LeaseStatus } from '../ledger/relay-lease.ts';
import type { Position, RecordedEvent } from '../ports/event-log.ts';
import type { EventPublisher } from '../ports/event-publisher.ts';
import type { Timer } from '../time/timer.ts';

export interface RelaySessionOptions {
  readonly lease: RelayLease;
  readonly publisher: EventPublisher;
  /** Identifies this installation in every message. */
  readonly source: string;
  readonly limits: RelayLimits;
  readonly timer: Pick<Timer, 'after' | 'monotonic'>;
  /** Called when `events` more events were acknowledged. */
  onPublished(events: number): void;
  /** The session cannot go on: another process has the lease, or the log is unavailable. */
  onBroken(reason: unknown): void;
}

export interface RelayLimits {
  /** A lease whose holder has work and makes no progress for this long may be taken by another, milliseconds. */
  readonly leaseMs: number;
  /** Least time between two moves of the checkpoint while there is work, milliseconds. */
  readonly checkpointMs: number;
  /** Most events of one publication. */
  readonly batchEventsMax: number;
}

/**
 * A session from taking the lease to losing it. Publishes batch after batch and moves the checkpoint after their
 * acknowledgement. Before each batch it makes sure of its lease: it has written it within a third of the lease time,
 * and a batch takes at most another third, which leaves a third before another process may take it.
 */
export class RelaySession {
  readonly #options: RelaySessionOptions;
  #status: LeaseStatus;
  #publishedUpTo: Position | null;
  /** When the last successful write of the lease was begun, by this process's timer. */
  #confirmedAt: number;
  /** Cancels the scheduled move of the checkpoint. */
  #disarmMove: (() => void) | null = null;
  /** The last write of the lease; writes are sequential. */
  #writing: Promise<void> = Promise.resolve();

  /** `takenAt`: the timer's time before the lease was written. */
  constructor(options: RelaySessionOptions, status: LeaseStatus, takenAt: number) {
    this.#options = options;
    this.#status = status;
    this.#publishedUpTo = status.publishedUpTo;
    this.#confirmedAt = takenAt;
  }

  get startsAfter(): Position | null {
    return this.#status.publishedUpTo;
  }

  /** Raises `LeaseTaken`, `UnknownEventType`, and what the publisher and the log raise. */
  async publish(events: readonly RecordedEvent[]): Promise<void> {
    const { batchEventsMax } = this.#options.limits;
    for (let at = 0; at < events.length; at += batchEventsMax) {
      await this.#publishBatch(events.slice(at, at + batchEventsMax));
    }
  }

  /** Moves the checkpoint to the last acknowledgement, and with `isFreed` frees the lease. */
  async end({ isFreed }: { readonly isFreed: boolean }): Promise<void> {
    this.#disarm();
    await this.#writing.catch(() => undefined);
    if (!isFreed && this.#publishedUpTo === this.#status.publishedUpTo) return;
    await this.#write(isFreed ? null : this.#status.holderId);
  }

  async #publishBatch(events: readonly RecordedEvent[]): Promise<void> {
    const { messages, upTo, failure } = this.#readable(events);
    if (messages.length > 0) {
      await this.#beSure();
      await this.#options.publisher.publish(messages);
      this.#options.onPublished(messages.length);
    }
    if (upTo !== null) {
      this.#publishedUpTo = upTo;
      this.#arm();
    }
    if (failure !== null) throw failure.reason;
  }

  /** The messages up to the first unreadable event: no event is ever skipped. */
  #readable(events: readonly RecordedEvent[]): {
    readonly messages: readonly IntegrationEvent[];
    readonly upTo: Position | null;
    readonly failure: { readonly reason: unknown } | null;
  } {
    const messages: IntegrationEvent[] = [];
    let upTo: Position | null = null;
    for (const recorded of events) {
      try {
        const message = publishedEvent(recorded, this.#options.source);
        if (message !== null) messages.push(message);
        upTo = recorded.position;
      } catch (reason) {
        return { messages, upTo, failure: { reason } };
      }
    }
    return { messages, upTo, failure: null };
  }

  async #beSure(): Promise<void> {
    const freshMs = this.#options.limits.leaseMs / 3;
    while (this.#options.timer.monotonic() - this.#confirmedAt > freshMs) await this.#move();
  }

  #arm(): void {
    this.#disarmMove ??= this.#options.timer.after(this.#options.limits.checkpointMs, () => {
      this.#disarmMove = null;
      this.#move().catch((error: unknown) => this.#options.onBroken(error));
    });
  }

  #disarm(): void {
    this.#disarmMove?.();
    this.#disarmMove = null;
  }

  #move(): Promise<void> {
    this.#disarm();
    const moved = this.#writing.then(() => this.#write(this.#status.holderId));
    this.#writing = moved;
    return moved;
  }

  async #write(holderId: string | null): Promise<void> {
    const begunAt = this.#options.timer.monotonic();
    const publishedUpTo = this.#publishedUpTo;
    this.#status = await this.#options.lease.write(this.#status, { holderId, publishedUpTo });
    this.#confirmedAt = begunAt;
  }
}
