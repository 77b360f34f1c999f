import { eurFromNano, type NanoEur } from '../domain/money.ts';
import type { EventLog, Position, RecordedEvent } from '../ports/event-log.ts';
import type { Projection, ReadModels } from '../ports/read-models.ts';
import { LedgerCheck, type OverdueReservation } from './ledger-check.ts';
import type { LedgerDifference } from './ledger-difference.ts';
import { ProjectionCheck } from './verify-projection.ts';

/** Small: parts of contents are some 60 KiB each. */
const pageEvents = 500;

export interface VerifyLedgerOptions {
  readonly log: EventLog;
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
 * Replays the whole log once and checks every rule that it can be checked against: its own order, the shape of each
 * event, every rule of money, and the read models at the checkpoints where they stood at the call. Works beside
 * processes that go on writing. Keeps the state of each wallet, the documents of the read models and some 30 bytes for
 * each event. Stops at the first difference. Raises what the log and the read models raise.
 */
export async function verifyLedger(options: VerifyLedgerOptions): Promise<LedgerVerdict> {
  const { log, readModels, now, onProgress } = options;
  const projections = options.projections.map((projection) => new ProjectionCheck(projection, readModels, log));
  const ledger = new LedgerCheck(log, projections);
  for await (const page of pagesOf(log)) {
    for (const recorded of page) {
      const difference = ledger.check(recorded);
      if (difference !== null) return { ok: false, events: ledger.events, difference };
    }
    onProgress?.(ledger.events);
  }
  const difference = ledger.difference() ?? firstDifference(projections);
  if (difference !== null) return { ok: false, events: ledger.events, difference };
  return {
    ok: true,
    events: ledger.events,
    wallets: ledger.wallets,
    projections: projections.map(({ id, checkpoint, documents }) => ({ name: id, checkpoint, documents })),
    totals: totalsOf(ledger.books),
    overdue: ledger.overdueAt(now),
  };
}

/** The next page is read while the one before it is looked at. */
async function* pagesOf(log: EventLog): AsyncGenerator<readonly RecordedEvent[], void> {
  let next = log.readAll({ limit: pageEvents });
  for (;;) {
    const page = await next;
    const last = page.at(-1);
    if (last === undefined) return;
    next = readAhead(log, last.position);
    yield page;
  }
}

function readAhead(log: EventLog, after: Position): Promise<readonly RecordedEvent[]> {
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

function totalsOf(books: Readonly<Record<'available' | 'reserved' | 'funding' | 'revenue', NanoEur>>): LedgerTotals {
  return {
    available_eur: eurFromNano(books.available),
    reserved_eur: eurFromNano(books.reserved),
    posted_eur: eurFromNano(books.available + books.reserved),
    funding_eur: eurFromNano(books.funding),
    revenue_eur: eurFromNano(books.revenue),
  };
}
