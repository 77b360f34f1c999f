import type { ArchivedEvent } from '../../domain/archive/archived-event.ts';
import type { StreamRetention } from '../../ports/event-log-retention.ts';
import { idempotentEventsKept } from '../idempotent-requests.ts';
import {
  contentPrefix,
  contentStream,
  filePrefix,
  idempotencyPrefix,
  isPassing,
  relayPrefix,
} from '../stream-names.ts';

/** Stands for all that was not archived, so that the log counts as many events as it has positions. */
export const leftOutStream = `${contentPrefix}left-out-of-the-archive`;

/**
 * The rules by which streams lose older events. They are in no event, so they are made again: as they are for new ones.
 * `idempotencyMs`: how long an idempotency key and its answer are kept.
 */
export function restoredRetention(idempotencyMs: number): (stream: string) => StreamRetention | null {
  const maxAgeSeconds = Math.ceil(idempotencyMs / 1_000);
  const files = new Set<string>();
  return (stream) => {
    if (stream.startsWith(filePrefix)) files.add(stream);
    if (stream.startsWith(relayPrefix)) return { maxCount: 1 };
    if (stream.startsWith(idempotencyPrefix)) return { maxAgeSeconds, maxCount: idempotentEventsKept };
    return isPassing(stream, (name) => files.has(name)) ? { maxAgeSeconds } : null;
  };
}

/** Contents of an archive whose owners have removed them later, or that have expired. */
export class EndedContents {
  readonly #contents = new Set<string>();
  readonly streams = new Set<string>();

  take(events: readonly ArchivedEvent[]): void {
    for (const { stream, type, data } of events) {
      if (stream.startsWith(contentPrefix)) this.#contents.add(stream);
      const id = endings[type] === undefined ? undefined : (JSON.parse(data) as Record<string, unknown>)[endings[type]];
      const ended = typeof id === 'string' ? contentStream(id) : null;
      if (ended !== null && this.#contents.has(ended)) this.streams.add(ended);
    }
  }
}

/** The events that end a content, with the member that names it. */
const endings: Readonly<Record<string, string>> = {
  ResponseDeleted: 'response_id',
  ResponseExpired: 'response_id',
  FileDeleted: 'file_id',
  FileExpired: 'file_id',
};
