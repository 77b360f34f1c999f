// Installs the dependencies when node_modules is missing or older than the lock file, then gets out of the way.
// Plain JavaScript on purpose: it is run by whatever Node the host has, before the project's own Node 26 exists.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stampPath = join(root, 'node_modules', '.waybill-install');
const stamp = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .update(process.platform + process.arch)
  .digest('hex');

const installed =
  existsSync(join(root, 'node_modules', '.bin', 'node')) &&
  existsSync(stampPath) &&
  readFileSync(stampPath, 'utf8') === stamp;

if (!installed) {
  process.stderr.write('waybill: installing dependencies (first start, or the lock file changed)\n');
  // `npm install --no-save` and not `npm ci`: ci refuses a lock file in which a registry mirror left out the optional
  // binaries of other platforms; install takes exactly the locked versions too, and writes neither file.
  const result = spawnSync('npm', ['install', '--no-save', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: root,
    // npm's own chatter must not reach stdout: there `npm start` speaks to programs.
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) {
    process.stderr.write(
      'waybill: npm install failed; check that the npm registry is reachable, then run this again\n',
    );
    process.exit(result.status ?? 1);
  }
  writeFileSync(stampPath, stamp);
}
