import test from 'ava';
import { collectorOf } from '../../src/config/collector.ts';

const endpoint = 'http://127.0.0.1:4318';

test('there is no collector without an endpoint, with an empty one or with a disabled SDK', (t) => {
  t.is(collectorOf({}), null);
  t.is(
    collectorOf({ OTEL_EXPORTER_OTLP_ENDPOINT: ' ', OTEL_SERVICE_NAME: 'front', OTEL_TRACES_EXPORTER: 'otlp' }),
    null,
  );
  for (const OTEL_SDK_DISABLED of ['true', ' TRUE ']) {
    t.is(collectorOf({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED }), null);
  }
});

test('an endpoint is for both signals, or for traces or measurements alone', (t) => {
  const both = { exportsSpans: true, exportsMetrics: true, hasDetectors: false };
  t.deepEqual(collectorOf({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: 'false' }), both);
  t.deepEqual(collectorOf({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint }), { ...both, exportsMetrics: false });
  t.deepEqual(collectorOf({ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: endpoint, OTEL_NODE_RESOURCE_DETECTORS: 'host' }), {
    exportsSpans: false,
    exportsMetrics: true,
    hasDetectors: true,
  });
});
