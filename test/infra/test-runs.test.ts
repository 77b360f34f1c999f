import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { scratchFolder } from '../_support/scratch-folder.ts';

// Test files that fail in each way, beside others that pass, all in one process.

const root = join(import.meta.dirname, '..', '..');
const passing = `test('passes', (t) => t.pass());`;
const roomFiles: Readonly<Record<string, string>> = {
  a: passing,
  crashes: `${passing} test('crashes', async () => { setImmediate(() => { throw new Error('boom'); }); await new Promise(() => {}); });`,
  exits: `${passing} test('exits', () => process.exit(0));`,
  fails: `${passing} test('fails', (t) => t.is(1, 2));`,
  hooks: `${passing} test.after.always('ends', () => { throw new Error('not ended'); });`,
  stalls: `${passing} test('stalls', () => new Promise(() => {}));`,
  z: `${passing} test('has its seed', (t) => t.is(process.env.WAYBILL_TEST_SEED, '7'));`,
};

function project(t: ExecutionContext, files: Readonly<Record<string, string>>): string {
  const folder = scratchFolder(t);
  const ava = { files: ['test/**/*.test.ts'], extensions: ['ts'], timeout: '300s', workerThreads: false };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', ava }));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'test', 'room'), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, 'test', 'room', `${name}.test.ts`), `import test from 'ava';\n${text}\n`);
  }
  return folder;
}

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(folder: string, script: string, ...words: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const env = { ...process.env, WAYBILL_TEST_SEED: '7' };
    execFile(process.execPath, [join(root, 'infra', script), ...words], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

const failuresIn = ({ stdout }: Ended): readonly string[] =>
  [...stdout.matchAll(/^failed: test\/room\/(.*)$/gm)].map(([, failure = '']) => failure);

test('a run names what failed, and loses no test of a process that ends early', async (t) => {
  const ended = await run(project(t, roomFiles), 'test.ts', 'test/**/*.test.ts');
  t.is(ended.code, 1);
  t.deepEqual(failuresIn(ended).toSorted(), [
    'crashes.test.ts: did not come to its end',
    'exits.test.ts: did not come to its end',
    'fails.test.ts: fails',
    'hooks.test.ts: ends',
    'stalls.test.ts: stalls',
  ]);
  for (const name of ['a', 'fails', 'hooks', 'stalls', 'z'])
    t.regex(ended.stdout, new RegExp(`✔ (room › )?${name} › passes`));
  const files = ['crashes', 'exits', 'fails', 'hooks', 'stalls'].map((name) => `test/room/${name}.test.ts`);
  const again = ended.stdout.split('\n').find((line) => line.startsWith('WAYBILL_TEST_SEED=7 npm test -- ')) ?? '';
  t.deepEqual(
    again
      .split(' ')
      .filter((word) => word.startsWith('test/'))
      .toSorted(),
    files,
  );
  // That of the file that exits may not be told before the exit.
  t.regex(ended.stdout, /\n[67] passed, 5 failed\n$/);
});

test('repeated runs have another seed each, and say which tests failed how often', async (t) => {
  const folder = project(t, { a: passing, z: roomFiles['z'] ?? '' });
  const ended = await run(folder, 'repeat-tests.ts', '2', 'test/**/*.test.ts');
  t.is(ended.code, 1);
  t.regex(ended.stderr, /^run 1 of 2: 3 passed, 0 failed in \d+ s, seed 7$/m);
  t.regex(ended.stdout, /^1 of 2: test\/room\/z\.test\.ts: has its seed, with seed 8$/m);
  t.regex(ended.stdout, /\n1 of 2 runs were green\n$/);
  const told = await run(folder, 'repeat-tests.ts', '1', 'test/room/a.test.ts', '--json');
  t.is(told.code, 0);
  t.like(JSON.parse(told.stdout), { green: 1, failures: [], runs: [{ seed: 7, passed: 1, failed: 0 }] });
});

test('a repeat without a number of runs is refused, with what to write', async (t) => {
  const folder = project(t, {});
  for (const words of [[], ['0'], ['many']]) {
    const { code, stderr } = await run(folder, 'repeat-tests.ts', ...words);
    t.is(code, 2);
    t.regex(stderr, /Usage: npm run test:repeat -- N/);
  }
});
