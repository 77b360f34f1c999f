import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import type { ExecutionContext } from 'ava';
import {
  HELLO,
  HELLO_COMPLETION_TOKENS,
  HELLO_PROMPT_TOKENS,
  chat,
  counters,
  ended,
  post,
  streamed,
} from '../_support/sandbox-post.ts';
import { spawnSandbox, startSandbox } from '../_support/sandbox.ts';

function temporaryDirectory(t: ExecutionContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'sandbox-upstream-'));
  t.teardown(() => {
    rmSync(directory, { recursive: true });
  });
  return directory;
}

test('the billing records survive a kill of the process, with running work not charged', async (t) => {
  const billingRecordsFile = join(temporaryDirectory(t), 'billing-records.jsonl');
  const first = await spawnSandbox(t, { billingRecordsFile });
  await post(first, chat(HELLO), 'done');
  const dying = post(first, streamed('[[sandbox: stall_mid_stream]]'), 'dying');
  while ((await first.lookUp('dying')) === null) await sleep(5);
  t.is(await first.kill('SIGKILL'), null);
  t.true((await dying).broken);

  const second = await spawnSandbox(t, { billingRecordsFile, port: first.port });
  t.is(second.baseUrl, first.baseUrl);
  t.deepEqual(counters(await ended(second, 'done')), [HELLO_PROMPT_TOKENS, HELLO_COMPLETION_TOKENS]);
  t.is((await ended(second, 'dying')).state, 'not_charged');
  await post(second, chat(HELLO), 'later');
  t.is((await second.billingRecords()).entries.at(-1)?.n, 3);
  const broken = post(second, streamed('[[sandbox: stall_mid_stream; frames=8; after_frames=3]]'), 'broken off');
  while ((await second.lookUp('broken off'))?.entries[0]?.model !== 'sandbox-small') await sleep(5);
  t.is(await second.kill('SIGTERM'), 0);
  t.true((await broken).broken);

  const third = await spawnSandbox(t, { billingRecordsFile });
  t.is((await ended(third, 'later')).state, 'charged');
  t.is((await ended(third, 'broken off')).state, 'charged');
  t.is((await third.billingRecords()).totals['chat_completions']?.['sandbox-small']?.charged, 3);
});

test('a record cut short by a kill does not damage the next record', async (t) => {
  const billingRecordsFile = join(temporaryDirectory(t), 'billing-records.jsonl');
  writeFileSync(billingRecordsFile, '{"n":3,"reserva');
  const first = await startSandbox(t, { billingRecordsFile });
  void post(first, chat('[[sandbox: hang]]'), 'hung');
  while ((await first.lookUp('hung')) === null) await sleep(5);
  const second = await startSandbox(t, { billingRecordsFile });
  t.is((await second.lookUp('hung'))?.state, 'not_charged');
});

test('the process prints its address, and ends cleanly on a signal with requests in flight', async (t) => {
  const sandbox = await spawnSandbox(t, { record: false });
  t.is((await fetch(new URL('/health', sandbox.baseUrl))).status, 200);
  const hung = post(sandbox, chat('[[sandbox: hang]]'));
  while ((await sandbox.lookUp('r')) === null) await sleep(5);
  t.is(await sandbox.kill('SIGINT'), 0);
  t.true((await hung).broken);
});

test('a process whose port is taken reports that in one line, and ends', async (t) => {
  const { port } = new URL((await startSandbox(t)).baseUrl);
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../infra/sandbox-upstream/main.ts')], {
    env: { SANDBOX_UPSTREAM_PORT: port },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  t.is((await once(child, 'close'))[0], 1);
  t.is(
    printed,
    `sandbox-upstream: 127.0.0.1:${port} is taken by another process; set SANDBOX_UPSTREAM_PORT to another port, or to 0 for any free one\n`,
  );
});

test('the process prints one line and ends when its parent disconnects', async (t) => {
  const child = fork(join(import.meta.dirname, '../../infra/sandbox-upstream/main.ts'), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  let printed = '';
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [message] = (await once(child, 'message')) as [{ base_url: string }];
  t.is((await fetch(new URL('/health', message.base_url))).status, 200);
  child.disconnect();
  t.is((await exited)[0], 0);
  t.is(printed, `sandbox-upstream ready ${JSON.stringify(message)}\n`);
});
