import { Worker } from 'node:worker_threads';
import { EventLogUnavailable } from '../../ports/event-log.ts';
import type { LogAudit, ReachedPosition } from '../../ports/log-audit.ts';
import type { FromAuditWorker } from './audit-worker.ts';
import type { AuditedFileOptions } from './audited-file.ts';

/** Size of the young generation, MiB: rows become garbage within a page. */
const youngGenerationMb = 32;

/**
 * The audit of the file of an embedded event log, in its own thread. It only reads, and creates no journal or lock
 * file: the file may be on a read-only disk, and other processes may write it meanwhile. `reached`: a position that the
 * log is known to have reached, and the running digest there, recorded elsewhere.
 */
export function sqliteLogAudit(path: string, reached: ReachedPosition | null = null): LogAudit {
  return ({ thinnedPrefixes, noted = null, onProgress }) => {
    const options: AuditedFileOptions = { path, thinnedPrefixes, reached, noted };
    const worker = new Worker(new URL('./audit-worker.ts', import.meta.url), {
      workerData: options,
      name: 'log-audit',
      resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb },
    });
    return new Promise((resolve, reject) => {
      worker.on('message', (message: FromAuditWorker) => {
        if (message.kind === 'progress') onProgress?.(message.events);
        else if (message.kind === 'report') resolve(message.report);
        else reject(new EventLogUnavailable(message.message));
      });
      worker.on('error', reject);
      worker.on('exit', () => reject(new EventLogUnavailable('the audit of the log ended without a report')));
    });
  };
}
