// `npm run test:libreoffice`: exported workbooks in a real LibreOffice, without a display (Debian: libreoffice-calc-nogui).
// `SOFFICE` names the program where it is elsewhere. Closes as `npm test` does.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const program = process.env['SOFFICE'] ?? 'soffice';

if (spawnSync(program, ['--version']).status === 0) {
  const suite = ['infra/test.ts', '--config', 'infra/libreoffice/ava.config.mjs', ...process.argv.slice(2)];
  const runner = spawn(process.execPath, suite, {
    cwd: root,
    env: { ...process.env, SOFFICE: program },
    stdio: 'inherit',
  });
  const [code] = (await once(runner, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} else {
  process.stderr.write(
    'the suite of LibreOffice was not run: it needs soffice (Debian: apt install libreoffice-calc-nogui), or SOFFICE=<its path>\n',
  );
  process.exitCode = 1;
}
