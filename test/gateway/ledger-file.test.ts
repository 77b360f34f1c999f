import test, { type ExecutionContext } from 'ava';
import { copyFileSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { callChat } from '../_support/chat-call.ts';
import { environmentFor, seedTenant, startTestGateway, testConfig, unauditedDirectory } from '../_support/gateway.ts';
import { chat, HELLO } from '../_support/sandbox-post.ts';
import { startSandbox } from '../_support/sandbox.ts';

/** What happens to the file of the ledger under a gateway that runs. */

interface Scene {
  readonly ledger: string;
  isReady(): Promise<boolean>;
  /** The status of a call that is to be paid for. */
  call(): Promise<number>;
  forwarded(): Promise<number>;
}

async function running(t: ExecutionContext): Promise<Scene> {
  const sandbox = await startSandbox(t);
  const environment = environmentFor(unauditedDirectory(t), testConfig(sandbox));
  const tenant = await seedTenant(environment);
  const { baseUrl, metricsUrl } = await startTestGateway(t, environment);
  const scene: Scene = {
    ledger: join(environment['WAYBILL_DATA_DIR'] ?? '', 'ledger.db'),
    isReady: async () => (await fetch(new URL('/readyz', metricsUrl ?? ''))).status === 200,
    call: async () => (await callChat({ baseUrl }, tenant.apiKey, chat(HELLO, { model: 'light' })).seen).status,
    forwarded: async () => (await sandbox.requests()).length,
  };
  t.is(await scene.call(), 200);
  t.true(await scene.isReady());
  return scene;
}

async function assertStands(t: ExecutionContext, scene: Scene): Promise<void> {
  const forwarded = await scene.forwarded();
  t.is(await scene.call(), 503);
  t.false(await scene.isReady());
  t.is(await scene.forwarded(), forwarded, 'nothing is accepted');
}

test('a gateway whose ledger file is removed accepts nothing, and goes on when the file is put back', async (t) => {
  const scene = await running(t);
  renameSync(scene.ledger, `${scene.ledger}.away`);
  await assertStands(t, scene);
  renameSync(`${scene.ledger}.away`, scene.ledger);
  while (!(await scene.isReady())) await new Promise((resolve) => setTimeout(resolve, 50));
  t.is(await scene.call(), 200);
});

test('a gateway whose ledger file is replaced accepts nothing', async (t) => {
  const scene = await running(t);
  copyFileSync(scene.ledger, `${scene.ledger}.copy`);
  renameSync(`${scene.ledger}.copy`, scene.ledger);
  await assertStands(t, scene);
});

test('a gateway whose ledger file is truncated accepts nothing', async (t) => {
  const scene = await running(t);
  truncateSync(scene.ledger, 4_096);
  await assertStands(t, scene);
  truncateSync(scene.ledger, 0);
  await assertStands(t, scene);
});

test('a ledger whose file and journal are deleted is not created again', async (t) => {
  const scene = await running(t);
  for (const suffix of ['', '-wal', '-shm']) rmSync(scene.ledger + suffix);
  await assertStands(t, scene);
  await assertStands(t, scene);
});
