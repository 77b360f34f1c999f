import type { EventLog, Position, RecordedEvent } from '../../ports/event-log.ts';
import type { LogFault } from '../../ports/log-audit.ts';
import type { LedgerCheck } from './ledger-check.ts';
import type { LedgerDifference } from './ledger-difference.ts';

/** Events that are read at once. Few: parts of contents are some 60 KiB each. */
const pageSizes = {
  /** Each page is asked for over a network. */
  remote: 500,
  /** Each page is read from a file. */
  file: 200,
} as const;

/** What a verification needs of a log. */
export type ReadableLog = Pick<EventLog, 'readAll' | 'comparePositions'>;

interface Replay {
  readonly log: ReadableLog;
  readonly ledger: LedgerCheck;
  readonly pages: keyof typeof pageSizes;
  /** Called after each page with the number of events checked so far. */
  readonly onProgress?: (events: number) => void;
  /** What an audit has found so far: what comes behind it is not looked at. */
  readonly found?: () => LogFault | null;
}

/** The first event that breaks a rule; `null`: none does. Raises what the log raises. */
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

/** The next page is read while the one before it is looked at. */
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
  // Whoever asks for the page sees the failure; nobody may ask.
  page.catch(() => undefined);
  return page;
}
