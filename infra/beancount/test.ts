// `npm run test:beancount`: exported ledgers in a real beancount. Needs Python 3 with pip, once its registry. Closes as
// `npm test` does.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const version = '3.2.3';
const folder = join(root, '.cache', `beancount-${version}`);

/** Makes the environment the first time. */
async function install(): Promise<void> {
  if (existsSync(folder)) return;
  const fresh = `${folder}.${process.pid}`;
  mkdirSync(join(root, '.cache'), { recursive: true });
  try {
    await run('python3', ['-m', 'venv', fresh]);
    const words = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `beancount==${version}`];
    await run(join(fresh, 'bin', 'python'), words, { timeout: 600_000 });
    renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

try {
  await install();
  const suite = ['infra/test.ts', '--config', 'infra/beancount/ava.config.mjs', ...process.argv.slice(2)];
  const env = { ...process.env, BEANCOUNT_PYTHON: join(folder, 'bin', 'python') };
  const [code] = (await once(spawn(process.execPath, suite, { cwd: root, env, stdio: 'inherit' }), 'exit')) as [
    number | null,
  ];
  process.exitCode = code ?? 1;
} catch (error) {
  const words = error instanceof Error ? error.message.split('\n')[0] : String(error);
  process.stderr.write(`beancount was not installed: ${words}\n`);
  process.stdout.write('0 passed, 1 failed\n');
  process.exitCode = 1;
}
