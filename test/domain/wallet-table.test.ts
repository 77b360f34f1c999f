import test from 'ava';
import { wallet } from '../../src/domain/wallet.ts';
import type { SelectionSpend } from '../../src/domain/selection/selection-commands.ts';
import { walletRefusals, type WalletCommand, type WalletRefusal } from '../../src/domain/wallet-commands.ts';
import { walletEventSchemas, type WalletEvent } from '../../src/domain/wallet-events.ts';
import * as attempting from '../_support/attempt-vocabulary.ts';
import * as choosing from '../_support/selection-vocabulary.ts';
import * as the from '../_support/wallet-vocabulary.ts';

/** Every command in every state of a wallet, and every refusal by name. A cell or a name without a case fails. */

const opened = [the.opened];
const funded = [...opened, the.credited('10')];
const reserved = [...funded, the.reserved('4')];
const flagged = [...reserved, the.flagged];
const unseen = [...reserved, the.flaggedUnseen()];
const selecting = [...funded, choosing.reserved('4', '1')];
const settledPostings = [the.move('reserved', 'revenue', '3'), the.move('reserved', 'available', '1')];

/** 5 euro are left. */
const restricted: readonly WalletEvent[] = [
  ...reserved,
  the.settled({
    cost: '5',
    overrun: '1',
    postings: [the.move('reserved', 'revenue', '4'), the.move('available', 'revenue', '1')],
  }),
  the.restricted('1'),
];

const states = {
  absent: [],
  empty: opened,
  funded,
  reserved,
  flagged,
  selecting,
  selected: [...selecting, choosing.charged({ released: '1', hold: '3' })],
  failedOver: [...reserved, attempting.failed({ released: '1', hold: '3' })],
  settled: [...reserved, the.settled({ cost: '3', released: '1', postings: settledPostings })],
  released: [...reserved, the.released('4')],
  expired: [...reserved, the.expired('4')],
  chargedLate: [...reserved, the.expired('4'), the.chargedLate('3')],
  resolvedBySettling: [
    ...flagged,
    the.settled({ cost: '3', released: '1', postings: settledPostings, more: { resolved_by: 'operator' } }),
  ],
  resolvedByReleasing: [...flagged, the.released('4', { resolved_by: 'rule' })],
  givenUp: [...unseen, the.released('4', { resolved_by: 'rule' })],
  givenAwayUnseen: [...unseen, the.released('4', { resolved_by: 'operator' })],
  overdrawn: [
    ...reserved,
    the.settled({
      cost: '12',
      overrun: '8',
      postings: [the.move('reserved', 'revenue', '4'), the.move('available', 'revenue', '8')],
    }),
  ],
  restricted,
  restrictedAndRunning: [...restricted, the.reserved('1', { reservationId: the.runningReservation })],
  restrictedAndUnknown: [
    ...restricted,
    the.reserved('1', { reservationId: the.runningReservation }),
    the.flaggedUnder(the.runningReservation),
  ],
} satisfies Record<string, readonly WalletEvent[]>;
type StateName = keyof typeof states;
const stateNames = Object.keys(states) as StateName[]; // keys of the literal above

/** By command type, so that a new command without a row does not compile. */
const asked = {
  open_wallet: { 'open the wallet': the.open },
  credit_wallet: { 'credit €1': the.credit('1', the.id('f', 9)) },
  debit_wallet: { 'debit €1': the.debit('1', the.id('f', 9)) },
  reserve_credit: {
    'reserve €4 under the same id': the.reserve('4'),
    'reserve €4 under another id': the.reserve('4', { reservationId: the.otherReservation }),
    'reserve nothing under another id': the.reserve('0', { reservationId: the.otherReservation }),
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
} satisfies Record<WalletCommand['type'], Record<string, WalletCommand>>;

type Outcome = WalletEvent['type'] | WalletRefusal;
/** Several events stand with blanks between them. */
type Cell =
  Outcome | `${Outcome} ${Outcome}` | `${'SelectionCharged' | 'AttemptFailed'} CreditReserved ReservationFlagged`;
type Row = Record<StateName, Cell>;

/** The same answer in every state that is not named. */
const always = (outcome: Cell, exceptions: Partial<Row> = {}): Row => {
  const row = Object.fromEntries(stateNames.map((state) => [state, outcome]));
  return { ...row, absent: 'wallet_not_open', ...exceptions } as Row; // every state name was mapped above
};

const answers: Readonly<Record<string, Row>> = {
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
    reserved: 'reservation_already_open',
    flagged: 'reservation_already_open',
    selecting: 'reservation_already_open',
    selected: 'reservation_already_open',
    failedOver: 'reservation_already_open',
    // Its own request ended it: that request made the id, and makes a new one for its next reservation.
    settled: 'CreditReserved',
    released: 'CreditReserved',
    expired: 'reservation_already_ended',
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
    expired: 'ExpiredReservationCharged',
    givenUp: 'ExpiredReservationCharged',
  }),
  release: always('reservation_not_open', {
    selecting: 'ReservationReleased',
    selected: 'ReservationReleased',
    failedOver: 'ReservationReleased',
    reserved: 'ReservationReleased',
    flagged: 'ReservationReleased',
  }),
  flag: always('reservation_not_open', {
    selecting: 'ReservationFlagged',
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
  'settle €5': always('reservation_not_open', {
    selecting: 'selection_open',
    selected: 'ReservationSettled WalletRestricted',
    failedOver: 'ReservationSettled WalletRestricted',
    reserved: 'ReservationSettled WalletRestricted',
    flagged: 'ReservationSettled WalletRestricted',
    expired: 'ExpiredReservationCharged',
    givenUp: 'ExpiredReservationCharged',
  }),
  'settle €11': always('reservation_not_open', {
    selecting: 'selection_open',
    selected: 'ReservationSettled WalletRestricted',
    failedOver: 'ReservationSettled WalletRestricted',
    reserved: 'ReservationSettled WalletRestricted',
    flagged: 'ReservationSettled WalletRestricted',
    expired: 'ExpiredReservationCharged WalletRestricted',
    givenUp: 'ExpiredReservationCharged WalletRestricted',
  }),
};

const outcomesOf = (given: readonly WalletEvent[], command: WalletCommand): readonly Outcome[] => {
  const state = given.reduce((folded, event) => wallet.evolve(folded, event), wallet.initialState);
  const decision = wallet.decide(command, state);
  return decision.accepted ? decision.events.map((event) => event.type) : [decision.refusal];
};

const wishes = Object.values(asked).flatMap((byName) => Object.entries<WalletCommand>(byName));

for (const [wish, command] of wishes) {
  test(`in each state of a wallet, "${wish}" has the answer of the table`, (t) => {
    const actual = Object.fromEntries(stateNames.map((state) => [state, outcomesOf(states[state], command)]));
    const expected = Object.fromEntries(stateNames.map((state) => [state, answers[wish]?.[state].split(' ')]));
    t.deepEqual(actual, expected);
  });
}

test('the table has a row for each wish and a cell for each state, and no others', (t) => {
  t.deepEqual(Object.keys(answers).sort(), wishes.map(([wish]) => wish).sort());
  for (const row of Object.values(answers)) t.deepEqual(Object.keys(row).sort(), stateNames.toSorted());
});

interface Rung {
  readonly refusal: WalletRefusal;
  readonly given: readonly WalletEvent[];
  /** Breaks this rule and every later one of its ladder that can be broken at the same time. */
  readonly when: WalletCommand;
}

const counted = choosing.counted('1') as Extract<SelectionSpend, { readonly kind: 'counted' }>;
const broke = { requestCap: 1n, keyBudget: 1n };
const atMaximum = [...opened, the.credited('9223372036.854775807')];

const ladders: Record<WalletCommand['type'], readonly Rung[]> = {
  open_wallet: [{ refusal: 'wallet_already_open', given: opened, when: the.open }],
  credit_wallet: [
    { refusal: 'wallet_not_open', given: [], when: { ...the.credit('1'), amount: -1n } },
    { refusal: 'amount_not_positive', given: atMaximum, when: the.credit('0') },
    { refusal: 'credit_already_posted', given: atMaximum, when: the.credit('0.000000001') },
    { refusal: 'amount_exceeds_maximum', given: atMaximum, when: the.credit('0.000000001', the.id('f', 9)) },
  ],
  debit_wallet: [
    { refusal: 'wallet_not_open', given: [], when: the.debit('0') },
    { refusal: 'amount_not_positive', given: [...funded, the.debited('9')], when: the.debit('0') },
    { refusal: 'debit_already_posted', given: [...funded, the.debited('9')], when: the.debit('9') },
    { refusal: 'amount_exceeds_available', given: funded, when: the.debit('10.000000001') },
  ],
  reserve_credit: [
    { refusal: 'wallet_not_open', given: [], when: the.reserve('4', broke) },
    {
      refusal: 'amount_negative',
      given: [...states.overdrawn, the.reserved('0')],
      when: { ...the.reserve('0', { requestCap: -2n, keyBudget: -2n }), amount: -1n },
    },
    { refusal: 'reservation_already_open', given: reserved, when: the.reserve('11', broke) },
    { refusal: 'reservation_already_ended', given: states.expired, when: the.reserve('11', broke) },
    { refusal: 'amount_exceeds_request_cap', given: funded, when: the.reserve('11', broke) },
    { refusal: 'amount_exceeds_key_budget', given: funded, when: the.reserve('11', { keyBudget: 1n }) },
    { refusal: 'amount_exceeds_available', given: states.restrictedAndRunning, when: the.reserve('11') },
    { refusal: 'wallet_restricted', given: states.restrictedAndRunning, when: choosing.reserve('1', '2') },
    { refusal: 'selection_exceeds_hold', given: funded, when: choosing.reserve('1', '2') },
  ],
  charge_selection: [
    { refusal: 'wallet_not_open', given: [], when: choosing.choose('9') },
    {
      refusal: 'amount_negative',
      given: funded,
      when: choosing.choose('9', { ...counted, cost: { total: -1n, lines: [] } }),
    },
    {
      refusal: 'amount_exceeds_maximum',
      given: funded,
      when: choosing.choose('9', { ...counted, cost: { total: 2n ** 63n, lines: [] } }),
    },
    { refusal: 'reservation_not_open', given: funded, when: choosing.choose('9') },
    { refusal: 'selection_not_open', given: reserved, when: choosing.choose('9') },
    { refusal: 'selection_exceeds_hold', given: selecting, when: choosing.choose('9') },
  ],
  fail_attempt: [
    { refusal: 'wallet_not_open', given: [], when: attempting.fail('9') },
    {
      refusal: 'amount_negative',
      given: funded,
      when: attempting.fail('9', { hold: -1n, leftOpen: attempting.leftOpen('9', the.reservation) }),
    },
    {
      refusal: 'reservation_already_open',
      given: flagged,
      when: attempting.fail('9', { attempt: 2, leftOpen: attempting.leftOpen('9', the.reservation) }),
    },
    { refusal: 'reservation_not_open', given: funded, when: attempting.fail('9', { attempt: 2 }) },
    { refusal: 'selection_open', given: [...selecting, the.flagged], when: attempting.fail('9', { attempt: 2 }) },
    { refusal: 'attempt_not_current', given: flagged, when: attempting.fail('9', { attempt: 2 }) },
    { refusal: 'attempt_exceeds_hold', given: flagged, when: attempting.fail('4.000000001') },
    {
      refusal: 'reservation_already_flagged',
      given: flagged,
      when: attempting.fail('4', { leftOpen: attempting.leftOpen('4'), requestCap: 1n }),
    },
    { refusal: 'attempts_exceed_credit', given: reserved, when: attempting.fail('4', { requestCap: 1n }) },
  ],
  settle_reservation: [
    { refusal: 'wallet_not_open', given: [], when: the.settle('1') },
    { refusal: 'amount_negative', given: funded, when: the.settle('1', { cost: { total: -1n, lines: [] } }) },
    {
      refusal: 'amount_exceeds_maximum',
      given: funded,
      when: the.settle('1', { cost: { total: 2n ** 63n, lines: [] } }),
    },
    { refusal: 'reservation_not_open', given: funded, when: the.settle('1') },
    { refusal: 'selection_open', given: selecting, when: the.settle('1', { attempt: 2 }) },
    { refusal: 'attempt_not_current', given: reserved, when: the.settle('1', { attempt: 2 }) },
  ],
  release_reservation: [
    { refusal: 'wallet_not_open', given: [], when: the.release() },
    { refusal: 'reservation_not_open', given: funded, when: { ...the.release(), attempt: 2 } },
    { refusal: 'attempt_not_current', given: reserved, when: { ...the.release(), attempt: 2 } },
  ],
  flag_reservation: [
    { refusal: 'wallet_not_open', given: [], when: the.flag() },
    { refusal: 'reservation_not_open', given: funded, when: the.flag() },
    { refusal: 'reservation_already_flagged', given: flagged, when: the.flag() },
  ],
  lift_restriction: [
    { refusal: 'wallet_not_open', given: [], when: the.lift },
    { refusal: 'wallet_not_restricted', given: funded, when: the.lift },
  ],
};

for (const [command, ladder] of Object.entries(ladders)) {
  for (const { refusal, given, when } of ladder) {
    test(`${command} is refused with ${refusal} before any later rule is looked at`, (t) => {
      t.deepEqual(outcomesOf(given, when), [refusal]);
    });
  }

  test(`the refusals of ${command} stand in the order of the list of refusals`, (t) => {
    const places = ladder.map(({ refusal }) => walletRefusals.indexOf(refusal));
    t.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
  });
}

test('every refusal of the wallet has a case in the ladders, by name', (t) => {
  const covered = new Set(Object.values(ladders).flatMap((ladder) => ladder.map(({ refusal }) => refusal)));
  t.deepEqual(
    walletRefusals.filter((refusal) => !covered.has(refusal)),
    [],
  );
});

test('every event that the wallet still writes and every refusal of the table is one that it knows', (t) => {
  const outcomes = new Set(
    Object.values(answers).flatMap((row) => Object.values(row).flatMap((cell) => cell.split(' '))),
  );
  const events = Object.keys(walletEventSchemas) as WalletEvent['type'][]; // the keys are the types
  t.deepEqual(
    events.filter((type) => !outcomes.has(type)),
    // What no command asks for: of older versions, and the closings of the mailbox.
    ['ReservationExpired', 'WalletPeriodClosed'],
  );
  const known = new Set<string>([...events, ...walletRefusals]);
  t.deepEqual(
    [...outcomes].filter((outcome) => !known.has(outcome)),
    [],
  );
});
