import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { PartReplay, PartReport } from '../../ledger/verify/part-replay.ts';
import { walletPrefix } from '../../ledger/stream-names.ts';
import type { FromPartWorker, PartWorkerOptions } from './part-worker.ts';

/** Below this size (about 50,000 events) threads take longer to start than they save. */
const threadedBytesMin = 64 * 1024 * 1024;
/** With this many threads the audit, which has its own thread, takes as long as the longest part. */
const threadsMax = 4;
/** Young generation of a thread. Pages of events are short-lived: half of this costs 5 % more time in garbage collection. */
const youngGenerationMb = 64;
/**
 * Heap limit of a thread: a constant, and for each stream twice what a wallet takes with its documents. Without a limit near
 * the need, garbage is collected later the longer the ledger is. A thread that exceeds the limit ends, and the replay
 * continues without threads.
 */
const heapMbMin = 256;
const streamMb = 1 / 64;
const streamsCountedMax = 1_000_000;

export interface ReplayedFile {
  readonly path: string;
  readonly log: {
    /** The number of streams with this prefix, counted up to a maximum. */
    countStreams(prefix: string, upTo: number): number;
  };
  readonly readModelsPath: string;
  readonly now: number;
}

/**
 * The replay of a file in parts, one thread each: as many as the machine has processors, minus one for the audit, and no more
 * than there are wallets. Each further part would read all rows again and compete for a processor.
 */
export function replayThreads({ path, log, readModelsPath, now }: ReplayedFile): readonly PartReplay[] {
  if (statSync(path).size < threadedBytesMin) return [];
  const count = Math.max(1, log.countStreams(walletPrefix, Math.min(availableParallelism() - 1, threadsMax)));
  const heapMb = heapMbMin + (log.countStreams('', streamsCountedMax) * streamMb) / count;
  return Array.from({ length: count }, (_, index) =>
    replayThread({ path, readModelsPath, now, number: index + 1, count }, heapMb),
  );
}

/** One part of the replay. Its thread starts when the part is requested. */
export function replayThread(options: PartWorkerOptions, heapMb: number = heapMbMin): PartReplay {
  return ({ onProgress, signal }) => {
    const worker = new Worker(new URL('./part-worker.ts', import.meta.url), {
      workerData: options,
      name: `replay-${options.number}`,
      resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb, maxOldGenerationSizeMb: Math.ceil(heapMb) },
    });
    const end = (): void => void worker.terminate();
    signal.addEventListener('abort', end, { once: true });
    return new Promise<PartReport | null>((resolve, reject) => {
      worker.on('message', (message: FromPartWorker) => {
        if (message.kind === 'progress') onProgress(message.events);
        else resolve(message.report);
      });
      worker.on('error', reject);
      worker.on('exit', () => reject(new Error('a replay thread ended without a result')));
    }).finally(() => signal.removeEventListener('abort', end));
  };
}
