import type { ArchivedEvent } from '../domain/archive/archived-event.ts';
import type { RangeFile } from '../domain/archive/archive-names.ts';
import type { RangeStart, RangeTotals } from '../domain/archive/range-tally.ts';

/** Events in the order of the log, and which of them no retention removes. */
export interface EventsPage {
  readonly events: readonly ArchivedEvent[];
  readonly areKept: readonly boolean[];
}

/** A file of a range, whole. */
export interface PackedFile {
  readonly content: Uint8Array;
  /** Bytes of it, and their digest, hex. */
  readonly bytes: number;
  readonly sha256: string;
  /** Lines or rows. */
  readonly rows: number;
}

/** The files of a range; `null`: one would have no rows. */
export interface PackedRange {
  readonly files: Readonly<Record<RangeFile, PackedFile | null>>;
  /** Bytes of the events before compression. */
  readonly eventsBytes: number;
  readonly totals: RangeTotals;
}

/** The length of an object and its digest, hex. */
export interface ObjectDigest {
  readonly bytes: number;
  readonly sha256: string;
}

/** Turns events into the files of a range, and back. */
export interface RangeFiles {
  /**
   * The files of the events, which are asked for page by page. The same events make the same bytes. Raises what the pages
   * raise, and `RangeError` for an event that no archive can hold.
   */
  pack(start: RangeStart, pages: AsyncIterator<EventsPage>): Promise<PackedRange>;
  /**
   * The events of a file, some at a time. `onEnd` gets the digest of the file as it was read. Raises `ArchiveDamaged` for a
   * file that holds something else, or more than `bytesMax` before its compression; and what the bytes raise.
   */
  unpack(bytes: AsyncIterable<Uint8Array>, options: UnpackOptions): AsyncIterable<readonly ArchivedEvent[]>;
  /** Reads an object to its end. Raises what the bytes raise. */
  digest(bytes: AsyncIterable<Uint8Array>): Promise<ObjectDigest>;
}

/** How a file is unpacked. */
export interface UnpackOptions {
  /** Most bytes of its events, before their compression. */
  readonly bytesMax: number;
  /** Called once, after the last event. */
  onEnd(digest: ObjectDigest): void;
}
