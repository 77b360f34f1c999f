import { GatewayError } from './errors.ts';
import { AppendOutcomeUnknown, EventLogBusy, EventLogUnavailable } from './ports/event-log.ts';

/** What the caller is told of a failure of the log: 503. Anything else comes back as it is. */
export function ledgerFailure(error: unknown): unknown {
  if (error instanceof EventLogBusy) return new GatewayError('ledger_busy', { cause: error });
  const isAway = error instanceof EventLogUnavailable || error instanceof AppendOutcomeUnknown;
  return isAway ? new GatewayError('ledger_unavailable', { cause: error }) : error;
}
