import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { auditedFile, type AuditedFileOptions } from './audited-file.ts';
import { FileRefused } from './database.ts';
import type { LogAuditReport } from '../../ports/log-audit.ts';

export type FromAuditWorker =
  | { readonly kind: 'progress'; readonly events: number }
  | { readonly kind: 'report'; readonly report: LogAuditReport }
  | { readonly kind: 'refused'; readonly message: string };

function post(message: FromAuditWorker): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
  parentPort?.postMessage(message);
}

// The parent always starts this worker with these options.
const options = workerData as AuditedFileOptions;

/** Niceness: a higher value is a lower priority. */
const auditPriority = 5;

// The replay takes longer than the audit, so it gets priority when processors are few. Linux has priorities by thread.
// A process started with a lower priority keeps it, because raising a priority needs a privilege.
if (process.platform === 'linux' && getPriority() < auditPriority) setPriority(auditPriority);

try {
  post({ kind: 'report', report: auditedFile(options, (events) => post({ kind: 'progress', events })) });
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  post({
    kind: 'refused',
    message: error instanceof FileRefused ? message : `${options.path} cannot be read: ${message}`,
  });
}
