import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const pom = join(import.meta.dirname, 'pom.xml');
const cache = join(import.meta.dirname, '..', '..', '.cache', 'kafka');
const downloadMsMax = 600_000;

/** Whether this machine has what a broker needs besides the jars: Java and Maven. */
export async function hasJavaAndMaven(): Promise<boolean> {
  const found = await Promise.allSettled([run('java', ['-version']), run('mvn', ['-version'])]);
  return found.every(({ status }) => status === 'fulfilled');
}

/** The jars of a broker, from Maven Central or, from the second time on, from Maven's own store on this machine. */
export async function kafkaClasspath(): Promise<string> {
  const stamp = createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 16);
  const path = join(cache, `classpath-${stamp}`);
  const known = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (known !== '' && known.split(delimiter).every((jar) => existsSync(jar))) return known;
  mkdirSync(cache, { recursive: true });
  const goal = ['dependency:build-classpath', '-DincludeScope=runtime', `-Dmdep.outputFile=${path}`];
  await run('mvn', ['--batch-mode', '--quiet', '--file', pom, ...goal]);
  return readFileSync(path, 'utf8');
}

async function run(command: string, args: readonly string[]): Promise<void> {
  await promisify(execFile)(command, [...args], { timeout: downloadMsMax });
}
