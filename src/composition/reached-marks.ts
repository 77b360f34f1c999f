import { reachedEvent, type ReachedEvent } from '../ledger/verify/reached-event.ts';
import type { RecordedEvent } from '../ports/event-log.ts';
import type { LogIdentity } from '../ports/log-identity.ts';
import type { DataDirectoryIdentity } from './data-directory-identity.ts';

/** How often it is kept in the data directory how far the log has come. */
const markIntervalMs = 1_000;

/** Keeps in the data directory how far the log has come, so that an older one is known when it lies there. */
export class ReachedMarks {
  readonly #mark: () => Promise<void>;
  readonly #timer: NodeJS.Timeout;
  /** One at a time: an earlier one must not end up above a later one. */
  #marking: Promise<void> | null = null;

  private constructor(mark: () => Promise<void>) {
    // A log that is away has come no further, and a mark that could not be written is written later.
    this.#mark = () => mark().catch(() => undefined);
    this.#timer = setInterval(() => this.#begin(), markIntervalMs).unref();
  }

  /** Of the log in the directory. */
  static ofFile(file: LogIdentity, identity: DataDirectoryIdentity): ReachedMarks {
    return new ReachedMarks(async () => identity.reached(await file.standing()));
  }

  /** Of a database elsewhere, by what its follower has brought. */
  static ofDatabase(logId: string, brought: NewestEvent, identity: DataDirectoryIdentity): ReachedMarks {
    return new ReachedMarks(async () => {
      if (brought.event !== null) await identity.reachedEvent(logId, brought.event);
    });
  }

  /** Marks once more. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#marking;
    await this.#mark();
  }

  #begin(): void {
    this.#marking ??= this.#mark().finally(() => (this.#marking = null));
  }
}

/** The newest event that came by and that the log keeps for ever. */
export class NewestEvent {
  event: ReachedEvent | null = null;

  take(events: readonly RecordedEvent[]): void {
    this.event = reachedEvent(events) ?? this.event;
  }
}
