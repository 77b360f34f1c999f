// `npm test`: runs AVA over the test files of a suite and closes with one plain line, "N passed, N failed".
// Its arguments are AVA's: files or globs that are named take the suite's place.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { roomOutcome, writeTestRooms, type RoomOutcome } from './test-rooms.ts';
import { testFiles } from './test-suites.ts';

const root = process.cwd();
const ava = join(import.meta.dirname, '..', 'node_modules', 'ava', 'entrypoints', 'cli.js');
// Known before the first test: an assertion of AVA's that fails in a property hides the seed that fast-check would tell.
const seed = process.env['WAYBILL_TEST_SEED'] ?? String(randomInt(2 ** 31));

/** A property of the nightly run says nothing for as long as its thousands of cases take, which AVA would take for its end. */
const patience = process.env['WAYBILL_TEST_NIGHTLY'] === '1' ? ['--timeout=60m'] : [];

/** Where Linux keeps files in memory. */
const memory = '/dev/shm';
const memoryBytesMin = 4 * 1024 ** 3;

/**
 * A folder for what tests write: in memory where there is room. Hundreds of ledgers whose every commit is forced to one disk
 * make its other writers wait, for many seconds on a slow one.
 */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(hasRoomInMemory() ? memory : tmpdir(), 'waybill-tests-'));
  // Some tests run a command as nobody.
  chmodSync(folder, 0o711);
  return folder;
}

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= memoryBytesMin;
  } catch {
    return false;
  }
}

const temporary = temporaryFolder();
process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

interface AvaRun {
  readonly output: string;
  readonly isGreen: boolean;
}

async function runAva(given: readonly string[]): Promise<AvaRun> {
  const child = spawn(process.execPath, [ava, ...patience, ...given], {
    cwd: root,
    // What one process has compiled the others take.
    env: {
      NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'),
      ...process.env,
      TMPDIR: temporary,
      WAYBILL_TEST_SEED: seed,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk);
    output += chunk.toString();
  });
  return await new Promise((resolve) => {
    child.on('close', (code) => resolve({ output, isGreen: code === 0 }));
  });
}

/** Runs test files, those of a room in one process. What a process left when it ended early runs after the others. */
async function runRooms(files: readonly string[], options: readonly string[]) {
  const folder = join(root, '.cache', `rooms-${process.pid}`);
  const [runs, outcomes]: [AvaRun[], RoomOutcome[]] = [[], []];
  for (let left = files; left.length > 0;) {
    const rooms = writeTestRooms(root, left, join(folder, String(runs.length)));
    runs.push(await runAva([...rooms.map(({ path }) => path), ...options]));
    const found = rooms.map(roomOutcome);
    outcomes.push(...found);
    left = found.flatMap((room) => room.left);
  }
  rmSync(folder, { recursive: true });
  return { runs, outcomes };
}

const { files, options } = testFiles(process.argv.slice(2));
const { runs, outcomes } =
  files.length > 0 ? await runRooms(files, options) : { runs: [await runAva(options)], outcomes: [] };
const output = runs.map((run) => run.output).join('\n');
const isGreen = runs.every((run) => run.isGreen);
const stopped = outcomes.flatMap((room) => room.stopped);
const red = outcomes.flatMap((room) => room.failed);

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

const say = (line: string): void => void process.stdout.write(`${line}\n`);
for (const { file, titles } of red) for (const title of titles) say(`failed: ${file}: ${title}`);
for (const file of stopped) say(`failed: ${file}: did not come to its end`);
if (failures > 0) {
  const again = [...red.map(({ file }) => file), ...stopped];
  say(`WAYBILL_TEST_SEED=${seed} npm test -- ${[...again, ...options].join(' ')} tries the same cases again`);
}
// What is still on its way into a pipe is not lost: a slow reader of a long report would miss this line.
process.stdout.write(`${passed} passed, ${failures} failed\n`, () =>
  process.exit(failures > 0 || passed === 0 ? 1 : 0),
);
