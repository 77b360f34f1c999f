import test from 'ava';
import { assert, bigInt, integer, array, property } from 'fast-check';
import {
  allocation,
  allocationRefusals,
  isDue,
  periodOf,
  type Allocation,
} from '../../../src/domain/payments/allocation.ts';
import type { AllocationEvent } from '../../../src/domain/payments/allocation-events.ts';
import { nanoFromEur } from '../../../src/domain/money.ts';
import { testDecisions } from '../../_support/decision-table.ts';
import { specificationOf } from '../../_support/given-when-then.ts';
import { id, tenantId, walletId } from '../../_support/wallet-vocabulary.ts';
import { propertyRuns } from '../../_support/property-runs.ts';

const { given } = specificationOf(allocation);

const named = { allocation_id: id('6', 3), tenant_id: tenantId };
const [one, two] = [id('a', 1), id('a', 2)];
const shares = [
  { wallet_id: one, basis_points: 2_500 },
  { wallet_id: two, basis_points: 5_000 },
];
const asked = { ...named, parent_id: walletId, shares, frequency: 'monthly' } as const;
const created: AllocationEvent = { type: 'AllocationCreated', data: { ...asked, shares } };
const create = { type: 'create_allocation', allocation: asked } as const;
const transferIds = new Map([
  [one, id('b', 1)],
  [two, id('b', 2)],
]);
const run = (period: string) =>
  ({ type: 'run_allocation', run: period, available: nanoFromEur('100'), transferIds }) as const;
const ran = (period: string): AllocationEvent => ({
  type: 'AllocationRun',
  data: {
    ...named,
    run: period,
    available_eur: '100.000000000',
    payments: [
      { transfer_id: id('b', 1), wallet_id: one, amount_eur: '25.000000000' },
      { transfer_id: id('b', 2), wallet_id: two, amount_eur: '50.000000000' },
    ],
  },
});
const ended = (period: string): AllocationEvent => ({
  type: 'AllocationRunEnded',
  data: { ...named, run: period, unpaid: [] },
});
const stopped: AllocationEvent = { type: 'AllocationStopped', data: named };

const tooMany = [...shares, { wallet_id: id('a', 3), basis_points: 2_501 }];
const createWith = (others: typeof shares) => ({ ...create, allocation: { ...asked, shares: others } });

testDecisions('an allocation', allocation, {
  states: {
    unknown: [],
    idle: [created],
    running: [created, ran('2026-11')],
    paid: [created, ran('2026-11'), ended('2026-11')],
    stopped: [created, stopped],
  },
  commands: {
    create_allocation: create,
    run_allocation: run('2026-11'),
    end_run: { type: 'end_run', run: '2026-11', unpaid: [] },
    stop_allocation: { type: 'stop_allocation' },
  },
  outcomes: {
    create_allocation: {
      unknown: 'AllocationCreated',
      idle: 'nothing',
      running: 'nothing',
      paid: 'nothing',
      stopped: 'nothing',
    },
    run_allocation: {
      unknown: 'allocation_not_created',
      idle: 'AllocationRun',
      running: 'run_already_made',
      paid: 'run_already_made',
      stopped: 'allocation_stopped',
    },
    end_run: {
      unknown: 'allocation_not_created',
      idle: 'nothing',
      running: 'AllocationRunEnded',
      paid: 'nothing',
      stopped: 'nothing',
    },
    stop_allocation: {
      unknown: 'allocation_not_created',
      idle: 'AllocationStopped',
      running: 'AllocationStopped',
      paid: 'AllocationStopped',
      stopped: 'nothing',
    },
  },
  refusals: allocationRefusals,
  ladders: {
    create_allocation: [
      { refusal: 'shares_too_large', given: [created], when: createWith(tooMany) },
      { refusal: 'allocation_already_created', given: [created], when: createWith(shares.slice(1)) },
    ],
    run_allocation: [
      { refusal: 'allocation_not_created', given: [], when: run('2026-11') },
      {
        refusal: 'allocation_stopped',
        given: [created, ran('2026-11'), ended('2026-11'), stopped],
        when: run('2026-10'),
      },
      { refusal: 'run_already_made', given: [created, ran('2026-11'), ended('2026-11')], when: run('2026-10') },
    ],
    end_run: [{ refusal: 'allocation_not_created', given: [], when: { type: 'end_run', run: '2026-11', unpaid: [] } }],
    stop_allocation: [{ refusal: 'allocation_not_created', given: [], when: { type: 'stop_allocation' } }],
  },
});

test('an allocation is created once, of ten thousand basis points at most', (t) => {
  given([]).when(create).thenExpect(t, [created]);
  given([]).when(createWith(tooMany)).thenExpect(t, 'shares_too_large');
  given([created])
    .when({ ...create, allocation: { ...asked, frequency: 'daily' } })
    .thenExpect(t, 'allocation_already_created');
});

test('no period is run before the last, and none while a run has not ended', (t) => {
  given([created])
    .when(run('2026-11'))
    .thenExpect(t, [ran('2026-11')]);
  given([created, ran('2026-11'), ended('2026-11')])
    .when(run('2026-10'))
    .thenExpect(t, 'run_already_made');
  given([created, ran('2026-11')])
    .when(run('2026-12'))
    .thenExpect(t, 'run_already_made');
  given([created, ran('2026-11'), ended('2026-11')])
    .when(run('2027-02'))
    .thenExpect(t, [ran('2027-02')]);
});

test('an allocation of a negative balance pays nothing', (t) => {
  given([created])
    .when({ type: 'run_allocation', run: '2026-11', available: -5n, transferIds })
    .thenExpect(t, [
      { type: 'AllocationRun', data: { ...named, run: '2026-11', available_eur: '0.000000000', payments: [] } },
    ]);
});

test('shares are exact, none above its part, and the rest is less than a part', (t) => {
  const anyShares = array(integer({ min: 1, max: 3_333 }), { minLength: 1, maxLength: 3 });
  t.notThrows(() =>
    assert(
      property(bigInt({ min: 0n, max: 10n ** 18n }), anyShares, (available, points) => {
        const parts = points.map((basis_points, index) => ({ wallet_id: id('a', index + 1), basis_points }));
        const ids = new Map(parts.map(({ wallet_id }) => [wallet_id, wallet_id]));
        const state: Allocation = { ...asked, shares: parts, stopped: false, last_run: null, unpaid: null };
        const decision = allocation.decide({ type: 'run_allocation', run: 'x', available, transferIds: ids }, state);
        if (!decision.accepted) return false;
        const [event] = decision.events;
        const paid = event?.type === 'AllocationRun' ? event.data.payments : [];
        const whole = available - (available % 10_000n);
        return parts.every(({ wallet_id, basis_points }) => {
          const amount = paid.find((payment) => payment.wallet_id === wallet_id)?.amount_eur ?? '0';
          return nanoFromEur(amount) === (whole * BigInt(basis_points)) / 10_000n;
        });
      }),
      { numRuns: propertyRuns(200) },
    ),
  );
});

const moments: readonly (readonly [at: string, daily: string, weekly: string, monthly: string])[] = [
  ['2026-11-22T23:59:59.999Z', '2026-11-22', '2026-11-16', '2026-11'],
  ['2026-11-23T00:00:00.000Z', '2026-11-23', '2026-11-23', '2026-11'],
  ['2027-01-01T00:00:00.000Z', '2027-01-01', '2026-12-28', '2027-01'],
  ['2028-02-29T12:00:00.000Z', '2028-02-29', '2028-02-28', '2028-02'],
];

for (const [at, daily, weekly, monthly] of moments) {
  test(`the periods of ${at} go by the UTC calendar`, (t) => {
    const moment = Date.parse(at);
    t.is(periodOf('daily', moment), daily);
    t.is(periodOf('weekly', moment), weekly);
    t.is(periodOf('monthly', moment), monthly);
    t.is(periodOf('once', moment), 'once');
  });
}

test('an allocation that runs once is due once', (t) => {
  const state: Allocation = { ...asked, frequency: 'once', stopped: false, last_run: null, unpaid: null };
  t.true(isDue(state, 'once'));
  t.false(isDue({ ...state, last_run: 'once' }, 'once'));
  t.false(isDue({ ...state, stopped: true }, 'once'));
});
