// `npm run test:repeat -- N`: runs the suite of `npm test` N times, each with another seed, and says which tests failed how
// often. What follows N is handed on, so test files that are named take the suite's place.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';

const usage = `Usage: npm run test:repeat -- N [FILES] [--json]

Runs the tests N times, each time with another seed, and says which failed how often, and with which seeds.
FILES, such as test/pools/balance.test.ts or 'test/domain/**/*.test.ts', take the place of all that npm test runs.
--json writes the result as one object. WAYBILL_TEST_SEED is the seed of the first run; each further one adds 1.
The exit code is 1 if any test failed in any run, and 2 for a wrong call.
`;

const root = process.cwd();
const logs = join(root, '.cache', 'repeated');
const progressEveryMs = 15_000;

// What `infra/test.ts` closes with.
const closingLine = /^(\d+) passed, (\d+) failed$/m;
const failureLine = /^failed: (.*)$/gm;

/** One run of the suite. */
interface Run {
  readonly seed: number;
  readonly seconds: number;
  readonly passed: number;
  readonly failed: number;
  /** Each with its file. */
  readonly failures: readonly string[];
  /** Where everything that the run wrote is. */
  readonly log: string;
}

function fail(words: string): never {
  process.stderr.write(`${words}\n\n${usage}`);
  process.exit(2);
}

function calledWith() {
  const { values, positionals } = parseArgs({
    options: { help: { type: 'boolean' }, json: { type: 'boolean' } },
    allowPositionals: true,
  });
  if (values.help === true) {
    process.stdout.write(usage);
    process.exit(0);
  }
  const [times, ...files] = positionals;
  if (times === undefined || !/^[1-9]\d{0,3}$/.test(times)) fail('say how often: a number from 1 to 9999');
  const first = process.env['WAYBILL_TEST_SEED'] ?? String(randomInt(2 ** 30));
  if (!/^\d{1,10}$/.test(first)) fail('WAYBILL_TEST_SEED is a whole number');
  return { times: Number(times), files, isJson: values.json === true, firstSeed: Number(first) };
}

const { times, files, isJson, firstSeed } = calledWith();
const say = (line: string): void => void process.stderr.write(`${line}\n`);

async function runOnce(nth: number): Promise<Run> {
  const [seed, beganAtMs] = [firstSeed + nth - 1, performance.now()];
  const seconds = (): number => Math.round((performance.now() - beganAtMs) / 1_000);
  const child = spawn(process.execPath, [join(import.meta.dirname, 'test.ts'), '--suite', 'rooms', ...files], {
    cwd: root,
    env: { ...process.env, WAYBILL_TEST_SEED: String(seed) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ticks = (): number => output.match(/^ {2}✔ /gm)?.length ?? 0;
  const telling = setInterval(
    () => say(`run ${nth} of ${times}: ${ticks()} passed in ${seconds()} s`),
    progressEveryMs,
  );
  await new Promise((resolve) => child.on('close', resolve));
  clearInterval(telling);
  const log = join(logs, `${seed}.log`);
  writeFileSync(log, output);
  const closing = closingLine.exec(output);
  const failures = [...output.matchAll(failureLine)].map(([, failure = '']) => failure);
  // A run that did not come to its closing line has failed.
  const failed = closing === null ? Math.max(failures.length, 1) : Number(closing[2]);
  const named = failed > 0 && failures.length === 0 ? ['something without a name: see the log'] : failures;
  const run = { seed, seconds: seconds(), passed: Number(closing?.[1] ?? ticks()), failed, failures: named, log };
  say(`run ${nth} of ${times}: ${run.passed} passed, ${run.failed} failed in ${run.seconds} s, seed ${seed}`);
  for (const failure of named) say(`  ${failure}`);
  return { ...run, log: relative(root, log) };
}

// Of the last call alone: they are long.
rmSync(logs, { recursive: true, force: true });
mkdirSync(logs, { recursive: true });
const runs: Run[] = [];
for (let nth = 1; nth <= times; nth += 1) runs.push(await runOnce(nth));

const failedIn = Map.groupBy(
  runs.flatMap(({ failures, seed }) => failures.map((failure) => ({ failure, seed }))),
  ({ failure }) => failure,
);
const failures = [...failedIn]
  .map(([test, found]) => ({ test, times: found.length, seeds: found.map(({ seed }) => seed) }))
  .toSorted((a, b) => b.times - a.times);
const green = runs.filter(({ failed }) => failed === 0).length;

if (isJson) {
  process.stdout.write(`${JSON.stringify({ runs, failures, green }, null, 2)}\n`);
} else {
  for (const { test, times: often, seeds } of failures) {
    process.stdout.write(`${often} of ${times}: ${test}, with seed ${seeds.join(', ')}\n`);
  }
  if (failures.length > 0) {
    process.stdout.write(
      'WAYBILL_TEST_SEED=<seed> npm test -- <file> tries it again; what a run wrote is in .cache/repeated/<seed>.log\n',
    );
  }
  process.stdout.write(`${green} of ${times} runs were green\n`);
}
process.exit(green === times ? 0 : 1);
