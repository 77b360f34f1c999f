// `npm test`: runs AVA over the test files of a suite and closes with one plain line, "N passed, N failed".
// Its arguments are AVA's: files or globs that are named take the suite's place.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { roomOutcome, writeTestRooms, type RoomOutcome } from './test-rooms.ts';
import { testFiles } from './test-suites.ts';

const root = join(import.meta.dirname, '..');
// Known before the first test: an assertion of AVA's that fails in a property hides the seed that fast-check would tell.
const seed = process.env['WAYBILL_TEST_SEED'] ?? String(randomInt(2 ** 31));

/** What AVA tells while it runs, and whether it found no failure. */
async function runAva(given: readonly string[]): Promise<{ readonly output: string; readonly isGreen: boolean }> {
  const ava = spawn(process.execPath, [join(root, 'node_modules/ava/entrypoints/cli.js'), ...given], {
    cwd: root,
    // What one process has compiled the others take.
    env: { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'), ...process.env, WAYBILL_TEST_SEED: seed },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  ava.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk);
    output += chunk.toString();
  });
  return await new Promise((resolve) => {
    ava.on('close', (code) => resolve({ output, isGreen: code === 0 }));
  });
}

/** The same over test files, those of a room in one process. What a process left when it ended early runs after the others. */
async function runRooms(files: readonly string[], options: readonly string[]) {
  const folder = join(root, '.cache', `rooms-${process.pid}`);
  const runs: { readonly output: string; readonly isGreen: boolean }[] = [];
  const outcomes: RoomOutcome[] = [];
  for (let left = files; left.length > 0;) {
    const rooms = writeTestRooms(root, left, join(folder, String(runs.length)));
    runs.push(await runAva([...rooms.map(({ path }) => path), ...options]));
    const run = rooms.map(roomOutcome);
    outcomes.push(...run);
    left = run.flatMap((room) => room.left);
  }
  rmSync(folder, { recursive: true });
  const output = runs.map((run) => run.output).join('\n');
  return {
    output,
    isGreen: runs.every((run) => run.isGreen),
    red: outcomes.flatMap((room) => [...room.red, ...room.stopped]),
    stopped: outcomes.flatMap((room) => room.stopped),
  };
}

const { files, options } = testFiles(process.argv.slice(2));
// A single file is AVA's own affair, and so is what names a configuration of its own.
const { output, isGreen, red, stopped } =
  files.length > 1
    ? await runRooms(files, options)
    : { ...(await runAva([...files, ...options])), red: files, stopped: [] };
for (const file of stopped)
  process.stdout.write(`${file} did not come to its end: run it alone to see where it stops\n`);

const count = (pattern: RegExp): number =>
  [...output.matchAll(pattern)].reduce((sum, [, figure]) => sum + Number(figure), 0);
// When a test fails AVA's summary leaves out the number of those that passed: the ticks are counted instead.
const passed = output.match(/^ {2}✔ /gm)?.length ?? 0;
const failed =
  count(/^\s*(\d+) tests? failed/gm) +
  count(/^\s*(\d+) hooks? failed/gm) +
  count(/^\s*(\d+) unhandled rejections?/gm) +
  // A file that stops at an exception is told by AVA too.
  Math.max(stopped.length, count(/^\s*(\d+) uncaught exceptions?/gm));
// A crash of the runner or of a test file is a failure even when no single test failed.
const failures = isGreen ? failed : Math.max(failed, 1);
if (failures > 0) {
  process.stdout.write(`WAYBILL_TEST_SEED=${seed} npm test -- ${[...red, ...options].join(' ')}\n`);
  process.stdout.write('tries the same cases of each property of these files again\n');
}
process.stdout.write(`${passed} passed, ${failures} failed\n`);
process.exit(failures > 0 || passed === 0 ? 1 : 0);
