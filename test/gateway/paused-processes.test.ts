import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import { dataDirectory, environmentFor, spawnGateway, testConfig } from '../_support/gateway.ts';
import { codeOf, keyedPost } from '../_support/keyed-post.ts';
import { assertWalletIsSound, viewLedger } from '../_support/ledger-view.ts';
import { assertBillingRecordsAgree } from '../_support/sandbox-bill.ts';
import { chat, HELLO } from '../_support/sandbox-post.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { until } from '../_support/until.ts';
import { startUpstreamGate } from '../_support/upstream-gate.ts';

const ttlMs = 1_300;

test.serial('a process that is stopped beyond every timeout keeps its hold, and its key runs once', async (t) => {
  const sandbox = await startSandbox(t);
  const gate = await startUpstreamGate(t, sandbox);
  const config = testConfig(gate, {
    server: { write_stall_ms_max: 50, request_total_ms_max: 1_100 },
    reservations: { ttl_ms: ttlMs, never_seen_grace_ms: 50 },
    upstream: { total_timeout_ms: 1_000, retries_max: 0 },
    top: { idempotency: { wait_ms: 50 } },
  });
  const environment = environmentFor(dataDirectory(t), config);
  const ledger = await viewLedger(t, environment);
  const { apiKey, walletId } = await ledger.tenant();
  const [one, other] = [await spawnGateway(t, environment), await spawnGateway(t, environment)];
  const asked = { apiKey, key: 'once', body: chat(HELLO, { model: 'light' }) };
  gate.close();
  const first = keyedPost(one, asked);
  await until('it is forwarded', () => gate.held === 1);
  one.child.kill('SIGSTOP');
  // Longer than the life of the hold and every grace; the other gateway looks at it all the while.
  for (let look = 0; look < 5; look += 1) {
    await sleep(ttlMs / 2);
    t.is(codeOf(await keyedPost(other, asked)), 'idempotency_key_in_use');
  }
  const [held] = (await ledger.wallet(walletId)).reservations;
  t.deepEqual(held?.story, []);
  gate.open();
  one.child.kill('SIGCONT');
  const { status } = await first;
  t.true([200, 502, 503, 504].includes(status), String(status));
  const wallet = await ledger.settledWallet(walletId, 1);
  assertWalletIsSound(t, wallet);
  t.true((await assertBillingRecordsAgree(t, { wallet, sandbox })) > 0n);
  const again = await keyedPost(other, asked);
  t.is(again.status, status === 200 ? 200 : 409, again.text);
  t.is((await sandbox.billingRecords()).entries.length, 1);
});
