import test from 'ava';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import { closingOf } from '../../src/domain/wallet-closing.ts';
import { wallet } from '../../src/domain/wallet.ts';
import type { WalletEvent } from '../../src/domain/wallet-events.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import { verifyLedger } from '../../src/ledger/verify/verify-ledger.ts';
import { budget, counting } from '../_support/budget-vocabulary.ts';
import { record } from '../_support/recorded-log.ts';
import * as words from '../_support/wallet-vocabulary.ts';

async function verdictOn(events: readonly WalletEvent[]): Promise<string> {
  const log = chainedLog(createMemoryEventLog());
  await record(log, walletStream(words.walletId), ...events);
  const readModels = createMemoryReadModels(log);
  const verdict = await verifyLedger({ log, readModels, projections: [], now: 0 });
  return verdict.ok ? 'right' : verdict.difference.kind;
}

const funded = [words.opened, words.credited('10')];
const today = budget('day', '5');
const tomorrow = budget('day', '5', '2026-11-29T12:00:00Z');
const first = counting(words.reserved('4'), today, budget('total', '9'));
const second = (amount: string, ...budgets: readonly (typeof today)[]): WalletEvent =>
  counting(words.reserved(amount, { reservationId: words.otherReservation }), ...budgets);

function closed(events: readonly WalletEvent[]): readonly WalletEvent[] {
  const state = events.reduce<typeof wallet.initialState>(wallet.evolve, wallet.initialState);
  const parts = closingOf(state, events.length, { credits: new Set(), debits: new Set() });
  return parts.map((data) => ({ type: 'WalletPeriodClosed', data }));
}

test('holds within their budgets verify, in one period, in the next, and after a closing', async (t) => {
  t.is(await verdictOn([...funded, first, second('1', today)]), 'right');
  t.is(await verdictOn([...funded, first, second('5', tomorrow)]), 'right');
  t.is(await verdictOn([...funded, first, ...closed([...funded, first]), second('1', today)]), 'right');
});

const wrong: Readonly<Record<string, readonly WalletEvent[]>> = {
  'above its budget': [...funded, first, second('1.000000001', today)],
  'above its budget after a closing': [...funded, first, ...closed([...funded, first]), second('1.000000001', today)],
  'above one of several budgets': [...funded, first, second('5', tomorrow, budget('total', '8.5'))],
  'in an earlier period': [...funded, second('1', tomorrow), first],
};

for (const [what, events] of Object.entries(wrong)) {
  test(`verify names a hold ${what}`, async (t) => {
    t.is(await verdictOn(events), 'budget');
  });
}

test('verify names a closing that tells other budgets', async (t) => {
  const before = [...funded, first];
  const [closing] = closed(before) as [Extract<WalletEvent, { type: 'WalletPeriodClosed' }>];
  const { budgets = [], budget_holds = [] } = closing.data;
  const forged = [
    { budgets: budgets.slice(1) },
    { budgets: budgets.map((each) => ({ ...each, settled_eur: '1.000000000' })) },
    { budget_holds: budget_holds.slice(1) },
    { budget_holds: budget_holds.map((each) => ({ ...each, amount_eur: '6.000000000' })) },
  ];
  for (const change of forged) {
    t.is(await verdictOn([...before, { ...closing, data: { ...closing.data, ...change } }]), 'closing');
  }
});
