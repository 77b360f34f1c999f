import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

type Variables = Readonly<Record<string, string>>;

/** Runs the suite of a folder below `infra`, with more variables, and closes as `npm test` does. */
export async function runSuite(folder: string, variables: Variables, given = process.argv.slice(2)): Promise<void> {
  const suite = ['infra/test.ts', '--config', `infra/${folder}/ava.config.mjs`, ...given];
  const runner = spawn(process.execPath, suite, {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, ...variables },
    stdio: 'inherit',
  });
  const [code] = (await once(runner, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
}

/** The same with what has to be made first, which tells its variables. What cannot be made is said, and is a failure. */
export async function runSuiteWith(folder: string, what: string, make: () => Promise<Variables>): Promise<void> {
  try {
    await runSuite(folder, await make());
  } catch (error) {
    process.stderr.write(`${what}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}\n`);
    process.stdout.write('0 passed, 1 failed\n');
    process.exitCode = 1;
  }
}
