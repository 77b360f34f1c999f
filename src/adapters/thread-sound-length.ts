import type { SoundLength } from '../ports/sound-length.ts';
import type { RecordingLength } from '../sound/recording-length.ts';
import { ThreadLost, ThreadPool } from './thread-pool.ts';

export interface SoundLengthOptions {
  /** Timeout for walking one recording, milliseconds; a thread that takes longer is terminated. */
  readonly readMsMax?: number;
  /** How long a recording waits for its turn, milliseconds. */
  readonly waitMs?: number;
  /** The script of the thread; absent: that of the walks. */
  readonly program?: URL;
}

/** Memory of the thread, MiB. */
const heapMibMax = 64;

/**
 * Walks recordings in a separate thread: one at a time, in turns among tenants. Files may be hostile, so each walk is
 * limited in time and memory; exceeding a limit terminates the thread.
 */
export function createThreadSoundLength({
  readMsMax: taskMsMax = 30_000,
  waitMs = 60_000,
  program = new URL('./thread-sound-length/worker.ts', import.meta.url),
}: SoundLengthOptions = {}): SoundLength {
  const pool = new ThreadPool({
    program,
    name: 'sound-length',
    data: null,
    threadsMax: 1,
    heapMibMax,
    taskMsMax,
    waitMs,
    // A walk asks for nothing.
    heard: () => Promise.resolve(null),
  });
  return {
    async read(file, sharer) {
      try {
        const outcome = await pool.run({ task: file, transfer: [] }, sharer);
        // Its own script answers nothing else.
        return outcome.kind === 'done' ? (outcome.result as RecordingLength) : null;
      } catch (error) {
        if (error instanceof ThreadLost) return null;
        throw error;
      }
    },
  };
}
