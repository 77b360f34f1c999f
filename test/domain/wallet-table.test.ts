import test from 'ava';
import { walletRefusals, type WalletCommand } from '../../src/domain/wallet-commands.ts';
import { walletEventSchemas, type WalletEvent } from '../../src/domain/wallet-events.ts';
import * as alerting from '../_support/alert-vocabulary.ts';
import * as attempting from '../_support/attempt-vocabulary.ts';
import * as choosing from '../_support/selection-vocabulary.ts';
import { outcomesOf, type WalletOutcome as Outcome } from '../_support/wallet-outcomes.ts';
import { walletStates } from '../_support/wallet-states.ts';
import * as the from '../_support/wallet-vocabulary.ts';

/** Every command in every state of a wallet. A cell without a case fails. */

type StateName = keyof typeof walletStates;
const stateNames = Object.keys(walletStates) as StateName[]; // keys of the literal above

/** By command type, so that a new command without a row does not compile. */
const asked = {
  open_wallet: { 'open the wallet': the.open },
  credit_wallet: { 'credit €1': the.credit('1', the.id('f', 9)) },
  debit_wallet: { 'debit €1': the.debit('1', the.id('f', 9)) },
  expire_lots: { 'expire lots': the.expireLots('2026-12-31') },
  reserve_credit: {
    'reserve €4 under the same id': the.reserve('4'),
    'reserve €4 under another id': the.reserve('4', { reservationId: the.otherReservation }),
    'reserve nothing under another id': the.reserve('0', { reservationId: the.otherReservation }),
    'reserve nothing for a key that may spend €7': the.reserve('0', {
      reservationId: the.otherReservation,
      keyBudget: the.eur('7'),
    }),
  },
  charge_selection: {
    'choose for €1 and hold €3': choosing.choose('3', choosing.counted('1')),
    'choose for €2 and hold €3': choosing.choose('3', choosing.counted('2')),
    'choose, at a cost unknown': choosing.choose('3', choosing.unknown),
    'choose nobody': choosing.giveUp(),
  },
  fail_attempt: {
    'go on with €3': attempting.fail('3'),
    'go on with €3 beside €4 in doubt': attempting.fail('3', { leftOpen: attempting.leftOpen('4') }),
    'go on after the second attempt': attempting.fail('3', { attempt: 2 }),
  },
  settle_reservation: {
    'settle €3': the.settle('3'),
    'settle €5': the.settle('5'),
    'settle €11': the.settle('11'),
  },
  release_reservation: { release: the.release() },
  flag_reservation: { flag: the.flag() },
  lift_restriction: { 'lift the restriction': the.lift },
  set_wallet_alert: { 'tell below €10': alerting.tellBelow('10') },
  set_budget_alert: { 'tell when €5 of €5 are left': alerting.tellBudget('5', '5') },
} satisfies Record<WalletCommand['type'], Record<string, WalletCommand>>;

/** Several events stand with blanks between them. */
type Cell =
  '' | Outcome | `${Outcome} ${Outcome}` | `${'SelectionCharged' | 'AttemptFailed'} CreditReserved ReservationFlagged`;
type Row = Record<StateName, Cell>;

/** The same answer in every state that is not named. */
const always = (outcome: Cell, exceptions: Partial<Row> = {}): Row => {
  const row = Object.fromEntries(stateNames.map((state) => [state, outcome]));
  return { ...row, absent: 'wallet_not_open', ...exceptions } as Row; // every state name was mapped above
};

const answers: Readonly<Record<string, Row>> = {
  'expire lots': always('', { granted: 'WalletLotExpired' }),
  'open the wallet': always('wallet_already_open', { absent: 'WalletOpened' }),
  'credit €1': always('WalletCredited', {
    restricted: 'WalletCredited WalletRestrictionLifted',
    restrictedAndRunning: 'WalletCredited WalletRestrictionLifted',
    restrictedAndUnknown: 'WalletCredited WalletRestrictionLifted',
  }),
  'debit €1': always('WalletDebited', { empty: 'amount_exceeds_available', overdrawn: 'amount_exceeds_available' }),
  'reserve €4 under the same id': {
    absent: 'wallet_not_open',
    empty: 'amount_exceeds_available',
    funded: 'CreditReserved',
    granted: 'CreditReserved',
    reserved: 'reservation_already_open',
    flagged: 'reservation_already_open',
    selecting: 'reservation_already_open',
    selected: 'reservation_already_open',
    failedOver: 'reservation_already_open',
    // Its own request ended it: that request made the id, and makes a new one for its next reservation.
    settled: 'CreditReserved',
    released: 'CreditReserved',
    chargedLate: 'reservation_already_ended',
    resolvedBySettling: 'reservation_already_ended',
    resolvedByReleasing: 'reservation_already_ended',
    givenUp: 'reservation_already_ended',
    givenAwayUnseen: 'reservation_already_ended',
    overdrawn: 'amount_exceeds_available',
    restricted: 'CreditReserved',
    restrictedAndRunning: 'wallet_restricted',
    restrictedAndUnknown: 'CreditReserved',
  },
  'reserve €4 under another id': always('CreditReserved', {
    empty: 'amount_exceeds_available',
    overdrawn: 'amount_exceeds_available',
    restrictedAndRunning: 'wallet_restricted',
  }),
  'reserve nothing under another id': always('CreditReserved', {
    overdrawn: 'amount_exceeds_available',
    restrictedAndRunning: 'wallet_restricted',
  }),
  'reserve nothing for a key that may spend €7': always('CreditReserved', {
    overdrawn: 'amount_exceeds_key_budget',
    restricted: 'CreditReserved BudgetReached',
    restrictedAndRunning: 'wallet_restricted',
    restrictedAndUnknown: 'CreditReserved BudgetReached',
  }),
  'choose for €1 and hold €3': always('reservation_not_open', {
    reserved: 'selection_not_open',
    flagged: 'selection_not_open',
    selecting: 'SelectionCharged',
    selected: 'selection_not_open',
    failedOver: 'selection_not_open',
  }),
  'choose for €2 and hold €3': always('reservation_not_open', {
    reserved: 'selection_not_open',
    flagged: 'selection_not_open',
    selecting: 'SelectionCharged WalletRestricted',
    selected: 'selection_not_open',
    failedOver: 'selection_not_open',
  }),
  'choose, at a cost unknown': always('reservation_not_open', {
    reserved: 'selection_not_open',
    flagged: 'selection_not_open',
    selecting: 'SelectionCharged CreditReserved ReservationFlagged',
    selected: 'selection_not_open',
    failedOver: 'selection_not_open',
  }),
  'choose nobody': always('reservation_not_open', {
    reserved: 'ReservationReleased',
    flagged: 'ReservationReleased',
    selecting: 'SelectionCharged ReservationReleased',
    selected: 'ReservationReleased',
    failedOver: 'ReservationReleased',
  }),
  'go on with €3': always('reservation_not_open', {
    reserved: 'AttemptFailed',
    flagged: 'reservation_already_flagged',
    selecting: 'selection_open',
    selected: 'AttemptFailed',
    failedOver: 'attempt_not_current',
  }),
  'go on with €3 beside €4 in doubt': always('reservation_not_open', {
    reserved: 'AttemptFailed CreditReserved ReservationFlagged',
    flagged: 'reservation_already_flagged',
    selecting: 'selection_open',
    selected: 'attempt_exceeds_hold',
    failedOver: 'attempt_not_current',
  }),
  'go on after the second attempt': always('reservation_not_open', {
    reserved: 'attempt_not_current',
    flagged: 'attempt_not_current',
    selecting: 'selection_open',
    selected: 'attempt_not_current',
    failedOver: 'AttemptFailed',
  }),
  'settle €3': always('reservation_not_open', {
    selecting: 'selection_open',
    selected: 'ReservationSettled',
    failedOver: 'ReservationSettled',
    reserved: 'ReservationSettled',
    flagged: 'ReservationSettled',
    givenUp: 'ReleasedReservationCharged',
  }),
  release: always('reservation_not_open', {
    selecting: 'ReservationReleased',
    selected: 'ReservationReleased',
    failedOver: 'ReservationReleased',
    reserved: 'ReservationReleased',
    flagged: 'ReservationReleased',
  }),
  flag: always('reservation_not_open', {
    selecting: 'selection_open',
    selected: 'ReservationFlagged',
    failedOver: 'ReservationFlagged',
    reserved: 'ReservationFlagged',
    flagged: 'reservation_already_flagged',
  }),
  'lift the restriction': always('wallet_not_restricted', {
    restricted: 'WalletRestrictionLifted',
    restrictedAndRunning: 'WalletRestrictionLifted',
    restrictedAndUnknown: 'WalletRestrictionLifted',
  }),
  // Posted: €10 less what was charged.
  'tell below €10': always('WalletAlertSet', {
    empty: 'WalletAlertSet WalletRanLow',
    settled: 'WalletAlertSet WalletRanLow',
    chargedLate: 'WalletAlertSet WalletRanLow',
    resolvedBySettling: 'WalletAlertSet WalletRanLow',
    overdrawn: 'WalletAlertSet WalletRanLow',
    restricted: 'WalletAlertSet WalletRanLow',
    restrictedAndRunning: 'WalletAlertSet WalletRanLow',
    restrictedAndUnknown: 'WalletAlertSet WalletRanLow',
  }),
  'tell when €5 of €5 are left': always('BudgetAlertSet BudgetRanLow'),
  'settle €5': always('reservation_not_open', {
    selecting: 'selection_open',
    selected: 'ReservationSettled WalletRestricted',
    failedOver: 'ReservationSettled WalletRestricted',
    reserved: 'ReservationSettled WalletRestricted',
    flagged: 'ReservationSettled WalletRestricted',
    givenUp: 'ReleasedReservationCharged',
  }),
  'settle €11': always('reservation_not_open', {
    selecting: 'selection_open',
    selected: 'ReservationSettled WalletRestricted',
    failedOver: 'ReservationSettled WalletRestricted',
    reserved: 'ReservationSettled WalletRestricted',
    flagged: 'ReservationSettled WalletRestricted',
    givenUp: 'ReleasedReservationCharged WalletRestricted',
  }),
};

const wishes = Object.values(asked).flatMap((byName) => Object.entries<WalletCommand>(byName));

for (const [wish, command] of wishes) {
  test(`in each state of a wallet, "${wish}" has the answer of the table`, (t) => {
    const actual = Object.fromEntries(stateNames.map((state) => [state, outcomesOf(walletStates[state], command)]));
    const expected = Object.fromEntries(
      stateNames.map((state) => [state, answers[wish]?.[state].split(' ').filter(Boolean)]),
    );
    t.deepEqual(actual, expected);
  });
}

test('the table has a row for each wish and a cell for each state, and no others', (t) => {
  t.deepEqual(Object.keys(answers).sort(), wishes.map(([wish]) => wish).sort());
  for (const row of Object.values(answers)) t.deepEqual(Object.keys(row).sort(), stateNames.toSorted());
});

test('every event that the wallet writes and every refusal of the table is one that it knows', (t) => {
  const outcomes = new Set(
    Object.values(answers).flatMap((row) => Object.values(row).flatMap((cell) => cell.split(' ').filter(Boolean))),
  );
  const events = Object.keys(walletEventSchemas) as WalletEvent['type'][]; // the keys are the types
  t.deepEqual(
    events.filter((type) => !outcomes.has(type)),
    // What no command asks for: the closings of the mailbox.
    ['WalletPeriodClosed'],
  );
  const known = new Set<string>([...events, ...walletRefusals]);
  t.deepEqual(
    [...outcomes].filter((outcome) => !known.has(outcome)),
    [],
  );
});
