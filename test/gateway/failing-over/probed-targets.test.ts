// An upstream that is away and has a probe: the gateway asks whether it is back, and no caller tries.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import { assertBothBillingRecordsAgree, setPoolScene } from '../../_support/failing-over-scene.ts';
import { scratchFolder } from '../../_support/scratch-folder.ts';
import { spawnSandbox } from '../../_support/sandbox.ts';
import { until } from '../../_support/until.ts';

test('an upstream with a probe gets no requests while the probe fails, and gets them again once it succeeds', async (t) => {
  const billingRecordsFile = join(scratchFolder(t), 'billing-records.jsonl');
  const doomed = await spawnSandbox(t, { billingRecordsFile });
  const scene = await setPoolScene(t, {
    sandbox: doomed,
    firstUpstream: { circuit_failures: 2, circuit_open_ms: 500, probe: { path: '/models', timeout_ms: 1_000 } },
  });
  const attempts = async (): Promise<string | null> => {
    const answer = await scene.ask('hello');
    t.is(answer.status, 200);
    return answer.headers.get('x-waybill-attempts');
  };
  t.is(await attempts(), '1');
  await doomed.kill('SIGKILL');
  t.deepEqual([await attempts(), await attempts()], ['2', '2']);
  // Longer than the longest pause: without a probe one of these would try.
  for (let nth = 0; nth < 15; nth += 1) {
    await sleep(100);
    t.is(await attempts(), '1');
  }
  const back = await spawnSandbox(t, { billingRecordsFile, port: doomed.port });
  await until('a caller is served by it again', async () => {
    await attempts();
    return (await back.requests()).some(({ url }) => url.endsWith('/chat/completions'));
  });
  const [first, ...others] = await back.requests();
  t.like(first, { method: 'GET', url: '/v1/models' });
  t.true(others.some(({ method }) => method === 'POST'));
  await assertBothBillingRecordsAgree(t, await scene.ledger.settledWallet(scene.tenant.walletId), {
    first: back,
    second: scene.second,
  });
});
