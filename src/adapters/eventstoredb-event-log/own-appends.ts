import { appendGoesOn } from '../../ports/append-goes-on.ts';
import { EVENT_FIELDS, type AppendTry } from './messages.ts';

/** A stream that was appended to so lately is written here; milliseconds. */
const WRITTEN_MS = 2_000;
const EVENTS_MAX = 20_000;
const STREAMS_MAX = 5_000;

/** What this connection has appended lately: what comes of it over a subscription is no news. */
export class OwnAppends {
  readonly #ids = new Set<string>();
  /** When each was appended to. In the order of that: sets and maps keep the order of insertion. */
  readonly #streams = new Map<string, number>();

  /** Whether the stream was not appended to lately: what others have written to it is awaited from now on. */
  sent({ stream, fields }: AppendTry): boolean {
    const isFirst = !this.#isWritten(stream);
    this.#streams.delete(stream);
    this.#streams.set(stream, performance.now());
    for (let at = 0; at < fields.length; at += EVENT_FIELDS) this.#ids.add(fields[at] ?? '');
    shorten(this.#streams, STREAMS_MAX);
    shorten(this.#ids, EVENTS_MAX);
    return isFirst;
  }

  /**
   * Whether somebody else has written to a stream that is written here too: whoever writes it waits for this, and for a whole
   * append, as nobody writes behind a part of one.
   */
  isAwaited(stream: string, id: string): boolean {
    return this.#isWritten(stream) && !this.#ids.has(id) && !appendGoesOn(id);
  }

  #isWritten(stream: string): boolean {
    const writtenAtMs = this.#streams.get(stream);
    return writtenAtMs !== undefined && performance.now() - writtenAtMs <= WRITTEN_MS;
  }
}

function shorten(held: Set<string> | Map<string, number>, entriesMax: number): void {
  for (const oldest of held.keys()) {
    if (held.size <= entriesMax) return;
    held.delete(oldest);
  }
}
