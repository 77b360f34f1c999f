import test from 'ava';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createProgram } from '../../src/cli/program.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import {
  ended,
  launcher,
  seededDirectory,
  startWaybill,
  waybill,
  waybillFailure,
  type RunningCommand,
} from '../_support/waybill-command.ts';

test('every command has a description, an example and the exit codes in its help', (t) => {
  const leaves = createProgram().commands.flatMap((group) => (group.commands.length > 0 ? group.commands : [group]));
  t.true(leaves.length > 20);
  for (const command of leaves) {
    let help = '';
    command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
    t.regex(command.description(), /\w/, command.name());
    t.regex(help, /Example:\n {2}\$ .*waybill /, command.name());
    t.regex(help, /Exit codes:/, command.name());
    if (command.name() !== 'serve') t.regex(help, /With --json:/, command.name());
  }
});

test('the help and the version are printed on stdout, with exit code 0', async (t) => {
  const help = await waybill(t, {}, '--help');
  t.is(help.exitCode, 0);
  t.regex(help.stdout, /3 {2}the ledger or the configuration cannot be used/);
  const version = await waybill(t, {}, '--version');
  t.is(version.exitCode, 0);
  t.regex(version.stdout, /^\d+\.\d+\.\d+\n$/);
});

test('help names a command in any order', async (t) => {
  for (const [args, usage] of [
    [['help'], /^Usage: waybill \[options\]/],
    [['help', 'help', '--help'], /^Usage: waybill \[options\]/],
    [['ledger', 'help', 'help'], /^Usage: waybill ledger /],
    [['help', 'ledger'], /^Usage: waybill ledger /],
    [['help', 'serve'], /^Usage: waybill serve /],
    [['help', 'ledger', 'verify'], /^Usage: waybill ledger verify /],
    [['ledger', 'help', 'verify'], /^Usage: waybill ledger verify /],
    [['ledger', 'help'], /^Usage: waybill ledger /],
    [['help', 'transfers', 'create'], /^Usage: waybill transfers create /],
    [['wallets', 'help', 'correct'], /^Usage: waybill wallets correct /],
  ] as const) {
    const { exitCode, stdout, stderr } = await waybill(t, {}, ...args);
    t.is(exitCode, 0, stderr);
    t.regex(stdout, usage);
  }
});

const wrongUsages: readonly (readonly [title: string, args: readonly string[], message: RegExp])[] = [
  ['no command', [], /name a command; see waybill --help/],
  ['half a command', ['keys'], /name a command; see waybill keys --help/],
  ['help for an unknown command', ['help', 'ledger', 'verfy'], /no command ledger verfy \(waybill ledger --help\)/],
  ['an unknown command', ['walets'], /unknown command 'walets'/],
  ['an unknown option', ['wallets', 'list', '--all'], /unknown option '--all' \(waybill wallets list --help\)/],
  ['half a command of an operation', ['transfers'], /name a command; see waybill transfers --help/],
  ['an operation without a value', ['transfers', 'create'], /--source-id.* \(waybill transfers create --help\)/],
  ['a missing argument', ['wallets', 'show'], /missing required argument 'wallet_id'/],
  ['an argument too many', ['wallets', 'list', 'x'], /too many arguments/],
  ['an amount that is none', ['wallets', 'credit', 'w', '1,50'], /'1,50' is invalid.*digits/],
  ['an amount of nothing', ['wallets', 'credit', 'w', '0.00'], /must be more than 0/],
  ['ten decimals', ['wallets', 'credit', 'w', '0.0000000001'], /1 to 9 decimals/],
  ['an id that is no UUID', ['keys', 'create', '--name', 'x', '--user-id', 'me'], /must be a UUID/],
  ['too many days', ['keys', 'create', '--name', 'x', '--expires-in-days', '366'], /from 1 to 365/],
  ['no days', ['keys', 'create', '--name', 'x', '--expires-in-days', '0'], /from 1 to 365/],
  ['a name of two lines', ['keys', 'create', '--name', 'a\nb'], /one line without control characters/],
  ['a reason with a colour', ['wallets', 'credit', 'w', '1', '--reason', '\u001b[31m'], /without control characters/],
  ['another word for a command', ['keys', 'make'], /did you mean waybill keys create\? \(waybill keys --help\)/],
  ['another word for an operation', ['wallets', 'find'], /did you mean waybill wallets list\?/],
];

for (const [title, args, message] of wrongUsages) {
  test(`wrong usage is refused with 2 and in one line: ${title}`, async (t) => {
    const { exitCode, stdout, stderr } = await waybill(t, { WAYBILL_DATA_DIR: '/nowhere' }, ...args);
    t.is(exitCode, 2);
    t.is(stdout, '');
    t.regex(stderr, message);
    t.is(stderr.trimEnd().split('\n').length, 1);
  });
}

test('a data directory that does not exist is not made', async (t) => {
  const dataDir = join(scratchFolder(t), 'absent');
  for (const args of [
    ['wallets', 'list'],
    ['ledger', 'verify'],
    ['keys', 'create', '--name', 'x', '--allow-all-models'],
  ]) {
    const failure = await waybillFailure(t, { WAYBILL_DATA_DIR: dataDir }, ...args);
    t.like(failure, { exitCode: 3, code: 'no_data_directory' });
  }
  t.false(existsSync(dataDir));
});

test('a directory without a ledger is not given one', async (t) => {
  const dataDir = scratchFolder(t);
  t.like(await waybillFailure(t, { WAYBILL_DATA_DIR: dataDir }, 'ledger', 'tail'), { exitCode: 3, code: 'no_ledger' });
  t.false(existsSync(join(dataDir, 'ledger.db')));
});

test('an unusable environment and wrong usage have different codes', async (t) => {
  const failure = await waybillFailure(t, { WAYBILL_KEY_PEPPER: 'short' }, 'wallets', 'list');
  t.like(failure, { exitCode: 3, code: 'configuration_unusable' });
  t.regex(String(failure.message), /WAYBILL_KEY_PEPPER/);
});

test('a reader that leaves early ends the command without an error', async (t) => {
  const child = startWaybill(t, await seededDirectory(t), ['ledger', 'tail']);
  child.stdout.destroy();
  const [stderr, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  t.is(exitCode, 0);
  t.is(stderr, '');
});

/** Makes a Node say that it is an older one, before the launcher asks. */
const disguise = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.1.0'}})`;

function startOnOlderNode(environment: Readonly<Record<string, string>>, ...args: readonly string[]): RunningCommand {
  return spawn(process.execPath, ['--import', disguise, launcher, ...args], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

test('an older Node hands over to the Node of the project, with the arguments, the output and the exit code', async (t) => {
  const version = await ended(startOnOlderNode({}, '--version'));
  t.is(version.exitCode, 0, version.stderr);
  t.regex(version.stdout, /^\d+\.\d+\.\d+\n$/);
  const wrong = await ended(startOnOlderNode({}, 'wallets'));
  t.is(wrong.exitCode, 2);
  t.regex(wrong.stderr, /name a command/);
});

test('an older Node passes a signal on, and ends as the command does', async (t) => {
  const child = startOnOlderNode(await seededDirectory(t), 'ledger', 'tail', '--follow');
  t.teardown(() => child.kill('SIGKILL'));
  child.stdout.once('data', () => child.kill('SIGTERM'));
  const { exitCode, stderr } = await ended(child);
  t.is(exitCode, 0, stderr);
});

const fullDisk = '/dev/full';

(existsSync(fullDisk) ? test : test.skip)('output that cannot be written is an error in words', async (t) => {
  const environment = await seededDirectory(t);
  const full = openSync(fullDisk, 'w');
  t.teardown(() => closeSync(full));
  const child = spawn(process.execPath, [launcher, 'wallets', 'list'], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', full, 'pipe'],
  });
  if (child.stderr === null) return t.fail('stderr is no pipe');
  const exit = once(child, 'close');

  const stderr = await text(child.stderr);

  t.deepEqual(await exit, [3, null]);
  t.regex(stderr, /^waybill: the output cannot be written: ENOSPC.*; .*look before you repeat it\n$/);
});
