import test from 'ava';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { dataDirectory, environmentFor, testConfig } from '../_support/gateway.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { ended, launcher, startWaybill, waybill, waybillJson } from '../_support/waybill-command.ts';

test('a gateway serves, and the other commands work beside it', async (t) => {
  const environment = { WAYBILL_DATA_DIR: scratchFolder(t), WAYBILL_PORT: '0', WAYBILL_LOG_LEVEL: 'silent' };
  const child = startWaybill(t, environment, ['serve']);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ready = String((await lines.next()).value);
  t.regex(ready, /^waybill ready \{/);
  const { base_url } = JSON.parse(ready.slice('waybill ready '.length)) as { readonly base_url: string };

  const key = await waybillJson(t, environment, 'keys', 'create', '--name', 'second', '--allowed-profiles', 'light');
  await waybillJson(t, environment, 'wallets', 'credit', String(key['wallet_id']), '5');
  const call = (path: string, body?: object) =>
    fetch(base_url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${String(key['api_key'])}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  t.is((await call('/models')).status, 200);
  const chat = { model: 'light', messages: [{ role: 'user', content: 'hello' }] };
  t.is((await call('/chat/completions', chat)).status, 200);
  t.like(await waybillJson(t, environment, 'wallets', 'show', String(key['wallet_id'])), {
    credited_eur: '5.000000000',
    reserved_eur: '0.000000000',
  });
  t.like(await waybillJson(t, environment, 'ledger', 'verify'), { ok: true, wallets: 2 });
  await waybillJson(t, environment, 'projections', 'rebuild');
  await waybillJson(t, environment, 'keys', 'revoke', String(key['key_id']));

  child.kill('SIGTERM');
  t.is((await ended(child)).exitCode, 0);
});

test('a gateway that cannot start prints the reason in one line', async (t) => {
  const holder = createServer().listen(0, '127.0.0.1');
  t.teardown(() => holder.close());
  await once(holder, 'listening');
  // It listens on a port, so its address is a record.
  const { port } = holder.address() as AddressInfo;
  const environment = { WAYBILL_DATA_DIR: scratchFolder(t), WAYBILL_LOG_LEVEL: 'silent' };
  const others = { WAYBILL_METRICS_PORT: '0', WAYBILL_ADMIN_PORT: '0' };
  const taken = await waybill(t, { ...environment, ...others, WAYBILL_PORT: String(port) }, 'serve');
  t.is(taken.exitCode, 3);
  t.regex(taken.stderr, /^waybill: .* is taken by another process; set WAYBILL_PORT .*\n$/);
  const unread = await waybill(t, { ...environment, WAYBILL_CONFIG: '/nowhere/waybill.yaml' }, 'serve');
  t.is(unread.exitCode, 3);
  t.regex(unread.stderr, /^waybill: \/nowhere\/waybill\.yaml cannot be read.*\n$/);
  const path = join(scratchFolder(t), 'file');
  writeFileSync(path, '');
  const isFile = await waybill(t, { ...environment, WAYBILL_DATA_DIR: path }, 'serve');
  t.is(isFile.exitCode, 3);
  t.regex(isFile.stderr, /^waybill: ENOTDIR.*: a file is where a directory is needed: set WAYBILL_DATA_DIR .*\n$/);
});

const root = join(launcher, '..', '..', '..');

test('started without the command it ends with the same exit code', async (t) => {
  const child = spawn(process.execPath, [join(root, 'src', 'main.ts')], {
    env: { PATH: process.env['PATH'], WAYBILL_CONFIG: '/nowhere/waybill.yaml' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { exitCode, stderr } = await ended(child);
  t.is(exitCode, 3);
  t.regex(stderr, /^waybill: \/nowhere\/waybill\.yaml cannot be read/);
});

test('the sandbox adds no keys and no credit to a gateway with its own configuration', async (t) => {
  const environment = environmentFor(
    dataDirectory(t),
    testConfig({ baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'none' }),
  );
  const dataDir = environment['WAYBILL_DATA_DIR'] ?? '';
  for (const mark of ['sandbox.json', '.sandbox']) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(join(dataDir, mark), '{}');
    const { exitCode, stderr } = await waybill(t, environment, 'serve');
    t.is(exitCode, 3);
    t.regex(
      stderr,
      /was created by the sandbox, .* Set WAYBILL_DATA_DIR to another directory, or WAYBILL_SANDBOX_DATA=use /,
    );
    t.false(existsSync(join(dataDir, 'ledger.db')));
  }
  const child = startWaybill(t, { ...environment, WAYBILL_SANDBOX_DATA: 'use' }, ['serve']);
  t.regex(
    String((await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next()).value),
    /^waybill ready/,
  );
  child.kill('SIGTERM');
  t.is((await ended(child)).exitCode, 0);
});

test('an image without the sandbox names the variable that it needs', async (t) => {
  const image = scratchFolder(t);
  for (const part of ['src', 'projections', 'package.json'])
    cpSync(join(root, part), join(image, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(image, 'node_modules'));
  const dataDir = join(image, 'data');
  const child = spawn(process.execPath, [join(image, 'src', 'cli', 'waybill.mjs'), 'serve'], {
    env: { PATH: process.env['PATH'], WAYBILL_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { exitCode, stderr } = await ended(child);
  t.is(exitCode, 3);
  t.is(stderr, 'waybill: this image has no sandbox: set WAYBILL_CONFIG to a mounted waybill.yaml\n');
  t.false(existsSync(dataDir));
});
