import { spawnSync } from 'node:child_process';
import test from 'ava';
import { callChat } from '../_support/chat-call.ts';
import { dataDirectory, environmentFor, seedTenant, spawnGateway, testConfig } from '../_support/gateway.ts';
import { hasProgram } from '../_support/has-program.ts';
import { httpCall } from '../_support/http-call.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { until } from '../_support/until.ts';

const hello = { model: 'light', max_tokens: 10, messages: [{ role: 'user', content: 'Hello' }] };

/** Lets a process write its files up to so many bytes only, as a full disk would. */
function limitFiles(pid: number | undefined, bytes: string): void {
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
  if (status !== 0) throw new Error(`prlimit: ${String(stderr)}`);
}

test.runIf(hasProgram('prlimit'))(
  'a gateway with a full disk is not ready, accepts nothing, and recovers by itself',
  async (t) => {
    const sandbox = await startSandbox(t);
    const environment = environmentFor(dataDirectory(t), testConfig(sandbox));
    const { apiKey } = await seedTenant(environment);
    const gateway = await spawnGateway(t, environment);
    const call = async (): Promise<number> => (await callChat(gateway, apiKey, hello).seen).status;
    const ready = async () => {
      const { status, text } = await httpCall(`${new URL(gateway.metricsUrl ?? '').origin}/readyz`);
      const { missing, notices } = JSON.parse(text) as Record<'missing' | 'notices', readonly string[]>;
      return { status, missing, notices };
    };
    t.is(await call(), 200);
    t.like(await ready(), { status: 200, missing: [] });

    limitFiles(gateway.child.pid, '1');
    await until('it is not ready', async () => (await ready()).status === 503);
    const { missing, notices } = await ready();
    t.deepEqual(missing, ['ledger']);
    t.regex(notices.join('\n'), /^ledger: .*ledger\.db cannot be used: /m);
    const forwarded = (await sandbox.requests()).length;
    for (let round = 0; round < 5; round += 1) t.is(await call(), 503);
    t.is((await sandbox.requests()).length, forwarded, 'nothing is forwarded');
    t.is((await ready()).status, 503);

    limitFiles(gateway.child.pid, 'unlimited');
    await until('it is ready', async () => (await ready()).status === 200);
    t.is(await call(), 200);
    await gateway.kill('SIGTERM');
  },
);
