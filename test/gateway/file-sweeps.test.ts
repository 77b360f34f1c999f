import Anthropic from '@anthropic-ai/sdk';
import test, { type ExecutionContext } from 'ava';
import OpenAI, { NotFoundError, toFile } from 'openai';
import { cliActor } from '../../src/cli/cli-actor.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { spawnDoomedGateway } from '../_support/doomed-gateway.ts';
import { dataDirectory, environmentFor, startTestGateway, testConfig } from '../_support/gateway.ts';
import { assertProjectionsAreFolds, viewLedger } from '../_support/ledger-view.ts';
import { spawnSandbox, startSandbox, type SandboxForTest } from '../_support/sandbox.ts';
import { until } from '../_support/until.ts';
import { waybillJson } from '../_support/waybill-command.ts';

// Files that are nobody's any more do not stay at the upstream: whatever was away, or died, meanwhile.

const graceMs = 3_000;

function placeOf(t: ExecutionContext, sandbox: SandboxForTest): Record<string, string> {
  const files = { sweep_interval_ms: 30, lost_upload_grace_ms: graceMs };
  const fileStore = { upstream: 'sandbox' };
  const config = testConfig(sandbox, {
    target: { surfaces: ['chat_completions', 'responses'] },
    // Shorter than the grace, as it must be.
    upstream: { total_timeout_ms: graceMs - 1, retries_max: 0, circuit_failures: 1_000 },
    top: { files: { ...files, openai: fileStore, anthropic: fileStore } },
  });
  return environmentFor(dataDirectory(t), config);
}

async function scene(t: ExecutionContext) {
  const sandbox = await startSandbox(t);
  const environment = placeOf(t, sandbox);
  const ledger = await viewLedger(t, environment);
  return { sandbox, environment, ledger, tenant: await ledger.tenant() };
}

const openaiOf = (gateway: { readonly baseUrl: string }, apiKey: string) =>
  new OpenAI({ apiKey, baseURL: gateway.baseUrl, maxRetries: 0 }).files;

const upload = (name = 'hello.txt') => toFile(Buffer.from('Hello'), name);

/** Ids of all that lies at the upstream, in both protocols. */
async function lying({ baseUrl, apiKey }: SandboxForTest): Promise<readonly string[]> {
  const lists = [{}, { 'anthropic-version': '2023-06-01' }].map(async (dialect) => {
    const reply = await fetch(`${baseUrl}/files`, { headers: { authorization: `Bearer ${apiKey}`, ...dialect } });
    return ((await reply.json()) as { readonly data: readonly { readonly id: string }[] }).data.map(({ id }) => id);
  });
  return (await Promise.all(lists)).flat();
}

const typesOf = async (log: EventLog): Promise<readonly string[]> =>
  (await log.readAll({ streamPrefixes: ['file-'], limit: 1_000 })).map(({ type }) => type);

const has = (log: EventLog, type: string, times = 1) =>
  until(`${type} is recorded`, async () => (await typesOf(log)).filter((each) => each === type).length >= times);

test('an expired file is gone for its owner, and is removed from the upstream once, with two gateways', async (t) => {
  const { sandbox, environment, ledger, tenant } = await scene(t);
  const [one] = [await startTestGateway(t, environment), await startTestGateway(t, environment)];
  const files = openaiOf(one, tenant.apiKey);
  const expires_after = { anchor: 'created_at', seconds: 1 } as const;
  const kept = await files.create({ file: await upload(), purpose: 'batch' });
  const ids: string[] = [];
  for (let count = 0; count < 5; count++) {
    ids.push((await files.create({ file: await upload(), purpose: 'batch', expires_after })).id);
  }
  await has(ledger.log, 'FileExpired', ids.length);
  t.is((await lying(sandbox)).length, 1);
  for (const id of ids) await t.throwsAsync(files.retrieve(id), { instanceOf: NotFoundError });
  t.deepEqual(
    (await files.list()).data.map(({ id }) => id),
    [kept.id],
  );
  t.is((await typesOf(ledger.log)).filter((type) => type === 'FileExpired').length, ids.length);
  await assertProjectionsAreFolds(t, environment);
});

test('a file deleted while the upstream is unavailable is gone at once, and is removed from the upstream later', async (t) => {
  const sandbox = await spawnSandbox(t);
  const environment = placeOf(t, sandbox);
  const ledger = await viewLedger(t, environment);
  const { apiKey } = await ledger.tenant();
  const gateway = await startTestGateway(t, environment);
  const files = openaiOf(gateway, apiKey);
  const { id } = await files.create({ file: await upload(), purpose: 'batch' });
  await sandbox.misbehave('503', 100);
  t.deepEqual(await files.delete(id), { id, object: 'file', deleted: true });
  await t.throwsAsync(files.retrieve(id), { instanceOf: NotFoundError });
  await t.throwsAsync(files.delete(id), { instanceOf: NotFoundError });
  t.deepEqual((await files.list()).data, []);
  t.true((await typesOf(ledger.log)).includes('FileRemovalDeferred'));
  await sandbox.behave();
  await has(ledger.log, 'FileDeleted');
  t.deepEqual(await lying(sandbox), []);
  await assertProjectionsAreFolds(t, environment);
});

test('the command takes response and file from their owner, beside the gateway, which removes the file from the upstream', async (t) => {
  const { sandbox, environment, ledger, tenant } = await scene(t);
  const gateway = await startTestGateway(t, environment);
  const { files, responses } = new OpenAI({ apiKey: tenant.apiKey, baseURL: gateway.baseUrl, maxRetries: 0 });
  const file = await files.create({ file: await upload(), purpose: 'batch' });
  const response = await responses.create({ model: 'light', input: 'Hello' });
  for (const [kind, id] of [
    ['files', file.id],
    ['responses', response.id],
  ] as const) {
    const told = await waybillJson(t, environment, kind, 'delete', id, '--reason', 'asked for erasure');
    t.like(told, { id, deleted: true });
  }
  await t.throwsAsync(files.retrieve(file.id), { instanceOf: NotFoundError });
  await t.throwsAsync(files.content(file.id), { instanceOf: NotFoundError });
  await t.throwsAsync(responses.retrieve(response.id), { instanceOf: NotFoundError });
  await has(ledger.log, 'FileDeleted');
  t.deepEqual(await lying(sandbox), []);
  const [, deleted] = await ledger.log.readAll({ streamPrefixes: ['response-'], limit: 10 });
  t.like(JSON.parse(deleted?.data ?? '{}'), { reason: 'asked for erasure', actor: cliActor() });
  await assertProjectionsAreFolds(t, environment);
});

test('the next process carries out a deferred removal', async (t) => {
  const { sandbox, environment, ledger, tenant } = await scene(t);
  const first = await startTestGateway(t, environment);
  const files = openaiOf(first, tenant.apiKey);
  const { id } = await files.create({ file: await upload(), purpose: 'batch' });
  await sandbox.misbehave('reset_before_first_byte_uncharged', 1_000);
  t.true((await files.delete(id)).deleted);
  await first.stop();
  await sandbox.behave();
  t.is((await lying(sandbox)).length, 1);
  await startTestGateway(t, environment);
  await has(ledger.log, 'FileDeleted');
  t.deepEqual(await lying(sandbox), []);
});

for (const { point, when, isGone } of [
  { point: 'removal', when: 'before the upstream is asked', isGone: false },
  { point: 'forgotten', when: 'when the upstream has forgotten the file', isGone: true },
  { point: 'removed', when: 'before it is recorded', isGone: true },
] as const) {
  test(`kill -9 of a removal ${when}: every file that is still listed can be read`, async (t) => {
    const { sandbox, environment, ledger, tenant } = await scene(t);
    const doomed = await spawnDoomedGateway(t, { ...environment, CRASH_POINT: point });
    const { id } = await openaiOf(doomed, tenant.apiKey).create({ file: await upload(), purpose: 'evals' });
    await t.throwsAsync(openaiOf(doomed, tenant.apiKey).delete(id));
    await doomed.assertKilled();
    t.is((await lying(sandbox)).length, isGone ? 0 : 1);
    const files = openaiOf(await startTestGateway(t, environment), tenant.apiKey);
    await has(ledger.log, isGone ? 'FileDeleted' : 'FileRemovalRefused');
    t.deepEqual(
      (await files.list()).data.map((file) => file.id),
      isGone ? [] : [id],
    );
    if (!isGone) {
      t.is((await files.content(id)).status, 200);
      t.true((await files.delete(id)).deleted);
    }
    await t.throwsAsync(files.retrieve(id), { instanceOf: NotFoundError });
    t.deepEqual(await lying(sandbox), []);
    await assertProjectionsAreFolds(t, environment);
  });
}

for (const { point, when, reason } of [
  { point: 'upload', when: 'before the file is sent', reason: 'not_found' },
  { point: 'first_byte', when: 'when the upstream has it', reason: 'removed' },
  { point: 'uploaded', when: 'before it is recorded', reason: 'removed' },
] as const) {
  test(`kill -9 of an upload ${when}: the next process records it as ${reason}`, async (t) => {
    const { sandbox, environment, ledger, tenant } = await scene(t);
    const survivor = await startTestGateway(t, environment);
    const others = openaiOf(survivor, (await ledger.tenant()).apiKey);
    const theirs = await others.create({ file: await upload(), purpose: 'batch' });
    const doomed = await spawnDoomedGateway(t, { ...environment, CRASH_POINT: point });
    const { origin } = new URL(doomed.baseUrl);
    const anthropic = new Anthropic({ apiKey: tenant.apiKey, baseURL: origin, maxRetries: 0 });
    await t.throwsAsync(
      point === 'upload'
        ? anthropic.beta.files.upload({ file: await upload() })
        : openaiOf(doomed, tenant.apiKey).create({ file: await upload(), purpose: 'batch' }),
    );
    await doomed.assertKilled();
    t.is((await lying(sandbox)).length, reason === 'removed' ? 2 : 1);
    await has(ledger.log, 'FileUploadFailed');
    const ends = await ledger.log.readAll({ streamPrefixes: ['file-'], limit: 100 });
    t.is((JSON.parse(ends.at(-1)?.data ?? '') as { readonly reason: string }).reason, reason);
    t.is((await lying(sandbox)).length, 1, 'the other caller’s file of the same name stays');
    t.is((await others.content(theirs.id)).status, 200);
    t.deepEqual((await openaiOf(survivor, tenant.apiKey).list()).data, []);
  });
}

test('an upload whose answer is lost is removed, so that a second try leaves one file', async (t) => {
  const { sandbox, environment, ledger, tenant } = await scene(t);
  const gateway = await startTestGateway(t, environment);
  const files = openaiOf(gateway, tenant.apiKey);
  await sandbox.misbehave('reset_before_first_byte');
  await t.throwsAsync(files.create({ file: await upload(), purpose: 'batch' }));
  t.is((await lying(sandbox)).length, 1);
  const { id } = await files.create({ file: await upload(), purpose: 'batch' });
  await has(ledger.log, 'FileUploadFailed');
  t.is((await lying(sandbox)).length, 1);
  t.is((await files.content(id)).status, 200);
});

test('an upload that the upstream refuses is recorded as failed at once', async (t) => {
  const { sandbox, environment, ledger, tenant } = await scene(t);
  const files = openaiOf(await startTestGateway(t, environment), tenant.apiKey);
  await sandbox.misbehave('400');
  await t.throwsAsync(files.create({ file: await upload(), purpose: 'batch' }));
  t.deepEqual(await typesOf(ledger.log), ['FileUploadBegan', 'FileUploadFailed']);
});
