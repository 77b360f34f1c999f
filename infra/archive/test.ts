// `npm run test:archive`: an archive in a strict server of S3 (versitygw, as a folder), read by DuckDB and pyarrow. Needs Go 1.25
// and Python 3 with pip, once their registries: 300 MB. Closes as `npm test` does.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const cache = join(root, '.cache');
const versitygw = '1.8.0';
const readers = { duckdb: '2.0.1', pyarrow: '26.0.1' };
const installMsMax = 900_000;

/** What is made in a folder once: it has its name when it is whole. */
async function madeOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
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

/** Python with what analysts read Parquet with. */
async function python(): Promise<string> {
  const folder = await madeOnce(`archive-python-${readers.duckdb}-${readers.pyarrow}`, async (fresh) => {
    await run('python3', ['-m', 'venv', fresh]);
    const packages = Object.entries(readers).map(([name, version]) => `${name}==${version}`);
    const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages];
    await run(join(fresh, 'bin', 'python'), install, { timeout: installMsMax });
  });
  return join(folder, 'bin', 'python');
}

async function server(): Promise<string> {
  const folder = await madeOnce(`versitygw-${versitygw}`, async (fresh) => {
    const install = ['install', `github.com/versity/versitygw/cmd/versitygw@v${versitygw}`];
    await run('go', install, { env: { ...process.env, GOBIN: fresh }, timeout: installMsMax });
  });
  return join(folder, 'versitygw');
}

try {
  const env = { ...process.env, ARCHIVE_PYTHON: await python(), ARCHIVE_SERVER: await server() };
  const suite = ['infra/test.ts', '--config', 'infra/archive/ava.config.mjs', ...process.argv.slice(2)];
  const [code] = (await once(spawn(process.execPath, suite, { cwd: root, env, stdio: 'inherit' }), 'exit')) as [
    number | null,
  ];
  process.exitCode = code ?? 1;
} catch (error) {
  process.stderr.write(
    `the server and the readers were not made (Go 1.25 and Python 3 with pip are needed): ${error instanceof Error ? error.message.split('\n')[0] : String(error)}\n`,
  );
  process.stdout.write('0 passed, 1 failed\n');
  process.exitCode = 1;
}
