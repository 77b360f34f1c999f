import type { AuditedLog, AuditedPage } from '../../ports/audited-log.ts';
import type { EventLog, Position, RecordedEvent } from '../../ports/event-log.ts';
import type { LedgerCheck } from './ledger-check.ts';
import type { LedgerDifference } from './ledger-difference.ts';
import { thinnedPrefixes } from '../stream-names.ts';

/** Events per page of a log that does not audit itself: each page is a network request. Contents have 60 KiB a part. */
const pageEvents = 500;

/** A log as a verification reads it. */
export type ReadableLog = Pick<EventLog, 'readAll' | 'comparePositions'> | AuditedLog;

interface Replay {
  readonly log: ReadableLog;
  readonly ledger: LedgerCheck;
  /** Called after each page with the number of events checked so far. */
  readonly onProgress?: (events: number) => void;
}

/** Replays the log up to the first event that breaks a rule; `null`: none does. Raises what the log raises. */
export async function replayedLog({ log, ledger, onProgress }: Replay): Promise<LedgerDifference | null> {
  const pages = 'pages' in log ? log.pages({ thinnedPrefixes }) : pagesOf(log);
  for await (const page of pages) {
    const difference = differenceIn(page, ledger);
    if (difference !== null) return difference;
    onProgress?.(ledger.events);
  }
  return null;
}

function differenceIn({ events, fault }: AuditedPage, ledger: LedgerCheck): LedgerDifference | null {
  const last = events.at(-1)?.position;
  if (last !== undefined) ledger.begin(last);
  for (const recorded of events) {
    const difference = ledger.check(recorded, fault?.position === recorded.position ? fault : null);
    if (difference !== null) return difference;
  }
  return fault;
}

/** Reads the next page while the caller handles the current one; is over only when no read is under way any more. */
async function* pagesOf(log: Pick<EventLog, 'readAll'>): AsyncGenerator<AuditedPage, void> {
  let next = log.readAll({ limit: pageEvents });
  try {
    for (;;) {
      const events = await next;
      const last = events.at(-1);
      if (last === undefined) return;
      next = readAhead(log, last.position);
      yield { events, fault: null };
    }
  } finally {
    // A command that closed its log under a read would ask again for as long as it waits for an engine: a minute.
    await next.catch(() => undefined);
  }
}

function readAhead(log: Pick<EventLog, 'readAll'>, after: Position): Promise<readonly RecordedEvent[]> {
  const page = log.readAll({ after, limit: pageEvents });
  // The failure is raised when the page is awaited. It may never be, so it is marked as handled here.
  page.catch(() => undefined);
  return page;
}
