import type { Sharer } from '../limits/fair-room.ts';

/** A recording within an open file. */
export interface SoundFile {
  /** Must stay open until the answer. */
  readonly descriptor: number;
  /** Offset and length in the file, bytes. */
  readonly start: number;
  readonly bytes: number;
}

/**
 * Reads the stated duration of a recording. Its sender controls the statement, so it may only raise a charge, never
 * lower one.
 */
export interface SoundLength {
  /**
   * Milliseconds, rounded up; `null` if the container is unknown, states no duration, or cannot be read within limits.
   * Calls wait in a queue that is shared fairly among sharers. Never raises.
   */
  read(file: SoundFile, sharer: Sharer): Promise<number | null>;
}
