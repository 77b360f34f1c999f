// `npm run test:hledger`: exported ledgers in a real hledger, which Debian has as a package of that name. `HLEDGER` names the
// program where it is elsewhere. Closes as `npm test` does.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const program = process.env['HLEDGER'] ?? 'hledger';

if (spawnSync(program, ['--version']).status === 0) {
  const suite = ['infra/test.ts', '--config', 'infra/hledger/ava.config.mjs', ...process.argv.slice(2)];
  const runner = spawn(process.execPath, suite, {
    cwd: root,
    env: { ...process.env, HLEDGER: program },
    stdio: 'inherit',
  });
  const [code] = (await once(runner, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} else {
  process.stderr.write(
    'the suite of hledger was not run: it needs hledger (Debian: apt install hledger), or HLEDGER=<its path>\n',
  );
  process.exitCode = 1;
}
