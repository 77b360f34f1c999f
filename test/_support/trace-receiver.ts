// A collector for tests: takes what is told over OTLP as JSON, and keeps every byte of it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { startCollector } from './collector.ts';
import type { Teardown } from './gateway.ts';
import { until } from './until.ts';

/** A value as OTLP writes it. */
interface OtlpValue {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
}

type OtlpAttributes = readonly { readonly key: string; readonly value: OtlpValue }[];

interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes?: OtlpAttributes;
  readonly status?: { readonly code?: number };
}

interface OtlpPoint {
  readonly attributes?: OtlpAttributes;
  readonly count?: number | string;
  readonly sum?: number;
}

interface OtlpResource {
  readonly resource?: { readonly attributes?: OtlpAttributes };
}

interface OtlpTraces {
  readonly resourceSpans?: readonly (OtlpResource & {
    readonly scopeSpans?: readonly { readonly spans?: readonly OtlpSpan[] }[];
  })[];
}

interface OtlpMetrics {
  readonly resourceMetrics?: readonly (OtlpResource & {
    readonly scopeMetrics?: readonly {
      readonly metrics?: readonly {
        readonly name: string;
        readonly histogram?: { readonly dataPoints?: readonly OtlpPoint[] };
      }[];
    }[];
  })[];
}

type Told = Readonly<Record<string, string | number | boolean>>;

export interface ReceivedSpan {
  readonly traceId: string;
  readonly id: string;
  /** `''`: it begins a trace. */
  readonly parentId: string;
  readonly name: string;
  /** As OTLP counts: 1 internal, 2 server, 3 client. */
  readonly kind: number;
  readonly milliseconds: number;
  readonly attributes: Told;
  readonly hasFailed: boolean;
}

export interface ReceivedPoint {
  readonly metric: string;
  readonly attributes: Told;
  readonly count: number;
  readonly sum: number;
}

export interface TraceReceiver {
  /** Where a gateway tells traces: the receiver, or the collector before it. */
  readonly url: string;
  readonly protocol: string;
  readonly spans: () => readonly ReceivedSpan[];
  /** The newest of each metric and its attributes. */
  readonly points: () => readonly ReceivedPoint[];
  readonly resource: () => Told;
  /** Everything that came, headers too. */
  readonly bytes: () => string;
  /** The span of a request, by the id of its answer, once it is there. */
  request(requestId: string): Promise<ReceivedSpan>;
  /** The spans below another, in the order of their begin, as `name` or `name > name`. */
  tree(span: ReceivedSpan): readonly string[];
}

/** What every test that is told traces starts its gateway with. */
export function tracingTo({ url, protocol }: Pick<TraceReceiver, 'url' | 'protocol'>): Record<string, string> {
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
    OTEL_BSP_SCHEDULE_DELAY: '20',
    OTEL_METRIC_EXPORT_INTERVAL: '100',
    OTEL_METRIC_EXPORT_TIMEOUT: '90',
  };
}

export async function startTraceReceiver(t: Teardown): Promise<TraceReceiver> {
  const traces: OtlpTraces[] = [];
  const metrics: OtlpMetrics[] = [];
  const bytes: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const sent = await buffer(request);
      const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
      bytes.push(JSON.stringify(request.headers), body.toString());
      if (request.url === '/v1/traces') traces.push(JSON.parse(body.toString()) as OtlpTraces);
      if (request.url === '/v1/metrics') metrics.push(JSON.parse(body.toString()) as OtlpMetrics);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const spans = (): readonly ReceivedSpan[] => traces.flatMap(spansOf);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...((await startCollector(t, url)) ?? { url, protocol: 'http/json' }),
    spans,
    points: () => metrics.flatMap(pointsOf),
    resource: () => toldIn(traces[0]?.resourceSpans?.[0]?.resource?.attributes),
    bytes: () => bytes.join('\n'),
    request: (requestId) =>
      until(`the span of ${requestId}`, () =>
        spans().find(({ attributes }) => attributes['waybill.request_id'] === requestId),
      ),
    tree: (span) => below(span, spans()),
  };
}

function below({ id, traceId }: ReceivedSpan, spans: readonly ReceivedSpan[]): readonly string[] {
  const children = spans.filter((span) => span.parentId === id && span.traceId === traceId);
  return children.flatMap((child) => [child.name, ...below(child, spans).map((name) => `${child.name} > ${name}`)]);
}

/** In the order in which they began. */
function spansOf({ resourceSpans = [] }: OtlpTraces): readonly ReceivedSpan[] {
  const spans = resourceSpans.flatMap(({ scopeSpans = [] }) => scopeSpans.flatMap((scope) => scope.spans ?? []));
  return spans
    .toSorted((one, other) => Number(BigInt(one.startTimeUnixNano) - BigInt(other.startTimeUnixNano)))
    .map((span) => ({
      traceId: span.traceId,
      id: span.spanId,
      parentId: span.parentSpanId ?? '',
      name: span.name,
      kind: span.kind,
      milliseconds: Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6,
      attributes: toldIn(span.attributes),
      hasFailed: span.status?.code === 2,
    }));
}

function pointsOf({ resourceMetrics = [] }: OtlpMetrics): readonly ReceivedPoint[] {
  const metrics = resourceMetrics.flatMap(({ scopeMetrics = [] }) =>
    scopeMetrics.flatMap((scope) => scope.metrics ?? []),
  );
  return metrics.flatMap(({ name, histogram }) =>
    (histogram?.dataPoints ?? []).map(({ attributes, count = 0, sum = 0 }) => ({
      metric: name,
      attributes: toldIn(attributes),
      count: Number(count),
      sum,
    })),
  );
}

function toldIn(attributes: OtlpAttributes = []): Told {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.boolValue ?? value.doubleValue ?? Number(value.intValue),
    ]),
  );
}
