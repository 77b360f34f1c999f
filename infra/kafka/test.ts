// `npm run test:kafka`: starts a broker, runs the suite of test/kafka on it, stops it. Closes as `npm test` does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { hasJavaAndMaven } from './kafka-classpath.ts';
import { startKafkaCluster } from './kafka-cluster.ts';

const root = join(import.meta.dirname, '..', '..');

// Leaving by `exit` ends the broker too, which a signal alone would not.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

if (await hasJavaAndMaven()) {
  const cluster = await startKafkaCluster(1);
  try {
    const suite = ['infra/test.ts', '--config', 'infra/kafka/ava.config.mjs', ...process.argv.slice(2)];
    const env = { ...process.env, WAYBILL_TEST_KAFKA_BROKERS: cluster.addresses.join(',') };
    const runner = spawn(process.execPath, suite, { cwd: root, env, stdio: 'inherit' });
    const [code] = (await once(runner, 'exit')) as [number | null];
    process.exitCode = code ?? 1;
  } finally {
    await cluster.stop();
  }
} else {
  process.stderr.write('the Kafka suite was not run: it needs java (17 or later) and mvn on the PATH\n');
  process.exitCode = 1;
}
