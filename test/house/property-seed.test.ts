import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import test from 'ava';
import { manifest, root } from './_project-files.ts';

const execute = promisify(execFile);
const seedFile = 'test/_support/property-seed.ts';

/** Fails in about one of a thousand cases; tells the seed and the case it failed with. */
const failing = `
  import * as fc from 'fast-check';
  const rare = fc.property(fc.integer(), (n) => n % 1009 !== 1008);
  const { failed, seed, counterexample } = fc.check(rare, { numRuns: 100_000, endOnFailure: true });
  process.stdout.write(JSON.stringify({ failed, seed, counterexample }));
`;

interface Failure {
  readonly failed: boolean;
  readonly seed: number;
  readonly counterexample: readonly number[];
}

/** What the failing property comes to in a process that loads what AVA loads before a test file. */
async function failureUnder(seed: number | null): Promise<Failure> {
  const { WAYBILL_TEST_SEED: _, ...env } = process.env;
  const { stdout } = await execute(
    process.execPath,
    ['--import', `./${seedFile}`, '--input-type=module', '--eval', failing],
    { cwd: root, env: seed === null ? env : { ...env, WAYBILL_TEST_SEED: String(seed) } },
  );
  return JSON.parse(stdout) as Failure;
}

test('AVA loads the seed of properties before every test file', (t) => {
  t.deepEqual(manifest.ava.require, [`./${seedFile}`]);
});

test('a property that failed fails again under its seed, with the same case', async (t) => {
  const first = await failureUnder(null);
  const [again, other] = [await failureUnder(first.seed), await failureUnder(first.seed ^ 1)];
  t.true(first.failed);
  t.deepEqual(again, first);
  t.notDeepEqual(other.counterexample, first.counterexample);
});
