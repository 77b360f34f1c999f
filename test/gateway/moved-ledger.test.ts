import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import OpenAI from 'openai';
import { startPeer } from '../_support/eventstoredb-peer/peer.ts';
import { dataDirectory, environmentFor, seedTenant, startTestGateway, testConfig } from '../_support/gateway.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { waybillFailure, waybillJson } from '../_support/waybill-command.ts';

test('a ledger that moved to EventStoreDB serves the same keys, wallets and stored responses', async (t) => {
  const [sandbox, peer, directory] = [await startSandbox(t), await startPeer(), dataDirectory(t)];
  t.teardown(() => peer[Symbol.asyncDispose]());
  const target = { surfaces: ['chat_completions', 'responses'] };
  const before = environmentFor(directory, testConfig(sandbox, { target }));
  const { apiKey, walletId } = await seedTenant(before, { creditEur: '10' });
  const embedded = await startTestGateway(t, before);
  const client = (baseURL: string): OpenAI => new OpenAI({ baseURL, apiKey, maxRetries: 0 });
  const kept = await client(embedded.baseUrl).responses.create({ model: 'light', input: 'Remember me.', store: true });
  await embedded.stop();
  const account = await waybillJson(t, before, 'wallets', 'show', walletId);

  const secret = (file: string): string => readFileSync(join(before['WAYBILL_DATA_DIR'] ?? '', file), 'utf8').trim();
  const after = {
    ...environmentFor(
      directory,
      testConfig(sandbox, {
        target,
        ledger: { engine: 'eventstoredb', connection_string: '${LEDGER_URL}' },
        top: { content_keys: [{ id: 'content-key', key: '${CONTENT_KEY}' }] },
      }),
    ),
    LEDGER_URL: peer.connectionString,
    CONTENT_KEY: secret('content-key'),
    WAYBILL_KEY_PEPPER: secret('key-pepper'),
  };
  const copy = ['ledger', 'copy', '--from', 'sqlite', '--to', 'eventstoredb'];
  t.like(await waybillJson(t, after, ...copy), { ok: true, is_level: true });
  t.deepEqual(await waybillJson(t, after, 'wallets', 'show', walletId), account);

  const moved = await startTestGateway(t, after);
  const found = await client(moved.baseUrl).responses.retrieve(kept.id);
  t.is(found.output_text, kept.output_text);
  const next = { model: 'light', input: 'And?', previous_response_id: kept.id };
  t.is((await client(moved.baseUrl).responses.create(next)).previous_response_id, kept.id);
  t.like(await waybillJson(t, after, 'ledger', 'verify'), { ok: true, wallets: 1 });
  await moved.stop();
  // The old one is no longer the ledger.
  const { code } = await waybillFailure(t, after, ...copy);
  t.true(['target_ahead', 'target_foreign'].includes(String(code)), String(code));
});
