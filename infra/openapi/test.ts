// `npm run test:openapi`: Schemathesis makes calls from both descriptions of a sandbox gateway, well-formed and not, and
// judges the answers by them. Closes as `npm test` does: each operation of each phase counts once.
// Options of Schemathesis may follow, another `--seed` for example.
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startGateway } from '../../src/main.ts';

const run = promisify(execFile);
const version = '4.32.5';
const installMsMax = 600_000;
const root = join(import.meta.dirname, '..', '..');
const cache = join(root, '.cache');

/** The program, in a Python environment of its own that is made the first time. */
async function schemathesis(): Promise<string> {
  const folder = join(cache, `schemathesis-${version}`);
  const program = join(folder, 'bin', 'python');
  if (existsSync(folder)) return program;
  const fresh = `${folder}.${process.pid}`;
  mkdirSync(cache, { recursive: true });
  try {
    await run('python3', ['-m', 'venv', fresh]);
    const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `schemathesis==${version}`];
    await run(join(fresh, 'bin', 'python'), install, { timeout: installMsMax });
    renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return program;
}

/** Calls by which the caller would end its own key, or another one's work. */
const ending = '/(close|suspend|resume|revoke)$';

async function judge(program: string): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-openapi-'));
  const dataDir = join(folder, 'data');
  const gateway = await startGateway({
    WAYBILL_DATA_DIR: dataDir,
    WAYBILL_PORT: '0',
    WAYBILL_ADMIN_PORT: '0',
    WAYBILL_LOG_LEVEL: 'silent',
  });
  try {
    // Written by the gateway at its start.
    const keys = JSON.parse(readFileSync(join(dataDir, 'sandbox.json'), 'utf8')) as {
      readonly api_key: string;
      readonly admin_api_key: string;
    };
    const config = join(import.meta.dirname, 'schemathesis.toml');
    const how = ['--checks', 'all', '--max-examples', '10', '--seed', '1', '--no-color', ...process.argv.slice(2)];
    const run = (url: string, key: string, more: readonly string[]): Promise<string> => {
      const command = ['-m', 'schemathesis.cli', '--config-file', config, 'run', `${url}/openapi.json`, '--url', url];
      return output(program, [...command, '--header', `Authorization: Bearer ${key}`, ...more, ...how]);
    };
    return [
      await run(gateway.baseUrl, keys.api_key, []),
      await run(gateway.adminUrl ?? '', keys.admin_api_key, ['--exclude-path-regex', ending]),
    ];
  } finally {
    await gateway.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What it writes, shown as it comes. */
function output(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { cwd: tmpdir(), stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (piece: Buffer) => {
    text += piece.toString();
    process.stdout.write(piece);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve(text));
  });
}

try {
  const texts = await judge(await schemathesis());
  const sum = (word: string): number =>
    [...texts.join('\n').matchAll(new RegExp(`[✅❌]\\s+(\\d+) ${word}`, 'g'))].reduce(
      (total, [, count]) => total + Number(count),
      0,
    );
  const [passed, failed] = [sum('passed'), sum('failed')];
  // A run that judged nothing is a failure.
  const isOver = texts.every((text) => /^=+ .* in [\d.]+s =+$/m.test(text));
  process.stdout.write(`${passed} passed, ${isOver ? failed : failed + 1} failed\n`);
  process.exitCode = passed > 0 && failed === 0 && isOver ? 0 : 1;
} catch (error) {
  process.stderr.write(
    `the calls were not made: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}\n`,
  );
  process.stdout.write('0 passed, 1 failed\n');
  process.exitCode = 1;
}
