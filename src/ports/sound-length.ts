import type { Sharer } from '../limits/fair-room.ts';

/** A recording within an open file. */
export interface SoundFile {
  /** Open until the answer is there. */
  readonly descriptor: number;
  /** Where it begins, and how long it is, bytes. */
  readonly start: number;
  readonly bytes: number;
}

/**
 * Reads how long a recording says it is. What it says is its sender's word: good enough to lengthen a bill, never to
 * shorten one.
 */
export interface SoundLength {
  /**
   * Milliseconds, a begun one counted; `null` where its container is not known, says nothing, or is not read within limits.
   * Whoever asks for many waits in a queue that is shared fairly. Never raises.
   */
  read(file: SoundFile, sharer: Sharer): Promise<number | null>;
}
