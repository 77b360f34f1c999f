import test from 'ava';
import { amountNanoMax, eurFromNano } from '../../src/domain/money.ts';
import { wallet } from '../../src/domain/wallet.ts';
import type { WalletCommand } from '../../src/domain/wallet-commands.ts';
import { specificationOf } from '../_support/given-when-then.ts';
import * as the from '../_support/wallet-vocabulary.ts';
import { move } from '../_support/wallet-vocabulary.ts';

const { given } = specificationOf(wallet);

const funded = [the.opened, the.credited('10')];
const reserved = [...funded, the.reserved('4')];
const flagged = [...reserved, the.flagged];
const givenUp = [...reserved, ...the.givenUp('4')];

test('a wallet is opened for its tenant', (t) => {
  given([]).when(the.open).thenExpect(t, [the.opened]);
});

test('a credit becomes available', (t) => {
  given([the.opened])
    .when(the.credit('0.000000001'))
    .thenExpect(t, [the.credited('0.000000001')]);
});

test('a debit takes the available amount, down to zero', (t) => {
  given(funded)
    .when(the.debit('10'))
    .thenExpect(t, [the.debited('10')]);
});

test('a debit does not touch the reserved amount', (t) => {
  given(reserved).when(the.debit('6.000000001')).thenExpect(t, 'amount_exceeds_available');
});

test('the id of a credit is posted once, also with another amount', (t) => {
  given(funded).when(the.credit('3')).thenExpect(t, 'credit_already_posted');
});

test('the id of a debit is posted once, also with another amount', (t) => {
  given([...funded, the.debited('1')])
    .when(the.debit('2'))
    .thenExpect(t, 'debit_already_posted');
});

test('a credit and a debit may carry the same id, as a transfer from a wallet to itself does', (t) => {
  given(funded)
    .when(the.debit('1', the.credit1))
    .thenExpect(t, [the.debited('1', the.credit1)]);
  given([...funded, the.debited('1')])
    .when(the.credit('1', the.debit1))
    .thenExpect(t, [the.credited('1', the.debit1)]);
});

test('a wallet is credited up to the largest amount and not a nano-euro beyond', (t) => {
  const max = eurFromNano(amountNanoMax);
  given([the.opened])
    .when(the.credit(max))
    .thenExpect(t, [the.credited(max)]);
  given([the.opened, the.credited(max)])
    .when(the.credit('0.000000001', the.id('f', 9)))
    .thenExpect(t, 'amount_exceeds_maximum');
  given([the.opened, the.credited(max), the.debited('1')])
    .when(the.credit('1', the.id('f', 9)))
    .thenExpect(t, [the.credited('1', the.id('f', 9))]);
});

test('a single credit is at most the largest amount, also for a wallet below zero', (t) => {
  const max = eurFromNano(amountNanoMax);
  const drained = the.settled({ cost: max, overrun: max, postings: [move('available', 'revenue', max)] });
  const tooMuch: WalletCommand = { type: 'credit_wallet', creditId: the.credit1, amount: 10n ** 18n, reason: 'top-up' };
  given([the.opened, the.reserved('0'), drained])
    .when(tooMuch)
    .thenExpect(t, 'amount_exceeds_maximum');
});

test('the whole of a full wallet can be reserved and settled', (t) => {
  const max = eurFromNano(amountNanoMax);
  given([the.opened, the.credited(max)])
    .when(the.reserve(max))
    .thenExpect(t, [the.reserved(max)]);
  given([the.opened, the.credited(max), the.reserved(max)])
    .when(the.settle(max))
    .thenExpect(t, [the.settled({ cost: max, postings: [move('reserved', 'revenue', max)] })]);
});

test('a reservation holds the available amount, down to zero', (t) => {
  given(funded)
    .when(the.reserve('10'))
    .thenExpect(t, [the.reserved('10')]);
  given(funded).when(the.reserve('10.000000001')).thenExpect(t, 'amount_exceeds_available');
});

test('a reserved amount is not available for a second reservation', (t) => {
  given(reserved)
    .when(the.reserve('6.000000001', { reservationId: the.otherReservation }))
    .thenExpect(t, 'amount_exceeds_available');
});

test('a hold of nothing moves nothing and is made in an empty wallet', (t) => {
  given([the.opened])
    .when(the.reserve('0'))
    .thenExpect(t, [the.reserved('0')]);
});

test('a hold of nothing is settled at nothing without a posting', (t) => {
  given([the.opened, the.reserved('0')])
    .when(the.settle('0', { cost: { total: 0n, lines: [] } }))
    .thenExpect(t, [the.settled({ cost: '0', postings: [], more: { lines: [] } })]);
});

test('a cost on a hold of nothing is an overrun as a whole', (t) => {
  given([...funded, the.reserved('0')])
    .when(the.settle('0.5'))
    .thenExpect(t, [
      the.settled({ cost: '0.5', overrun: '0.5', postings: [move('available', 'revenue', '0.5')] }),
      the.restricted('0.5'),
    ]);
});

test('a request cap is met exactly or refused', (t) => {
  given(funded)
    .when(the.reserve('2', { requestCap: the.eur('2') }))
    .thenExpect(t, [the.reserved('2')]);
  given(funded)
    .when(the.reserve('2.000000001', { requestCap: the.eur('2') }))
    .thenExpect(t, 'amount_exceeds_request_cap');
  given(funded)
    .when(the.reserve('0', { requestCap: 0n }))
    .thenExpect(t, [the.reserved('0')]);
});

test('a cost below the hold is charged from it and the rest returns', (t) => {
  given(reserved)
    .when(the.settle('2.999999999'))
    .thenExpect(t, [
      the.settled({
        cost: '2.999999999',
        released: '1.000000001',
        postings: [move('reserved', 'revenue', '2.999999999'), move('reserved', 'available', '1.000000001')],
      }),
    ]);
});

test('a cost of the hold exactly uses it up', (t) => {
  given(reserved)
    .when(the.settle('4'))
    .thenExpect(t, [the.settled({ cost: '4', postings: [move('reserved', 'revenue', '4')] })]);
});

test('a cost above the hold is charged in full, the excess marked as an overrun', (t) => {
  given(reserved)
    .when(the.settle('4.000000001'))
    .thenExpect(t, [
      the.settled({
        cost: '4.000000001',
        overrun: '0.000000001',
        postings: [move('reserved', 'revenue', '4'), move('available', 'revenue', '0.000000001')],
      }),
      the.restricted('0.000000001'),
    ]);
});

test('an overrun beyond the available amount is charged', (t) => {
  given(reserved)
    .when(the.settle('100'))
    .thenExpect(t, [
      the.settled({
        cost: '100',
        overrun: '96',
        postings: [move('reserved', 'revenue', '4'), move('available', 'revenue', '96')],
      }),
      the.restricted('96'),
    ]);
});

test('a cost of nothing returns the whole hold', (t) => {
  given(reserved)
    .when(the.settle('0', { cost: { total: 0n, lines: [] } }))
    .thenExpect(t, [
      the.settled({ cost: '0', released: '4', postings: [move('reserved', 'available', '4')], more: { lines: [] } }),
    ]);
});

test('a cost is refused before it takes the wallet below the most negative amount', (t) => {
  const max = eurFromNano(amountNanoMax);
  const drained = [the.opened, the.reserved('0'), the.reserved('0', { reservationId: the.otherReservation })];
  const atMost = the.settled({ cost: max, overrun: max, postings: [move('available', 'revenue', max)] });
  given(drained)
    .when(the.settle(max))
    .thenExpect(t, [atMost, the.restricted(max)]);
  given([...drained, atMost])
    .when(the.settle('0.000000001', { reservationId: the.otherReservation }))
    .thenExpect(t, 'amount_exceeds_maximum');
});

test('a settlement carries its bill: lines, price list, tier, source of the usage', (t) => {
  given(reserved)
    .when(the.settle('1', { serviceTier: 'flex', usageSource: 'billing_records', priceListVersion: '2027-01-01' }))
    .thenExpect(t, [
      the.settled({
        cost: '1',
        released: '3',
        postings: [move('reserved', 'revenue', '1'), move('reserved', 'available', '3')],
        more: {
          lines: [{ counter: 'output', quantity: 1, unit_price_eur: '1.000000000', amount_eur: '1.000000000' }],
          service_tier: 'flex',
          usage_source: 'billing_records',
          price_list_version: '2027-01-01',
        },
      }),
    ]);
});

test('a release returns the whole hold', (t) => {
  given(reserved)
    .when(the.release())
    .thenExpect(t, [the.released('4')]);
});

test('a flag moves no money', (t) => {
  given(reserved).when(the.flag()).thenExpect(t, [the.flagged]);
});

test('an operator settles a flagged reservation and is named', (t) => {
  given(flagged)
    .when(the.settle('1', { usageSource: 'operator', resolvedBy: 'operator' }))
    .thenExpect(t, [
      the.settled({
        cost: '1',
        released: '3',
        postings: [move('reserved', 'revenue', '1'), move('reserved', 'available', '3')],
        more: { usage_source: 'operator', resolved_by: 'operator' },
      }),
    ]);
});

test('a rule or an operator releases a flagged reservation and is named', (t) => {
  for (const resolvedBy of ['rule', 'operator'] as const) {
    given(flagged)
      .when({ type: 'release_reservation', reservationId: the.reservation, reason: 'not_in_books', resolvedBy })
      .thenExpect(t, [the.released('4', { reason: 'not_in_books', resolved_by: resolvedBy })]);
  }
});

test('the request itself may still settle a reservation that was flagged meanwhile', (t) => {
  given(flagged)
    .when(the.settle('4'))
    .thenExpect(t, [the.settled({ cost: '4', postings: [move('reserved', 'revenue', '4')] })]);
});

test('a late settlement at nothing moves nothing and still ends the matter', (t) => {
  given(givenUp)
    .when(the.settle('0'))
    .thenExpect(t, [the.chargedLate('0')]);
  given([...givenUp, the.chargedLate('0')])
    .when(the.settle('3'))
    .thenExpect(t, 'reservation_not_open');
});

test('a reserve command that is tried again after its reservation ended by rule does not open it again', (t) => {
  given(givenUp).when(the.reserve('4')).thenExpect(t, 'reservation_already_ended');
  given([...flagged, the.released('4', { resolved_by: 'rule' })])
    .when(the.reserve('4'))
    .thenExpect(t, 'reservation_already_ended');
});

test('an outcome after a rule released the hold of a process that could not be seen is charged once', (t) => {
  given(givenUp)
    .when(the.settle('3'))
    .thenExpect(t, [the.chargedLate('3')]);
  given([...givenUp, the.chargedLate('3')])
    .when(the.settle('3'))
    .thenExpect(t, 'reservation_not_open');
});

test('a late outcome is not charged after a release by an operator, or when no process could still answer', (t) => {
  for (const [flag, resolved_by] of [
    [the.flaggedUnseen(), 'operator'],
    [the.flagged, 'rule'],
  ] as const) {
    given([...reserved, flag, the.released('4', { resolved_by })])
      .when(the.settle('3'))
      .thenExpect(t, 'reservation_not_open');
  }
});

test('each of five thousand late outcomes is charged, the first and the last', (t) => {
  const ids = Array.from({ length: 5_000 }, (_, index) => the.id('e', index + 10));
  let state = funded.reduce(wallet.evolve, wallet.initialState);
  for (const reservation_id of ids) {
    const reserve = the.reserved('0.001', { reservationId: reservation_id });
    const release = the.released('0.001', { reservation_id, resolved_by: 'rule' });
    state = [reserve, the.flaggedUnseen(reservation_id), release].reduce(wallet.evolve, state);
  }
  for (const reservationId of ids) {
    const decision = wallet.decide(the.settle('0.001', { reservationId }), state);
    if (!decision.accepted) throw new Error(`${reservationId}: ${decision.refusal}`);
    state = decision.events.reduce(wallet.evolve, state);
  }
  t.is(eurFromNano(state.posted), '5.000000000');
  t.is(state.awaited.size, 0);
});

test('one request runs at a time after a cost above its hold, until a credit', (t) => {
  const overrun = the.settled({
    cost: '5',
    overrun: '1',
    postings: [move('reserved', 'revenue', '4'), move('available', 'revenue', '1')],
  });
  const restricted = [...reserved, overrun, the.restricted('1')];
  const running = [...restricted, the.reserved('1')];
  const second = the.reserve('1', { reservationId: the.otherReservation });
  given(restricted)
    .when(the.reserve('1'))
    .thenExpect(t, [the.reserved('1')]);
  given(running).when(second).thenExpect(t, 'wallet_restricted');
  given(running)
    .when(the.credit('3', the.id('f', 9)))
    .thenExpect(t, [the.credited('3', the.id('f', 9)), the.liftedBy('credit')]);
  given([...running, the.liftedBy('credit')])
    .when(second)
    .thenExpect(t, [the.reserved('1', { reservationId: the.otherReservation })]);
});

test('an operator lifts a restriction once, with a reason', (t) => {
  const restricted = [...funded, the.restricted('1')];
  given(restricted)
    .when(the.lift)
    .thenExpect(t, [the.liftedBy('operator')]);
  given([...restricted, the.liftedBy('operator')])
    .when(the.lift)
    .thenExpect(t, 'wallet_not_restricted');
});

test('a restricted wallet accepts a request while another has an unknown outcome', (t) => {
  given([...reserved, the.restricted('1'), the.flagged])
    .when(the.reserve('1', { reservationId: the.otherReservation }))
    .thenExpect(t, [the.reserved('1', { reservationId: the.otherReservation })]);
});

test('a late cost beyond the balance restricts the wallet', (t) => {
  given(givenUp)
    .when(the.settle('11'))
    .thenExpect(t, [the.chargedLate('11'), the.restricted('1')]);
});
