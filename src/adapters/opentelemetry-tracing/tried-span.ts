import { SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import type { UpstreamAttempt } from '../../ports/upstream.ts';

/** Records a finished attempt as a child span of the request at the upstream. */
export function triedSpan(tracer: Tracer, { upstream, status, failure, durationMs }: UpstreamAttempt): void {
  const endTime = performance.now();
  const error = failure?.reason ?? (status !== null && status >= 400 ? String(status) : null);
  const span = tracer.startSpan('try', {
    kind: SpanKind.CLIENT,
    startTime: endTime - durationMs,
    attributes: {
      'waybill.upstream': upstream,
      ...(status !== null && { 'http.response.status_code': status }),
      ...(failure !== null && { 'waybill.upstream_outcome': failure.outcome }),
      ...(error !== null && { 'error.type': error }),
    },
  });
  if (error !== null) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(endTime);
}
