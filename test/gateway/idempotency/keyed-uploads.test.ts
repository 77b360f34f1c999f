import test from 'ava';
import OpenAI from 'openai';
import { spawnDoomedGateway } from '../../_support/doomed-gateway.ts';
import { dataDirectory, environmentFor, startTestGateway, testConfig } from '../../_support/gateway.ts';
import { viewLedger } from '../../_support/ledger-view.ts';
import { startSandbox } from '../../_support/sandbox.ts';

test('an upload whose process died before its answer was recorded is one file, and its retry under the same key finds it', async (t) => {
  const sandbox = await startSandbox(t);
  const files = { openai: { upstream: 'sandbox' } };
  const environment = environmentFor(dataDirectory(t), testConfig(sandbox, { top: { files } }));
  const tenant = await (await viewLedger(t, environment)).tenant();
  const lying = async (): Promise<readonly unknown[]> => {
    const headers = { authorization: `Bearer ${sandbox.apiKey}` };
    const reply = await fetch(`${sandbox.baseUrl}/files`, { headers });
    return ((await reply.json()) as { readonly data: readonly { readonly id: string }[] }).data.map(({ id }) => id);
  };
  const ask = async (gateway: { readonly baseUrl: string }, content: string) => {
    const form = new FormData();
    form.set('purpose', 'batch');
    form.set('file', new File([content], 'hello.txt'));
    return fetch(`${gateway.baseUrl}/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.apiKey}`, 'idempotency-key': 'once' },
      body: form,
    });
  };
  const dying = await spawnDoomedGateway(t, { ...environment, CRASH_POINT: 'keep' });
  await t.throwsAsync(ask(dying, 'Hello'));
  await dying.assertKilled();
  const made = await lying();
  t.is(made.length, 1);
  const gateway = await startTestGateway(t, environment);
  const retried = await ask(gateway, 'Hello');
  t.is(retried.status, 200);
  const { id } = (await retried.json()) as { readonly id: string };
  t.deepEqual(await lying(), made);
  const client = new OpenAI({ apiKey: tenant.apiKey, baseURL: gateway.baseUrl });
  const listed = (await client.files.list()).data.map(({ id: each }) => each);
  t.deepEqual(listed, [id]);
  t.is((await ask(gateway, 'Hello again')).status, 409);
});
