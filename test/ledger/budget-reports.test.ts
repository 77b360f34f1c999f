import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import { nanoFromEur } from '../../src/domain/money.ts';
import type { WalletEvent } from '../../src/domain/wallet-events.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { decodeEvent } from '../../src/ledger/codec.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import { verifyLedger } from '../../src/ledger/verify/verify-ledger.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import { budget } from '../_support/budget-vocabulary.ts';
import { billing } from '../_support/usage.ts';
import * as the from '../_support/wallet-vocabulary.ts';

/** Costs €1. */
const bill = billing({ output_tokens: 500_000 }, the.priceList);

test('of many charges at two gateways, each share of a budget is reported once, right after the charge that reached it', async (t) => {
  const log = chainedLog(createMemoryEventLog());
  const sizes: number[] = [];
  const counted: typeof log = Object.assign(Object.create(log) as typeof log, {
    append: async (...[stream, expected, events]: Parameters<typeof log.append>) => {
      sizes.push(events.length);
      return await log.append(stream, expected, events);
    },
  });
  const gateways = [0, 1].map(() => new Wallets({ log: counted, createId: randomUUID }));
  const execute = async (n: number, command: Parameters<Wallets['execute']>[1]): Promise<void> => {
    await gateways[n % gateways.length]?.execute(the.walletId, command);
  };
  await execute(0, the.open);
  await execute(0, the.credit('100'));
  const [total, calls] = [budget('total', '40'), Array.from({ length: 40 }, (_, n) => n)];
  const reservationOf = (n: number): string => the.id('e', n + 1);
  await Promise.all(
    calls.map((n) => execute(n, the.reserve('1', { reservationId: reservationOf(n), budgets: [total] }))),
  );
  sizes.length = 0;
  await Promise.all(calls.map((n) => execute(n, the.settle('1', { ...bill, reservationId: reservationOf(n) }))));

  t.true(sizes.length < calls.length, 'charges were appended as groups');
  // `BudgetReached` follows from its charge, in the same append: nothing was appended for it alone.
  const events = (await log.readStream(walletStream(the.walletId))).map((each) => decodeEvent(each) as WalletEvent);
  let spent = 0n;
  const reports = events.flatMap(({ type, data }, index) => {
    if (type === 'ReservationSettled') spent += nanoFromEur(data.cost_eur);
    if (type !== 'BudgetReached') return [];
    t.is(events[index - 1]?.type, 'ReservationSettled');
    t.is(nanoFromEur(data.spent_eur), spent);
    return [[data.percent, data.spent_eur]];
  });
  t.deepEqual(reports, [
    [50, '20.000000000'],
    [80, '32.000000000'],
    [100, '40.000000000'],
  ]);
  const verdict = await verifyLedger({ log, readModels: createMemoryReadModels(log), projections: [], now: 0 });
  t.true(verdict.ok);
});
