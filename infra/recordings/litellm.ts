// LiteLLM's proxy, from its registry at a fixed version.
import { execFile, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const cache = join(import.meta.dirname, '..', '..', '.cache');
const version = '1.105.0';
const installMsMax = 900_000;

/** Its command, in an environment of its own in `.cache`, which is made whole or not at all. */
export async function litellmCommand(): Promise<string> {
  const folder = join(cache, `litellm-${version}`);
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    try {
      await run('python3', ['-m', 'venv', folder]);
      const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `litellm[proxy]==${version}`];
      await run(join(folder, 'bin', 'python'), install, { timeout: installMsMax });
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }
  return join(folder, 'bin', 'litellm');
}

/** Waits until something answers there. */
export async function listening(url: string, child: ChildProcess): Promise<void> {
  const patienceMs = 120_000;
  const lateAt = performance.now() + patienceMs;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`);
    try {
      await fetch(url);
      return;
    } catch {
      if (performance.now() > lateAt) throw new Error(`${url} does not answer`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

export async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(late);
}
