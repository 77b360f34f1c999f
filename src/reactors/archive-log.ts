import type { ArchiveWriter } from '../ledger/archive/archive-writer.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import { startSweeps } from './sweeps.ts';

export interface ArchiveLogDeps {
  readonly writer: Pick<ArchiveWriter, 'step' | 'last' | 'oldestMs'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly telemetry: Pick<Telemetry, 'warn' | 'info'>;
}

/** How far the archive is, without a request to it. */
export interface ArchiveLag {
  /** Age of the oldest event that is known not to be archived, or how long every attempt has failed; 0: neither. */
  readonly lagMs: number;
  /** Number of the last closed range; 0: none is known. */
  readonly ranges: number;
  /** Failed attempts since the last that succeeded, and since the start. */
  readonly failuresInARow: number;
  readonly failures: number;
  /** What the last attempt failed with; `null`: it did not fail. */
  readonly trouble: string | null;
}

export interface ArchivingLog {
  lag(): ArchiveLag;
  /** Waits for the running step, which leaves what it has not written to the next start. */
  stop(): Promise<void>;
}

/**
 * Archives closed ranges of the log at every interval. A failure is logged and tried again, and affects nothing else: the
 * log itself is the buffer.
 */
export function startArchivingLog({ writer, now, telemetry }: ArchiveLogDeps, intervalMs: number): ArchivingLog {
  let [failures, failuresInARow] = [0, 0];
  let trouble: string | null = null;
  let failingSince: number | null = null;
  let isStopping = false;
  const sweeps = startSweeps({
    intervalMs,
    // A start has other things to do.
    delayMs: intervalMs,
    sweep: async (signal) => {
      while (await writer.step(signal)) {
        const { number, first, last } = writer.last ?? {};
        telemetry.info('range_archived', { number, first, last });
      }
      failuresInARow = 0;
      failingSince = null;
      trouble = null;
    },
    failed: (error) => {
      // A stop cuts what is being written.
      if (isStopping) return;
      failures += 1;
      failuresInARow += 1;
      failingSince ??= now();
      trouble = error instanceof Error ? error.message : 'unknown';
      telemetry.warn('archive_failed', { in_a_row: failuresInARow }, error);
    },
  });
  return {
    lag: () => ({
      // Before the bucket has answered, it is not known what it holds.
      lagMs: Math.max(0, ...[writer.oldestMs, failingSince].flatMap((since) => (since === null ? [] : now() - since))),
      ranges: writer.last?.number ?? 0,
      failuresInARow,
      failures,
      trouble,
    }),
    stop: async () => {
      isStopping = true;
      await sweeps.stop();
    },
  };
}
