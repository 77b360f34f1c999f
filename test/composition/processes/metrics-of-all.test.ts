import test from 'ava';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { metricsOfAll } from '../../../src/composition/processes/metrics-of-all.ts';

async function metricsWith(calls: number, path: string): Promise<string> {
  const registry = new Registry();
  new Gauge({ name: 'ready', help: 'Whether it is ready: {yes} or "no".', registers: [registry] }).set(calls);
  new Counter({ name: 'calls_total', help: 'Calls.', labelNames: ['path'], registers: [registry] }).inc(
    { path },
    calls,
  );
  new Histogram({ name: 'seconds', help: 'Times.', buckets: [1], registers: [registry] }).observe(0.5);
  return await registry.metrics();
}

test('samples of all processes stand below one head of their metric, each with its process', async (t) => {
  const odd = 'a{b="c",d} 1\\\n"';
  const text = metricsOfAll([
    { process: '1', text: await metricsWith(3, '/v1') },
    { process: '2', text: await metricsWith(5, odd) },
  ]);
  const heads = text.split('\n').filter((line) => line.startsWith('# TYPE '));
  t.deepEqual(heads, ['# TYPE ready gauge', '# TYPE calls_total counter', '# TYPE seconds histogram']);
  t.regex(text, /^# HELP ready .*\n# TYPE ready gauge\nready\{process="1"\} 3\nready\{process="2"\} 5\n$/m);
  t.true(text.includes('calls_total{process="1",path="/v1"} 3\n'));
  t.true(text.includes(`calls_total{process="2",path=${JSON.stringify(odd)}} 5\n`), text);
  t.true(text.includes('seconds_bucket{process="2",le="1"} 1\n'));
  t.true(text.includes('seconds_sum{process="1"} 0.5\n'));
});

test('a metric that one process lacks is that of the others', async (t) => {
  const text = metricsOfAll([
    { process: '1', text: '# HELP a A.\n# TYPE a gauge\na 1\n' },
    { process: '3', text: '# HELP b B.\n# TYPE b gauge\nb{} 2\n' },
  ]);
  t.is(text, '# HELP a A.\n# TYPE a gauge\na{process="1"} 1\n\n# HELP b B.\n# TYPE b gauge\nb{process="3"} 2\n');
  t.is(metricsOfAll([]), '');
});
