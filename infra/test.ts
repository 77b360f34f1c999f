// `npm test`: runs AVA over the test files of a suite and closes with one plain line, "N passed, N failed".
// Its arguments are AVA's: files or globs that are named take the suite's place.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { suiteFiles } from './test-suites.ts';

const root = join(import.meta.dirname, '..');
const [first, second, ...rest] = process.argv.slice(2);
const asked = first === '--suite' ? suiteFiles(second ?? '', rest) : process.argv.slice(2);
// Known before the first test: an assertion of AVA's that fails in a property hides the seed that fast-check would tell.
const seed = process.env['WAYBILL_TEST_SEED'] ?? String(randomInt(2 ** 31));
const ava = spawn(process.execPath, [join(root, 'node_modules/ava/entrypoints/cli.js'), ...asked], {
  cwd: root,
  // Each test file is a process: what one has compiled the others take.
  env: { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'), ...process.env, WAYBILL_TEST_SEED: seed },
  stdio: ['ignore', 'pipe', 'inherit'],
});

let output = '';
ava.stdout.on('data', (chunk: Buffer) => {
  process.stdout.write(chunk);
  output += chunk.toString();
});

const exitCode = await new Promise<number>((resolve) => {
  ava.on('close', (code) => resolve(code ?? 1));
});

const count = (pattern: RegExp): number => Number(pattern.exec(output)?.[1] ?? 0);
// When a test fails AVA's summary leaves out the number of those that passed: the ticks are counted instead.
const passed = output.match(/^ {2}✔ /gm)?.length ?? 0;
const failed =
  count(/^\s*(\d+) tests? failed/m) +
  count(/^\s*(\d+) hooks? failed/m) +
  count(/^\s*(\d+) unhandled rejections?/m) +
  count(/^\s*(\d+) uncaught exceptions?/m);
// A crash of the runner or of a test file is a failure even when no single test failed.
const failures = exitCode !== 0 && failed === 0 ? 1 : failed;
if (failures > 0) process.stdout.write(`WAYBILL_TEST_SEED=${seed} tries the same cases of each property again\n`);
process.stdout.write(`${passed} passed, ${failures} failed\n`);
process.exit(failures > 0 || passed === 0 ? 1 : 0);
