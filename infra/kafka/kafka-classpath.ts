import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const pom = join(import.meta.dirname, 'pom.xml');
const cache = join(import.meta.dirname, '..', '..', '.cache', 'kafka');
const downloadMsMax = 600_000;

/** Versions of Apache Kafka that the suite is run on: the newest, and the last line that can run without KRaft. */
const kafkaVersions = ['4.4.0', '3.9.2'] as const;

type KafkaVersion = (typeof kafkaVersions)[number];

/** The one that `WAYBILL_TEST_KAFKA_VERSION` names, or all, the newest first. */
export function kafkaVersionsToRun(): readonly [KafkaVersion, ...KafkaVersion[]] {
  const named = process.env['WAYBILL_TEST_KAFKA_VERSION'];
  if (named === undefined) return kafkaVersions;
  const version = kafkaVersions.find((each) => each === named);
  if (version === undefined) throw new RangeError(`WAYBILL_TEST_KAFKA_VERSION is one of ${kafkaVersions.join(', ')}`);
  return [version];
}

/** Whether this machine has what a broker needs besides the jars: Java and Maven. */
export async function hasJavaAndMaven(): Promise<boolean> {
  const found = await Promise.allSettled([run('java', ['-version']), run('mvn', ['-version'])]);
  return found.every(({ status }) => status === 'fulfilled');
}

/** The jars of a broker, from Maven Central or, from the second time on, from Maven's own store on this machine. */
export async function kafkaClasspath(version: KafkaVersion): Promise<string> {
  const stamp = createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 16);
  const path = join(cache, `classpath-${version}-${stamp}`);
  const known = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (known !== '' && known.split(delimiter).every((jar) => existsSync(jar))) return known;
  mkdirSync(cache, { recursive: true });
  const goal = ['dependency:build-classpath', '-DincludeScope=runtime', `-Dmdep.outputFile=${path}`];
  await run('mvn', ['--batch-mode', '--quiet', '--file', pom, `-Dkafka.version=${version}`, ...goal]);
  return readFileSync(path, 'utf8');
}

async function run(command: string, args: readonly string[]): Promise<void> {
  await promisify(execFile)(command, [...args], { timeout: downloadMsMax });
}
