import { randomUUID } from 'node:crypto';
import test from 'ava';
import { nanoFromSum } from '../../src/domain/money.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import { dataDirectory, environmentFor, startTestGateway, testConfig } from '../_support/gateway.ts';
import { httpCall } from '../_support/http-call.ts';
import { viewLedger } from '../_support/ledger-view.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { chat, HELLO } from '../_support/sandbox-post.ts';
import { until } from '../_support/until.ts';
import { waybillJson } from '../_support/waybill-command.ts';

test('a call is paid from granted credit first, and what is left of a gift expires at its time', async (t) => {
  const sandbox = await startSandbox(t);
  const environment = environmentFor(dataDirectory(t), testConfig(sandbox));
  const ledger = await viewLedger(t, environment);
  const { baseUrl } = await startTestGateway(t, environment);
  const { apiKey, walletId } = await ledger.tenant({ creditEur: '10' });
  const command = (...words: readonly string[]) => waybillJson(t, environment, ...words);

  await command('wallets', 'credit', walletId, '3', '--granted');
  const reply = await httpCall(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(chat(HELLO, { model: 'light', max_tokens: 50 })),
  });
  t.is(reply.status, 200);
  const { events } = await ledger.settledWallet(walletId, 1);
  const charge = events.find(({ type }) => type === 'ReservationSettled');
  if (charge?.type !== 'ReservationSettled') return t.fail('nothing was charged');
  const { cost_eur, lots, postings } = charge.data;
  t.like(lots, { 0: { kind: 'granted', amount_eur: cost_eur }, length: 1 });
  t.false(postings.some(({ credit_account }) => credit_account === 'platform:revenue'));
  const cost = nanoFromSum(cost_eur);
  t.true(cost > 0n);

  // Past the command, which refuses a time that is over by then: a busy machine takes seconds to start it.
  const amount = nanoFromSum('2.000000000');
  await new Wallets({ log: ledger.log, createId: randomUUID }).execute(walletId, {
    type: 'credit_wallet',
    creditId: randomUUID(),
    amount,
    reason: 'test',
    lots: [{ kind: 'granted', expiresAt: new Date(Date.now() + 500).toISOString(), amount }],
  });
  const expired = await until('the gift expires', async () => {
    const { events: now } = await ledger.wallet(walletId);
    return now.find(({ type }) => type === 'WalletLotExpired') ?? null;
  });
  t.like(expired.data, { kind: 'granted', amount_eur: '2.000000000' });
  const account = await command('wallets', 'show', walletId);
  t.is(nanoFromSum(String(account['granted_eur'])), 3_000_000_000n - cost);
  t.is(nanoFromSum(String(account['posted_eur'])), 13_000_000_000n - cost);
  t.like(await command('ledger', 'verify'), {
    ok: true,
    totals: { revenue_eur: '0.000000000', breakage_eur: '2.000000000' },
  });
});
