import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { openTransfers } from '../../../projections/open-transfers.ts';
import { nanoFromEur } from '../../../src/domain/money.ts';
import {
  changeAllocation,
  advanceAllocation,
  recordedAllocation,
} from '../../../src/ledger/administration/allocations.ts';
import { changeTopup, confirmTopup, recordedTopup } from '../../../src/ledger/administration/topups.ts';
import { createTransfer, recordedTransfer } from '../../../src/ledger/administration/transfers.ts';
import { walletStream } from '../../../src/ledger/stream-names.ts';
import { Crash, endingLog } from '../../_support/ending-log.ts';
import { paymentsLedger, tenantId } from './_payments-ledger.ts';
import { roundsOf } from '../../_support/nightly.ts';
import { randomOf } from '../../_support/seeded-random.ts';

/** Money between wallets on a log whose process can be ended between any two appends. */

test('a transfer moves its amount once for any number of requests', async (t) => {
  const ledger = paymentsLedger();
  const [sourceId, destinationId] = [await ledger.openWallet('10'), await ledger.openWallet('0')];
  const order = {
    transferId: randomUUID(),
    tenantId,
    sourceId,
    destinationId,
    amount: nanoFromEur('4'),
    reason: 'test',
  };
  for (let time = 0; time < 3; time += 1) {
    t.deepEqual(await createTransfer(ledger.depsOn(ledger.log), order), { accepted: true, outcome: 'completed' });
  }
  t.is(await ledger.available(sourceId), nanoFromEur('6'));
  t.is(await ledger.available(destinationId), nanoFromEur('4'));
  const taken = { accepted: false, refusal: 'transfer_id_taken' } as const;
  t.deepEqual(await createTransfer(ledger.depsOn(ledger.log), { ...order, amount: 1n }), taken);
  const other = await ledger.openWallet('0');
  t.deepEqual(await createTransfer(ledger.depsOn(ledger.log), { ...order, destinationId: other }), taken);
  t.true((await ledger.verdict()).ok);
});

test('a transfer under the id of another debit moves nothing', async (t) => {
  const ledger = paymentsLedger();
  const [sourceId, destinationId] = [await ledger.openWallet('10'), await ledger.openWallet('0')];
  const [transferId, amount] = [randomUUID(), nanoFromEur('4')];
  const deps = ledger.depsOn(ledger.log);
  await deps.wallets.execute(sourceId, { type: 'debit_wallet', debitId: transferId, amount, reason: 'test' });
  const order = { transferId, tenantId, sourceId, destinationId, amount, reason: 'test' };
  t.deepEqual(await createTransfer(deps, order), { accepted: false, refusal: 'transfer_id_taken' });
  t.is(await ledger.available(destinationId), 0n);
  t.is(await ledger.available(sourceId), nanoFromEur('6'));
});

test('a transfer is undone when its destination has a credit with its id', async (t) => {
  const ledger = paymentsLedger();
  const [sourceId, destinationId] = [await ledger.openWallet('10'), await ledger.openWallet('0')];
  const [transferId, amount] = [randomUUID(), nanoFromEur('4')];
  const deps = ledger.depsOn(ledger.log);
  await deps.wallets.execute(destinationId, { type: 'credit_wallet', creditId: transferId, amount, reason: 'test' });
  const order = { transferId, tenantId, sourceId, destinationId, amount, reason: 'test' };
  t.deepEqual(await createTransfer(deps, order), { accepted: true, outcome: 'undone' });
  t.is(await ledger.available(sourceId), nanoFromEur('10'));
  t.is(await ledger.available(destinationId), nanoFromEur('4'));
});

test('a transfer under the id of one between other wallets leaves its source alone', async (t) => {
  const ledger = paymentsLedger();
  const wallets = await Promise.all(['10', '0', '10'].map(ledger.openWallet));
  const [sourceId = '', destinationId = '', other = ''] = wallets;
  const deps = ledger.depsOn(ledger.log);
  const order = { transferId: randomUUID(), tenantId, sourceId, destinationId, amount: 5n, reason: 'test' };
  await createTransfer(deps, order);
  const taken = { accepted: false, refusal: 'transfer_id_taken' } as const;
  t.deepEqual(await createTransfer(deps, { ...order, sourceId: other }), taken);
  t.is(await ledger.available(other), nanoFromEur('10'));
  t.true((await ledger.verdict()).ok);
});

test('a transfer without the funds leaves nothing behind', async (t) => {
  const ledger = paymentsLedger();
  const [sourceId, destinationId] = [await ledger.openWallet('1'), await ledger.openWallet('0')];
  const transferId = randomUUID();
  const order = { transferId, tenantId, sourceId, destinationId, amount: nanoFromEur('1.000000001'), reason: 'test' };
  const before = (await ledger.log.readAll()).length;
  t.deepEqual(await createTransfer(ledger.depsOn(ledger.log), order), {
    accepted: false,
    refusal: 'amount_exceeds_available',
  });
  t.is((await ledger.log.readAll()).length, before);
});

test('a transfer is undone when its destination cannot hold the amount', async (t) => {
  const ledger = paymentsLedger();
  const [sourceId, destinationId] = [await ledger.openWallet('10'), await ledger.openWallet('999999999')];
  const transferId = randomUUID();
  const order = { transferId, tenantId, sourceId, destinationId, amount: nanoFromEur('9'), reason: 'test' };
  t.deepEqual(await createTransfer(ledger.depsOn(ledger.log), order), { accepted: true, outcome: 'undone' });
  t.is((await recordedTransfer(ledger.log, transferId))?.to, 'source');
  t.is(await ledger.available(sourceId), nanoFromEur('10'));
  t.true((await ledger.verdict()).ok);
});

test('a transfer into a wallet that a later version wrote to waits by itself', async (t) => {
  const ledger = paymentsLedger();
  const [sourceId, blocked, free] = [
    await ledger.openWallet('10'),
    await ledger.openWallet('0'),
    await ledger.openWallet('0'),
  ];
  const begin = async (transferId: string, destinationId: string): Promise<void> => {
    const order = { transferId, tenantId, sourceId, destinationId, amount: nanoFromEur('4'), reason: 'test' };
    const isGone = createTransfer(ledger.depsOn(endingLog(ledger.log, 1, true)), order);
    await t.throwsAsync(isGone, { instanceOf: Crash });
  };
  // In the order in which they are looked at.
  await begin('00000000-0000-4000-8000-000000000001', blocked);
  await begin('ffffffff-0000-4000-8000-000000000001', free);
  const unknown = { id: randomUUID(), type: 'FromTheFuture', data: '{}', metadata: '{"v":1}' };
  await ledger.log.append(walletStream(blocked), 0, [unknown]);

  await ledger.finish();

  t.is(await ledger.available(free), nanoFromEur('4'));
  t.deepEqual(
    ledger.readModels.list(openTransfers).map(({ document }) => document.destination_id),
    [blocked],
  );
});

/** The read models of a ledger are folded anew after each of its transfers: a short one is soon looked through. */
const transfersOfLedger = 100;

test('money is conserved over random transfers whose process ends between any two steps', async (t) => {
  const random = randomOf(t);
  const rounds = roundsOf(t, { ordinary: 300, nightly: 10_000 });
  for (let left = rounds; left > 0; left -= transfersOfLedger) {
    await assertConserved(t, random, Math.min(left, transfersOfLedger));
  }
});

async function assertConserved(t: ExecutionContext, random: ReturnType<typeof randomOf>, count: number): Promise<void> {
  const ledger = paymentsLedger();
  const wallets = await Promise.all(['20', '10', '5', '0'].map(ledger.openWallet));
  const total = nanoFromEur('35');
  for (let round = 0; round < count; round += 1) {
    const source = random.whole(0, 3);
    const [sourceId = '', destinationId = ''] = [wallets[source], wallets[(source + random.whole(1, 3)) % 4]];
    const amount = BigInt(random.whole(1, 8_000_000_000));
    const order = { transferId: randomUUID(), tenantId, sourceId, destinationId, amount, reason: 'test' };
    // Three appends make a transfer: it ends at one of them, or at none.
    const own = endingLog(ledger.log, random.whole(0, 4), random.whole(0, 1) === 0);
    await createTransfer(ledger.depsOn(own), order).catch(() => undefined);
    // The one who looks after it may end as well.
    await ledger.finish(0, endingLog(ledger.log, random.whole(0, 3), random.whole(0, 1) === 0)).catch(() => undefined);
    if (random.whole(0, 2) > 0) continue;
    await ledger.finish();
    const sums = await Promise.all(wallets.map(ledger.available));
    t.is(ledger.readModels.list(openTransfers).length, 0);
    t.is(
      sums.reduce((sum, each) => sum + each, 0n),
      total,
    );
  }
  await ledger.finish();
  const verdict = await ledger.verdict();
  t.true(
    verdict.ok,
    JSON.stringify(verdict, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  );
}

test('two processes that finish one transfer at once credit one end once', async (t) => {
  const ledger = paymentsLedger();
  const [sourceId, destinationId] = [await ledger.openWallet('10'), await ledger.openWallet('0')];
  const order = {
    transferId: randomUUID(),
    tenantId,
    sourceId,
    destinationId,
    amount: nanoFromEur('4'),
    reason: 'test',
  };
  await createTransfer(ledger.depsOn(endingLog(ledger.log, 1, true)), order).catch(() => undefined);
  t.is(await ledger.available(sourceId), nanoFromEur('6'));
  await Promise.all([ledger.finish(), ledger.finish(), ledger.finish()]);
  t.is(await ledger.available(destinationId), nanoFromEur('4'));
  t.true((await ledger.verdict()).ok);
});

async function requestTopup(ledger: Pick<ReturnType<typeof paymentsLedger>, 'log'>, walletId: string): Promise<string> {
  const topup_id = randomUUID();
  const topup = {
    topup_id,
    tenant_id: tenantId,
    wallet_id: walletId,
    amount_eur: '5.000000000',
    reference: `WB-${topup_id.slice(0, 8)}`,
    expires_at: '2026-12-01T00:00:00.000Z',
  };
  await changeTopup({ log: ledger.log, createId: randomUUID }, topup_id, { type: 'request_topup', topup });
  return topup_id;
}

const received = (bank_reference: string) => ({ bank_reference, bank_date: '2026-11-20', received_eur: '5.500000000' });

test('a top-up is credited once after a crash between any steps, and its bank reference is refused for another', async (t) => {
  for (let appends = 0; appends <= 5; appends += 1) {
    for (const isWritten of [true, false]) {
      const ledger = paymentsLedger();
      const deps = ledger.depsOn(ledger.log);
      const walletId = await ledger.openWallet('0');
      const [first, second] = [await requestTopup(ledger, walletId), await requestTopup(ledger, walletId)];
      const payment = { received: received('E2E-0042'), actor: 'system:test' };
      await confirmTopup(ledger.depsOn(endingLog(ledger.log, appends, isWritten)), first, payment).catch(
        () => undefined,
      );
      await ledger.finish();
      const again = await confirmTopup(deps, first, payment);
      t.is(again.accepted && again.topup.status, 'credited');
      const spaced = { received: received('e2e-00 42'), actor: 'system:test' };
      t.deepEqual(await confirmTopup(deps, second, spaced), { accepted: false, refusal: 'bank_reference_used' });
      t.is((await recordedTopup(ledger.log, second))?.status, 'pending');
      t.is(await ledger.available(walletId), nanoFromEur('5.5'));
      t.true((await ledger.verdict()).ok);
    }
  }
});

test('several top-ups that are confirmed at once with one bank reference credit one payment', async (t) => {
  const ledger = paymentsLedger();
  const walletId = await ledger.openWallet('0');
  const ids = await Promise.all([1, 2, 3].map(() => requestTopup(ledger, walletId)));
  const payment = { received: received('E2E-0099'), actor: 'system:test' };
  const answers = await Promise.all(ids.map((id) => confirmTopup(ledger.depsOn(ledger.log), id, payment)));
  t.is(answers.filter(({ accepted }) => accepted).length, 1);
  t.is(await ledger.available(walletId), nanoFromEur('5.5'));
  t.true((await ledger.verdict()).ok);
});

test('a top-up that is not paid in time expires', async (t) => {
  const ledger = paymentsLedger();
  const id = await requestTopup(ledger, await ledger.openWallet('0'));
  await ledger.finish(Date.parse('2026-11-30T00:00:00Z'));
  t.is((await recordedTopup(ledger.log, id))?.status, 'pending');
  await ledger.finish(Date.parse('2026-12-01T00:00:00Z'));
  t.is((await recordedTopup(ledger.log, id))?.status, 'expired');
});

test('top-ups at the end of a list of a thousand expire, too', async (t) => {
  const ledger = paymentsLedger();
  const walletId = await ledger.openWallet('0');
  const ids: string[] = [];
  for (let count = 0; count < 1_001; count += 1) ids.push(await requestTopup(ledger, walletId));
  const last = ids.toSorted().at(-1) ?? '';
  await ledger.finish(Date.parse('2026-12-01T00:00:00Z'));
  t.is((await recordedTopup(ledger.log, last))?.status, 'expired');
});

test('an allocation pays each period once, and the missed periods once, after a crash at any step', async (t) => {
  const random = randomOf(t);
  const ledger = paymentsLedger();
  const deps = ledger.depsOn(ledger.log);
  const [parent, one, two] = [
    await ledger.openWallet('100'),
    await ledger.openWallet('0'),
    await ledger.openWallet('0'),
  ];
  const allocation_id = randomUUID();
  const shares = [
    { wallet_id: one, basis_points: 1_000 },
    { wallet_id: two, basis_points: 2_000 },
  ];
  const allocation = { allocation_id, tenant_id: tenantId, parent_id: parent, shares, frequency: 'monthly' } as const;
  await changeAllocation(deps, allocation_id, { type: 'create_allocation', allocation });
  const months = ['2026-11-22', '2026-11-30', '2026-12-01', '2027-03-15', '2027-03-16'];
  for (const month of months) {
    const now = Date.parse(`${month}T12:00:00Z`);
    for (let time = 0; time < 5; time += 1) {
      const own = endingLog(ledger.log, random.whole(0, 5), random.whole(0, 1) === 0);
      await advanceAllocation(ledger.depsOn(own), allocation_id, now).catch(() => undefined);
    }
    await ledger.finish(now);
    await ledger.finish(now);
  }
  // November, December, and March for the months that were missed: 100 → 70 → 49 → 34.3.
  t.is(await ledger.available(parent), nanoFromEur('34.3'));
  t.is(await ledger.available(one), nanoFromEur('21.9'));
  t.is(await ledger.available(two), nanoFromEur('43.8'));
  t.like(await recordedAllocation(ledger.log, allocation_id), { last_run: '2027-03', unpaid: null });
  t.true((await ledger.verdict()).ok);
});
