import { reachedEvent, type ReachedEvent } from '../ledger/verify/reached-event.ts';
import type { RecordedEvent } from '../ports/event-log.ts';
import type { LogIdentity } from '../ports/log-identity.ts';
import type { KeptReadModels } from '../ports/read-models.ts';
import type { DataDirectoryIdentity } from './data-directory-identity.ts';

/** How often the mark is written, milliseconds. */
const markIntervalMs = 1_000;

/** Records in the data directory how far the log has come, so that an older copy of the log is recognised. */
export class HighWaterMark {
  readonly #mark: () => Promise<void>;
  readonly #timer: NodeJS.Timeout;
  /** The running write. One at a time, so that an earlier mark does not overwrite a later one. */
  #marking: Promise<void> | null = null;

  private constructor(mark: () => Promise<void>) {
    // An unavailable log has come no further, and a mark that could not be written is written later.
    this.#mark = () => mark().catch(() => undefined);
    this.#timer = setInterval(() => this.#begin(), markIntervalMs).unref();
  }

  /** The mark of the log in the directory, and in its read models. */
  static ofFile(
    file: LogIdentity,
    identity: DataDirectoryIdentity,
    readModels: Pick<KeptReadModels, 'setOrigin'>,
  ): HighWaterMark {
    let marked = -1;
    return new HighWaterMark(async () => {
      const status = await file.status();
      await identity.reached(status);
      if (status.position === marked) return;
      readModels.setOrigin(status);
      marked = status.position;
    });
  }

  /** The mark of a database elsewhere, from the events that its follower delivers. */
  static ofDatabase(logId: string, brought: NewestEvent, identity: DataDirectoryIdentity): HighWaterMark {
    return new HighWaterMark(async () => {
      if (brought.event !== null) await identity.reachedEvent(logId, brought.event);
    });
  }

  /** Writes the mark once more, and stops. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#marking;
    await this.#mark();
  }

  #begin(): void {
    this.#marking ??= this.#mark().finally(() => (this.#marking = null));
  }
}

/** The newest delivered event of a stream that keeps all its events. */
export class NewestEvent {
  event: ReachedEvent | null = null;

  take(events: readonly RecordedEvent[]): void {
    this.event = reachedEvent(events) ?? this.event;
  }
}
