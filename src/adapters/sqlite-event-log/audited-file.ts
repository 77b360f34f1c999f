import type { LogNote } from '../../domain/log-note.ts';
import { FileAudit } from './audit.ts';
import { openReadOnly } from './read-only.ts';
import { saysDamaged } from './sqlite-errors.ts';
import type { LogAuditReport, ReachedPosition } from '../../ports/log-audit.ts';

export interface AuditedFileOptions {
  readonly path: string;
  readonly thinnedPrefixes: readonly string[];
  readonly reached: ReachedPosition | null;
  /** A note taken earlier, with which the log must agree; absent or `null`: there is none. */
  readonly noted?: LogNote | null;
}

/** Tries of an audit. If another process opens a file that is read without locks, the reads may be inconsistent. */
const attemptsMax = 3;

/**
 * Audits a file in this thread. Raises `FileRefused`, and what SQLite raises for a file that it cannot read. A file
 * that is readable only in part is reported as damaged.
 */
export function auditedFile(
  { path, ...options }: AuditedFileOptions,
  onProgress: (events: number) => void,
): LogAuditReport {
  for (let attempt = 1; ; attempt += 1) {
    const { database, isUnchanged } = openReadOnly(path);
    try {
      const audit = new FileAudit(database, options);
      const report = audit.run(onProgress);
      const found = report.fault === null ? withStructure(report, database) : report;
      if (isUnchanged() || attempt >= attemptsMax) return found;
    } catch (error) {
      if (!saysDamaged(error)) throw error;
      if (isUnchanged() || attempt >= attemptsMax) return damaged(String(error), null);
    } finally {
      database.close();
    }
  }
}

/** Adds a check of the file's structure and indexes, through which streams are read. */
function withStructure(report: LogAuditReport, database: ReturnType<typeof openReadOnly>['database']): LogAuditReport {
  const [finding] = Object.values(database.prepare('PRAGMA integrity_check(1)').get() ?? {});
  return finding === 'ok' ? report : damaged(String(finding), report);
}

function damaged(found: string, report: LogAuditReport | null): LogAuditReport {
  const place = { position: null, stream: null, revision: null };
  const fault = { kind: 'damaged', ...place, expected: 'a file that SQLite can read', found } as const;
  return { events: 0, note: null, ...report, fault };
}
