import { eurFromNano, type NanoEur } from '../../domain/money.ts';
import type { EventLog, Position, RecordedEvent } from '../../ports/event-log.ts';
import type { LogAudit, LogAuditReport } from '../../ports/log-audit.ts';
import type { Projection, ReadModels } from '../../ports/read-models.ts';
import { LedgerCheck, type OverdueReservation } from './ledger-check.ts';
import type { LedgerDifference } from './ledger-difference.ts';
import { thinnedPrefixes } from '../stream-names.ts';
import { ProjectionCheck } from './verify-projection.ts';

/** Small: parts of contents are some 60 KiB each. */
const pageEvents = 500;

/** What a verification needs of a log. */
type ReadableLog = Pick<EventLog, 'readAll' | 'comparePositions'>;

export interface VerifyLedgerOptions {
  readonly log: ReadableLog;
  /** Looks at what the engine has stored, beside the replay; without it the replay checks the digests of the events. */
  readonly audit?: LogAudit;
  readonly readModels: ReadModels;
  readonly projections: readonly Projection<object>[];
  /** Milliseconds since the epoch: which holds should have ended. */
  readonly now: number;
  /** Called after each page with the number of events checked so far. */
  readonly onProgress?: (events: number) => void;
}

/** Euro with nine decimals. The four accounts sum to zero; `posted_eur` is what wallets hold, reserved or not. */
export interface LedgerTotals {
  readonly available_eur: string;
  readonly reserved_eur: string;
  readonly posted_eur: string;
  /** What was paid in less what was paid out, seen from outside: negative. */
  readonly funding_eur: string;
  readonly revenue_eur: string;
}

/** What the digests say nothing of, in ledgers that earlier versions have written. */
export interface DigestCoverage {
  /** Events without a digest: only an event behind them in their stream covers them. */
  readonly undigested_events: number;
  /** Places and times of recording are covered behind it only; `null`: of all events, or the engine keeps no such digest. */
  readonly uncovered_up_to: Position | null;
}

export interface VerifiedProjection {
  readonly name: string;
  readonly checkpoint: string | null;
  readonly documents: number;
}

export type LedgerVerdict =
  | {
      readonly ok: true;
      readonly events: number;
      readonly wallets: number;
      readonly coverage: DigestCoverage;
      readonly projections: readonly VerifiedProjection[];
      readonly totals: LedgerTotals;
      readonly overdue: { readonly count: number; readonly first: readonly OverdueReservation[] };
    }
  | {
      readonly ok: false;
      /** How many were right. */
      readonly events: number;
      readonly difference: LedgerDifference;
    };

/**
 * Replays the whole log once and checks every rule that it can be checked against: its own order, the digests of its
 * events, the shape of each event, every rule of money, and the read models at the checkpoints where they stood at the
 * call. Works beside processes that go on writing. Keeps the state of each wallet, the documents of the read models, the
 * ids of the newest events and some 100 bytes for each stream. Stops at the first difference. Raises what the log, its
 * audit and the read models raise.
 */
export async function verifyLedger(options: VerifyLedgerOptions): Promise<LedgerVerdict> {
  const { log, readModels, now, audit } = options;
  const projections = options.projections.map((projection) => new ProjectionCheck(projection, readModels, log));
  const ledger = new LedgerCheck(log, projections, audit !== undefined);
  const audited = new RunningAudit(audit);
  const replayed = await replay(options, ledger, audited);
  const report = await audited.report;
  const difference =
    earlier(log, replayed, report?.fault ?? null) ?? ledger.difference() ?? firstDifference(projections);
  if (difference !== null) return { ok: false, events: ledger.events, difference };
  return {
    ok: true,
    events: ledger.events,
    wallets: ledger.wallets,
    coverage: {
      undigested_events: report?.undigested ?? ledger.undigested,
      uncovered_up_to: report?.uncoveredUpTo ?? null,
    },
    projections: projections.map(({ id, checkpoint, documents }) => ({ name: id, checkpoint, documents })),
    totals: totalsOf(ledger.balances),
    overdue: ledger.overdueAt(now),
  };
}

/** The audit, under way in another thread, and what it has found so far. */
class RunningAudit {
  readonly report: Promise<LogAuditReport | null>;
  found: LogAuditReport | null = null;

  constructor(audit: LogAudit | undefined) {
    this.report = audit === undefined ? Promise.resolve(null) : this.#run(audit);
    // Whoever asks for the report sees the failure.
    this.report.catch(() => undefined);
  }

  async #run(audit: LogAudit): Promise<LogAuditReport> {
    this.found = await audit({ thinnedPrefixes });
    return this.found;
  }
}

/** The first event that breaks a rule; what comes behind a fault of the audit is not looked at. */
async function replay(
  { log, onProgress }: VerifyLedgerOptions,
  ledger: LedgerCheck,
  audited: RunningAudit,
): Promise<LedgerDifference | null> {
  for await (const page of pagesOf(log)) {
    for (const recorded of page) {
      const difference = ledger.check(recorded);
      if (difference !== null) return difference;
    }
    onProgress?.(ledger.events);
    const fault = audited.found?.fault ?? null;
    const last = page.at(-1)?.position;
    if (fault === null || last === undefined) continue;
    if (fault.position === null || log.comparePositions(last, fault.position) >= 0) return null;
  }
  return null;
}

/** Of two differences the one that stands first in the log, the first where both do; what has no place comes last. */
function earlier(log: ReadableLog, a: LedgerDifference | null, b: LedgerDifference | null): LedgerDifference | null {
  if (a === null || b === null) return a ?? b;
  if (a.position === null || b.position === null) return a.position === null ? b : a;
  return log.comparePositions(a.position, b.position) <= 0 ? a : b;
}

/** The next page is read while the one before it is looked at. */
async function* pagesOf(log: ReadableLog): AsyncGenerator<readonly RecordedEvent[], void> {
  let next = log.readAll({ limit: pageEvents });
  for (;;) {
    const page = await next;
    const last = page.at(-1);
    if (last === undefined) return;
    next = readAhead(log, last.position);
    yield page;
  }
}

function readAhead(log: ReadableLog, after: Position): Promise<readonly RecordedEvent[]> {
  const page = log.readAll({ after, limit: pageEvents });
  // Whoever asks for the page sees the failure; nobody may ask.
  page.catch(() => undefined);
  return page;
}

function firstDifference(projections: readonly ProjectionCheck[]): LedgerDifference | null {
  for (const projection of projections) {
    const difference = projection.difference();
    if (difference !== null) return difference;
  }
  return null;
}

function totalsOf(balances: Readonly<Record<'available' | 'reserved' | 'funding' | 'revenue', NanoEur>>): LedgerTotals {
  return {
    available_eur: eurFromNano(balances.available),
    reserved_eur: eurFromNano(balances.reserved),
    posted_eur: eurFromNano(balances.available + balances.reserved),
    funding_eur: eurFromNano(balances.funding),
    revenue_eur: eurFromNano(balances.revenue),
  };
}
