import type { LedgerConfig } from '../config/ledger-section.ts';
import { inOneLine, wrongUsage } from './cli-error.ts';
import { note } from './output.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { EventLogRetention } from '../ports/event-log-retention.ts';
import type { LogEndReader } from '../ports/log-end.ts';
import { patientLog, patientLogEnd, patientRetention, type Patience } from '../ledger/patient-log.ts';
import { Progress } from './progress.ts';

const secondsDefault = 60;
const secondsMax = 86_400;

/** A wait as short as this is not worth a word, milliseconds. */
const unsaidMs = 500;

let waitMsMax = secondsDefault * 1_000;
let hasSaidWhy = false;

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
  return {
    waitMsMax,
    onWait: (waitedMs, { message }) => {
      sayWhy(waitedMs, message);
      progress.show(Math.ceil(waitedMs / 1_000));
    },
  };
}

/** Says once what the command waits for, because the error that ends it later may be another. */
function sayWhy(waitedMs: number, message: string): void {
  if (hasSaidWhy || waitedMs < unsaidMs) return;
  hasSaidWhy = true;
  note(`waiting for the ledger: ${inOneLine(message)}`);
}
