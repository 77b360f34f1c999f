import type { Sharer } from '../limits/semaphore.ts';
import type { RecordingLength } from '../sound/recording-length.ts';

/** A recording within an open file. */
export interface SoundFile {
  /** Must stay open until the answer. */
  readonly descriptor: number;
  /** Offset and length in the file, bytes. */
  readonly start: number;
  readonly bytes: number;
}

/** Walks a recording, to find how long it is. */
export interface SoundLength {
  /**
   * `null` when it was not walked in time: because others came first, or because it cannot be read. Calls wait in a
   * queue that is shared fairly among sharers. Never raises.
   */
  read(file: SoundFile, sharer: Sharer): Promise<RecordingLength | null>;
}
