import test from 'ava';
import { assert, constantFrom, integer, property, array } from 'fast-check';
import { keyUseKey, usage, usageRowsPrefix } from '../../projections/usage.ts';
import { walletBalances } from '../../projections/wallet-balances.ts';
import { eurFromNano, nanoFromSum } from '../../src/domain/money.ts';
import type { UsageRow } from '../../src/domain/usage-hours/usage-hour.ts';
import { wallet } from '../../src/domain/wallet.ts';
import type { WalletCommand } from '../../src/domain/wallet-commands.ts';
import type { WalletEvent } from '../../src/domain/wallet-events.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import { FoldedProjectionDocuments } from '../../src/ports/projection-fold.ts';
import { documentsOf, recordedIn } from '../_support/fold-projection.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import * as choosing from '../_support/selection-vocabulary.ts';
import { usageRowsIn } from '../_support/usage-rows.ts';
import * as words from '../_support/wallet-vocabulary.ts';

const recorded = (events: readonly WalletEvent[]) => recordedIn(walletStream(words.walletId), events);

type Fold = Parameters<typeof documentsOf>[0];

/** The rows that commands leave; a command that is refused is a mistake of the test. */
function rowsAfter(t: Fold, commands: readonly WalletCommand[]): readonly UsageRow[] {
  return rowsOf(t, eventsAfter(commands));
}

function eventsAfter(commands: readonly WalletCommand[]): readonly WalletEvent[] {
  let state = wallet.initialState;
  const events: WalletEvent[] = [];
  for (const command of commands) {
    const decision = wallet.decide(command, state);
    if (!decision.accepted) throw new Error(decision.refusal);
    state = decision.events.reduce(wallet.evolve, state);
    events.push(...decision.events);
  }
  return events;
}

function rowsOf(t: Fold, events: readonly WalletEvent[]): readonly UsageRow[] {
  return usageRowsIn(documentsOf(t, usage, recorded(events)), usageRowsPrefix);
}

const begun = [words.open, words.credit('10'), words.reserve('4')];

const empty = {
  tenant_id: words.tenantId,
  day: '2026-11-01',
  user_id: words.userId,
  key_id: words.keyA,
  surface: 'chat_completions',
  model: 'average',
  wallet_id: words.walletId,
  requests: 1,
  errors: 0,
  overruns: 0,
  estimates: 0,
  selections: 0,
  cost_eur: '0.000000000',
  overrun_eur: '0.000000000',
  selection_eur: '0.000000000',
  counters: {},
};

test('a request is counted when it ends, not before', (t) => {
  t.deepEqual(rowsAfter(t, begun), []);
  t.deepEqual(rowsAfter(t, [...begun, words.settle('1.5')]), [
    { ...empty, cost_eur: '1.500000000', counters: { output: 1 } },
  ]);
});

test('a key has the day of its newest row, and the cost of the month of that day', (t) => {
  const dayOf = (events: readonly (readonly [day: string, ...events: readonly WalletEvent[]])[]) => {
    const documents = new FoldedProjectionDocuments(usage);
    for (const [day, ...own] of events)
      for (const event of recorded(own)) documents.fold({ ...event, recordedAt: `${day}T12:00:00.000Z` });
    return documents.written().get(keyUseKey(words.walletId, words.keyA)) ?? null;
  };
  const request = (n: number): readonly WalletEvent[] =>
    eventsAfter([...begun, words.settle('1')]).slice(n === 0 ? 0 : 2);
  t.is(dayOf([['2026-11-01', ...eventsAfter(begun)]]), null);
  t.deepEqual(
    dayOf([
      ['2026-11-01', ...request(0)],
      ['2026-11-01', ...request(1)],
    ]),
    { last_used_on: '2026-11-01', month_eur: '2.000000000' },
  );
  t.deepEqual(
    dayOf([
      ['2026-11-02', ...request(0)],
      ['2026-11-01', ...request(1)],
    ]),
    { last_used_on: '2026-11-02', month_eur: '2.000000000' },
  );
  t.deepEqual(
    dayOf([
      ['2026-11-01', ...request(0)],
      ['2026-12-05', ...request(1)],
    ]),
    { last_used_on: '2026-12-05', month_eur: '1.000000000' },
  );
  t.deepEqual(
    dayOf([
      ['2026-12-02', ...request(0)],
      ['2026-11-30', ...request(1)],
    ]),
    { last_used_on: '2026-12-02', month_eur: '1.000000000' },
  );
});

test('requests of one key, surface and model on one day are one row', (t) => {
  const again = words.reserve('4', { reservationId: words.otherReservation });
  const rows = rowsAfter(t, [
    ...begun,
    again,
    words.settle('1'),
    words.settle('2', { reservationId: words.otherReservation, usageSource: 'estimate' }),
  ]);
  t.deepEqual(rows, [{ ...empty, requests: 2, estimates: 1, cost_eur: '3.000000000', counters: { output: 2 } }]);
});

test('the requests of another key are a row of their own', (t) => {
  const again = words.reserve('4', { reservationId: words.otherReservation, keyId: words.keyB });
  const rows = rowsAfter(t, [
    ...begun,
    again,
    words.settle('1'),
    words.settle('2', { reservationId: words.otherReservation }),
  ]);
  t.deepEqual(
    rows.map(({ key_id, cost_eur }) => [key_id, cost_eur]),
    [
      [words.keyA, '1.000000000'],
      [words.keyB, '2.000000000'],
    ],
  );
});

test('a released request counts as an error, one above its hold as an overrun', (t) => {
  t.deepEqual(rowsAfter(t, [...begun, words.release()]), [{ ...empty, errors: 1 }]);
  t.deepEqual(rowsAfter(t, [...begun, words.settle('5')]), [
    { ...empty, overruns: 1, cost_eur: '5.000000000', overrun_eur: '1.000000000', counters: { output: 1 } },
  ]);
});

test('a charge after the hold was released counts under its key and model', (t) => {
  const unseen = words.flag(words.reservation, 'process_unknown');
  const late = [...begun, unseen, { ...words.release(), resolvedBy: 'rule' as const }, words.settle('2')];
  t.deepEqual(rowsAfter(t, late), [
    {
      ...empty,
      errors: 1,
      overruns: 1,
      cost_eur: '2.000000000',
      overrun_eur: '2.000000000',
      counters: { output: 1 },
    },
  ]);
});

test('the cost and the tokens of choosing count under the chosen model', (t) => {
  const commands = [words.open, words.credit('10'), choosing.reserve('5', '1')];
  const rows = rowsAfter(t, [...commands, choosing.choose('2', choosing.counted('0.25')), words.settle('1')]);
  t.is(rows.length, 1);
  t.like(rows[0], { model: 'light', requests: 1, selections: 1 });
  const spend = choosing.counted('0.25');
  const judged = spend.kind === 'counted' ? spend.cost.lines.reduce((sum, { quantity }) => sum + quantity, 0) : 0;
  const counted = Object.values(rows[0]?.counters ?? {}).reduce((sum, quantity) => sum + quantity, 0);
  t.true(judged > 0);
  t.is(counted, judged + 1);
  t.like(rows[0], { cost_eur: '1.250000000', selection_eur: '0.250000000' });
});

test('a choice without known counters is charged as one selection, and counts as no request', (t) => {
  const commands = [words.open, words.credit('10'), choosing.reserve('5', '1'), choosing.choose('2', choosing.unknown)];
  const billingRecords = {
    reservationId: choosing.selectionId,
    usageSource: 'billing_records',
    resolvedBy: 'rule',
  } as const;
  const rows = rowsAfter(t, [...commands, words.settle('0.5', billingRecords), words.settle('1')]);
  const sum = (name: 'requests' | 'selections'): number => rows.reduce((total, row) => total + row[name], 0);
  t.deepEqual([sum('requests'), sum('selections')], [1, 1]);
  t.deepEqual(rows.map(({ selection_eur }) => selection_eur).toSorted(), ['0.000000000', '0.500000000']);
  // What the billing records tell of the call is counted beside the answer.
  t.is(
    rows.reduce((total, { counters }) => total + (counters['output'] ?? 0), 0),
    2,
  );
});

test('the costs of all rows equal what the wallet was charged, for any history', (t) => {
  const steps = constantFrom('reserve', 'settle', 'over', 'release', 'flag', 'rule', 'expire');
  assert(
    property(
      array(
        steps.chain((step) => integer({ min: 1, max: 6 }).map((n) => ({ step, n }))),
        { maxLength: 40 },
      ),
      (plan) => {
        let state = wallet.initialState;
        const events: WalletEvent[] = [];
        const take = (command: WalletCommand): void => {
          const decision = wallet.decide(command, state);
          if (!decision.accepted) return;
          state = decision.events.reduce(wallet.evolve, state);
          events.push(...decision.events);
        };
        take(words.open);
        take(words.credit('1000'));
        for (const { step, n } of plan) {
          const reservationId = words.id('e', n);
          const command = commandOf(step, reservationId);
          take(command);
        }
        const rows = rowsOf(t, events);
        const cost = rows.reduce((sum, { cost_eur }) => sum + nanoFromSum(cost_eur), 0n);
        const [balance] = Object.values(documentsOf(t, walletBalances, recorded(events)));
        t.is(eurFromNano(cost), balance?.settled_eur ?? '');
        const overrun = rows.reduce((sum, { overrun_eur }) => sum + nanoFromSum(overrun_eur), 0n);
        t.is(eurFromNano(overrun), balance?.overrun_eur ?? '');
      },
    ),
    { numRuns: propertyRuns(100) },
  );
});

function commandOf(step: string, reservationId: string): WalletCommand {
  switch (step) {
    case 'reserve':
      return words.reserve('4', { reservationId });
    case 'settle':
      return words.settle('1', { reservationId });
    case 'over':
      return words.settle('5', { reservationId });
    case 'flag':
      return words.flag(reservationId, 'process_unknown');
    case 'rule':
      return { ...words.release(reservationId), resolvedBy: 'rule' };
    default:
      return words.release(reservationId);
  }
}
