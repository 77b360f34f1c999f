import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { PartReplay, PartReport } from '../../ledger/verify/part-replay.ts';
import { walletPrefix } from '../../ledger/stream-names.ts';
import type { FromPartWorker, PartWorkerOptions } from './part-worker.ts';

/** Below, threads take longer to start than they save: some 50,000 events. */
const threadedBytesMin = 64 * 1024 * 1024;
/** The audit, in a thread of its own, takes as long as the longest of so many. */
const threadsMax = 4;
/** What a page of events is read into is soon garbage: with half the room for it a twentieth more time goes into collecting. */
const youngGenerationMb = 64;
/**
 * What a thread may keep: so much, and as much again for each stream as a wallet takes with its documents, twice over. Without a
 * limit near to what is needed garbage is collected late, the later the longer the ledger is. A thread that needs more ends,
 * and the replay goes on without threads.
 */
const heapMbMin = 256;
const streamMb = 1 / 64;
const streamsCountedMax = 1_000_000;

export interface ReplayedFile {
  readonly path: string;
  readonly log: {
    /** How many streams have names that begin so, counted up to a number. */
    countStreams(prefix: string, upTo: number): number;
  };
  readonly readModelsPath: string;
  readonly now: number;
}

/**
 * The replay of a file as parts, each in a thread: as many as the machine has processors beside that of the audit, and no more
 * than wallets. One more would read all rows once more, and take turns with the others.
 */
export function replayThreads({ path, log, readModelsPath, now }: ReplayedFile): readonly PartReplay[] {
  if (statSync(path).size < threadedBytesMin) return [];
  const count = Math.max(1, log.countStreams(walletPrefix, Math.min(availableParallelism() - 1, threadsMax)));
  const heapMb = heapMbMin + (log.countStreams('', streamsCountedMax) * streamMb) / count;
  return Array.from({ length: count }, (_, index) =>
    replayThread({ path, readModelsPath, now, number: index + 1, count }, heapMb),
  );
}

/** One part of the replay, in a thread of its own from when it is asked for. */
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
      worker.on('exit', () => reject(new Error('a thread of the replay ended without a word')));
    }).finally(() => signal.removeEventListener('abort', end));
  };
}
