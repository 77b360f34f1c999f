import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { root } from '../house/_project-files.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { answeringSandbox } from './_answering-sandbox.ts';
import { environment } from './_user-environment.ts';

const run = promisify(execFile);

/** What is committed, with nothing installed. */
async function cleanClone(t: ExecutionContext): Promise<string> {
  const folder = join(scratchFolder(t), 'waybill');
  await run('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, folder]);
  return folder;
}

async function unchanged(t: ExecutionContext, folder: string): Promise<void> {
  t.is((await run('git', ['status', '--porcelain'], { cwd: folder })).stdout, '');
}

for (const options of [['--omit=dev'], []]) {
  const command = ['ci', ...options];
  test(`npm ${command.join(' ')} ends with 0 in a clean clone, and changes no file of it`, async (t) => {
    const folder = await cleanClone(t);
    await t.notThrowsAsync(run('npm', [...command, '--prefer-offline'], { cwd: folder, env: environment }));
    await unchanged(t, folder);
    t.is(existsSync(join(folder, 'node_modules', 'openai')), options.length === 0);
    // What npm has installed is enough for a start, also where npm and its registry are away by now.
    const offline = { cwd: folder, env: { PATH: '/nowhere' } };
    await t.notThrowsAsync(run(process.execPath, ['infra/install.mjs', '--omit=dev'], offline));
  });
}

/** What the README has its reader type beside the gateway that runs. */
function readmeCommands(folder: string): string {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const typed = [...readme.matchAll(/^ *\$ ((?:.*\\\n)*.*)/gm)].map(([, command = '']) => command);
  const commands = typed.filter((command) => command !== 'npm start');
  if (commands.length < 7) throw new Error('the README has lost its commands');
  // The example comes later: it installs more.
  return commands.join('\n');
}

test('npm start in a clean clone installs what it runs on and no more, and its gateway answers', async (t) => {
  const folder = await cleanClone(t);
  const sandbox = await answeringSandbox(t, ['npm', 'start', '--silent'], { folder, env: environment });
  for (const name of ['openai', 'ava', 'typescript']) t.false(existsSync(join(folder, 'node_modules', name)), name);

  const script = readmeCommands(folder).replaceAll('localhost:8080', new URL(sandbox.baseUrl).host);
  const said = (await run('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, env: environment })).stdout;
  t.regex(said, /^x-waybill-cost-eur: 0\.000051000\r$/m);
  t.regex(said, /CreditReserved[^]*ReservationSettled[^]*credited: € 25\.00[^]*"object":"list"/);

  // Packages of development are added under the gateway that runs: it goes on.
  const { stdout } = await run('npm', ['run', '--silent', 'example', 'examples/chat.ts'], {
    cwd: folder,
    env: environment,
  });
  t.regex(stdout, /^You said: Where does every euro go\?\ncost: 0\.\d{9} euro\n/);
  t.is((await fetch(new URL('/healthz', sandbox.baseUrl))).status, 200);
  await sandbox.end();
  await unchanged(t, folder);
});
