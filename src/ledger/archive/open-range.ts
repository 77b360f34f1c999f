import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RangeEnds } from '../../domain/archive/archive-names.ts';
import type { EventLog, Position, RecordedEvent } from '../../ports/event-log.ts';
import { checkpointStream, contentPrefix, isThinned, readModelPrefix } from '../stream-names.ts';

/** So few that requests do not wait for it. */
export const archivePageEvents = 500;

/** Around the data and the metadata of an event, bytes. */
const lineBytes = 250;

/** Whether an event is in the archive. Read models are made anew, and contents have to be asked for. */
export function isArchived(stream: string, sealedContents: boolean): boolean {
  return !stream.startsWith(readModelPrefix) && (sealedContents || !stream.startsWith(contentPrefix));
}

/** What is known of the events behind the last closed range. Each is read once for it. */
export class OpenRange {
  readonly #log: Pick<EventLog, 'readAll'>;
  readonly #sealedContents: boolean;
  #first: Position | null = null;
  #upTo: Position | null;
  #bytes = 0;
  #oldestMs: number | null = null;

  /** `after`: the end of the last closed range; `null`: there is none. */
  constructor(log: Pick<EventLog, 'readAll'>, after: Position | null, sealedContents: boolean) {
    this.#log = log;
    this.#upTo = after;
    this.#sealedContents = sealedContents;
  }

  /** Its ends so far; `null`: there is no event. */
  get ends(): RangeEnds | null {
    return this.#first === null || this.#upTo === null ? null : { first: this.#first, last: this.#upTo };
  }

  /** When its oldest event was recorded that says something new, milliseconds since 1970; `null`: there is none. */
  get oldestMs(): number | null {
    return this.#oldestMs;
  }

  /** Reads on, up to `bytesMax` of events or to the end of the log. Returns whether it is full. Raises what the log raises. */
  async readOn(bytesMax: number, signal: AbortSignal): Promise<boolean> {
    for (;;) {
      const after = this.#upTo;
      const page = await this.#log.readAll({ ...(after !== null && { after }), limit: archivePageEvents });
      for (const event of page) {
        this.#take(event);
        if (this.#bytes >= bytesMax) return true;
      }
      if (page.length < archivePageEvents || signal.aborted) return false;
      await nextTurn();
    }
  }

  #take({ position, stream, recordedAt, data, metadata }: RecordedEvent): void {
    this.#first ??= position;
    this.#upTo = position;
    if (isArchived(stream, this.#sealedContents)) this.#bytes += data.length + metadata.length + lineBytes;
    if (!isThinned(stream) && stream !== checkpointStream) this.#oldestMs ??= Date.parse(recordedAt);
  }
}
