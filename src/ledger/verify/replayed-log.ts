import type { EventLog, Position, RecordedEvent } from '../../ports/event-log.ts';
import type { LogFault } from '../../ports/log-audit.ts';
import type { LedgerCheck } from './ledger-check.ts';
import type { LedgerDifference } from './ledger-difference.ts';

/** Events per page. Few, because parts of contents are about 60 KiB each. */
const pageSizes = {
  /** Each page is a network request. */
  remote: 500,
  /** Each page is read from a file. */
  file: 200,
} as const;

/** The operations of a log that a verification needs. */
export type ReadableLog = Pick<EventLog, 'readAll' | 'comparePositions'>;

interface Replay {
  readonly log: ReadableLog;
  readonly ledger: LedgerCheck;
  readonly pages: keyof typeof pageSizes;
  /** Called after each page with the number of events checked so far. */
  readonly onProgress?: (events: number) => void;
  /** The fault that an audit has found so far: events after it are not checked. */
  readonly found?: () => LogFault | null;
}

/** Replays the log up to the first event that breaks a rule; `null`: none does. Raises what the log raises. */
export async function replayedLog(replay: Replay): Promise<LedgerDifference | null> {
  const { log, ledger, pages, onProgress, found } = replay;
  for await (const page of pagesOf(log, pageSizes[pages])) {
    const last = page.at(-1)?.position;
    if (last !== undefined) ledger.begin(last);
    for (const recorded of page) {
      const difference = ledger.check(recorded);
      if (difference !== null) return difference;
    }
    onProgress?.(ledger.events);
    const fault = found?.() ?? null;
    if (fault === null || last === undefined) continue;
    if (fault.position === null || log.comparePositions(last, fault.position) >= 0) return null;
  }
  return null;
}

/** Reads the next page while the caller handles the current one. */
async function* pagesOf(log: ReadableLog, limit: number): AsyncGenerator<readonly RecordedEvent[], void> {
  let next = log.readAll({ limit });
  for (;;) {
    const page = await next;
    const last = page.at(-1);
    if (last === undefined) return;
    next = readAhead(log, { after: last.position, limit });
    yield page;
  }
}

function readAhead(
  log: ReadableLog,
  from: { readonly after: Position; readonly limit: number },
): Promise<readonly RecordedEvent[]> {
  const page = log.readAll(from);
  // The failure is raised when the page is awaited. It may never be, so it is marked as handled here.
  page.catch(() => undefined);
  return page;
}
