// `npm run test:openapi`: Schemathesis makes calls from both descriptions of a sandbox gateway, well-formed and not, and
// judges the answers by them. Closes as `npm test` does: each operation of each phase counts once.
// Options of Schemathesis may follow, another `--seed` for example.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGateway } from '../../src/main.ts';
import { pythonWith } from '../made-once.ts';

const version = '4.32.5';

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
  const texts = await judge(await pythonWith(`schemathesis-${version}`, [`schemathesis==${version}`]));
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
