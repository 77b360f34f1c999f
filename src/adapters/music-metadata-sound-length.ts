import { Worker } from 'node:worker_threads';
import { FairRoom } from '../limits/fair-room.ts';
import type { SoundFile, SoundLength } from '../ports/sound-length.ts';
import { timedPlace } from '../ports/timed-place.ts';

export interface SoundLengthOptions {
  /** Timeout for reading one recording, milliseconds; a thread that takes longer is terminated. */
  readonly readMsMax?: number;
  /** How long a recording waits for its turn, milliseconds. */
  readonly waitMs?: number;
  /** The script of the thread; absent: the reader. */
  readonly program?: URL;
}

/** Most recordings that wait for their turn, of all tenants. */
const waitingMax = 10_000;

/** Memory of the thread, MiB. */
const heapMibMax = 64;

/**
 * Durations of recordings, read by music-metadata in a separate thread: one at a time, in turns among tenants. The
 * library has looped forever on hostile files before, so each read is limited in time and memory; exceeding a limit
 * terminates the thread.
 */
export function createMusicMetadataSoundLength({
  readMsMax = 5_000,
  waitMs = 60_000,
  program = new URL('./music-metadata-sound-length/worker.ts', import.meta.url),
}: SoundLengthOptions = {}): SoundLength {
  const turns = new FairRoom({ capacity: 1, sharePercentMax: 100, waitingMax });
  let idle: Worker | null = null;
  return {
    async read(file, sharer) {
      const place = await timedPlace(turns, { sharer, units: 1, waitMs });
      if (typeof place === 'string') return null;
      const worker = idle ?? startWorker(program);
      idle = null;
      try {
        const answer = await answerOf(worker, file, readMsMax);
        if (answer.isUsable) idle = worker;
        else await worker.terminate();
        return millisecondsOf(answer.seconds);
      } finally {
        place.leave();
      }
    },
  };
}

function startWorker(program: URL): Worker {
  const worker = new Worker(program, {
    name: 'sound-length',
    resourceLimits: { maxOldGenerationSizeMb: heapMibMax, maxYoungGenerationSizeMb: heapMibMax / 4 },
  });
  // The thread does not keep the process alive. If it dies, the duration is unknown.
  worker.unref();
  worker.on('error', () => undefined);
  return worker;
}

interface Answer {
  readonly seconds: unknown;
  /** The thread is free again. */
  readonly isUsable: boolean;
}

function answerOf(worker: Worker, message: SoundFile, readMsMax: number): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const timer = setTimeout(() => resolve({ seconds: null, isUsable: false }), readMsMax);
  const onMessage = (seconds: unknown): void => resolve({ seconds, isUsable: true });
  const onExit = (): void => resolve({ seconds: null, isUsable: false });
  worker.once('message', onMessage).once('exit', onExit);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
  worker.postMessage(message);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.off('message', onMessage).off('exit', onExit);
  });
}

function millisecondsOf(seconds: unknown): number | null {
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds < 0) return null;
  return Math.ceil(seconds * 1_000);
}
