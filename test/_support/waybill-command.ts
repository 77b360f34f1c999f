import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { keyPepper } from '../../src/adapters/secret-file.ts';
import { openSqliteEventLog } from '../../src/adapters/sqlite-event-log.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { recordLedger } from './recorded-ledger.ts';
import { scratchFolder } from './scratch-folder.ts';

export const launcher = join(import.meta.dirname, '..', '..', 'src', 'cli', 'waybill.mjs');

/** The command while it runs. */
export type RunningCommand = ChildProcessByStdio<null, Readable, Readable>;

/** What the command did, as a shell sees it. */
export interface CommandResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly bytes: Buffer;
  readonly stderr: string;
}

export type CommandEnvironment = Readonly<Record<string, string>>;

let recorded: Promise<string> | undefined;

/** A data directory with the recorded ledger of `recorded-ledger.ts` in it, as a gateway would leave it. */
export async function seededDirectory(t: Pick<ExecutionContext, 'teardown'>) {
  // Recorded once for all tests of a file: each gets a copy.
  recorded ??= recordTemplate();
  const dataDir = scratchFolder(t);
  cpSync(await recorded, dataDir, { recursive: true });
  return { WAYBILL_DATA_DIR: dataDir } satisfies CommandEnvironment;
}

async function recordTemplate(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'waybill-test-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  keyPepper(dataDir);
  await using engine = await openSqliteEventLog({ path: join(dataDir, 'ledger.db') });
  await recordLedger(chainedLog(engine));
  return dataDir;
}

/** Records more into a data directory, with digests. */
export async function recordInto(
  environment: CommandEnvironment,
  work: (log: EventLog) => Promise<void>,
): Promise<void> {
  await using engine = await openSqliteEventLog({ path: join(environment['WAYBILL_DATA_DIR'] ?? '', 'ledger.db') });
  await work(chainedLog(engine));
}

/** Starts the command as a process of its own; nothing of this process's settings reaches it. */
export function startWaybill(
  t: ExecutionContext,
  environment: CommandEnvironment,
  args: readonly string[],
): RunningCommand {
  const child = spawn(process.execPath, [launcher, ...args], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  return child;
}

/** Runs the command to its end. */
export async function waybill(
  t: ExecutionContext,
  environment: CommandEnvironment,
  ...args: readonly string[]
): Promise<CommandResult> {
  return await ended(startWaybill(t, environment, args));
}

export async function ended(child: RunningCommand): Promise<CommandResult> {
  const exit = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  const [bytes, stderr] = await Promise.all([buffer(child.stdout), text(child.stderr)]);
  return { exitCode: await exit, stdout: bytes.toString(), bytes, stderr };
}

/** A document whose fields a test reads as what it expects them to be. */
type Json = Readonly<Record<string, unknown>>;

/** Runs the command with `--json` and answers its one document. Fails the test unless it succeeds and says nothing else. */
export async function waybillJson(
  t: ExecutionContext,
  environment: CommandEnvironment,
  ...args: readonly string[]
): Promise<Json> {
  const { exitCode, stdout, stderr } = await waybill(t, environment, ...args, '--json');
  t.is(exitCode, 0, stderr);
  t.is(stdout.trimEnd().split('\n').length, 1, 'one document');
  return JSON.parse(stdout) as Json;
}

/** Runs the command with `--json` and answers how it failed: its exit code and the error it told. */
export async function waybillFailure(
  t: ExecutionContext,
  environment: CommandEnvironment,
  ...args: readonly string[]
): Promise<{ readonly exitCode: number | null; readonly code: unknown; readonly message: unknown }> {
  const { exitCode, stdout, stderr } = await waybill(t, environment, ...args, '--json');
  t.is(stdout, '');
  const [words = '', json = '', ...more] = stderr.trimEnd().split('\n');
  t.deepEqual(more, [], 'one line for people, one for programs');
  const { error } = JSON.parse(json) as { readonly error: Json };
  t.is(words, `waybill: ${String(error['message'])}`);
  return { exitCode, code: error['code'], message: error['message'] };
}
