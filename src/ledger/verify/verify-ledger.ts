import { eurFromNano } from '../../domain/money.ts';
import type { LogNote } from '../../domain/log-note.ts';
import type { LogAudit, LogAuditReport } from '../../ports/log-audit.ts';
import {
  projectionId,
  type Projection,
  type ProjectionRebuild,
  type ProjectionSnapshot,
} from '../../ports/read-models.ts';
import { LedgerCheck, type OverdueReservations } from './ledger-check.ts';
import type { Balances } from './verify-postings.ts';
import type { LedgerDifference } from './ledger-difference.ts';
import { thinnedPrefixes } from '../stream-names.ts';
import { replayedLog, type ReadableLog } from './replayed-log.ts';
import { ProjectionCheck } from './verify-projection.ts';

export interface VerifyLedgerOptions {
  readonly log: ReadableLog;
  /** Checks what the engine has stored, beside the replay. Without it the replay checks the digests of the events. */
  readonly audit?: LogAudit;
  readonly readModels: Pick<ProjectionRebuild, 'snapshot'>;
  readonly projections: readonly Projection<object>[];
  /** Checks that the log still holds what it is known to have held; absent: an `audit` does, or nothing is known. */
  readonly reached?: () => Promise<LedgerDifference | null>;
  /** Reads the copy of a read model stored in the log, for processes that start with none; absent: it holds none. */
  readonly storedReadModel?: (projection: Projection<object>) => Promise<ProjectionSnapshot<object> | null>;
  /** A note taken earlier, with which the log must agree; absent: there is none. */
  readonly noted?: LogNote;
  /** Milliseconds since the epoch: holds that expired by then are overdue, and answers are no longer compared. */
  readonly now: number;
  /** Called after each page with the number of events checked so far. */
  readonly onProgress?: (events: number) => void;
}

export interface VerifiedProjection {
  readonly name: string;
  readonly checkpoint: string | null;
  readonly documents: number;
}

/** Euro with nine decimals. The four accounts sum to zero; `posted_eur` is what wallets hold, reservations included. */
export interface LedgerTotals {
  readonly available_eur: string;
  readonly reserved_eur: string;
  readonly posted_eur: string;
  /** Paid out minus paid in, so usually negative. */
  readonly funding_eur: string;
  readonly revenue_eur: string;
}

export type LedgerVerdict =
  | {
      readonly ok: true;
      readonly events: number;
      readonly wallets: number;
      /** To be noted for the next audit; `null`: the log has no kept events. */
      readonly note: LogNote | null;
      readonly projections: readonly VerifiedProjection[];
      readonly totals: LedgerTotals;
      readonly overdue: OverdueReservations;
    }
  | {
      readonly ok: false;
      /** Number of correct events. */
      readonly events: number;
      readonly difference: LedgerDifference;
    };

/**
 * Replays the whole log once and checks its order, the digests of its events, the shape of each event, every rule of
 * money, and the read models, including copies in the log, at their checkpoints at the time of the call. Other
 * processes may keep writing. Keeps in memory the state of each wallet, the documents of the read models, the ids of
 * the newest events and about 100 bytes for each stream. Stops at the first difference. Raises what the log, its audit
 * and the read models raise.
 */
export async function verifyLedger(options: VerifyLedgerOptions): Promise<LedgerVerdict> {
  const { log, readModels, now, audit, noted = null } = options;
  const audited = new RunningAudit(options);
  const projections = options.projections.map(
    (projection) => new ProjectionCheck(projection, readModels.snapshot(projection), log),
  );
  const inTheLog = await storedChecks(options);
  const ledger = new LedgerCheck(log, [...projections, ...inTheLog], { isAudited: audit !== undefined, noted });
  const replayed = await replayedLog({
    ...options,
    ledger,
    // Only a log in a file has an audit.
    pages: audit === undefined ? 'remote' : 'file',
    found: () => audited.found?.fault ?? null,
  });
  const report = await audited.report;
  const difference =
    earlier(log, replayed, report?.fault ?? null) ??
    (await options.reached?.()) ??
    ledger.difference() ??
    firstDifference([...projections, ...inTheLog], now);
  if (difference !== null) return { ok: false, events: ledger.events, difference };
  return {
    ok: true,
    events: ledger.events,
    wallets: ledger.wallets,
    note: report === null ? ledger.note : report.note,
    projections: projections.map(({ id, checkpoint, documents }) => ({ name: id, checkpoint, documents })),
    totals: totalsOf(ledger.balances),
    overdue: ledger.overdueAt(now),
  };
}

/** Checks of the read models stored in the log itself. */
async function storedChecks(options: VerifyLedgerOptions): Promise<readonly ProjectionCheck[]> {
  const { log, projections, storedReadModel } = options;
  if (storedReadModel === undefined) return [];
  const checks: ProjectionCheck[] = [];
  for (const projection of projections) {
    const stored = await storedReadModel(projection);
    if (stored === null) continue;
    checks.push(new ProjectionCheck(projection, stored, log, `${projectionId(projection)} in the log`));
  }
  return checks;
}

/** The audit running in another thread, and its result so far. */
class RunningAudit {
  readonly report: Promise<LogAuditReport | null>;
  found: LogAuditReport | null = null;

  constructor({ audit, noted }: Pick<VerifyLedgerOptions, 'audit' | 'noted'>) {
    this.report = audit === undefined ? Promise.resolve(null) : this.#run(audit, noted ?? null);
    // The failure is raised when the report is awaited.
    this.report.catch(() => undefined);
  }

  async #run(audit: LogAudit, noted: LogNote | null): Promise<LogAuditReport> {
    this.found = await audit({ thinnedPrefixes, noted });
    return this.found;
  }
}

/** The difference that is earlier in the log; `a` when both are at one position. One without a position is last. */
function earlier(log: ReadableLog, a: LedgerDifference | null, b: LedgerDifference | null): LedgerDifference | null {
  if (a === null || b === null) return a ?? b;
  if (a.position === null || b.position === null) return a.position === null ? b : a;
  return log.comparePositions(a.position, b.position) <= 0 ? a : b;
}

function firstDifference(projections: readonly ProjectionCheck[], now: number): LedgerDifference | null {
  for (const projection of projections) {
    const difference = projection.difference(now);
    if (difference !== null) return difference;
  }
  return null;
}

function totalsOf(balances: Balances): LedgerTotals {
  return {
    available_eur: eurFromNano(balances.available),
    reserved_eur: eurFromNano(balances.reserved),
    posted_eur: eurFromNano(balances.available + balances.reserved),
    funding_eur: eurFromNano(balances.funding),
    revenue_eur: eurFromNano(balances.revenue),
  };
}
