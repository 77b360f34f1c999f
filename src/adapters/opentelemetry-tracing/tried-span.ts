import { SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import type { UpstreamFailure } from '../../ports/upstream.ts';

/** One finished attempt at an upstream, with the head of an answer or a failure. */
export interface TriedRequest {
  readonly upstream: string;
  /** From 1. */
  readonly attempt: number;
  /** `null` when no answer came. */
  readonly status: number | null;
  /** `null` when an answer came. */
  readonly failure: UpstreamFailure | null;
  /** Milliseconds to the head of the answer or to the failure. */
  readonly durationMs: number;
  /** Milliseconds until the next attempt; `null` when this was the last. */
  readonly retryInMs: number | null;
}

/** Records a finished attempt as a child span of the request at the upstream. */
export function triedSpan(
  tracer: Tracer,
  { upstream, attempt, status, failure, durationMs, ...rest }: TriedRequest,
): void {
  const endTime = performance.now();
  const error = failure?.reason ?? (status !== null && status >= 400 ? String(status) : null);
  const span = tracer.startSpan('try', {
    kind: SpanKind.CLIENT,
    startTime: endTime - durationMs,
    attributes: {
      'waybill.upstream': upstream,
      ...(status !== null && { 'http.response.status_code': status }),
      ...(attempt > 1 && { 'http.request.resend_count': attempt - 1 }),
      ...(failure !== null && { 'waybill.upstream_outcome': failure.outcome }),
      ...(rest.retryInMs !== null && { 'waybill.retry_in_ms': Math.round(rest.retryInMs) }),
      ...(error !== null && { 'error.type': error }),
    },
  });
  if (error !== null) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(endTime);
}
