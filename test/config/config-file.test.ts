import { join } from 'node:path';
import test from 'ava';
import { ConfigError, loadConfig } from '../../src/config.ts';
import { configFileSchema } from '../../src/config/config-file.ts';

test('every limit of the server has a default', (t) => {
  const { server } = configFileSchema.parse({ upstreams: {}, targets: {}, profiles: {} });
  t.deepEqual(server, {
    processes: 1,
    body_bytes_max: 8_388_608,
    body_bytes_per_second_min: 1_024,
    bodies_bytes_max: 536_870_912,
    connections_max: 16_384,
    headers_timeout_ms: 15_000,
    audio_bytes_max: 26_214_400,
    json_depth_max: 128,
    json_members_count_max: 50_000,
    json_elements_count_max: 50_000,
    json_numbers_count_max: 500_000,
    answer_bytes_max: 33_554_432,
    answers_bytes_max: 1_073_741_824,
    sse_record_bytes_max: 33_554_432,
    requests_in_flight_max: 10_000,
    request_timeout_ms: 60_000,
    keep_alive_timeout_ms: 75_000,
    drain_timeout_ms: 30_000,
    write_stall_ms_max: 60_000,
    unsent_bytes_max: 268_435_456,
    request_total_ms_max: 3_000_000,
    disconnect_drain_bytes_max: 16_777_216,
    heartbeat_ms: 15_000,
    cost_in_usage: false,
  });
});

test('the operations port is one of its own, or any free one if the public port is, or none', (t) => {
  const path = join(import.meta.dirname, '..', '..', 'infra', 'sandbox.yaml');
  const portFor = (environment: Readonly<Record<string, string>>) =>
    loadConfig({
      WAYBILL_CONFIG: path,
      WAYBILL_SANDBOX_URL: 'http://127.0.0.1:1/v1',
      WAYBILL_SANDBOX_KEY: 'key',
      WAYBILL_SPARE_URL: 'http://127.0.0.1:2/v1',
      WAYBILL_SPARE_KEY: 'key',
      ...environment,
    }).metricsPort;
  t.is(portFor({}), 9_464);
  t.is(portFor({ WAYBILL_PORT: '0' }), 0);
  t.is(portFor({ WAYBILL_METRICS_PORT: '9000' }), 9_000);
  t.is(portFor({ WAYBILL_METRICS_PORT: 'off' }), null);
  for (const port of ['none', '70000', '']) {
    t.throws(() => portFor({ WAYBILL_METRICS_PORT: port }), {
      instanceOf: ConfigError,
      message: /WAYBILL_METRICS_PORT/,
    });
  }
  t.throws(() => portFor({ WAYBILL_PORT: '8081' }), {
    instanceOf: ConfigError,
    message: 'WAYBILL_PORT and WAYBILL_ADMIN_PORT are both 127.0.0.1:8081: set one of them to another port',
  });
  t.is(portFor({ WAYBILL_PORT: '8081', WAYBILL_ADMIN_HOST: '127.0.0.2' }), 9_464);
  t.is(portFor({ WAYBILL_PORT: '8081', WAYBILL_ADMIN_PORT: 'off' }), 9_464);
});
