import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { reservationEnd } from '../../src/ledger/reservation-end.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import * as attempting from '../_support/attempt-vocabulary.ts';
import * as the from '../_support/wallet-vocabulary.ts';

const { walletId } = the;
const cost = { total: the.eur('0.001'), lines: [] };
const idOf = (n: number): string => the.id('e', n);
const reserve = (n: number) => ({ ...the.reserve('0.001'), reservationId: idOf(n) });
const settle = (n: number) => ({
  ...the.settle('0.001'),
  cost,
  counted: the.uncounted,
  usageSource: 'hold' as const,
  reservationId: idOf(n),
});

test('the outcome of a reservation is read from its wallet alone, back to its request', async (t) => {
  const log = createMemoryEventLog();
  const wallets = new Wallets({ log, createId: randomUUID });
  for (const command of [the.open, the.credit('10'), reserve(1), settle(1)]) await wallets.execute(walletId, command);
  const [asked] = [await log.append('idempotency-a', 'no_stream', [theRequest()])];
  await wallets.execute(walletId, reserve(2));
  for (let n = 10; n < 1_600; n += 1) {
    await wallets.execute(walletId, reserve(n));
    if (n % 2 === 0) await wallets.execute(walletId, settle(n));
  }
  const reads: string[] = [];
  const byNameOnly = new Proxy<EventLog>(log, {
    get: (target, name: keyof EventLog) => {
      if (name === 'readAll' || name === 'follow') return () => t.fail('the whole log is read');
      if (name === 'readStream') reads.push('a page');
      const member = target[name];
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  const after = asked.position ?? t.fail('no position');
  if (typeof after !== 'string') return;
  const endOf = (n: number) => reservationEnd(byNameOnly, { walletId, reservationId: idOf(n), after });
  t.is(await endOf(2), 'in_doubt');
  t.is(await endOf(10), 'charged');
  t.is(await endOf(1_599), 'in_doubt');
  t.is(await endOf(1), 'never_made', 'what stands before is not looked at');
  reads.length = 0;
  await endOf(1_599);
  t.is(reads.length, 1, 'nothing is read behind its beginning');
});

function theRequest() {
  return { id: randomUUID(), type: 'IdempotentRequestBegan', data: '{}', metadata: '{}' };
}

test('the hold of a failed attempt is not taken for the beginning of its request', async (t) => {
  const log = createMemoryEventLog();
  const wallets = new Wallets({ log, createId: randomUUID });
  const endOf = (reservationId: string) => reservationEnd(log, { walletId, reservationId, after });
  for (const command of [the.open, the.credit('10')]) await wallets.execute(walletId, command);
  const after = (await log.readAll({ limit: 10 })).at(-1)?.position ?? t.fail('no position');
  if (typeof after !== 'string') return;
  await wallets.execute(walletId, the.reserve('4'));
  await wallets.execute(walletId, attempting.fail('3', { leftOpen: attempting.leftOpen('4') }));
  t.is(await endOf(the.reservation), 'in_doubt');
  t.is(await endOf(attempting.leftOpenId), 'in_doubt');
  await wallets.execute(walletId, the.settle('1'));
  t.is(await endOf(the.reservation), 'charged');
  t.is(await endOf(attempting.leftOpenId), 'in_doubt');
});

test('a request is not repeated while one of its attempts is in doubt, or after one was charged', async (t) => {
  const ends = async (...endings: Parameters<Wallets['execute']>[1][]) => {
    const log = createMemoryEventLog();
    const wallets = new Wallets({ log, createId: randomUUID });
    for (const command of [the.open, the.credit('10')]) await wallets.execute(walletId, command);
    const after = (await log.readAll({ limit: 10 })).at(-1)?.position;
    if (after === undefined) throw new Error('no position');
    const failing = attempting.fail('3', { leftOpen: attempting.leftOpen('4') });
    for (const command of [the.reserve('4'), failing, the.release(), ...endings]) {
      await wallets.execute(walletId, command);
    }
    return await reservationEnd(log, { walletId, reservationId: the.reservation, after });
  };
  const ofAttempt = { reservationId: attempting.leftOpenId, resolvedBy: 'rule' as const };
  t.is(await ends(), 'in_doubt');
  t.is(await ends({ ...the.settle('1'), ...ofAttempt }), 'charged');
  t.is(await ends({ ...the.release(), ...ofAttempt, reason: 'billing_records_never_seen' }), 'released');
  t.is(await ends({ ...the.release(), ...ofAttempt, reason: 'outcome_unknown' }), 'given_up');
});
