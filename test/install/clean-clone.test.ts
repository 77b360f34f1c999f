import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { root } from '../house/_project-files.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
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
  const gateway = spawn('npm', ['start', '--silent'], {
    cwd: folder,
    env: { ...environment, WAYBILL_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own: npm, its shell and the gateway get the signal together, as from a terminal.
    detached: true,
  });
  const exited = once(gateway, 'exit');
  const signal = (name: NodeJS.Signals): boolean => process.kill(-(gateway.pid ?? t.fail('npm did not start')), name);
  t.teardown(() => gateway.exitCode ?? signal('SIGKILL'));
  const [line] = (await once(createInterface({ input: gateway.stdout }), 'line')) as [string];
  const ready = JSON.parse(line.replace('waybill ready ', '')) as {
    readonly base_url: string;
    readonly credentials: string;
  };
  const { api_key: key } = JSON.parse(readFileSync(ready.credentials, 'utf8')) as { readonly api_key: string };
  const answer = await fetch(`${ready.base_url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'light', messages: [{ role: 'user', content: 'Hello' }] }),
  });
  t.is(answer.status, 200);
  t.regex(await answer.text(), /You said: Hello/);
  for (const name of ['openai', 'ava', 'typescript']) t.false(existsSync(join(folder, 'node_modules', name)), name);

  const script = readmeCommands(folder).replaceAll('localhost:8080', new URL(ready.base_url).host);
  const said = (await run('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, env: environment })).stdout;
  t.regex(said, /^x-waybill-cost-eur: 0\.000051000\r$/m);
  t.regex(said, /CreditReserved[^]*ReservationSettled[^]*credited: € 25\.00[^]*"object":"list"/);

  // Packages of development are added under the gateway that runs: it goes on.
  const { stdout } = await run('npm', ['run', '--silent', 'example', 'examples/chat.ts'], {
    cwd: folder,
    env: environment,
  });
  t.regex(stdout, /^You said: Where does every euro go\?\ncost: 0\.\d{9} euro\n/);
  t.is((await fetch(new URL('/healthz', ready.base_url))).status, 200);
  signal('SIGTERM');
  await exited;
  await unchanged(t, folder);
});
