import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const cache = join(import.meta.dirname, '..', '.cache');

/**
 * A folder of `.cache` that is made the first time: it has its name only once it is whole. Resolves to its path. Raises
 * what `make` raises.
 */
export async function madeOnce(name: string, make: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = join(cache, name);
  if (existsSync(folder)) return folder;
  const fresh = `${folder}.${process.pid}`;
  mkdirSync(cache, { recursive: true });
  try {
    await make(fresh);
    renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return folder;
}

/**
 * Python with these packages, in an environment of its own with this name, made the first time. Resolves to its
 * interpreter: scripts of an environment name the place where it was made. Raises when an installation fails, or takes
 * longer than `msMax`.
 */
export async function pythonWith(name: string, packages: readonly string[], msMax = 600_000): Promise<string> {
  const folder = await madeOnce(name, async (fresh) => {
    await run('python3', ['-m', 'venv', fresh]);
    const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages];
    await run(join(fresh, 'bin', 'python'), install, { timeout: msMax });
  });
  return join(folder, 'bin', 'python');
}
