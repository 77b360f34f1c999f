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

/** How long this command waits for an engine that is away, milliseconds. */
export function timeoutMs(): number {
  return waitMsMax;
}

/** The times of a connection to an engine on other machines, for this command. */
export function remoteTimes(ledger: Pick<LedgerConfig, 'away_ms' | 'call_timeout_ms'>) {
  return { openMs: waitMsMax, awayMs: ledger.away_ms, callTimeoutMs: ledger.call_timeout_ms };
}

/** What `--timeout` said, in seconds. Raises `CliError`. */
export function setTimeoutSeconds(text: string): void {
  const seconds = Number(text);
  if (!/^\d+$/.test(text) || seconds < 1 || seconds > secondsMax) {
    throw wrongUsage(`--timeout is a whole number of seconds from 1 to ${secondsMax}, not ${text}`);
  }
  waitMsMax = seconds * 1_000;
}

/** A log that waits for its engine, and tells a person that it does. */
export function waitingLog(log: EventLog): EventLog {
  return patientLog(log, patience());
}

/** The same for the end of a log. */
export function waitingLogEnd(logEnd: LogEndReader): LogEndReader {
  return patientLogEnd(logEnd, patience());
}

/** The same for a log that events are deleted in. */
export function waitingTarget(log: EventLog & EventLogRetention): EventLog & EventLogRetention {
  return { ...waitingLog(log), ...patientRetention(log, patience()) };
}

function patience(): Patience {
  const progress = new Progress('seconds waited for the ledger');
  return { waitMsMax, onWait: (waitedMs) => progress.show(Math.ceil(waitedMs / 1_000)) };
}
