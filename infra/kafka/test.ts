// `npm run test:kafka`: for each version of Kafka, starts a broker, runs the suite of test/kafka on it, stops it. Closes as
// `npm test` does, with the sum. WAYBILL_TEST_KAFKA_VERSION names one version.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { hasJavaAndMaven, kafkaVersionsToRun } from './kafka-classpath.ts';
import { startKafkaCluster } from './kafka-cluster.ts';

const root = join(import.meta.dirname, '..', '..');

// Leaving by `exit` ends the broker too, which a signal alone would not.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

if (await hasJavaAndMaven()) {
  let [passed, failed] = [0, 0];
  for (const version of kafkaVersionsToRun()) {
    process.env['WAYBILL_TEST_KAFKA_VERSION'] = version;
    const ended = await runSuite();
    process.stdout.write(`Apache Kafka ${version}: ${ended.passed} passed, ${ended.failed} failed\n`);
    passed += ended.passed;
    failed += ended.failed;
  }
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
} else {
  process.stderr.write('the Kafka suite was not run: it needs java (17 or later) and mvn on the PATH\n');
  process.exitCode = 1;
}

/** Runs it on the version that the environment names. All but its closing line is shown. */
async function runSuite(): Promise<{ readonly passed: number; readonly failed: number }> {
  const cluster = await startKafkaCluster({ size: 1 });
  try {
    const suite = ['infra/test.ts', '--config', 'infra/kafka/ava.config.mjs', ...process.argv.slice(2)];
    const env = { ...process.env, WAYBILL_TEST_KAFKA_BROKERS: cluster.addresses.join(',') };
    const runner = spawn(process.execPath, suite, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
    let ended = { passed: 0, failed: 1 };
    for await (const line of createInterface({ input: runner.stdout })) {
      const [closing, passed, failed] = /^(\d+) passed, (\d+) failed$/.exec(line) ?? [];
      if (closing === undefined) process.stdout.write(`${line}\n`);
      else ended = { passed: Number(passed), failed: Number(failed) };
    }
    return ended;
  } finally {
    await cluster.stop();
  }
}
