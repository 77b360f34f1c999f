import type { HeardLength } from './heard-length.ts';
import type { SoundBytes } from './sound-bytes.ts';

/**
 * Walks the recording from `start`, and adds all that a decoder could play of it. True when its frames or packets fill
 * it to its last byte; false when anything in it is not understood. Raises `RangeError` where it ends too early: what
 * was added by then counts. It takes time linear in the bytes.
 */
export type SoundWalk = (bytes: SoundBytes, start: number, heard: HeardLength) => boolean;
