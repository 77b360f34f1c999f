import type { LedgerConfig } from '../config/ledger-section.ts';
import { wrongUsage } from './cli-error.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { EventLogRetention } from '../ports/event-log-retention.ts';
import type { LogEndReader } from '../ports/log-end.ts';
import { patientLog, patientLogEnd, patientRetention, type Patience } from '../ledger/patient-log.ts';
import { Progress } from './progress.ts';

const secondsDefault = 60;
const secondsMax = 86_400;

let waitMsMax = secondsDefault * 1_000;

/** How long this command waits for an unavailable engine, milliseconds. */
export function timeoutMs(): number {
  return waitMsMax;
}

/** Timeouts of this command for a remote engine. */
export function remoteTimes(ledger: Pick<LedgerConfig, 'away_ms' | 'call_timeout_ms'>) {
  return { openMs: waitMsMax, awayMs: ledger.away_ms, callTimeoutMs: ledger.call_timeout_ms };
}

/** The value of `--timeout`, in seconds. Raises `CliError`. */
export function setTimeoutSeconds(text: string): void {
  const seconds = Number(text);
  if (!/^\d+$/.test(text) || seconds < 1 || seconds > secondsMax) {
    throw wrongUsage(`--timeout must be a whole number of seconds from 1 to ${secondsMax}, not ${text}`);
  }
  waitMsMax = seconds * 1_000;
}

/** A log that waits for its engine and shows the waiting time on stderr. */
export function waitingLog(log: EventLog): EventLog {
  return patientLog(log, patience());
}

/** {@link waitingLog} for the end of a log. */
export function waitingLogEnd(logEnd: LogEndReader): LogEndReader {
  return patientLogEnd(logEnd, patience());
}

/** {@link waitingLog} for a log with deletions. */
export function waitingTarget(log: EventLog & EventLogRetention): EventLog & EventLogRetention {
  return { ...waitingLog(log), ...patientRetention(log, patience()) };
}

function patience(): Patience {
  const progress = new Progress('seconds waited for the ledger');
  return { waitMsMax, onWait: (waitedMs) => progress.show(Math.ceil(waitedMs / 1_000)) };
}
