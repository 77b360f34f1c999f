import { GatewayError } from './errors.ts';
import { UnknownEventType } from './ledger/codec.ts';
import { ContentKeyMissing } from './ports/content-cipher.ts';
import { AppendOutcomeUnknown, EventLogBusy, EventLogUnavailable } from './ports/event-log.ts';

/** What the caller is told when the log, or what is kept in it, cannot be had: 503. Anything else comes back as it is. */
export function ledgerFailure(error: unknown): unknown {
  if (error instanceof EventLogBusy) return new GatewayError('ledger_busy', { cause: error });
  if (error instanceof ContentKeyMissing) return new GatewayError('content_key_missing', { cause: error });
  if (error instanceof UnknownEventType) return new GatewayError('ledger_newer_than_gateway', { cause: error });
  const isAway = error instanceof EventLogUnavailable || error instanceof AppendOutcomeUnknown;
  return isAway ? new GatewayError('ledger_unavailable', { cause: error }) : error;
}
