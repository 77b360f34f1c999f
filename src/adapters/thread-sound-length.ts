import { Worker } from 'node:worker_threads';
import { Semaphore } from '../limits/semaphore.ts';
import type { SoundFile, SoundLength } from '../ports/sound-length.ts';
import { systemTimer } from '../ports/timer.ts';
import type { RecordingLength } from '../sound/recording-length.ts';

export interface SoundLengthOptions {
  /** Timeout for walking one recording, milliseconds; a thread that takes longer is terminated. */
  readonly readMsMax?: number;
  /** How long a recording waits for its turn, milliseconds. */
  readonly waitMs?: number;
  /** The script of the thread; absent: that of the walks. */
  readonly program?: URL;
}

/** Most recordings that wait for their turn, of all tenants. */
const waitingMax = 10_000;

/** Memory of the thread, MiB. */
const heapMibMax = 64;

/**
 * Walks recordings in a separate thread: one at a time, in turns among tenants. Files may be hostile, so each walk is
 * limited in time and memory; exceeding a limit terminates the thread.
 */
export function createThreadSoundLength({
  readMsMax = 30_000,
  waitMs = 60_000,
  program = new URL('./thread-sound-length/worker.ts', import.meta.url),
}: SoundLengthOptions = {}): SoundLength {
  const turns = new Semaphore({ permits: 1, waitingMax, patience: { ...systemTimer, waitMs } });
  let idle: Worker | null = null;
  return {
    async read(file, sharer) {
      const permit = await turns.acquire(sharer);
      if (typeof permit === 'string') return null;
      const worker = idle ?? startWorker(program);
      idle = null;
      try {
        const answer = await answerOf(worker, file, readMsMax);
        if (answer.isUsable) idle = worker;
        else await worker.terminate();
        return answer.length;
      } finally {
        permit.release();
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
  readonly length: RecordingLength | null;
  /** The thread is free again. */
  readonly isUsable: boolean;
}

function answerOf(worker: Worker, message: SoundFile, readMsMax: number): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const timer = setTimeout(() => resolve({ length: null, isUsable: false }), readMsMax);
  const onMessage = (length: RecordingLength): void => resolve({ length, isUsable: true });
  const onExit = (): void => resolve({ length: null, isUsable: false });
  worker.once('message', onMessage).once('exit', onExit);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
  worker.postMessage(message);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.off('message', onMessage).off('exit', onExit);
  });
}
