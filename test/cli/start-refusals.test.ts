import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openSqliteEventLog } from '../../src/adapters/sqlite-event-log.ts';
import { environmentFor, testConfig, unauditedDirectory } from '../_support/gateway.ts';
import { hasProgram } from '../_support/has-program.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { ended, launcher, waybill, type CommandEnvironment, type CommandResult } from '../_support/waybill-command.ts';

const main = join(launcher, '..', '..', 'main.ts');

/** The environment of a gateway whose upstream is nowhere: nothing here is ever asked. */
function environmentOf(
  t: ExecutionContext,
  server?: object,
): CommandEnvironment & { readonly WAYBILL_DATA_DIR: string } {
  const nowhere = { baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'none' };
  const folder = unauditedDirectory(t);
  return {
    ...environmentFor(folder, testConfig(nowhere, { server: { ...server } })),
    WAYBILL_DATA_DIR: join(folder, 'data'),
  };
}

const isRoot = process.getuid?.() === 0;
/** Takes from root what other users have not either. */
const withoutRights = isRoot ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search,-net_bind_service'] : [];
const hasOrdinaryUser = !isRoot || hasProgram('setpriv');
const firstPort = '/proc/sys/net/ipv4/ip_unprivileged_port_start';
/** Everybody may listen on each port from here on. */
const unprivileged = existsSync(firstPort) ? Number(readFileSync(firstPort, 'utf8')) : 0;

/** Starts a gateway without the command, as `npm start` does. */
async function start(
  t: ExecutionContext,
  environment: CommandEnvironment,
  before: readonly string[] = [],
): Promise<CommandResult> {
  const [command, ...words] = [...before, process.execPath, main];
  const child = spawn(command, words, {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  return await ended(child);
}

test('a data directory that is a file is refused in one line that says what to set', async (t) => {
  const path = join(scratchFolder(t), 'file');
  writeFileSync(path, '');
  const environment = { ...environmentOf(t), WAYBILL_DATA_DIR: path };
  for (const { exitCode, stderr } of [await waybill(t, environment, 'serve'), await start(t, environment)]) {
    t.is(exitCode, 3);
    t.regex(stderr, /^waybill: [^\n]*: a file is where a directory is needed: set WAYBILL_DATA_DIR [^\n]*\n$/);
  }
});

const sessionsGone = [
  ['damaged', (path: string) => writeFileSync(path, 'no database, but long enough to be taken for one'.repeat(100))],
  ['a folder', (path: string) => mkdirSync(path)],
] as const;

for (const [what, damage] of sessionsGone) {
  test(`sessions of the console that are ${what} are refused in one line that says what to do`, async (t) => {
    const environment = { ...environmentOf(t), WAYBILL_ADMIN_PORT: '0' };
    mkdirSync(environment.WAYBILL_DATA_DIR, { mode: 0o700 });
    damage(join(environment.WAYBILL_DATA_DIR, 'console-sessions.db'));
    const { exitCode, stderr } = await waybill(t, environment, 'serve');
    t.is(exitCode, 3);
    t.regex(
      stderr,
      /^waybill: the sessions of the console, [^\n]*console-sessions\.db, cannot be opened: .* delete it and start again[^\n]*$/m,
    );
    t.notRegex(stderr, /defect/);
  });
}

test('credentials of the sandbox that were cut are refused in one line, without a word of them', async (t) => {
  const folder = unauditedDirectory(t);
  writeFileSync(join(folder, '.sandbox'), '');
  writeFileSync(join(folder, 'sandbox.json'), '{ "api_key": "wb_secret');
  const places = { WAYBILL_PORT: '0', WAYBILL_ADMIN_PORT: 'off', WAYBILL_METRICS_PORT: 'off' };
  const { exitCode, stderr } = await waybill(t, { WAYBILL_DATA_DIR: folder, ...places }, 'serve');
  t.is(exitCode, 3);
  t.regex(stderr, /^waybill: [^\n]*sandbox\.json cannot be read: it is not JSON\. Delete it, [^\n]*$/m);
  t.notRegex(stderr, /wb_secret|defect/);
});

test('started without the command, several problems of a configuration are one line', async (t) => {
  const { exitCode, stderr } = await start(t, environmentOf(t, { heartbeat_ms: 0, keep_alive_timeout_ms: 0 }));
  t.is(exitCode, 3);
  t.regex(stderr, /^waybill: [^\n]* → at server\.[^\n]*; [^\n]* → at server\.[^\n]*\n$/);
});

test.runIf(hasOrdinaryUser)('a directory in which nothing can be written is refused with what to do', async (t) => {
  const environment = environmentOf(t);
  const dataDir = environment.WAYBILL_DATA_DIR;
  mkdirSync(dataDir);
  const log = await openSqliteEventLog({ path: join(dataDir, 'ledger.db') });
  await log[Symbol.asyncDispose]();
  chmodSync(dataDir, 0o500);
  const written = await start(t, environment, withoutRights);
  t.is(written.exitCode, 3);
  t.regex(written.stderr, /^waybill: [^\n]*readonly database; run as the user that owns the data directory[^\n]*\n$/);
  chmodSync(dataDir, 0o700);
});

/** Of the other listeners: their usual ones may be taken by whatever runs on the machine. */
const anyPorts = { WAYBILL_METRICS_PORT: '0', WAYBILL_ADMIN_PORT: '0' };

test.runIf(hasOrdinaryUser && unprivileged > 1)('a port that is not allowed is refused with what to do', async (t) => {
  const listening = await start(t, { ...environmentOf(t), ...anyPorts, WAYBILL_PORT: '1' }, withoutRights);
  t.is(listening.exitCode, 3);
  t.regex(listening.stderr, /^waybill: [^\n]*may not listen on 127\.0\.0\.1:1 [^\n]*; set WAYBILL_PORT [^\n]*\n$/);
});
