import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from '../../ports/upstream.ts';
import { errorType, workAttributes, type UpstreamAddress } from './attributes.ts';
import type { GenAiMetrics } from './genai-metrics.ts';
import { RunningSpans } from './running-spans.ts';
import { WatchedBody } from './watched-body.ts';

export interface UpstreamSpansDeps {
  readonly tracer: Tracer;
  readonly metrics: GenAiMetrics;
  readonly addresses: ReadonlyMap<string, UpstreamAddress>;
}

/** Wraps upstreams so that each request is a span, from its start to the end of its answer. */
export function watchedUpstream(upstream: Upstream, deps: UpstreamSpansDeps): Upstream {
  return {
    send: async (request) => {
      const attempt = new Attempt(request, deps);
      try {
        return attempt.answered(await attempt.send(upstream));
      } catch (error) {
        attempt.end(errorType(error));
        throw error;
      }
    },
  };
}

/** One request at an upstream. */
class Attempt {
  readonly #request: UpstreamRequest;
  readonly #metrics: GenAiMetrics;
  readonly #span: Span;
  /** Attributes of its metrics; `null`: it is not an inference, and is not measured. */
  readonly #measured: Attributes | null;
  readonly #beganAtMs = performance.now();
  readonly #spans = RunningSpans.active();
  #forget: (() => void) | undefined;
  #hasEnded = false;

  constructor(request: UpstreamRequest, { tracer, metrics, addresses }: UpstreamSpansDeps) {
    const { work, upstream } = request;
    this.#request = request;
    this.#metrics = metrics;
    const attributesOfWork = work === undefined ? null : workAttributes(work, addresses.get(upstream));
    this.#measured = attributesOfWork?.attributes ?? null;
    this.#span = tracer.startSpan(attributesOfWork?.name ?? `${request.method ?? 'POST'} ${upstream}`, {
      kind: SpanKind.CLIENT,
      attributes: { ...attributesOfWork?.attributes, 'waybill.upstream': upstream, ...ofWork(request) },
    });
  }

  send(upstream: Upstream): Promise<UpstreamAnswer> {
    const here = trace.setSpan(context.active(), this.#span);
    return context.with(here, () => upstream.send(this.#withTrace()));
  }

  /** Watches the answer, whose end is the end of the span. */
  answered(answer: UpstreamAnswer): UpstreamAnswer {
    const { status } = answer;
    this.#span.setAttribute('http.response.status_code', status);
    this.#forget = this.#spans?.attemptAnswered(() => this.end('unread'));
    const refusal = status >= 400 ? String(status) : null;
    const body = new WatchedBody(answer.body, {
      onFirst: () => this.#firstChunk(),
      onEnd: (failure) => this.end(failure === undefined ? refusal : errorType(failure)),
    });
    return { ...answer, body };
  }

  /** Only the first call counts. The charge is reported a moment later: the span stays open until then. */
  end(error: string | null): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#forget?.();
    const failed = error === null ? {} : { 'error.type': error };
    const measured = this.#measured;
    if (error !== null) this.#span.setAttributes(failed).setStatus({ code: SpanStatusCode.ERROR });
    if (measured === null) return this.#span.end();
    this.#metrics.ended((performance.now() - this.#beganAtMs) / 1000, { ...measured, ...failed });
    if (this.#spans === null) this.#span.end();
    else this.#spans.attemptEnded({ span: this.#span, measured });
  }

  #firstChunk(): void {
    if (this.#measured === null || this.#request.work?.isStreamed !== true) return;
    const seconds = (performance.now() - this.#beganAtMs) / 1000;
    this.#span.setAttribute('gen_ai.response.time_to_first_chunk', seconds);
    this.#metrics.firstChunk(seconds, this.#measured);
  }

  /** Adds the headers that pass on the trace, if the request allows it. */
  #withTrace(): UpstreamRequest {
    const request = this.#request;
    if (request.work?.passesTrace !== true) return request;
    const headers = { ...request.headers };
    propagation.inject(context.active(), headers, {
      set: (carrier, name, value) => {
        carrier[name.toLowerCase()] = value;
      },
    });
    return { ...request, headers };
  }
}

function ofWork({ work, reservationId }: UpstreamRequest): Attributes {
  return {
    ...(reservationId !== null && { 'waybill.billing_reference': reservationId }),
    ...(work && { 'waybill.target': work.target, 'waybill.surface': work.surface }),
    ...(work?.isStreamed === true && { 'gen_ai.request.stream': true }),
  };
}
