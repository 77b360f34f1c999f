import { GatewayError } from '../errors.ts';
import { EventDamaged, UnknownEventType } from '../ledger/codec.ts';
import { ContentKeyMissing } from '../ports/content-cipher.ts';
import { ReadModelsUnavailable } from '../ports/read-models.ts';
import { AppendOutcomeUnknown, EventLogBusy, EventLogUnavailable, StreamTombstoned } from '../ports/event-log.ts';

/** The 503 error for a failure of the event log, of the read models or of stored content. Returns any other error unchanged. */
export function ledgerFailure(error: unknown): unknown {
  if (error instanceof EventLogBusy) return new GatewayError('ledger_busy', { cause: error });
  if (error instanceof ContentKeyMissing) return new GatewayError('content_key_missing', { cause: error });
  if (error instanceof UnknownEventType) return new GatewayError('ledger_newer_than_gateway', { cause: error });
  const kinds = [EventLogUnavailable, AppendOutcomeUnknown, ReadModelsUnavailable, StreamTombstoned, EventDamaged];
  return kinds.some((kind) => error instanceof kind) ? new GatewayError('ledger_unavailable', { cause: error }) : error;
}
