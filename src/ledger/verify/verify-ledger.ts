import { eurFromNano } from '../../domain/money.ts';
import type { VerifyEd25519 } from '../../domain/checkpoints/signed-note.ts';
import type { TreeHead } from '../../domain/checkpoints/tree-head.ts';
import {
  projectionId,
  type Projection,
  type ProjectionRebuild,
  type ProjectionSnapshot,
} from '../../ports/read-models.ts';
import { LedgerCheck, type OverdueReservations } from './ledger-check.ts';
import type { LedgerDifference } from './ledger-difference.ts';
import { logPages } from '../log-pages.ts';
import { billPrefix, checkpointPrefix } from '../stream-names.ts';
import { replayedLog, type ReadableLog } from './replayed-log.ts';
import type { CheckpointsAsked } from './verify-checkpoints.ts';
import { ProjectionCheck } from './verify-projection.ts';

export interface VerifyLedgerOptions {
  /** One that does not audit itself has the digests of its events checked here. */
  readonly log: ReadableLog;
  readonly readModels: Pick<ProjectionRebuild, 'snapshot'>;
  readonly projections: readonly Projection<object>[];
  /** Checks that the log still holds what it is known to have held; absent: the log itself does, or nothing is known. */
  readonly reached?: () => Promise<LedgerDifference | null>;
  /** Reads the copy of a read model stored in the log, for processes that start with none; absent: it holds none. */
  readonly storedReadModel?: (projection: Projection<object>) => Promise<ProjectionSnapshot<object> | null>;
  /** Checkpoints kept outside the ledger, with which the log must agree; absent: there are none. */
  readonly checkpoints?: readonly TreeHead[];
  /** Checks the signatures of the checkpoints in the log; absent: they are not checked. */
  readonly verifySignature?: VerifyEd25519;
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

/** Euro with nine decimals. All but `posted_eur` sum to zero; `posted_eur` is what wallets hold, reservations included. */
export interface LedgerTotals {
  readonly available_eur: string;
  readonly reserved_eur: string;
  readonly posted_eur: string;
  /** Paid out minus paid in, so usually negative. */
  readonly funding_eur: string;
  readonly revenue_eur: string;
  /** Used granted credit minus all that was granted, so usually negative. */
  readonly granted_eur: string;
  /** Credit that expired. */
  readonly breakage_eur: string;
  /** The margins of resellers, paid out of the revenue. */
  readonly margin_eur: string;
}

export type LedgerVerdict =
  | {
      readonly ok: true;
      readonly events: number;
      readonly wallets: number;
      /** The tree of the kept events; `null`: the log has none. */
      readonly tree: TreeHead | null;
      /** The last checkpoint that the log records: how many events it covers, and by which key; `null`: there is none. */
      readonly checkpoint: { readonly size: number; readonly verifier_key: string } | null;
      /** The last checkpoints of the ledgers that this one was copied from. */
      readonly continues: readonly Pick<TreeHead, 'origin' | 'size'>[];
      readonly projections: readonly VerifiedProjection[];
      readonly totals: LedgerTotals;
      readonly overdue: OverdueReservations;
      /** Charges by a reseller's prices whose margin is not recorded yet: a reactor is to do it, within seconds. */
      readonly owed_margins: number;
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
 * the newest events and about 100 bytes for each stream. Stops at the first difference. Raises what the log and the
 * read models raise.
 */
export async function verifyLedger(options: VerifyLedgerOptions): Promise<LedgerVerdict> {
  const { log, readModels, now, onProgress, checkpoints = [], verifySignature } = options;
  const projections = options.projections.map(
    (projection) => new ProjectionCheck(projection, readModels.snapshot(projection), log),
  );
  const inTheLog = await storedChecks(options);
  const ledger = new LedgerCheck(log, [...projections, ...inTheLog], {
    isAudited: 'pages' in log,
    bills: await dataUnder(log, billPrefix),
    ...(await recordedCheckpoints(log)),
    kept: checkpoints,
    ...(verifySignature && { verify: verifySignature }),
  });
  const replayed = await replayedLog({ log, ledger, ...(onProgress && { onProgress }) });
  const difference =
    replayed ??
    (await options.reached?.()) ??
    ledger.difference() ??
    firstDifference([...projections, ...inTheLog], now);
  if (difference !== null) return { ok: false, events: ledger.events, difference };
  return {
    ok: true,
    events: ledger.events,
    wallets: ledger.wallets,
    tree: ledger.tree,
    checkpoint: checkpointOf(ledger),
    continues: ledger.continued.map(({ origin, size }) => ({ origin, size })),
    projections: projections.map(({ id, checkpoint, documents }) => ({ name: id, checkpoint, documents })),
    totals: totalsOf(ledger),
    overdue: ledger.overdueAt(now),
    owed_margins: ledger.owedMargins,
  };
}

/** The sizes of the checkpoints in the log, as they say it: the replay computes the tree there, and checks them. */
async function recordedCheckpoints(log: ReadableLog): Promise<Pick<CheckpointsAsked, 'sizes' | 'events'>> {
  const texts = await dataUnder(log, checkpointPrefix);
  return { sizes: texts.flatMap((text) => sizeIn(text) ?? []), events: texts.length };
}

/** The data of all events of some streams, those of each in their order, before any of them is checked. */
async function dataUnder(log: ReadableLog, streamPrefix: string): Promise<readonly string[]> {
  if ('pages' in log) return log.dataUnder(streamPrefix);
  const texts: string[] = [];
  for await (const page of logPages(log, { streamPrefixes: [streamPrefix] })) {
    texts.push(...page.map(({ data }) => data));
  }
  return texts;
}

function sizeIn(text: string): number | null {
  try {
    const { size } = JSON.parse(text) as { readonly size?: unknown };
    return typeof size === 'number' ? size : null;
  } catch {
    return null;
  }
}

function checkpointOf({
  lastCheckpoint,
}: LedgerCheck): { readonly size: number; readonly verifier_key: string } | null {
  if (lastCheckpoint === null) return null;
  const { size, verifier_key } = lastCheckpoint;
  return { size, verifier_key };
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

function firstDifference(projections: readonly ProjectionCheck[], now: number): LedgerDifference | null {
  for (const projection of projections) {
    const difference = projection.difference(now);
    if (difference !== null) return difference;
  }
  return null;
}

function totalsOf({ balances, margin }: Pick<LedgerCheck, 'balances' | 'margin'>): LedgerTotals {
  return {
    available_eur: eurFromNano(balances.available),
    reserved_eur: eurFromNano(balances.reserved),
    posted_eur: eurFromNano(balances.available + balances.reserved),
    funding_eur: eurFromNano(balances.funding),
    revenue_eur: eurFromNano(balances.revenue),
    granted_eur: eurFromNano(balances.granted),
    breakage_eur: eurFromNano(balances.breakage),
    margin_eur: eurFromNano(margin),
  };
}
