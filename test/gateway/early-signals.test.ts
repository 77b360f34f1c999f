import { fork, spawnSync } from 'node:child_process';
import { open } from 'node:fs/promises';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { stringify } from 'yaml';
import { dataDirectory, environmentFor, testConfig } from '../_support/gateway.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { until } from '../_support/until.ts';

test('a SIGHUP while a gateway starts does not end it, and the file is read again', async (t) => {
  const sandbox = await startSandbox(t);
  const directory = dataDirectory(t);
  const environment = environmentFor(directory, testConfig(sandbox));
  const path = environment['WAYBILL_CONFIG'] ?? '';
  const first = readFileSync(path);
  // The start waits at a pipe for the first edition of its file.
  rmSync(path);
  t.is(spawnSync('mkfifo', [path]).status, 0);
  const child = fork(join(import.meta.dirname, '..', '..', 'src', 'main.ts'), {
    env: { ...process.env, ...environment, WAYBILL_LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
  t.teardown(() => child.kill('SIGKILL'));
  let log = '';
  child.stderr?.on('data', (piece: Buffer) => (log += piece.toString()));
  const pipe = await open(path, 'w');
  const second = join(directory, 'second.yaml');
  writeFileSync(second, stringify(testConfig(sandbox, { profiles: { other: { targets: ['small'] } } })));
  renameSync(second, path);
  child.kill('SIGHUP');
  await pipe.writeFile(first);
  await pipe.close();
  const taken = /"actor":"system:sighup","settings":\["profiles\.other"\].*"msg":"configuration_taken"/;
  await until('the file is taken', () => taken.test(log) || child.exitCode !== null || child.signalCode !== null);
  child.kill('SIGTERM');
  t.is(await ended, 0);
});
