import type { NanoEur } from '../../domain/money.ts';
import type { Projection, ProjectionRebuild } from '../../ports/read-models.ts';
import { joinedOverdue, LedgerCheck, type OverdueReservations } from './ledger-check.ts';
import { ledgerPart } from './ledger-part.ts';
import { replayedLog, type ReadableLog } from './replayed-log.ts';
import { ProjectionCheck } from './verify-projection.ts';

export interface VerifiedProjection {
  readonly name: string;
  readonly checkpoint: string | null;
  readonly documents: number;
}

/** The totals of a correct ledger, or of a part of it. Plain data: it may come from another thread. */
export interface PartReport {
  readonly events: number;
  readonly wallets: number;
  readonly balances: Readonly<Record<'available' | 'reserved' | 'funding' | 'revenue', NanoEur>>;
  readonly projections: readonly VerifiedProjection[];
  readonly overdue: OverdueReservations;
}

export interface PartReplayOptions {
  /** Called from time to time with the number of events of the part checked so far. */
  readonly onProgress: (events: number) => void;
  /** Aborted when the report is no longer wanted. */
  readonly signal: AbortSignal;
}

/** Replays one part of a ledger. `null`: the part breaks a rule. Raises what the log and the read models raise. */
export type PartReplay = (options: PartReplayOptions) => Promise<PartReport | null>;

export interface ReplayedPart {
  /** Must return all events that the part takes, see `ledgerPart`. Their ids and digests are not checked. */
  readonly log: ReadableLog;
  readonly readModels: Pick<ProjectionRebuild, 'snapshot'>;
  readonly projections: readonly Projection<object>[];
  readonly now: number;
  /** 1 to `count`. */
  readonly number: number;
  readonly count: number;
  readonly onProgress?: (events: number) => void;
}

/** Implements {@link PartReplay}. */
export async function replayPart(options: ReplayedPart): Promise<PartReport | null> {
  const { log, readModels, now, number, count } = options;
  const part = ledgerPart(number, count);
  const projections = options.projections.map(
    (projection) => new ProjectionCheck(projection, readModels.snapshot(projection), log, { part }),
  );
  const ledger = new LedgerCheck(log, projections, { isAudited: true, part });
  const difference = (await replayedLog({ ...options, ledger, pages: 'file' })) ?? ledger.difference();
  const isRight = difference === null && projections.every((projection) => projection.difference(now) === null);
  return isRight ? partReport(ledger, projections, now) : null;
}

export function partReport(ledger: LedgerCheck, projections: readonly ProjectionCheck[], now: number): PartReport {
  return {
    events: ledger.events,
    wallets: ledger.wallets,
    balances: ledger.balances,
    projections: projections.map(({ id, checkpoint, documents }) => ({ name: id, checkpoint, documents })),
    overdue: ledger.overdueAt(now),
  };
}

/** The reports of all parts, beside an audit; `null` as soon as the audit or a part finds an error, or fails. */
export async function replayedParts(
  parts: readonly PartReplay[],
  /** Resolves to whether the audit found no error. */
  audited: Promise<boolean>,
  onProgress: (events: number) => void = () => undefined,
): Promise<readonly PartReport[] | null> {
  const ending = new AbortController();
  const events = parts.map(() => 0);
  const run = async (replay: PartReplay, index: number): Promise<PartReport> => {
    const report = await replay({
      signal: ending.signal,
      onProgress: (checked) => {
        events[index] = checked;
        onProgress(events.reduce((sum, each) => sum + each, 0));
      },
    });
    if (report === null) throw new Error('something is wrong');
    return report;
  };
  const allRight = audited.then((isRight) => {
    if (!isRight) throw new Error('something is wrong');
  });
  try {
    const [reports] = await Promise.all([Promise.all(parts.map(run)), allRight]);
    return reports;
  } catch {
    // The replay of the whole log reports the difference, or raises the error.
    return null;
  } finally {
    ending.abort();
  }
}

/** The sums of all parts. The checkpoints are those of the first part. */
export function joinedReports(reports: readonly PartReport[]): PartReport {
  const sum = (of: (report: PartReport) => number): number => reports.reduce((total, each) => total + of(each), 0);
  const nano = (name: keyof PartReport['balances']): NanoEur =>
    reports.reduce((total, { balances }) => total + balances[name], 0n);
  const projections = (reports[0]?.projections ?? []).map(({ name, checkpoint }, index) => {
    return { name, checkpoint, documents: sum((report) => report.projections[index]?.documents ?? 0) };
  });
  return {
    events: sum(({ events }) => events),
    wallets: sum(({ wallets }) => wallets),
    balances: {
      available: nano('available'),
      reserved: nano('reserved'),
      funding: nano('funding'),
      revenue: nano('revenue'),
    },
    projections,
    overdue: joinedOverdue(reports.map(({ overdue }) => overdue)),
  };
}
