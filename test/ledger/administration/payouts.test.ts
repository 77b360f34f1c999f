import { randomUUID } from 'node:crypto';
import test from 'ava';
import { openPayouts } from '../../../projections/open-payouts.ts';
import { nanoFromEur } from '../../../src/domain/money.ts';
import {
  cancelPayout,
  confirmPayout,
  recordedPayout,
  requestPayout,
} from '../../../src/ledger/administration/payouts.ts';
import { changeTopup, confirmTopup } from '../../../src/ledger/administration/topups.ts';
import { Crash, endingLog } from '../../_support/ending-log.ts';
import { roundsOf } from '../../_support/nightly.ts';
import { randomOf } from '../../_support/seeded-random.ts';
import { paymentsLedger, tenantId } from './_payments-ledger.ts';

/** Paid credit that leaves the platform, on a log whose process can be ended between any two appends. */

const actor = 'cli:test';

/** A wallet with 10 euro paid, and 3 granted. */
async function scene() {
  const ledger = paymentsLedger();
  const walletId = await ledger.openWallet('10');
  const deps = ledger.depsOn(ledger.log);
  const amount = nanoFromEur('3');
  const lots = [{ kind: 'granted', expiresAt: null, amount }] as const;
  await deps.wallets.execute(walletId, { type: 'credit_wallet', creditId: randomUUID(), amount, reason: 'gift', lots });
  const order = (eur: string) => ({
    payoutId: randomUUID(),
    tenantId,
    walletId,
    amount: nanoFromEur(eur),
    reason: 'end of contract',
    actor,
  });
  const bank = { bankReference: 'E2E-0044', bankDate: '2026-11-20', actor };
  return { ledger, deps, walletId, order, bank };
}

test('a payout takes paid credit alone, and is confirmed with the reference of the bank', async (t) => {
  const { ledger, deps, walletId, order, bank } = await scene();
  const tooMuch = await requestPayout(deps, order('10.000000001'));
  t.deepEqual(tooMuch, { accepted: false, refusal: 'amount_exceeds_paid' });
  t.deepEqual(await requestPayout(deps, order('13.000000001')), {
    accepted: false,
    refusal: 'amount_exceeds_available',
  });
  const all = order('10');
  for (let time = 0; time < 2; time += 1) {
    t.like(await requestPayout(deps, all), { accepted: true, payout: { status: 'pending' } });
  }
  t.is(await ledger.available(walletId), nanoFromEur('3'));
  t.like(await confirmPayout(deps, all.payoutId, bank), { accepted: true, state: { status: 'confirmed' } });
  t.like(await cancelPayout(deps, all.payoutId, { reason: 'late', actor }), { refusal: 'payout_not_pending' });
  t.is(await ledger.available(walletId), nanoFromEur('3'));
  t.true((await ledger.verdict()).ok);
});

test('a cancelled payout is credited once, whoever asks how often', async (t) => {
  const { ledger, deps, walletId, order, bank } = await scene();
  const some = order('4');
  await requestPayout(deps, some);
  for (let time = 0; time < 3; time += 1) {
    t.like(await cancelPayout(deps, some.payoutId, { reason: 'wrong account', actor }), {
      state: { status: 'cancelled' },
    });
    await ledger.finish();
  }
  t.is(await ledger.available(walletId), nanoFromEur('13'));
  t.like(await confirmPayout(deps, some.payoutId, bank), { refusal: 'payout_not_pending' });
  t.true((await ledger.verdict()).ok);
});

test('a cancelled payout waits until its wallet has room for its lots, and that is told', async (t) => {
  const ledger = paymentsLedger();
  const walletId = await ledger.openWallet('0');
  const deps = ledger.depsOn(ledger.log);
  const credit = (lots: number, expiresAt: string) => {
    const each = { kind: 'paid', expiresAt, amount: nanoFromEur('1') } as const;
    const all = {
      creditId: randomUUID(),
      amount: nanoFromEur(String(lots)),
      lots: Array.from({ length: lots }, () => each),
    };
    return deps.wallets.execute(walletId, { type: 'credit_wallet', ...all, reason: 'test' });
  };
  const [soon, late] = ['2026-11-23T00:00:00.000Z', '2027-11-23T00:00:00.000Z'];
  await credit(100, late);
  const order = { payoutId: randomUUID(), tenantId, walletId, amount: nanoFromEur('5'), reason: 'test', actor };
  await requestPayout(deps, order);
  t.true((await credit(5, soon)).accepted);
  await cancelPayout(deps, order.payoutId, { reason: 'test', actor });
  const told: unknown[] = [];
  const finish = (now: string) =>
    ledger.finish(Date.parse(now), ledger.log, (...[event, fields]) => told.push([event, fields]));
  await finish('2026-11-22T12:00:00Z');
  t.deepEqual(told, [['payment_not_finished', { payment: order.payoutId }]]);
  t.is(await ledger.available(walletId), nanoFromEur('100'));
  await finish('2026-11-23T00:00:00Z');
  await finish('2026-11-23T00:00:01Z');
  t.is(await ledger.available(walletId), nanoFromEur('100'), 'five have expired, and five are back');
  t.is(told.length, 2);
  t.true((await ledger.verdict()).ok);
});

test('one payment of the bank confirms one payout, and no top-up', async (t) => {
  const { ledger, deps, walletId, order, bank } = await scene();
  const [one, other, third] = [order('4'), order('3'), order('1')];
  for (const each of [one, other, third]) await requestPayout(deps, each);
  const paid = await confirmPayout(deps, one.payoutId, bank);
  t.like(paid, { accepted: true, state: { status: 'confirmed', bank_reference: 'E2E-0044' } });
  t.like(await confirmPayout(deps, one.payoutId, bank), { accepted: true, events: [] });
  for (const bankReference of ['E2E-0044', 'e2e - 0044']) {
    const again = await confirmPayout(deps, other.payoutId, { ...bank, bankReference });
    t.like(again, { accepted: false, refusal: 'bank_reference_used', state: { status: 'pending' } });
  }
  // Neither way round with a top-up.
  const topup = async (): Promise<string> => {
    const topupId = randomUUID();
    const asked = { topup_id: topupId, tenant_id: tenantId, wallet_id: walletId, amount_eur: '4.000000000' };
    const request = { ...asked, reference: `WB-${topupId.slice(0, 8)}`, expires_at: '2099-01-01T00:00:00.000Z' };
    await changeTopup(deps, topupId, { type: 'request_topup', topup: request });
    return topupId;
  };
  const received = { bank_reference: 'E2E-0044', bank_date: bank.bankDate, received_eur: '4.000000000' };
  const refused = await confirmTopup(deps, await topup(), { received, actor });
  t.deepEqual(refused, { accepted: false, refusal: 'bank_reference_used' });
  const incoming = { ...received, bank_reference: 'E2E-0045' };
  t.like(await confirmTopup(deps, await topup(), { received: incoming, actor }), { accepted: true });
  const used = await confirmPayout(deps, third.payoutId, { ...bank, bankReference: 'E2E-0045' });
  t.like(used, { accepted: false, refusal: 'bank_reference_used' });
  t.is((await recordedPayout(ledger.log, third.payoutId))?.status, 'pending');
  t.true((await ledger.verdict()).ok);
});

test('a word for none is of no one payment: it confirms payouts and top-ups, one after another', async (t) => {
  const { ledger, deps, walletId, order, bank } = await scene();
  for (const bankReference of ['NONREF', 'Not provided', 'NONREF']) {
    const each = order('2');
    await requestPayout(deps, each);
    const paid = await confirmPayout(deps, each.payoutId, { ...bank, bankReference });
    t.like(paid, { accepted: true, state: { status: 'confirmed', bank_reference: bankReference } });
  }
  for (let nth = 0; nth < 2; nth += 1) {
    const topup_id = randomUUID();
    const asked = { topup_id, tenant_id: tenantId, wallet_id: walletId, amount_eur: '4.000000000' };
    const topup = { ...asked, reference: `WB-000000000000000${nth}`, expires_at: '2099-01-01T00:00:00.000Z' };
    await changeTopup(deps, topup_id, { type: 'request_topup', topup });
    const received = { bank_reference: 'NONREF', bank_date: bank.bankDate, received_eur: '4.000000000' };
    t.like(await confirmTopup(deps, topup_id, { received, actor }), { accepted: true, topup: { status: 'credited' } });
  }
  t.is(await ledger.available(walletId), nanoFromEur('15'));
  t.true((await ledger.verdict()).ok);
});

test('of two payouts confirmed at once with one reference, one is', async (t) => {
  const { deps, order, bank } = await scene();
  const both = [order('4'), order('3')];
  for (const each of both) await requestPayout(deps, each);
  const answers = await Promise.all(both.map(async ({ payoutId }) => await confirmPayout(deps, payoutId, bank)));
  t.is(answers.filter(({ accepted }) => accepted).length, 1);
});

test('a payout under the id of another debit moves nothing', async (t) => {
  const { ledger, deps, walletId, order } = await scene();
  const some = order('4');
  const debit = { type: 'debit_wallet', debitId: some.payoutId, amount: some.amount, reason: 'test' } as const;
  await deps.wallets.execute(walletId, debit);
  t.deepEqual(await requestPayout(deps, some), { accepted: false, refusal: 'payout_id_taken' });
  t.is(await recordedPayout(ledger.log, some.payoutId), null);
  t.is(await ledger.available(walletId), nanoFromEur('9'));
});

test('a process that ends anywhere leaves a payout that another one finishes, and no money twice', async (t) => {
  const random = randomOf(t);
  const rounds = roundsOf(t, { ordinary: 100, nightly: 3_000 });
  for (let round = 0; round < rounds; round += 1) {
    const { ledger, deps, walletId, order, bank } = await scene();
    const some = order('4');
    const own = ledger.depsOn(endingLog(ledger.log, random.whole(1, 5), random.whole(0, 1) === 0));
    const isCancelled = random.whole(0, 1) === 0;
    const paying = async (): Promise<void> => {
      await requestPayout(own, some);
      if (isCancelled) await cancelPayout(own, some.payoutId, { reason: 'no', actor });
      else await confirmPayout(own, some.payoutId, bank);
    };
    await paying().catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error;
    });
    for (let sweep = 0; sweep < 2; sweep += 1) await ledger.finish();
    const known = await recordedPayout(ledger.log, some.payoutId);
    const isOut = known !== null && known.status !== 'cancelled';
    t.is(await ledger.available(walletId), nanoFromEur(isOut ? '9' : '13'), String(known?.status));
    t.deepEqual(ledger.readModels.list(openPayouts, { afterKey: '', limit: 10 }), []);
    const verdict = await ledger.verdict();
    t.true(
      verdict.ok,
      JSON.stringify(verdict, (_, value: unknown) => String(value)),
    );
    if (known !== null) t.like(await requestPayout(deps, some), { accepted: true });
  }
});
