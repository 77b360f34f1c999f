import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { callChat } from '../_support/chat-call.ts';
import { dataDirectory, environmentFor, spawnGateway, testConfig } from '../_support/gateway.ts';
import { keyedPost } from '../_support/keyed-post.ts';
import { assertWalletIsSound, viewLedger } from '../_support/ledger-view.ts';
import { roundsOf } from '../_support/nightly.ts';
import { writeRemovedContents } from '../_support/removed-contents.ts';
import { chat, HELLO } from '../_support/sandbox-post.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { until } from '../_support/until.ts';

test('while two gateways compact a ledger every call is answered, and removed data leaves the disk', async (t) => {
  t.timeout(110_000);
  const sandbox = await startSandbox(t, { record: false });
  const config = testConfig(sandbox, { top: { responses: { compact_interval_ms: 200 } } });
  const environment = environmentFor(dataDirectory(t), config);
  const path = join(environment['WAYBILL_DATA_DIR'] ?? '', 'ledger.db');
  await writeRemovedContents(path, roundsOf(t, { ordinary: 200, nightly: 3_000 }));
  const bytes = statSync(path).size;
  const ledger = await viewLedger(t, environment);
  const { apiKey, walletId } = await ledger.tenant({ creditEur: '1000' });
  const gateways = [await spawnGateway(t, environment), await spawnGateway(t, environment)];
  const isCompacted = (): boolean => statSync(path).size < bytes / 2;
  const statuses: number[] = [];
  // A log is compacted where keys grow old in it.
  for (const gateway of gateways) {
    const call = { apiKey, key: randomUUID(), body: chat(HELLO, { model: 'light' }) };
    statuses.push((await keyedPost(gateway, call)).status);
  }

  const caller = async (gateway: { readonly baseUrl: string }): Promise<void> => {
    do statuses.push((await callChat(gateway, apiKey, chat(HELLO, { model: 'light' })).seen).status);
    while (!isCompacted());
  };
  await Promise.all(gateways.map(caller));

  await until('what was removed has left the disk', async () => isCompacted());
  t.true(statuses.length >= 4);
  t.deepEqual([...new Set(statuses)], [200]);
  assertWalletIsSound(t, await ledger.settledWallet(walletId, statuses.length));
});
