// `npm run test:console`: the console in a real browser, without a display (Debian: chromium). `CHROMIUM` names the program
// where it is elsewhere. Closes as `npm test` does.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const program = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

if (spawnSync(program, ['--version']).status === 0) {
  const suite = ['infra/test.ts', '--config', 'infra/console/ava.config.mjs', ...process.argv.slice(2)];
  const runner = spawn(process.execPath, suite, {
    cwd: root,
    env: { ...process.env, CHROMIUM: program },
    stdio: 'inherit',
  });
  const [code] = (await once(runner, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} else {
  process.stderr.write(
    'the suite of the console was not run: it needs Chromium (Debian: apt install chromium), or CHROMIUM=<its path>\n',
  );
  process.exitCode = 1;
}
