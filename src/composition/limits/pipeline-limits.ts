import type { Config } from '../../config.ts';
import type { ExchangeLimits } from '../../pipeline/exchanges.ts';

/** How long a request waits for its ending to be recorded, and how many endings may wait for an unavailable ledger. */
export const endingLimits = { waitMsMax: 5_000, keptMax: 100_000, retryMs: 100 };

/** Limits of the stages of an inference. */
export function pipelineLimits({ server, reservations, ledger, responses, idempotency }: Config) {
  return {
    recordedAnswerBytesMax: idempotency.answer_bytes_max,
    keyWaitMs: idempotency.wait_ms,
    recordWaitMs: endingLimits.waitMsMax,
    contextBytesMax: responses.context_bytes_max,
    responseTtlMs: responses.ttl_ms,
    storeWaitMs: responses.store_wait_ms,
    reserveWaitMs: ledger.reserve_wait_ms,
    reservationTtlMs: reservations.ttl_ms,
    disconnectDrainBytesMax: server.disconnect_drain_bytes_max,
    answerBytesMax: server.answer_bytes_max,
    sseRecordBytesMax: server.sse_record_bytes_max,
    heartbeatMs: server.heartbeat_ms,
  };
}

/** Time limits of one exchange. */
export function exchangeLimits({ server }: Config): ExchangeLimits {
  return {
    requestTotalMsMax: server.request_total_ms_max,
    disconnectDrainMsMax: server.disconnect_drain_ms_max ?? null,
  };
}
