import { Worker } from 'node:worker_threads';
import { EventLogUnavailable } from '../../ports/event-log.ts';
import type { LogAudit, ReachedPlace } from '../../ports/log-audit.ts';
import type { FromAuditWorker } from './audit-worker.ts';
import type { AuditedFileOptions } from './audited-file.ts';

/** What is read of the file is garbage within a page of rows. */
const youngGenerationMb = 32;

/**
 * The audit of the file of an embedded event log, in a thread of its own. It only reads: no journal and no lock file is
 * made, so the file may lie where nothing can be written, and others may write it meanwhile. `reached`: a place that the log is
 * known to have reached, and the running digest there, from elsewhere.
 */
export function sqliteLogAudit(path: string, reached: ReachedPlace | null = null): LogAudit {
  return ({ thinnedPrefixes, onProgress }) => {
    const options: AuditedFileOptions = { path, thinnedPrefixes, reached };
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
      worker.on('exit', () => reject(new EventLogUnavailable('the audit of the log ended without a word')));
    });
  };
}
