// `npm run test:audit`: receipts, checkpoints and ledgers under verifiers that are not ours: verify.py with `cryptography`, and
// verify.go with the code of Go's checksum database. Needs Python 3 with pip and Go 1.25, once their registries. Closes as
// `npm test` does.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const cache = join(root, '.cache');
const cryptography = '48.0.0';
const installMsMax = 600_000;

/** Python with the one package that verify.py needs, in an environment of its own that is made the first time. */
async function python(): Promise<string> {
  const folder = join(cache, `cryptography-${cryptography}`);
  if (!existsSync(folder)) {
    const fresh = `${folder}.${process.pid}`;
    mkdirSync(cache, { recursive: true });
    try {
      await run('python3', ['-m', 'venv', fresh]);
      const install = [
        '-m',
        'pip',
        'install',
        '--quiet',
        '--disable-pip-version-check',
        `cryptography==${cryptography}`,
      ];
      await run(join(fresh, 'bin', 'python'), install, { timeout: installMsMax });
      renameSync(fresh, folder);
    } finally {
      rmSync(fresh, { recursive: true, force: true });
    }
  }
  return join(folder, 'bin', 'python');
}

async function goVerifier(): Promise<string> {
  const program = join(cache, 'audit-verifier');
  await run('go', ['build', '-o', program, '.'], { cwd: import.meta.dirname, timeout: installMsMax });
  return program;
}

try {
  const env = { ...process.env, AUDIT_PYTHON: await python(), AUDIT_GO: await goVerifier() };
  const suite = ['infra/test.ts', '--config', 'infra/audit/ava.config.mjs', ...process.argv.slice(2)];
  const [code] = (await once(spawn(process.execPath, suite, { cwd: root, env, stdio: 'inherit' }), 'exit')) as [
    number | null,
  ];
  process.exitCode = code ?? 1;
} catch (error) {
  process.stderr.write(
    `the verifiers were not made: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}\n`,
  );
  process.stdout.write('0 passed, 1 failed\n');
  process.exitCode = 1;
}
