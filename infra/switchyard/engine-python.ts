import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const cache = join(import.meta.dirname, '..', '..', '.cache');

/** Of NVIDIA NeMo Switchyard. */
const engineVersion = '0.3.0';

/** The Python that has the engine, in an environment of its own that is made the first time: 20 MB, kept in `.cache`. */
export async function enginePython(): Promise<string> {
  const folder = join(cache, `nemo-switchyard-${engineVersion}`);
  if (existsSync(folder)) return join(folder, 'bin', 'python');
  const fresh = `${folder}.${process.pid}`;
  mkdirSync(cache, { recursive: true });
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
  try {
    await run('python3', ['-m', 'venv', fresh]);
    await run(join(fresh, 'bin', 'python'), [...install, `nemo-switchyard==${engineVersion}`]);
    renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return join(folder, 'bin', 'python');
}
