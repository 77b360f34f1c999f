// Installs what a lock file names when it is not there yet, or the lock file has changed; then gets out of the way.
// Plain JavaScript on purpose: it is run by whatever Node the host has, before the project's own Node 26 exists.
//
//   node infra/install.mjs              all dependencies of the project
//   node infra/install.mjs --omit=dev   only those that the gateway runs on; all of them are as good
//   node infra/install.mjs infra/check  the tools of `npm run check`, or others, that have a lock file of their own
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const isForRunning = process.argv.includes('--omit=dev');
const named = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? '.';
const isProject = named === '.';
const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), named);
const modules = join(folder, 'node_modules');
const stampPath = join(modules, '.waybill-install');

const lockText = readFileSync(join(folder, 'package-lock.json'));
const lock = createHash('sha256')
  .update(lockText)
  .update(process.platform + process.arch)
  .digest('hex');
const stampOfAll = `${lock} all`;
const stampForRunning = `${lock} run`;
const stamp = isForRunning ? stampForRunning : stampOfAll;

const found = foundStamp();

if (found !== stamp && found !== stampOfAll) {
  process.stderr.write(
    `waybill: installing ${isProject ? 'dependencies' : `the tools of ${named}`} (first time, or the lock file changed)\n`,
  );
  const result = spawnSync('npm', [...command(), '--prefer-offline', '--loglevel=error'], {
    cwd: folder,
    // npm's own chatter must not reach stdout: there `npm start` speaks to programs.
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) {
    process.stderr.write('waybill: npm failed; check that the npm registry is reachable, then run this again\n');
    process.exit(result.status ?? 1);
  }
  mkdirSync(modules, { recursive: true });
  writeFileSync(stampPath, stamp);
}

/** The stamp of what is installed; empty: nothing, or something else than the lock file names. */
function foundStamp() {
  if (isProject && !existsSync(join(modules, '.bin', 'node'))) return '';
  if (existsSync(stampPath)) return readFileSync(stampPath, 'utf8');
  if (!isProject) return '';
  // `npm ci` may have been run by hand, and there may be no registry any more.
  if (isInstalledByNpm(() => false)) return stampOfAll;
  return isInstalledByNpm(({ dev, devOptional }) => dev || devOptional) ? stampForRunning : '';
}

/** Whether npm has installed all packages of the lock file, except those that need not be there. */
function isInstalledByNpm(isLeftOut) {
  const own = join(modules, '.package-lock.json');
  if (!existsSync(own)) return false;
  const installed = JSON.parse(readFileSync(own, 'utf8')).packages;
  return Object.entries(JSON.parse(lockText).packages).every(
    ([path, named]) => path === '' || named.optional || isLeftOut(named) || installed[path]?.version === named.version,
  );
}

/**
 * `npm ci` begins by removing every module. So packages of development are added to those that a gateway may be running on
 * with `npm install`, which takes the same versions from the same lock. Locks of a folder's own may not be complete, and
 * `npm ci` refuses one that is not.
 */
function command() {
  if (!isProject || found === stampForRunning) return ['install', '--no-save'];
  return isForRunning ? ['ci', '--omit=dev'] : ['ci'];
}
