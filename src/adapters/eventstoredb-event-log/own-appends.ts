import { appendGoesOn } from '../../event-log/append-goes-on.ts';
import { remoteEventFields, type AppendTry } from './messages.ts';

/** How long after an append this process counts as a writer of the stream; milliseconds. */
const writtenMs = 2_000;
const eventsMax = 20_000;
const streamsMax = 5_000;

/** Recent appends of this connection: a subscription need not hurry to deliver them. */
export class OwnAppends {
  readonly #ids = new Set<string>();
  /** When each stream was last appended to, in that order: maps keep the order of insertion. */
  readonly #streams = new Map<string, number>();

  /** Notes an append. Returns whether the stream had no recent one: events of other writers are awaited from now on. */
  sent({ stream, fields }: AppendTry): boolean {
    const isFirst = !this.#isWritten(stream);
    this.#streams.delete(stream);
    this.#streams.set(stream, performance.now());
    for (let at = 0; at < fields.length; at += remoteEventFields) this.#ids.add(fields[at] ?? '');
    shorten(this.#streams, streamsMax);
    shorten(this.#ids, eventsMax);
    return isFirst;
  }

  /**
   * Whether an event completes another writer's append to a stream that is also written here. The local writer waits
   * for the whole append, because it cannot append after a part of one.
   */
  isAwaited(stream: string, id: string): boolean {
    return this.#isWritten(stream) && !this.#ids.has(id) && !appendGoesOn(id);
  }

  #isWritten(stream: string): boolean {
    const writtenAtMs = this.#streams.get(stream);
    return writtenAtMs !== undefined && performance.now() - writtenAtMs <= writtenMs;
  }
}

function shorten(held: Set<string> | Map<string, number>, entriesMax: number): void {
  for (const oldest of held.keys()) {
    if (held.size <= entriesMax) return;
    held.delete(oldest);
  }
}
